// A whole number of 2^-shift that is at most exp(epsilon): what integer tables are
// allowed to grow by. And numbers in units of 2^-64.
#pragma once
#include <cstdint>

#include "selvage/base/int128.hpp"
#include "selvage/base/rational.hpp"

namespace selvage {

inline constexpr Uint128 kWholeWord = Uint128{1} << 64;  // probability 1

struct Growth {
  std::uint64_t multiple;
  int shift;
  Rational rational() const;
};

// Requires 0 < epsilon <= 40.
Growth growth_of(const Rational& epsilon);

// The whole part. Requires 0 <= x < 2^64.
std::uint64_t floor_in_word(const Rational& x);
// Units of 2^-64 as a probability. Requires at most 2^64.
Rational probability_of(Uint128 units);

}  // namespace selvage
