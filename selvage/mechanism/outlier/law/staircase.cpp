#include "selvage/mechanism/outlier/law/staircase.hpp"

#include <fmt/format.h>

#include "selvage/base/errors.hpp"

namespace selvage {
namespace {

const Rational kLeastStaircaseEpsilon(1, 1'000'000);

Outcome check_noise(const Rational& epsilon) {
  if (epsilon < kLeastStaircaseEpsilon)
    return wrong(
        fmt::format("staircase: noise of epsilon {} is too wide; give at "
                    "least 1e-6",
                    epsilon.short_text()));
  return Done{};
}

}  // namespace

Outcome check_staircase(const Staircase& staircase) {
  if (!staircase.first.is_infinite())
    if (const auto noise = check_noise(staircase.first.finite()); !noise)
      return noise.error();
  if (staircase.levels.size() > kMostLevels)
    return wrong(fmt::format("staircase: {} levels are more than {}",
                             staircase.levels.size(), kMostLevels));
  for (const auto& level : staircase.levels) {
    if (level.epsilon.sign() != 0)
      if (const auto noise = check_noise(level.epsilon); !noise) return noise.error();
    if (level.threshold < 0 || level.threshold > kMostCount)
      return wrong(fmt::format("staircase: the threshold {} is not in 0..2^53",
                               level.threshold));
  }
  return Done{};
}

Staircase suppress_small(std::int64_t limit) {
  return {ExtendedRational::infinity(), {{limit, 0}}};
}

Staircase noise_on_small(std::int64_t limit, const Rational& epsilon) {
  return {ExtendedRational::infinity(), {{limit, epsilon / limit}}};
}

Staircase noise_then_suppress(const Rational& epsilon, std::int64_t threshold) {
  return {epsilon, {{threshold, 0}}};
}

Staircase noise_then_noise(const Rational& epsilon, std::int64_t threshold,
                           const Rational& epsilon_below) {
  return {epsilon, {{threshold, epsilon_below}}};
}

Staircase group_noise(std::int64_t people, const Rational& epsilon) {
  return {epsilon / people, {}};
}

}  // namespace selvage
