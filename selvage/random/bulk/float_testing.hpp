// For tests of the float filter: what multi-precision says of every half.
#pragma once
#include <mpfr.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "selvage/random/inversion/geometric_inversion.hpp"

namespace selvage {

// t_m = floor(2^31 T_m) for m = 1, 2, ... as long as it is not 0, T_m = P(size >= m):
// q^m for one side, 2 q^m/(1+q) for two. Both bounds of T_m have the same floor. So all
// u in [U, U+1)/2^31 are below T_m if U < t_m, above it if U > t_m, and U = t_m is
// open.
inline std::vector<std::uint32_t> float_thresholds(GeometricInversion::Sides sides,
                                                   const Rational& scale) {
  std::vector<std::uint32_t> result;
  RealBounds q(192), below(192), t(192);
  const auto power = [&](RealBounds& out, std::int64_t m) {
    const Rational exponent = Rational(-m) / scale;
    mpfr_set_q(out.lower, exponent.raw(), MPFR_RNDD);
    mpfr_set_q(out.upper, exponent.raw(), MPFR_RNDU);
    mpfr_exp(out.lower, out.lower, MPFR_RNDD);
    mpfr_exp(out.upper, out.upper, MPFR_RNDU);
  };
  power(q, 1);
  mpfr_add_ui(below.lower, q.lower, 1, MPFR_RNDD);
  mpfr_add_ui(below.upper, q.upper, 1, MPFR_RNDU);
  for (std::int64_t m = 1;; ++m) {
    power(t, m);
    if (sides == GeometricInversion::Sides::two) {
      mpfr_div(t.lower, t.lower, below.upper, MPFR_RNDD);
      mpfr_div(t.upper, t.upper, below.lower, MPFR_RNDU);
      mpfr_mul_2ui(t.lower, t.lower, 1, MPFR_RNDD);
      mpfr_mul_2ui(t.upper, t.upper, 1, MPFR_RNDU);
    }
    mpfr_mul_2ui(t.lower, t.lower, 31, MPFR_RNDD);
    mpfr_mul_2ui(t.upper, t.upper, 31, MPFR_RNDU);
    const auto floor = mpfr_get_ui(t.lower, MPFR_RNDD);
    EXPECT_EQ(floor, mpfr_get_ui(t.upper, MPFR_RNDD));
    if (floor == 0) return result;
    result.push_back(static_cast<std::uint32_t>(floor));
  }
}

// The number of thresholds above U.
inline std::int64_t size_by_thresholds(const std::vector<std::uint32_t>& thresholds,
                                       std::uint32_t u) {
  return std::lower_bound(thresholds.begin(), thresholds.end(), u, std::greater<>()) -
         thresholds.begin();
}

inline bool is_threshold(const std::vector<std::uint32_t>& thresholds,
                         std::uint32_t u) {
  return u == 0 ||
         std::binary_search(thresholds.begin(), thresholds.end(), u, std::greater<>());
}

}  // namespace selvage
