#include "selvage/guarantee/budget_filter.hpp"

#include "selvage/guarantee/release_parts.hpp"
#include "selvage/guarantee/rule.hpp"
#include "selvage/guarantee/zcdp.hpp"

namespace selvage {
namespace {

const Rational kHalf(1, 2), kQuarter(1, 4);

// False for what is neither dp nor zcdp, or nonsense.
bool count(const Promise& promise, std::int64_t times, BudgetSums& sums) {
  if (const auto* zcdp = std::get_if<ZcdpPromise>(&promise)) {
    sums.all_dp = false;
    sums.rho = sums.rho + zcdp->rho * times;
    return zcdp->rho.sign() >= 0;
  }
  const auto* dp = std::get_if<DpPromise>(&promise);
  if (dp == nullptr || dp->epsilon.sign() < 0 || dp->delta.sign() < 0) return false;
  sums.epsilon = sums.epsilon + dp->epsilon * times;
  sums.delta = sums.delta + dp->delta * times;
  sums.other_delta = sums.other_delta + dp->delta * times;
  sums.rho = sums.rho + dp->epsilon * dp->epsilon * kHalf * times;
  return true;
}

}  // namespace

Result<BudgetSums> budget_sums(const std::vector<Guarantee>& promises,
                               const std::vector<std::int64_t>& times) {
  BudgetSums sums;
  for (std::size_t i = 0; i < promises.size(); ++i)
    if (!count(promises[i].promise, times[i], sums) ||
        promises[i].neighbours != promises[0].neighbours)
      return misapplied(
          "a budget filter takes dp and zcdp promises of the same neighbours only");
  return sums;
}

namespace {

Result<BudgetSums> sums_as_they_are(const std::vector<RepeatedRelease>& releases) {
  std::vector<Guarantee> promises;
  std::vector<std::int64_t> times;
  for (const auto& [release, count_of_it] : releases) {
    promises.push_back(release.conclusion);
    times.push_back(count_of_it);
  }
  return budget_sums(promises, times);
}

// The node of a filter, with `times_1`, ... after its other inputs.
Result<Derivation> filtered(const char* rule, Inputs inputs,
                            const std::vector<RepeatedRelease>& releases) {
  std::vector<Derivation> premises;
  std::vector<std::int64_t> times;
  for (const auto& [release, count_of_it] : releases) {
    premises.push_back(release);
    times.push_back(count_of_it);
  }
  append_times(inputs, times);
  return derive(rule, std::move(inputs), std::move(premises));
}

}  // namespace

std::vector<RepeatedRelease> by_rhos(const std::vector<RepeatedRelease>& releases) {
  std::vector<RepeatedRelease> told;
  for (const auto& [release, count_of_it] : releases)
    told.push_back({by_its_rho(release), count_of_it});
  return told;
}

Result<BudgetSums> budget_sums(const std::vector<RepeatedRelease>& releases) {
  auto sums = sums_as_they_are(releases);
  if (!sums) return sums;
  const auto told = sums_as_they_are(by_rhos(releases));
  if (!told) return told;
  sums->rho = told->rho;
  sums->other_delta = told->other_delta;
  return sums;
}

bool is_budget(const DpPromise& budget) {
  return budget.epsilon.sign() >= 0 && budget.delta.sign() >= 0 && budget.delta < 1;
}

Rational delta_for_releases(const DpPromise& budget) { return budget.delta * kHalf; }

Rational delta_for_rhos(const DpPromise& budget) { return budget.delta * kQuarter; }

bool fits_by_sum(const BudgetSums& sums, const DpPromise& budget) {
  return sums.all_dp && sums.epsilon <= budget.epsilon &&
         sums.delta <= delta_for_releases(budget);
}

bool fits_at_order(const BudgetSums& sums, const DpPromise& budget,
                   const Rational& order) {
  const Rational share = delta_for_rhos(budget);
  return budget.delta.sign() > 0 && order > 1 && sums.other_delta <= share &&
         delta_from_zcdp(sums.rho, budget.epsilon, order) <= share;
}

std::optional<Rational> order_that_fits(const BudgetSums& sums,
                                        const DpPromise& budget) {
  if (budget.delta.sign() == 0 || sums.other_delta > delta_for_rhos(budget))
    return std::nullopt;
  Rational order = order_for_epsilon(sums.rho, budget.epsilon);
  if (!fits_at_order(sums, budget, order)) return std::nullopt;
  return order;
}

bool fits_budget(const BudgetSums& sums, const DpPromise& budget) {
  return fits_by_sum(sums, budget) || order_that_fits(sums, budget);
}

Result<Derivation> budget_filter(const std::vector<RepeatedRelease>& releases,
                                 const DpPromise& budget) {
  const auto sums = budget_sums(releases);
  if (!sums) return sums.error();
  if (!is_budget(budget))
    return misapplied("a budget needs epsilon >= 0 and 0 <= delta < 1");
  Inputs inputs{{"epsilon", budget.epsilon}, {"delta", budget.delta}};
  if (fits_by_sum(*sums, budget))
    return filtered("budget_filter", std::move(inputs), releases);
  auto order = order_that_fits(*sums, budget);
  if (!order) return misapplied("these releases do not fit the budget");
  inputs.emplace_back("order", *std::move(order));
  return filtered("budget_filter", std::move(inputs), by_rhos(releases));
}

Result<Derivation> rho_filter(const std::vector<RepeatedRelease>& releases,
                              const Rational& rho) {
  return filtered("rho_filter", {{"rho", rho}}, by_rhos(releases));
}

}  // namespace selvage
