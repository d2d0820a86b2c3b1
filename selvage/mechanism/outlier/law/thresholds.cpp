#include "selvage/mechanism/outlier/law/thresholds.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/interval.hpp"
#include "selvage/mechanism/outlier/law/staircase_check.hpp"

namespace selvage {
namespace {

// The envelope's steps from the large classes down: level i has step i.
Result<std::vector<ProfileStep>> steps_down(const std::vector<ProfileStep>& profile) {
  if (!is_profile(profile)) return wrong("the steps are not a profile");
  auto steps = lower_envelope(profile);
  std::reverse(steps.begin(), steps.end());
  if (steps.front().epsilon.sign() == 0)
    return wrong("a profile of 0 for everybody lets nothing be told");
  if (steps.size() - 1 > kMostLevels)
    return wrong(
        fmt::format("the profile has more than {} limits, too many for a "
                    "staircase; give fewer steps",
                    kMostLevels));
  return steps;
}

// What levels up to `level` have to keep: epsilon of that level up to its limit.
std::vector<ProfileStep> one_step(const ProfileStep& step) {
  return {step, {std::nullopt, ExtendedRational::infinity()}};
}

}  // namespace

Result<Staircase> paper_staircase(const std::vector<ProfileStep>& profile,
                                  const Rational& alpha) {
  const auto steps = steps_down(profile);
  if (!steps) return steps.error();
  if (alpha.sign() < 0)
    return wrong(fmt::format("alpha {} is below 0", alpha.short_text()));
  Staircase staircase{steps->front().epsilon, {}};
  Rational slack = 0;
  for (std::size_t i = 1; i < steps->size(); ++i) {
    const auto& before = (*steps)[i - 1].epsilon;
    if (!before.is_infinite()) slack = slack + (alpha / before.finite()).ceil();
    const auto threshold = (slack + *(*steps)[i].limit).to_int64();
    staircase.levels.push_back(
        {threshold.value_or(INT64_MAX), (*steps)[i].epsilon.finite()});
  }
  if (const auto checked = check_staircase(staircase); !checked) return checked.error();
  return staircase;
}

Result<Staircase> paper_staircase_for(const std::vector<ProfileStep>& profile,
                                      const Rational& delta) {
  const auto steps = steps_down(profile);
  if (!steps) return steps.error();
  if (delta.sign() <= 0 || delta >= 1)
    return wrong(fmt::format("delta {} is not between 0 and 1", delta.short_text()));
  const auto levels = static_cast<std::int64_t>(steps->size()) - 1;
  if (levels == 0) return paper_staircase(profile, 0);
  return paper_staircase(profile, log(Interval(Rational(levels) / delta)).upper());
}

Result<Staircase> smallest_thresholds(const std::vector<ProfileStep>& profile,
                                      const Rational& delta) {
  // Twice the paper's slack is enough for every level that can be kept at all.
  const auto start = paper_staircase_for(profile, delta * delta);
  if (!start) return start.error();
  const auto steps = steps_down(profile);
  Staircase staircase{start->first, {}, true};
  for (std::size_t i = 0; i < start->levels.size(); ++i) {
    staircase.levels.push_back(start->levels[i]);
    std::int64_t& threshold = staircase.levels.back().threshold;
    std::int64_t low = -1, high = threshold;  // too low; enough
    while (high - low > 1) {
      threshold = low + (high - low) / 2;
      const auto verdict = meets(staircase, one_step((*steps)[i + 1]), delta);
      if (!verdict) return verdict.error();
      (verdict->holds() ? high : low) = threshold;
    }
    threshold = high;
    const auto verdict = meets(staircase, one_step((*steps)[i + 1]), delta);
    if (!verdict) return verdict.error();
    if (!verdict->holds())
      return wrong(fmt::format(
          "no threshold of level {} keeps delta {}: its limit {} is too close to that "
          "of the level before",
          i + 1, delta.short_text(), *(*steps)[i + 1].limit));
  }
  return staircase;
}

Result<Staircase> smallest_hidden_thresholds(const std::vector<ProfileStep>& profile,
                                             const Rational& delta) {
  auto staircase = smallest_thresholds(profile, delta);
  if (!staircase) return staircase.error();
  staircase->flags = false;  // post-processing: the promise stays
  for (auto& level : staircase->levels) {
    std::int64_t low = -1, high = level.threshold;  // too low; enough
    while (high - low > 1) {
      level.threshold = low + (high - low) / 2;
      const auto verdict = meets(*staircase, profile, delta);
      if (!verdict) return verdict.error();
      (verdict->holds() ? high : low) = level.threshold;
    }
    level.threshold = high;
  }
  return staircase;
}

}  // namespace selvage
