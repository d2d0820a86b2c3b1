// The rules of promises to people in small classes.
#include "selvage/guarantee/rule.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/interval.hpp"
#include "selvage/guarantee/outlier_conversion.hpp"
#include "selvage/guarantee/warped_cells.hpp"
#include "selvage/mechanism/outlier/law/distributional.hpp"
#include "selvage/mechanism/outlier/law/warped_geometric.hpp"

namespace selvage {
namespace {

std::vector<ProfileStep> constant(const ExtendedRational& epsilon) {
  return {{std::nullopt, epsilon}};
}

Result<Guarantee> conclude_outlier_composition(const Inputs& inputs,
                                               const std::vector<Guarantee>& premises) {
  const auto times = read_times(inputs, premises.size());
  if (times.empty() || !same_neighbours(premises))
    return misapplied(
        "outlier_composition takes premises of the same neighbours and times_1, ...");
  const auto* first = std::get_if<OutlierPromise>(&premises[0].promise);
  if (first == nullptr)
    return misapplied("the first premise of outlier_composition is an outlier promise");
  OutlierPromise sum{constant(0), 0, first->partition};
  for (std::size_t i = 0; i < premises.size(); ++i) {
    const auto* outlier = std::get_if<OutlierPromise>(&premises[i].promise);
    const auto* dp = std::get_if<DpPromise>(&premises[i].promise);
    if (outlier == nullptr && dp == nullptr)
      return misapplied(
          "outlier_composition takes outlier and dp promises; convert others first");
    if (outlier != nullptr && !is_profile(outlier->profile))
      return misapplied("a premise of outlier_composition has no profile");
    const Rational& delta = outlier != nullptr ? outlier->delta : dp->delta;
    if (delta.sign() < 0 || (dp != nullptr && dp->epsilon.sign() < 0))
      return misapplied("a premise of outlier_composition is below 0");
    // Somebody in a small class of these may be in a large class of those. [T69]
    if (outlier != nullptr && outlier->partition != sum.partition &&
        most(outlier->profile).is_infinite())
      return misapplied(
          fmt::format("a release over {} promises nothing to people in its large "
                      "classes, so nothing can be claimed over {}",
                      outlier->partition, sum.partition));
    sum.profile =
        add(sum.profile,
            outlier == nullptr                    ? constant(dp->epsilon)
            : outlier->partition == sum.partition ? outlier->profile
                                                  : constant(most(outlier->profile)),
            times[i]);
    sum.delta = written_sum(sum.delta + delta * times[i]);
    for (ProfileStep& step : sum.profile)
      if (!step.epsilon.is_infinite())
        step.epsilon = written_sum(step.epsilon.finite());
  }
  return Guarantee{sum, premises[0].neighbours};
}

Result<Guarantee> conclude_outlier_from_dp(const Inputs& inputs,
                                           const std::vector<Guarantee>& premises) {
  const auto* dp =
      premises.size() == 1 ? std::get_if<DpPromise>(&premises[0].promise) : nullptr;
  if (dp == nullptr)
    return misapplied("outlier_from_dp takes one dp promise and the name of classes");
  return Guarantee{
      OutlierPromise{constant(dp->epsilon), dp->delta, text_in(inputs, "partition")},
      premises[0].neighbours};
}

// The profile of W; none if it has no such law, or is drawn with fewer bits: then the
// loss is another.
const std::vector<ProfileStep>* warped_profile(const Inputs& inputs) {
  const auto& profile = profile_in(inputs, "profile");
  const bool usable = number_in(inputs, "bits") == WarpedGeometric::kBits;
  return usable && has_warped_law(profile) ? &profile : nullptr;
}

Result<Guarantee> conclude_warped_cells(const Inputs& inputs,
                                        const std::vector<Guarantee>& premises) {
  const auto* profile = warped_profile(inputs);
  if (!premises.empty() || profile == nullptr)
    return misapplied(
        "warped_geometric_cells takes bits = 62, a profile that grows with the class "
        "size, promises something and lets something be published, and the name of "
        "classes");
  return Guarantee{OutlierPromise{*profile, 0, text_in(inputs, "partition")},
                   Neighbours::add_remove_person};
}

Result<Guarantee> conclude_warped_person(const Inputs& inputs,
                                         const std::vector<Guarantee>& premises) {
  const auto* profile = warped_profile(inputs);
  const Rational& cells = number_in(inputs, "cells_per_person");
  if (!premises.empty() || profile == nullptr || !cells.is_integer() || cells < 1)
    return misapplied(
        "warped_cells_of_person takes bits = 62, whole cells_per_person >= 1 and a "
        "profile that grows with the class size");
  const ExtendedRational largest = most(*profile);
  if (largest.is_infinite())
    return misapplied(
        "the profile promises nothing to people in large classes, so no epsilon bounds "
        "what a person in several cells has");
  return Guarantee{DpPromise{largest.finite() * cells, 0},
                   Neighbours::add_remove_person};
}

Result<Guarantee> conclude_outlier_key_threshold(
    const Inputs& inputs, const std::vector<Guarantee>& premises) {
  const auto* outlier = premises.size() == 1
                            ? std::get_if<OutlierPromise>(&premises[0].promise)
                            : nullptr;
  const std::int64_t threshold = whole_in(inputs, "threshold");
  if (outlier == nullptr || outlier->delta.sign() != 0 || threshold < 2)
    return misapplied(
        "outlier_key_threshold takes one promise of warped_geometric_cells and a whole "
        "threshold >= 2");
  const auto delta = warped_key_delta(outlier->profile, threshold);
  if (!delta) return delta.error();
  return Guarantee{OutlierPromise{outlier->profile, *delta, outlier->partition},
                   premises[0].neighbours};
}

// The only premise, if it is an outlier promise about adding or removing a person.
const OutlierPromise* only_outlier(const std::vector<Guarantee>& premises) {
  const auto* outlier =
      premises.size() == 1 && premises[0].neighbours == Neighbours::add_remove_person
          ? std::get_if<OutlierPromise>(&premises[0].promise)
          : nullptr;
  const bool usable =
      outlier != nullptr && is_profile(outlier->profile) && outlier->delta.sign() >= 0;
  return usable ? outlier : nullptr;
}

Error unprotected(std::int64_t size) {
  return misapplied("the premise promises nothing to people in a class of " +
                    std::to_string(size));
}

// Twelve digits and never less; a delta of 1 promises nothing and is always true.
Rational written_delta(const Interval& delta) {
  if (delta.upper().sign() == 0) return 0;
  const auto read = Rational::parse(delta.upper_text(12));
  return read ? std::min(*read, Rational(1)) : Rational(1);
}

// The sum of epsilons over class sizes in (size - people, size], and that of
// exp(the epsilons before) from the largest size down.
struct Chain {
  Rational epsilon = 0;
  Interval growth = Interval(0);
};
Chain chain_down(const std::vector<ProfileStep>& profile, std::int64_t people,
                 std::int64_t size) {
  const auto steps = lower_envelope(profile);
  Chain chain;
  std::int64_t at = size, left = people;
  for (auto step = steps.rbegin(); step != steps.rend() && left > 0; ++step) {
    const auto below = std::next(step);
    const std::int64_t floor = below == steps.rend() ? 0 : *below->limit;
    if (floor >= at) continue;
    const std::int64_t count = std::min(left, at - floor);
    const Rational& epsilon = step->epsilon.finite();
    const Interval sum =
        epsilon.sign() == 0 ? Interval(count) : expm1(epsilon * count) / expm1(epsilon);
    chain.growth = chain.growth + exp(chain.epsilon) * sum;
    chain.epsilon = chain.epsilon + epsilon * count;
    at -= count;
    left -= count;
  }
  return chain;
}

// exp of more than this is no number of any use, and takes long.
const Rational kMostEpsilon = 1'000'000;

Result<Guarantee> conclude_dp_from_outlier(const Inputs&,
                                           const std::vector<Guarantee>& premises) {
  const auto* outlier = premises.size() == 1
                            ? std::get_if<OutlierPromise>(&premises[0].promise)
                            : nullptr;
  if (outlier == nullptr || !is_profile(outlier->profile))
    return misapplied("dp_from_outlier takes one outlier promise");
  const ExtendedRational all = most(outlier->profile);
  if (all.is_infinite())
    return misapplied(
        "the outlier promise promises nothing to people in large classes, so no "
        "epsilon "
        "bounds what everybody has");
  return Guarantee{DpPromise{all.finite(), outlier->delta}, premises[0].neighbours};
}

Result<Guarantee> conclude_profile_at_most(const Inputs& inputs,
                                           const std::vector<Guarantee>& premises) {
  const auto* outlier = premises.size() == 1
                            ? std::get_if<OutlierPromise>(&premises[0].promise)
                            : nullptr;
  const auto& weaker = profile_in(inputs, "profile");
  const Rational& delta = number_in(inputs, "delta");
  if (outlier == nullptr || !is_profile(outlier->profile))
    return misapplied(
        "profile_at_most takes one outlier promise, delta and a profile that grows "
        "with "
        "the class size");
  if (const auto size = first_above(outlier->profile, weaker))
    return misapplied("the premise of profile_at_most has epsilon " +
                      epsilon_at(outlier->profile, *size).short_text() +
                      " in a class of " + std::to_string(*size) +
                      ", and the profile has less");
  if (delta < outlier->delta) return misapplied("profile_at_most cannot lower delta");
  return Guarantee{OutlierPromise{weaker, delta, outlier->partition},
                   premises[0].neighbours};
}

Result<Guarantee> conclude_outlier_group(const Inputs& inputs,
                                         const std::vector<Guarantee>& premises) {
  const auto* outlier = only_outlier(premises);
  const std::int64_t people = whole_in(inputs, "people");
  const std::int64_t size = whole_in(inputs, "size");
  if (outlier == nullptr || people < 1 || people > size)
    return misapplied(
        "outlier_group takes one outlier promise for add_remove_person and whole "
        "numbers people and size, 1 <= people <= size");
  if (epsilon_at(outlier->profile, size).is_infinite()) return unprotected(size);
  // Known before the chain: exp of it must stay a number.
  if (epsilon_at(outlier->profile, size).finite() * people > kMostEpsilon)
    return misapplied("outlier_group: the epsilon of that many people is too large");
  const Chain chain = chain_down(outlier->profile, people, size);
  return Guarantee{
      GroupPromise{people, size, written_sum(chain.epsilon),
                   written_delta(chain.growth * outlier->delta), outlier->partition},
      premises[0].neighbours};
}

Result<Guarantee> conclude_outlier_substitution(
    const Inputs& inputs, const std::vector<Guarantee>& premises) {
  const auto* outlier = only_outlier(premises);
  const Rational* independent = find_number(inputs, "independent_cells");
  const std::int64_t from = whole_in(inputs, "from"), to = whole_in(inputs, "to");
  if (outlier == nullptr || from < 1 || to < 1 ||
      (independent != nullptr && *independent != 1))
    return misapplied(
        "outlier_substitution takes one outlier promise for add_remove_person, whole "
        "from and to, and perhaps independent_cells = 1");
  const std::int64_t largest = std::max(from, to);
  if (epsilon_at(outlier->profile, largest).is_infinite()) return unprotected(largest);
  const Rational one = epsilon_at(outlier->profile, from).finite();
  const Rational other = epsilon_at(outlier->profile, to).finite();
  if (one > kMostEpsilon || other > kMostEpsilon)
    return misapplied("outlier_substitution: epsilon is too large");
  // The factor exp(epsilon) of the first step multiplies the delta of the second; which
  // step is the first depends on the direction. Independent cells do not meet at all.
  const Rational delta =
      independent != nullptr
          ? std::min(outlier->delta * 2, Rational(1))
          : written_delta((exp(std::max(one, other)) + 1) * outlier->delta);
  return Guarantee{
      SubstitutionPromise{from, to, one + other, delta, outlier->partition},
      Neighbours::replace_person};
}

Result<Guarantee> conclude_outlier_crowd(const Inputs& inputs,
                                         const std::vector<Guarantee>& premises) {
  const auto* outlier = only_outlier(premises);
  const std::int64_t crowd = whole_in(inputs, "crowd");
  if (outlier == nullptr || crowd < 2)
    return misapplied(
        "outlier_crowd_blending takes one outlier promise for add_remove_person and a "
        "whole crowd >= 2");
  const ExtendedRational epsilon = epsilon_at(outlier->profile, crowd - 1);
  if (epsilon.is_infinite()) return unprotected(crowd - 1);
  return Guarantee{CrowdBlendingPromise{crowd, epsilon.finite(), outlier->delta},
                   premises[0].neighbours};
}

Result<Guarantee> conclude_distributional(const Inputs& inputs,
                                          const std::vector<Guarantee>& premises) {
  const auto* outlier =
      premises.size() == 1 && premises[0].neighbours == Neighbours::add_remove_person
          ? std::get_if<OutlierPromise>(&premises[0].promise)
          : nullptr;
  const Rational& rate = number_in(inputs, "rate_high");
  const Rational& epsilon = number_in(inputs, "epsilon");
  const std::int64_t crowd = whole_in(inputs, "crowd");
  const std::int64_t known = number_in(inputs, "known").to_int64().value_or(-1);
  if (outlier == nullptr || !is_profile(outlier->profile) || crowd < 1 || known < 0)
    return misapplied(
        "distributional_from_outlier takes one outlier promise for add_remove_person, "
        "whole crowd and known, rate_high and epsilon");
  const ExtendedRational each = epsilon_at(outlier->profile, crowd);
  if (each.is_infinite())
    return misapplied(
        "the premise of distributional_from_outlier promises nothing to a crowd of "
        "this size");
  // The theorem is about epsilon / crowd in classes of at most the crowd.
  const auto delta = distributional_delta(
      {crowd, each.finite() * crowd, outlier->delta, rate, known}, epsilon);
  if (!delta) return delta.error();
  const auto written = Rational::parse(delta->upper_text(6));
  if (!written) return written.error();
  // Rates below the highest are no help, so the lowest is 0.
  return Guarantee{
      DistributionalPromise{0, rate, known, epsilon, std::min(*written, Rational(1))},
      premises[0].neighbours};
}

// A table of the crowd's sizes against each other.
double distributional_work(const Inputs& inputs, const std::vector<Guarantee>&) {
  const double crowd = number_in(inputs, "crowd").to_double();
  return crowd * crowd / 64;
}

bool from_warped_cells(const Inputs&, const std::vector<Derivation>& premises) {
  return premises.size() == 1 && premises[0].rule == "warped_geometric_cells";
}

bool from_cells(const Inputs&, const std::vector<Derivation>& premises) {
  return premises.size() == 1 && classes_are_cells(premises[0]);
}

bool independent_if_said(const Inputs& inputs,
                         const std::vector<Derivation>& premises) {
  return find_number(inputs, "independent_cells") == nullptr ||
         (premises.size() == 1 && cells_are_independent(premises[0]));
}

}  // namespace

std::span<const Rule> outlier_rules() {
  static const Rule kRules[] = {
      {"outlier_composition",
       "T36",
       "profiles over the same classes add, of other releases the most counts",
       {kTimesInputs},
       conclude_outlier_composition},
      {"outlier_from_dp",
       "T36",
       "a dp promise holds alike in classes of every size",
       {kPartitionInput},
       conclude_outlier_from_dp},
      {"warped_geometric_cells",
       "T60",
       "the warped geometric law in every cell gives each person the profile exactly",
       {"bits", kProfileInput, kPartitionInput},
       conclude_warped_cells},
      {"warped_cells_of_person",
       "T61",
       "a person in several cells has the largest epsilon of the profile in each",
       {"bits", "cells_per_person", kProfileInput},
       conclude_warped_person},
      {"dp_from_outlier",
       "T62",
       "everybody has the largest epsilon of the profile",
       {},
       conclude_dp_from_outlier},
      {"profile_at_most",
       "T62",
       "a promise may be stated weaker than it is",
       {"delta", kProfileInput},
       conclude_profile_at_most},
      {"outlier_group",
       "T63",
       "people of one class leave one after the other",
       {"people", "size"},
       conclude_outlier_group},
      {"outlier_substitution",
       "T64",
       "a person leaves one class and enters another",
       {"from", "to", optional_input("independent_cells")},
       conclude_outlier_substitution,
       nullptr,
       independent_if_said},
      {"outlier_crowd_blending",
       "T65",
       "who is not in a small class has a crowd of the same cell",
       {"crowd"},
       conclude_outlier_crowd,
       nullptr,
       from_cells},
      {"outlier_key_threshold",
       "T66",
       "a key that one person alone brings is released with probability delta",
       {"threshold"},
       conclude_outlier_key_threshold,
       nullptr,
       from_warped_cells},
      {"distributional_from_outlier",
       "T67",
       "who was sampled is unknown, so small classes hide among their possible sizes",
       {"crowd", "rate_high", "known", "epsilon"},
       conclude_distributional,
       distributional_work,
       from_cells},
  };
  return kRules;
}

}  // namespace selvage
