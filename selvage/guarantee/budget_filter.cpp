#include "selvage/guarantee/budget_filter.hpp"

#include "selvage/guarantee/rules.hpp"
#include "selvage/guarantee/zcdp.hpp"

namespace selvage {
namespace {

const Rational kHalf(1, 2);

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
  sums.rho = sums.rho + dp->epsilon * dp->epsilon * kHalf * times;
  return true;
}

Error not_counted() {
  return misapplied(
      "a budget filter takes dp and zcdp promises of the same neighbours only");
}

bool is_budget(const DpPromise& budget) {
  return budget.epsilon.sign() >= 0 && budget.delta.sign() >= 0 && budget.delta < 1;
}

bool fits_at_order(const BudgetSums& sums, const DpPromise& budget,
                   const Rational& order) {
  return budget.delta.sign() > 0 && order > 1 &&
         sums.delta <= delta_for_releases(budget) &&
         delta_from_zcdp(sums.rho, budget.epsilon, order) <= budget.delta * kHalf;
}

}  // namespace

Result<BudgetSums> budget_sums(const std::vector<RepeatedRelease>& releases) {
  BudgetSums sums;
  for (const auto& [release, times] : releases)
    if (!count(release.conclusion.promise, times, sums) ||
        release.conclusion.neighbours != releases[0].release.conclusion.neighbours)
      return not_counted();
  return sums;
}

Rational delta_for_releases(const DpPromise& budget) { return budget.delta * kHalf; }

bool fits_by_sum(const BudgetSums& sums, const DpPromise& budget) {
  return sums.all_dp && sums.epsilon <= budget.epsilon &&
         sums.delta <= delta_for_releases(budget);
}

std::optional<Rational> order_that_fits(const BudgetSums& sums,
                                        const DpPromise& budget) {
  if (budget.delta.sign() == 0 || sums.delta > delta_for_releases(budget))
    return std::nullopt;
  Rational order = order_for_epsilon(sums.rho, budget.epsilon);
  if (!fits_at_order(sums, budget, order)) return std::nullopt;
  return order;
}

bool fits_budget(const BudgetSums& sums, const DpPromise& budget) {
  return fits_by_sum(sums, budget) || order_that_fits(sums, budget);
}

Result<Guarantee> conclude_budget_filter(const Inputs& inputs,
                                         const std::vector<Guarantee>& premises) {
  const bool concentrated = begins_with(inputs, {"epsilon", "delta", "order"});
  const auto times = read_times(inputs, concentrated ? 3 : 2, premises.size());
  if (!begins_with(inputs, {"epsilon", "delta"}) || times.empty())
    return misapplied(
        "budget_filter takes premises, epsilon, delta, for concentrated releases an "
        "order, and times_1, ...");
  const DpPromise budget{inputs[0].second, inputs[1].second};
  if (!is_budget(budget))
    return misapplied("budget_filter needs epsilon >= 0 and 0 <= delta < 1");
  BudgetSums sums;
  for (std::size_t i = 0; i < premises.size(); ++i)
    if (!count(premises[i].promise, times[i], sums)) return not_counted();
  if (!same_neighbours(premises)) return not_counted();
  if (concentrated ? !fits_at_order(sums, budget, inputs[2].second)
                   : !fits_by_sum(sums, budget))
    return misapplied("these releases do not fit the budget");
  return Guarantee{budget, premises[0].neighbours};
}

Result<Derivation> budget_filter(const std::vector<RepeatedRelease>& releases,
                                 const DpPromise& budget) {
  const auto sums = budget_sums(releases);
  if (!sums) return sums.error();
  if (!is_budget(budget))
    return misapplied("a budget needs epsilon >= 0 and 0 <= delta < 1");
  Inputs inputs{{"epsilon", budget.epsilon}, {"delta", budget.delta}};
  if (!fits_by_sum(*sums, budget)) {
    auto order = order_that_fits(*sums, budget);
    if (!order) return misapplied("these releases do not fit the budget");
    inputs.emplace_back("order", *std::move(order));
  }
  std::vector<Derivation> premises;
  std::vector<std::int64_t> times;
  for (const auto& [release, count_of_it] : releases) {
    premises.push_back(release);
    times.push_back(count_of_it);
  }
  append_times(inputs, times);
  return derive("budget_filter", std::move(inputs), std::move(premises));
}

}  // namespace selvage
