#include "selvage/guarantee/loss_composition.hpp"

#include <utility>

#include "selvage/guarantee/privacy_loss.hpp"
#include "selvage/guarantee/rules.hpp"

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

Result<std::vector<PrivacyLoss>> powers(const std::vector<Guarantee>& premises,
                                        const std::vector<std::int64_t>& times) {
  std::vector<PrivacyLoss> parts;
  for (std::size_t i = 0; i < premises.size(); ++i) {
    const auto one = loss_of(premises[i]);
    if (!one) return one.error();
    parts.push_back(one->power(times[i]));
  }
  return parts;
}

Result<std::int64_t> read_noise(const Inputs& inputs,
                                const std::vector<Guarantee>& premises,
                                const char* parameter) {
  const std::int64_t rows =
      inputs.size() == 2 ? inputs[1].second.to_int64().value_or(0) : 0;
  if (!premises.empty() || !begins_with(inputs, {parameter, "sensitivity"}) ||
      rows < 1 || inputs[0].second.sign() <= 0)
    return misapplied(std::string("this rule takes ") + parameter +
                      " > 0 and a whole sensitivity >= 1");
  return rows;
}

}  // namespace

Result<Guarantee> conclude_discrete_laplace_loss(
    const Inputs& inputs, const std::vector<Guarantee>& premises) {
  const auto rows = read_noise(inputs, premises, "scale");
  if (!rows) return rows.error();
  return Guarantee{LaplaceLossPromise{inputs[0].second, *rows},
                   Neighbours::add_remove_person};
}

Result<Guarantee> conclude_discrete_gaussian_loss(
    const Inputs& inputs, const std::vector<Guarantee>& premises) {
  const auto rows = read_noise(inputs, premises, "variance");
  if (!rows) return rows.error();
  return Guarantee{GaussianLossPromise{inputs[0].second, *rows},
                   Neighbours::add_remove_person};
}

Result<Guarantee> conclude_privacy_loss(const Inputs& inputs,
                                        const std::vector<Guarantee>& premises) {
  const bool several = premises.size() > 1;
  const auto times = read_times(inputs, several ? 2 : 1, premises.size());
  if (times.empty() || !same_neighbours(premises) || !begins_with(inputs, {"delta"}) ||
      (several && inputs[1].first != "step"))
    return misapplied(
        "composition on a lattice takes premises of the same neighbours; delta, step "
        "(with several premises) and times_1, times_2, ...");
  const Rational& delta = inputs[0].second;
  if (delta.sign() < 0 || delta >= 1)
    return misapplied("a composition needs 0 <= delta < 1");
  const auto parts = powers(premises, times);
  if (!parts) return parts.error();
  const auto whole =
      several ? compose(*parts, inputs[1].second) : Result<PrivacyLoss>(parts->front());
  if (!whole) return whole.error();
  const auto epsilon = whole->epsilon(delta);
  if (!epsilon)
    return misapplied(
        "no epsilon gives this delta: it is less than the mass of "
        "unbounded losses");
  return Guarantee{DpPromise{*epsilon, delta}, premises[0].neighbours};
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
    if (read_times(counted, 0, premises.size()).empty())
      return misapplied("each premise counts a whole number of times, 1 to 2^30");
    const auto parts = powers(promised, times);
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
