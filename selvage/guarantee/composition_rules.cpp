// The rules of composition and of other ways to tell an epsilon, a delta or a rho.
#include "selvage/guarantee/rule.hpp"

#include <algorithm>
#include <cmath>

#include "selvage/base/interval.hpp"
#include "selvage/guarantee/budget_filter.hpp"
#include "selvage/guarantee/loss_composition.hpp"
#include "selvage/guarantee/one_of.hpp"
#include "selvage/guarantee/optimal_composition.hpp"
#include "selvage/guarantee/zcdp.hpp"

namespace selvage {
namespace {

const DpPromise* dp_of(const Guarantee& guarantee) {
  return std::get_if<DpPromise>(&guarantee.promise);
}

const Rational* rho_of(const Guarantee& guarantee) {
  const auto* zcdp = std::get_if<ZcdpPromise>(&guarantee.promise);
  return zcdp == nullptr ? nullptr : &zcdp->rho;
}

Result<Guarantee> conclude_composition(const Inputs& inputs,
                                       const std::vector<Guarantee>& premises) {
  const auto times = inputs.empty() ? std::vector<std::int64_t>(premises.size(), 1)
                                    : read_times(inputs, premises.size());
  if (times.empty())
    return misapplied(
        "basic_composition takes premises, and a whole times_1, times_2, ... for each "
        "or for none");
  DpPromise sum;
  for (std::size_t i = 0; i < premises.size(); ++i) {
    const Guarantee& premise = premises[i];
    const auto* dp = std::get_if<DpPromise>(&premise.promise);
    if (dp == nullptr)
      return misapplied(
          "basic composition adds dp promises only; this one is another "
          "kind and must be converted first");
    if (premise.neighbours != premises[0].neighbours)
      return misapplied(
          "basic composition cannot mix add_remove_person and "
          "replace_person; convert one first");
    sum.epsilon = written_sum(sum.epsilon + dp->epsilon * times[i]);
    sum.delta = written_sum(sum.delta + dp->delta * times[i]);
  }
  return Guarantee{sum, premises[0].neighbours};
}

// The largest of each: it holds for whichever is made.
Result<Guarantee> conclude_one_of(const Inputs&,
                                  const std::vector<Guarantee>& premises) {
  DpPromise largest;
  for (const Guarantee& premise : premises) {
    const DpPromise* dp = dp_of(premise);
    if (dp == nullptr || premise.neighbours != premises[0].neighbours)
      return misapplied("one_of takes dp promises of the same neighbours");
    largest.epsilon = std::max(largest.epsilon, dp->epsilon);
    largest.delta = std::max(largest.delta, dp->delta);
  }
  if (premises.size() < 2) return misapplied("one_of takes two premises or more");
  return Guarantee{largest, premises[0].neighbours};
}

Result<Guarantee> conclude_replace(const Inputs&,
                                   const std::vector<Guarantee>& premises) {
  const auto* dp =
      premises.size() == 1 ? std::get_if<DpPromise>(&premises[0].promise) : nullptr;
  if (dp == nullptr || premises[0].neighbours != Neighbours::add_remove_person)
    return misapplied(
        "replace_from_add_remove takes one dp promise for "
        "add_remove_person");
  Rational delta = 0;
  if (dp->delta.sign() != 0) {
    const Interval bound = (Interval(1) + exp(Interval(dp->epsilon))) * dp->delta;
    const auto rounded = Rational::parse(bound.upper_text(12));
    if (!rounded) return misapplied("replace_from_add_remove: epsilon is too large");
    delta = *rounded;
  }
  return Guarantee{DpPromise{dp->epsilon * 2, delta}, Neighbours::replace_person};
}

Result<Guarantee> conclude_privacy_loss(const Inputs& inputs,
                                        const std::vector<Guarantee>& premises) {
  const bool several = premises.size() > 1;
  const auto times = read_times(inputs, premises.size());
  const Rational* step = find_number(inputs, "step");
  if (times.empty() || !same_neighbours(premises) || several != (step != nullptr))
    return misapplied(
        "composition on a lattice takes premises of the same neighbours; delta, step "
        "(with several premises) and times_1, times_2, ...");
  const Rational& delta = number_in(inputs, "delta");
  if (delta.sign() < 0 || delta >= 1)
    return misapplied("a composition needs 0 <= delta < 1");
  const auto parts = loss_powers(premises, times);
  if (!parts) return parts.error();
  const auto whole =
      several ? compose(*parts, *step) : Result<PrivacyLoss>(parts->front());
  if (!whole) return whole.error();
  const auto epsilon = whole->epsilon(delta);
  if (!epsilon)
    return misapplied(
        "no epsilon is found for this delta: it is less than the mass of unbounded "
        "losses, or the last digit of epsilon cannot be told on this lattice");
  return Guarantee{DpPromise{*epsilon, delta}, premises[0].neighbours};
}

Result<Guarantee> conclude_optimal(const Inputs& inputs,
                                   const std::vector<Guarantee>& premises) {
  for (const Guarantee& premise : premises)
    if (dp_of(premise) == nullptr)
      return misapplied("optimal_composition takes dp promises only");
  if (premises.size() != 1) return conclude_privacy_loss(inputs, premises);
  const auto times = read_times(inputs, 1);
  if (times.empty() || find_number(inputs, "step") != nullptr)
    return misapplied("optimal_composition takes delta and times_1 with one premise");
  const Rational& delta = number_in(inputs, "delta");
  const DpPromise& each = *dp_of(premises[0]);
  if (times[0] > kMaxOptimalTimes || !PrivacyLoss::of_dp(each) || delta.sign() < 0 ||
      delta >= 1)
    return conclude_privacy_loss(inputs, premises);
  const auto epsilon = optimal_epsilon(each, times[0], delta);
  if (!epsilon)
    return misapplied(
        "the deltas of the premises exceed the delta asked, or are too near to it");
  return Guarantee{DpPromise{*epsilon, delta}, premises[0].neighbours};
}

Result<Guarantee> conclude_zcdp_from_dp(const Inputs&,
                                        const std::vector<Guarantee>& premises) {
  const auto* dp =
      premises.size() == 1 ? std::get_if<DpPromise>(&premises[0].promise) : nullptr;
  if (dp == nullptr || dp->delta.sign() != 0)
    return misapplied("zcdp_from_dp takes one dp promise with delta 0");
  return Guarantee{ZcdpPromise{dp->epsilon * dp->epsilon * Rational(1, 2)},
                   premises[0].neighbours};
}

Result<Guarantee> conclude_zcdp_from_loss(const Inputs&,
                                          const std::vector<Guarantee>& premises) {
  const auto* loss = premises.size() == 1
                         ? std::get_if<GaussianLossPromise>(&premises[0].promise)
                         : nullptr;
  if (loss == nullptr || loss->variance.sign() <= 0)
    return misapplied("zcdp_from_loss takes one gaussian_loss promise");
  const Rational shift = loss->shift;
  return Guarantee{ZcdpPromise{shift * shift / (loss->variance * 2)},
                   premises[0].neighbours};
}

Result<Guarantee> conclude_zcdp_composition(const Inputs& inputs,
                                            const std::vector<Guarantee>& premises) {
  const auto times = read_times(inputs, premises.size());
  if (times.empty() || !same_neighbours(premises))
    return misapplied(
        "zcdp_composition takes premises of the same neighbours and times_1, ...");
  Rational sum = 0;
  for (std::size_t i = 0; i < premises.size(); ++i) {
    const Rational* rho = rho_of(premises[i]);
    if (rho == nullptr) return misapplied("zcdp_composition adds zcdp promises only");
    sum = sum + *rho * times[i];
  }
  return Guarantee{ZcdpPromise{written_sum(sum)}, premises[0].neighbours};
}

Result<Guarantee> conclude_dp_from_zcdp(const Inputs& inputs,
                                        const std::vector<Guarantee>& premises) {
  const Rational* rho = premises.size() == 1 ? rho_of(premises[0]) : nullptr;
  const Rational* delta = find_number(inputs, "delta");
  const Rational* epsilon = find_number(inputs, "epsilon");
  if (rho == nullptr || rho->sign() < 0 || (delta == nullptr) == (epsilon == nullptr))
    return misapplied(
        "dp_from_zcdp takes one zcdp promise, delta or epsilon, and an order");
  const Rational& order = number_in(inputs, "order");
  if (order <= 1 || (delta == nullptr && epsilon->sign() < 0) ||
      (delta != nullptr && (delta->sign() <= 0 || *delta >= 1)))
    return misapplied(
        "dp_from_zcdp needs order > 1, and epsilon >= 0 or 0 < delta < 1");
  const DpPromise dp =
      delta != nullptr ? DpPromise{epsilon_from_zcdp(*rho, *delta, order), *delta}
                       : DpPromise{*epsilon, delta_from_zcdp(*rho, *epsilon, order)};
  return Guarantee{dp, premises[0].neighbours};
}

Result<Guarantee> conclude_budget_filter(const Inputs& inputs,
                                         const std::vector<Guarantee>& premises) {
  const Rational* order = find_number(inputs, "order");  // of concentrated releases
  const auto times = read_times(inputs, premises.size());
  if (times.empty())
    return misapplied(
        "budget_filter takes premises, epsilon, delta, for concentrated releases an "
        "order, and times_1, ...");
  const DpPromise budget{number_in(inputs, "epsilon"), number_in(inputs, "delta")};
  if (!is_budget(budget))
    return misapplied("budget_filter needs epsilon >= 0 and 0 <= delta < 1");
  const auto sums = budget_sums(premises, times);
  if (!sums) return sums.error();
  if (order != nullptr ? !fits_at_order(*sums, budget, *order)
                       : !fits_by_sum(*sums, budget))
    return misapplied("these releases do not fit the budget");
  return Guarantee{budget, premises[0].neighbours};
}

Result<Guarantee> conclude_rho_filter(const Inputs& inputs,
                                      const std::vector<Guarantee>& premises) {
  const auto times = read_times(inputs, premises.size());
  const Rational& rho = number_in(inputs, "rho");
  if (times.empty() || rho.sign() < 0)
    return misapplied("rho_filter takes premises, rho >= 0 and times_1, ...");
  const auto sums = budget_sums(premises, times);
  if (!sums) return sums.error();
  if (sums->other_delta.sign() != 0)
    return misapplied("rho_filter takes zcdp promises, and dp promises with delta 0");
  if (sums->rho > rho) return misapplied("these releases do not fit the budget");
  return Guarantee{ZcdpPromise{rho}, premises[0].neighbours};
}

// In entries of a lattice: each premise's own, and what its power needs.
double lattice_work(const Inputs& inputs, const std::vector<Guarantee>& premises) {
  const auto times = numbered_in(inputs, kTimesInputs.name);
  double work = 0;
  for (std::size_t i = 0; i < premises.size(); ++i) {
    const Promise& promise = premises[i].promise;
    double entries = 2;
    if (const auto* laplace = std::get_if<LaplaceLossPromise>(&promise))
      entries = static_cast<double>(laplace->shift);
    if (const auto* gaussian = std::get_if<GaussianLossPromise>(&promise))
      entries = 25 * std::sqrt(std::max(0.0, gaussian->variance.to_double()));
    const double count = i < times.size() ? times[i].to_double() : 1;
    work += entries + 0x1p15 * std::log2(std::max(1.0, count));
    if (premises.size() > 1) work += 0x1p12;  // onto the common lattice
  }
  return work;
}

double optimal_work(const Inputs& inputs, const std::vector<Guarantee>& premises) {
  const auto times = numbered_in(inputs, kTimesInputs.name);
  if (premises.size() == 1 && times.size() == 1) return times[0].to_double() / 2;
  return lattice_work(inputs, premises);
}

}  // namespace

Result<Derivation> one_of(std::vector<Derivation> premises) {
  return derive("one_of", {}, std::move(premises));
}

std::span<const Rule> composition_rules() {
  static const Rule kRules[] = {
      {"basic_composition",
       "T6",
       "the promises of several releases add up",
       {kTimesInputs},
       conclude_composition},
      {"one_of",
       "T260",
       "of several releases one is made, which what was released before decides",
       {},
       conclude_one_of},
      {"replace_from_add_remove",
       "T7",
       "changing a person is removing one and adding another",
       {},
       conclude_replace},
      {"optimal_composition",
       "T23",
       "the worst mechanisms with these promises compose to this",
       {"delta", optional_input("step"), kTimesInputs},
       conclude_optimal,
       optimal_work},
      {"composition_by_privacy_loss",
       "T24",
       "the privacy losses of several releases add up",
       {"delta", optional_input("step"), kTimesInputs},
       conclude_privacy_loss,
       lattice_work},
      {"zcdp_from_dp",
       "T25",
       "epsilon-dp is epsilon^2/2-concentrated",
       {},
       conclude_zcdp_from_dp},
      {"zcdp_from_loss",
       "T25",
       "a shifted Gaussian draw is concentrated by its shift and its variance",
       {},
       conclude_zcdp_from_loss},
      {"zcdp_composition",
       "T25",
       "the rhos of several releases add up",
       {kTimesInputs},
       conclude_zcdp_composition},
      {"dp_from_zcdp",
       "T26",
       "a bound on the Renyi divergence bounds delta",
       {optional_input("delta"), optional_input("epsilon"), "order"},
       conclude_dp_from_zcdp},
      {"budget_filter",
       "T29",
       "releases that fit a budget keep it, however their parameters were chosen",
       {"epsilon", "delta", optional_input("order"), kTimesInputs},
       conclude_budget_filter},
      {"rho_filter",
       "T29",
       "rhos that add up to a budget keep it, however they were chosen",
       {"rho", kTimesInputs},
       conclude_rho_filter},
  };
  return kRules;
}

}  // namespace selvage
