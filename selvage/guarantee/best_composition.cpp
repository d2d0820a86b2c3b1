#include "selvage/guarantee/best_composition.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "selvage/guarantee/loss_composition.hpp"
#include "selvage/guarantee/optimal_composition.hpp"
#include "selvage/guarantee/privacy_loss.hpp"
#include "selvage/guarantee/release_parts.hpp"
#include "selvage/guarantee/rule.hpp"
#include "selvage/guarantee/zcdp.hpp"

namespace selvage {
namespace {

// Premises with their numbers, as the rules take them.
struct Terms {
  std::vector<Derivation> premises;
  std::vector<std::int64_t> times;
  void add(Derivation premise, std::int64_t count) {
    premises.push_back(std::move(premise));
    times.push_back(count);
  }
  bool empty() const { return premises.empty(); }
};

bool is_dp(const Derivation& release) {
  return std::holds_alternative<DpPromise>(release.conclusion.promise);
}

bool is_zcdp(const Derivation& release) {
  return std::holds_alternative<ZcdpPromise>(release.conclusion.promise);
}

// Equal derivations are one term: their powers are cheaper than their products.
Terms gathered(const std::vector<RepeatedRelease>& releases) {
  Terms terms;
  std::map<std::string, std::size_t> seen;
  for (const auto& [release, times] : releases) {
    const auto [at, is_new] =
        seen.emplace(to_json(release).dump(), terms.premises.size());
    if (is_new)
      terms.add(release, times);
    else
      terms.times[at->second] += times;
  }
  return terms;
}

// The same part, told by its noise, where the lattice can hold it.
std::optional<Derivation> told_by_noise(const Derivation& release) {
  if (!holds(release)) return std::nullopt;
  if (const auto* gaussian =
          std::get_if<GaussianLossPromise>(&release.conclusion.promise))
    return PrivacyLoss::takes_gaussian(gaussian->variance, gaussian->shift)
               ? std::optional(release)
               : std::nullopt;
  if (release.rule == "discrete_laplace_cells") {
    const Rational& scale = number_in(release.inputs, "scale");
    const std::int64_t rows = whole_in(release.inputs, "sensitivity");
    if (rows < 1 || !PrivacyLoss::discrete_laplace(scale, rows)) return std::nullopt;
    const auto node = discrete_laplace_loss(scale, rows);
    return node ? std::optional(*node) : std::nullopt;
  }
  // Whole counts with a sum of squares of 1 differ in one cell, by one.
  if (release.rule == "discrete_gaussian_cells" &&
      number_in(release.inputs, "squared_sensitivity") == 1 &&
      PrivacyLoss::takes_gaussian(number_in(release.inputs, "variance"), 1)) {
    const auto node = discrete_gaussian_loss(number_in(release.inputs, "variance"), 1);
    return node ? std::optional(*node) : std::nullopt;
  }
  return std::nullopt;
}

// zcdp terms as one dp term that takes half of delta. False if that fails.
bool add_pooled(const Terms& zcdp, const Rational& delta, Terms& terms) {
  if (zcdp.empty()) return true;
  auto sum = zcdp_composition(zcdp.premises, zcdp.times);
  if (!sum) return false;
  auto dp = dp_from_zcdp(*std::move(sum), delta * Rational(1, 2));
  if (!dp) return false;
  terms.add(*std::move(dp), 1);
  return true;
}

std::optional<Derivation> by_zcdp(const Terms& all, const Rational& delta) {
  Terms terms;
  for (std::size_t i = 0; i < all.premises.size(); ++i) {
    auto told = by_its_rho(all.premises[i]);
    auto node =
        is_zcdp(told) ? Result<Derivation>(std::move(told)) : zcdp_from_dp(told);
    if (!node) return std::nullopt;
    terms.add(*std::move(node), all.times[i]);
  }
  auto sum = zcdp_composition(std::move(terms.premises), terms.times);
  if (!sum) return std::nullopt;
  auto dp = dp_from_zcdp(*std::move(sum), delta);
  return dp ? std::optional(*std::move(dp)) : std::nullopt;
}

// A release as what its parts tell: their noise, else their dp promise, else a rho.
void add_told(const Derivation& release, std::int64_t times, Terms& told, Terms& untold,
              bool& any_noise) {
  const auto parts = parts_of(release);
  const bool whole =
      std::any_of(parts.begin(), parts.end(), [&](const RepeatedPart& one) {
        return one.times > PrivacyLoss::kMaxTimes / times ||
               (!is_dp(one.part) && !is_zcdp(one.part) && !told_by_noise(one.part));
      });
  if (whole) {
    (is_dp(release) ? told : untold).add(release, times);
    return;
  }
  for (const auto& [part, count] : parts) {
    auto noise = told_by_noise(part);
    any_noise = any_noise || noise;
    if (noise)
      told.add(*std::move(noise), count * times);
    else
      (is_dp(part) ? told : untold).add(part, count * times);
  }
}

}  // namespace

const DpPromise& CompositionWay::promise() const {
  return std::get<DpPromise>(derivation.conclusion.promise);
}

Result<BestComposition> best_composition(const std::vector<RepeatedRelease>& releases,
                                         const Rational& delta) {
  if (releases.empty()) return misapplied("there is no release to compose");
  if (delta.sign() < 0 || delta >= 1)
    return misapplied("a composition needs 0 <= delta < 1");
  for (const auto& [release, times] : releases) {
    if (!is_dp(release) && !is_zcdp(release))
      return misapplied("only dp and zcdp promises compose to an overall dp promise");
    if (release.conclusion.neighbours != releases[0].release.conclusion.neighbours)
      return misapplied(
          "releases for add_remove_person and replace_person cannot be composed; "
          "convert one first");
    if (times < 1 || times > PrivacyLoss::kMaxTimes)
      return misapplied("a release counts a whole number of times, 1 to 2^30");
  }

  const Terms all = gathered(releases);
  Terms promised, told, zcdp, untold;
  bool any_noise = false;
  for (std::size_t i = 0; i < all.premises.size(); ++i) {
    const Derivation& release = all.premises[i];
    (is_dp(release) ? promised : zcdp).add(release, all.times[i]);
    add_told(release, all.times[i], told, untold, any_noise);
  }

  std::vector<CompositionWay> ways;
  const auto consider = [&](const char* name, auto&& derivation) {
    if (!derivation) return;
    CompositionWay way{name, *std::forward<decltype(derivation)>(derivation)};
    if (way.promise().delta <= delta) ways.push_back(std::move(way));
  };
  // Without known noise the losses are those of optimal composition, with it they are
  // never worse; so of very many different terms only one of the two is computed.
  const bool many = all.premises.size() > 256;
  if (!promised.empty() && add_pooled(zcdp, delta, promised)) {
    consider("basic", basic_composition(promised.premises, promised.times));
    if (!many || !any_noise)
      consider("optimal",
               optimal_composition(promised.premises, promised.times, delta));
  }
  if (!told.empty() && (!many || any_noise) && add_pooled(untold, delta, told))
    consider("privacy_loss",
             composition_by_privacy_loss(told.premises, told.times, delta));
  consider("zcdp", by_zcdp(all, delta));
  if (ways.empty())
    return misapplied("no way of composing these releases meets this delta");

  std::size_t best = 0;  // of equals the simplest, which comes first
  for (std::size_t i = 1; i < ways.size(); ++i)
    if (ways[i].promise().epsilon < ways[best].promise().epsilon) best = i;
  CompositionWay winner = ways[best];
  return BestComposition{std::move(winner), std::move(ways)};
}

}  // namespace selvage
