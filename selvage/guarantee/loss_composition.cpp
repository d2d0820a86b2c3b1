#include "selvage/guarantee/loss_composition.hpp"

#include <utility>

#include "selvage/guarantee/privacy_loss.hpp"
#include "selvage/guarantee/rule.hpp"

namespace selvage {
namespace {

Result<PrivacyLoss> loss_of(const Guarantee& guarantee) {
  if (const auto* dp = std::get_if<DpPromise>(&guarantee.promise))
    return PrivacyLoss::of_dp(*dp);
  if (const auto* laplace = std::get_if<LaplaceLossPromise>(&guarantee.promise))
    return PrivacyLoss::discrete_laplace(laplace->scale, laplace->shift);
  if (const auto* gaussian = std::get_if<GaussianLossPromise>(&guarantee.promise))
    return PrivacyLoss::discrete_gaussian(gaussian->variance, gaussian->shift);
  return misapplied(
      "composition by privacy loss takes dp, laplace_loss and gaussian_loss promises");
}

}  // namespace

Result<std::vector<PrivacyLoss>> loss_powers(const std::vector<Guarantee>& premises,
                                             const std::vector<std::int64_t>& times) {
  std::vector<PrivacyLoss> parts;
  for (std::size_t i = 0; i < premises.size(); ++i) {
    const auto one = loss_of(premises[i]);
    if (!one) return one.error();
    parts.push_back(one->power(times[i]));
  }
  return parts;
}

Result<Derivation> discrete_laplace_loss(const Rational& scale,
                                         std::int64_t sensitivity) {
  return derive("discrete_laplace_loss",
                {{"scale", scale}, {"sensitivity", sensitivity}}, {});
}

Result<Derivation> discrete_gaussian_loss(const Rational& variance,
                                          std::int64_t sensitivity) {
  return derive("discrete_gaussian_loss",
                {{"variance", variance}, {"sensitivity", sensitivity}}, {});
}

Result<Derivation> derive_on_lattice(const std::string& rule,
                                     std::vector<Derivation> premises,
                                     const std::vector<std::int64_t>& times,
                                     const Rational& delta) {
  Inputs inputs{{"delta", delta}};
  if (premises.size() > 1) {
    std::vector<Guarantee> promised;
    for (const Derivation& premise : premises) promised.push_back(premise.conclusion);
    Inputs counted;
    append_times(counted, times);
    if (read_times(counted, premises.size()).empty())
      return misapplied("each premise counts a whole number of times, 1 to 2^30");
    const auto parts = loss_powers(promised, times);
    if (!parts) return parts.error();
    inputs.emplace_back("step", common_step(*parts));
  }
  append_times(inputs, times);
  return derive(rule, std::move(inputs), std::move(premises));
}

Result<Derivation> composition_by_privacy_loss(std::vector<Derivation> premises,
                                               const std::vector<std::int64_t>& times,
                                               const Rational& delta) {
  return derive_on_lattice("composition_by_privacy_loss", std::move(premises), times,
                           delta);
}

}  // namespace selvage
