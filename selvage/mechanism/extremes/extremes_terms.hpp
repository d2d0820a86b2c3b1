// What decides the law of an extreme beside its bins, and what is promised of the rows
// beyond it, before any data. In both forms places are numbered towards the extreme:
// bins from below for a maximum, from above for a minimum.
#pragma once
#include <cstdint>
#include <optional>
#include <variant>

#include "selvage/base/rational.hpp"

namespace selvage {

// The first place with (rows beyond it) <= threshold + nu - rho, where rho has
// P(rho >= t) = exp(-first t), and each place a nu of its own with exp(-second t).
// Privacy: T103. Promise: T104.
struct AboveThresholdTerms {
  Rational first, second;  // for each row of a person, both > 0
  std::int64_t threshold;  // in rows, >= 0
  bool operator==(const AboveThresholdTerms&) const = default;
};

// A place with a probability proportional to exp(-slope S), S the distance, in rows, of
// `people` from what lies between those beyond the place and those at or beyond it:
//   S = max(0, beyond - people, people - (at or beyond)).
// Privacy and promise: T105.
struct ExponentialTerms {
  Rational slope;       // for each row of a person, > 0
  std::int64_t people;  // rows that should lie beyond, >= 1
  bool operator==(const ExponentialTerms&) const = default;
};

using ExtremeTerms = std::variant<AboveThresholdTerms, ExponentialTerms>;

// Of all shares first = i/64 and thresholds the one with the fewest rows beyond the
// answer; among equal ones that with the least threshold, then the least i.
// Requires epsilon > 0 (of each row), places >= 2, 0 < confidence < 1, as all below.
AboveThresholdTerms best_above_threshold(const Rational& epsilon, std::size_t places,
                                         const Rational& confidence);
ExponentialTerms best_exponential(const Rational& epsilon, std::size_t places,
                                  const Rational& confidence);

// With this probability at most so many rows lie beyond the place that is drawn, and at
// least one at it or beyond; of the exponential form only where there are `people`
// rows. None where these terms keep no such promise with that probability.
std::optional<std::int64_t> most_beyond(const AboveThresholdTerms& terms,
                                        std::size_t places, const Rational& confidence);
std::optional<std::int64_t> most_beyond(const ExponentialTerms& terms,
                                        std::size_t places, const Rational& confidence);

}  // namespace selvage
