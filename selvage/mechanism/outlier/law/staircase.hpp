// The mechanisms of [LP15] with thresholds, in whole numbers: one law for Examples 2 to
// 7. y = count + Z(first); then at each level, where y <= threshold, y += Z(epsilon),
// and an epsilon of 0 says nothing but "suppressed". P(Z(e) = z) = (1-q)/(1+q) q^|z|,
// q = exp(-e). Theory: T71.
#pragma once
#include <cstdint>
#include <vector>

#include "selvage/base/extended_rational.hpp"

namespace selvage {

struct Staircase {
  struct Level {
    std::int64_t threshold;
    Rational epsilon;  // 0 suppresses
    bool operator==(const Level&) const = default;
  };
  ExtendedRational first;  // infinity: y = count
  std::vector<Level> levels;
  bool flags = false;  // whether it is told which levels added noise
  bool operator==(const Staircase&) const = default;
};

constexpr std::size_t kMostLevels = 12;
// Counts and thresholds of a law are in 0..2^53, where every whole number is a double.
constexpr std::int64_t kMostCount = std::int64_t{1} << 53;

// Refuses first <= 0, epsilons below 0, positive ones below 1e-6, whose noise is too
// wide to tabulate, thresholds outside 0..kMostCount and more than kMostLevels levels.
Outcome check_staircase(const Staircase& staircase);

// Example 2: counts up to `limit` are suppressed, larger ones are told.
Staircase suppress_small(std::int64_t limit);
// Example 3: counts up to `limit` get noise of epsilon / limit, larger ones are told.
Staircase noise_on_small(std::int64_t limit, const Rational& epsilon);
// Example 4: noise of epsilon, then suppression of what is not above the threshold.
Staircase noise_then_suppress(const Rational& epsilon, std::int64_t threshold);
// Example 5: noise of epsilon, then more noise for what is not above the threshold.
Staircase noise_then_noise(const Rational& epsilon, std::int64_t threshold,
                           const Rational& epsilon_below);
// Example 6: the noise that hides a group of `people`, for everybody.
Staircase group_noise(std::int64_t people, const Rational& epsilon);
// Example 7 is the Staircase itself; its thresholds: thresholds.hpp.

}  // namespace selvage
