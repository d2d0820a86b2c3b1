#include "selvage/guarantee/outlier_conversion.hpp"

#include <algorithm>
#include <cassert>

#include "selvage/base/interval.hpp"
#include "selvage/guarantee/profile_inputs.hpp"
#include "selvage/guarantee/rules.hpp"

namespace selvage {
namespace {

Result<Derivation> derive_from(const char* rule, Inputs inputs, Derivation premise) {
  std::vector<Derivation> premises;
  premises.push_back(std::move(premise));
  return derive(rule, std::move(inputs), std::move(premises));
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

std::optional<std::int64_t> whole_input(const Inputs& inputs, std::size_t at) {
  const auto whole = inputs[at].second.to_int64();
  return whole && *whole >= 1 ? whole : std::nullopt;
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

}  // namespace

Result<Guarantee> conclude_dp_from_outlier(const Inputs& inputs,
                                           const std::vector<Guarantee>& premises) {
  const auto* outlier = premises.size() == 1
                            ? std::get_if<OutlierPromise>(&premises[0].promise)
                            : nullptr;
  if (outlier == nullptr || !inputs.empty() || !is_profile(outlier->profile))
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
  const auto weaker = read_profile(inputs, 1);
  if (outlier == nullptr || !is_profile(outlier->profile) ||
      !begins_with(inputs, {"delta"}) || !weaker || inputs.size() != 1 + weaker->count)
    return misapplied(
        "profile_at_most takes one outlier promise, delta and a profile that grows "
        "with "
        "the class size");
  if (const auto size = first_above(outlier->profile, weaker->profile))
    return misapplied("the premise of profile_at_most has epsilon " +
                      epsilon_at(outlier->profile, *size).short_text() +
                      " in a class of " + std::to_string(*size) +
                      ", and the profile has less");
  if (inputs[0].second < outlier->delta)
    return misapplied("profile_at_most cannot lower delta");
  return Guarantee{
      OutlierPromise{weaker->profile, inputs[0].second, outlier->partition},
      premises[0].neighbours};
}

Result<Guarantee> conclude_outlier_group(const Inputs& inputs,
                                         const std::vector<Guarantee>& premises) {
  const auto* outlier = only_outlier(premises);
  const bool named = inputs.size() == 2 && begins_with(inputs, {"people", "size"});
  const auto people = named ? whole_input(inputs, 0) : std::nullopt;
  const auto size = named ? whole_input(inputs, 1) : std::nullopt;
  if (outlier == nullptr || !people || !size || *people > *size)
    return misapplied(
        "outlier_group takes one outlier promise for add_remove_person and whole "
        "numbers people and size, 1 <= people <= size");
  if (epsilon_at(outlier->profile, *size).is_infinite()) return unprotected(*size);
  // Known before the chain: exp of it must stay a number.
  if (epsilon_at(outlier->profile, *size).finite() * *people > kMostEpsilon)
    return misapplied("outlier_group: the epsilon of so many people is too large");
  const Chain chain = chain_down(outlier->profile, *people, *size);
  return Guarantee{
      GroupPromise{*people, *size, written_sum(chain.epsilon),
                   written_delta(chain.growth * outlier->delta), outlier->partition},
      premises[0].neighbours};
}

Result<Guarantee> conclude_outlier_substitution(
    const Inputs& inputs, const std::vector<Guarantee>& premises) {
  const auto* outlier = only_outlier(premises);
  const bool named = begins_with(inputs, {"from", "to"});
  const bool independent = named && inputs.size() == 3 &&
                           inputs[2].first == "independent_cells" &&
                           inputs[2].second == 1;
  const auto from = named ? whole_input(inputs, 0) : std::nullopt;
  const auto to = named ? whole_input(inputs, 1) : std::nullopt;
  if (outlier == nullptr || !from || !to || (inputs.size() != 2 && !independent))
    return misapplied(
        "outlier_substitution takes one outlier promise for add_remove_person, whole "
        "from and to, and perhaps independent_cells = 1");
  const std::int64_t largest = std::max(*from, *to);
  if (epsilon_at(outlier->profile, largest).is_infinite()) return unprotected(largest);
  const Rational one = epsilon_at(outlier->profile, *from).finite();
  const Rational other = epsilon_at(outlier->profile, *to).finite();
  if (one > kMostEpsilon || other > kMostEpsilon)
    return misapplied("outlier_substitution: epsilon is too large");
  // The factor exp(epsilon) of the first step multiplies the delta of the second; which
  // step is the first depends on the direction. Independent cells do not meet at all.
  const Rational delta =
      independent ? std::min(outlier->delta * 2, Rational(1))
                  : written_delta((exp(std::max(one, other)) + 1) * outlier->delta);
  return Guarantee{
      SubstitutionPromise{*from, *to, one + other, delta, outlier->partition},
      Neighbours::replace_person};
}

Result<Guarantee> conclude_outlier_crowd(const Inputs& inputs,
                                         const std::vector<Guarantee>& premises) {
  const auto* outlier = only_outlier(premises);
  const auto crowd = inputs.size() == 1 && inputs[0].first == "crowd"
                         ? whole_input(inputs, 0)
                         : std::nullopt;
  if (outlier == nullptr || !crowd || *crowd < 2)
    return misapplied(
        "outlier_crowd_blending takes one outlier promise for add_remove_person and a "
        "whole crowd >= 2");
  const ExtendedRational epsilon = epsilon_at(outlier->profile, *crowd - 1);
  if (epsilon.is_infinite()) return unprotected(*crowd - 1);
  return Guarantee{CrowdBlendingPromise{*crowd, epsilon.finite(), outlier->delta},
                   premises[0].neighbours};
}

bool cells_are_independent(const Derivation& derivation) {
  if (derivation.rule == "profile_at_most" ||
      derivation.rule == "outlier_key_threshold")
    return derivation.premises.size() == 1 &&
           cells_are_independent(derivation.premises[0]);
  constexpr std::string_view kLeaves[] = {"warped_geometric_cells", "staircase_cells",
                                          "lower_bound_cells"};
  return std::find(std::begin(kLeaves), std::end(kLeaves), derivation.rule) !=
         std::end(kLeaves);
}

// Later releases may depend on what earlier ones said of other cells. That joins the
// cells, but people of one class are still exchangeable.
bool classes_are_cells(const Derivation& derivation) {
  if (cells_are_independent(derivation)) return true;
  if (derivation.rule == "profile_at_most")
    return derivation.premises.size() == 1 && classes_are_cells(derivation.premises[0]);
  if (derivation.rule != "outlier_composition") return false;
  const auto partition_of = [](const Derivation& node) {
    const auto* outlier = std::get_if<OutlierPromise>(&node.conclusion.promise);
    return outlier != nullptr ? &outlier->partition : nullptr;
  };
  const auto* partition = partition_of(derivation);
  return partition != nullptr &&
         std::all_of(derivation.premises.begin(), derivation.premises.end(),
                     [&](const Derivation& premise) {
                       const auto* own = partition_of(premise);
                       return own != nullptr && *own == *partition &&
                              classes_are_cells(premise);
                     });
}

Result<Derivation> dp_from_outlier(Derivation premise) {
  return derive_from("dp_from_outlier", {}, std::move(premise));
}

Result<Derivation> profile_at_most(Derivation premise,
                                   const std::vector<ProfileStep>& profile,
                                   const Rational& delta) {
  Inputs inputs{{"delta", delta}};
  if (is_profile(profile)) append_profile(inputs, profile);
  return derive_from("profile_at_most", std::move(inputs), std::move(premise));
}

std::vector<ProfileStep> simple_outlier_profile(std::int64_t size,
                                                const Rational& epsilon) {
  assert(size >= 1 && epsilon.sign() >= 0);
  return {{size, epsilon / size}, {std::nullopt, ExtendedRational::infinity()}};
}

std::vector<ProfileStep> simple_outlier_dp_profile(std::int64_t size,
                                                   const Rational& epsilon) {
  assert(size >= 1 && epsilon.sign() >= 0);
  return {{size, epsilon / size}, {std::nullopt, epsilon}};
}

Result<Derivation> outlier_group(Derivation premise, std::int64_t people,
                                 std::int64_t size) {
  return derive_from("outlier_group", {{"people", people}, {"size", size}},
                     std::move(premise));
}

Result<Derivation> outlier_substitution(Derivation premise, std::int64_t from,
                                        std::int64_t to, CellNoise noise) {
  Inputs inputs{{"from", from}, {"to", to}};
  if (noise == CellNoise::independent_cells)
    inputs.emplace_back("independent_cells", 1);
  return derive_from("outlier_substitution", std::move(inputs), std::move(premise));
}

Result<Derivation> outlier_crowd_blending(Derivation premise, std::int64_t crowd) {
  return derive_from("outlier_crowd_blending", {{"crowd", crowd}}, std::move(premise));
}

}  // namespace selvage
