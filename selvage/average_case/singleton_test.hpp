// Where there are too many cells to tell before any data that few people are alone in
// theirs, that is tested privately, on the number of those people. Theory: T233.
#pragma once
#include <cstdint>
#include <optional>

#include "selvage/base/interval.hpp"

namespace selvage {

struct SingletonTest {
  std::int64_t most;    // people alone in their cells, with whom gamma still holds
  std::int64_t gap;     // what the noise of the count passes with probability eta
  std::int64_t passes;  // the largest noisy count with which only full cells are told
};

// With noise of scale 2/epsilon on the count. None where no count can pass: too few
// people for this gamma. Requires 0 < gamma < 1, 0 < eta < 1, epsilon > 0, people >= 1.
std::optional<SingletonTest> singleton_test(std::int64_t people, const Rational& gamma,
                                            const Rational& epsilon,
                                            const Rational& eta);
// The probability with which the noise passes the gap.
Interval passing_the_gap(const Rational& epsilon, std::int64_t gap);

}  // namespace selvage
