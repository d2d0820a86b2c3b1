// The rules of mechanisms with thresholds: their laws, computed, keep a profile.
#include "selvage/guarantee/rule.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/mechanism/outlier/law/lower_bound.hpp"
#include "selvage/mechanism/outlier/law/staircase_check.hpp"

namespace selvage {
namespace {

// An input that is 1 or not there; none for another number.
std::optional<bool> flag_in(const Inputs& inputs, std::string_view name) {
  const Rational* flag = find_number(inputs, name);
  if (flag == nullptr) return false;
  return *flag == 1 ? std::optional(true) : std::nullopt;
}

std::optional<Staircase> read_staircase(const Inputs& inputs) {
  const Rational* first = find_number(inputs, "first");
  const auto first_exact = flag_in(inputs, "first_exact");
  const auto flags = flag_in(inputs, "flags");
  const auto thresholds = numbered_in(inputs, "level_threshold_");
  const auto epsilons = numbered_in(inputs, "level_epsilon_");
  if (!first_exact || !flags || *first_exact == (first != nullptr) ||
      thresholds.size() != epsilons.size())
    return std::nullopt;
  Staircase staircase;
  staircase.first = *first_exact ? ExtendedRational::infinity() : *first;
  staircase.flags = *flags;
  for (std::size_t i = 0; i < thresholds.size(); ++i) {
    const auto threshold = thresholds[i].to_int64();
    if (!threshold) return std::nullopt;
    staircase.levels.push_back({*threshold, epsilons[i]});
  }
  return staircase;
}

std::optional<LowerBound> read_lower_bound(const Inputs& inputs) {
  const auto shift = number_in(inputs, "shift").to_int64();
  const auto told = flag_in(inputs, "lower_bound_told");
  if (!shift || !told) return std::nullopt;
  LowerBound mechanism;
  mechanism.epsilon = number_in(inputs, "epsilon_lower_bound");
  mechanism.at_zero = number_in(inputs, "epsilon_at_zero");
  mechanism.shift = *shift;
  mechanism.guess_told = *told;
  mechanism.profile = profile_in(inputs, "profile");
  return mechanism;
}

Result<Guarantee> promised(const Result<Verdict>& verdict, OutlierPromise promise) {
  if (!verdict) return verdict.error();
  if (const auto& failure = verdict->failure)
    return misapplied(fmt::format(
        "the mechanism is not shown to keep the profile for classes of {} people: at "
        "epsilon {} its delta may be {}, and {} was promised",
        failure->count, failure->epsilon.short_text(), failure->delta.upper_text(3),
        promise.delta.short_text()));
  return Guarantee{std::move(promise), Neighbours::add_remove_person};
}

Result<Guarantee> conclude_staircase_cells(const Inputs& inputs,
                                           const std::vector<Guarantee>& premises) {
  const auto staircase = read_staircase(inputs);
  if (!premises.empty() || !staircase)
    return misapplied(
        "staircase_cells takes first or first_exact = 1, as many whole "
        "level_threshold_1, ... as level_epsilon_1, ..., and perhaps flags = 1");
  const auto& profile = profile_in(inputs, "profile");
  const Rational& delta = number_in(inputs, "delta");
  return promised(meets(*staircase, profile, delta),
                  {profile, delta, text_in(inputs, "partition")});
}

Result<Guarantee> conclude_lower_bound_cells(const Inputs& inputs,
                                             const std::vector<Guarantee>& premises) {
  const auto mechanism = read_lower_bound(inputs);
  if (!premises.empty() || !mechanism)
    return misapplied(
        "lower_bound_cells takes a whole shift, and perhaps lower_bound_told = 1");
  const Rational& delta = number_in(inputs, "delta");
  return promised(meets(*mechanism, mechanism->profile, delta),
                  {mechanism->profile, delta, text_in(inputs, "partition")});
}

// Windows of each noise, at each count that the promise distinguishes, in entries of
// tables. [T72, T75]
struct LawWork {
  double counts = 1, width = 1, levels = 1, least = 1;

  void add_noise(const Rational& epsilon) {
    ++levels;
    if (epsilon.sign() > 0) width += 120 / epsilon.to_double();
  }
  void add_profile(const std::vector<ProfileStep>& profile) {
    for (const auto& [limit, epsilon] : profile) {
      if (!limit) continue;
      counts = std::max(counts, static_cast<double>(*limit));
      if (epsilon.sign() > 0) least = std::min(least, epsilon.finite().to_double());
    }
  }
  double total() const {
    return (std::min(counts, 2e5) + 1 / least) * width * levels / 64;
  }
};

double staircase_work(const Inputs& inputs, const std::vector<Guarantee>&) {
  LawWork work;
  work.add_profile(profile_in(inputs, "profile"));
  for (const Rational& threshold : numbered_in(inputs, "level_threshold_"))
    work.counts = std::max(work.counts, threshold.to_double());
  for (const Rational& epsilon : numbered_in(inputs, "level_epsilon_"))
    work.add_noise(epsilon);
  if (const Rational* first = find_number(inputs, "first")) work.add_noise(*first);
  return work.total();
}

double lower_bound_work(const Inputs& inputs, const std::vector<Guarantee>&) {
  const auto& profile = profile_in(inputs, "profile");
  LawWork work;
  work.add_profile(profile);
  work.levels += static_cast<double>(profile.size() - 1);
  work.add_noise(number_in(inputs, "epsilon_lower_bound"));
  return work.total();
}

}  // namespace

std::span<const Rule> threshold_rules() {
  static const Rule kRules[] = {
      {"staircase_cells",
       "T68",
       "noise with thresholds in every cell keeps the profile, by its computed law",
       {optional_input("first"), optional_input("first_exact"),
        numbered_inputs("level_threshold_"), numbered_inputs("level_epsilon_"),
        optional_input("flags"), "delta", kProfileInput, kPartitionInput},
       conclude_staircase_cells,
       staircase_work},
      {"lower_bound_cells",
       "T68",
       "noise by a private guess in every cell keeps the profile, by its computed law",
       {"epsilon_lower_bound", "epsilon_at_zero", "shift",
        optional_input("lower_bound_told"), "delta", kProfileInput, kPartitionInput},
       conclude_lower_bound_cells,
       lower_bound_work},
  };
  return kRules;
}

}  // namespace selvage
