// Reals between two bounds, with as many bits as one likes: what base/interval.hpp does
// with a fixed number of them. Each operation rounds outward.
#pragma once
#include <mpfr.h>

#include <optional>

#include "selvage/base/rational.hpp"
#include "selvage/random/inversion/partial_real.hpp"

namespace selvage {

// A real between two bounds, of a precision chosen when it is made.
struct RealBounds {
  explicit RealBounds(mpfr_prec_t bits) { mpfr_inits2(bits, lower, upper, nullptr); }
  RealBounds(mpfr_prec_t bits, const PartialReal& x);
  RealBounds(const RealBounds&) = delete;
  RealBounds& operator=(const RealBounds&) = delete;
  ~RealBounds() { mpfr_clears(lower, upper, nullptr); }
  mpfr_t lower, upper;
};

// exp(-x) and 1 - exp(-x), of a fraction x >= 0; small x keep their digits.
void bound_exp(const Rational& x, RealBounds& out);
void bound_one_minus_exp(const Rational& x, RealBounds& out);

// For numbers >= 0, and differences that are.
void multiply(RealBounds& x, const RealBounds& y);
void divide(RealBounds& x, const RealBounds& y);
void add(RealBounds& x, const RealBounds& y);
void subtract(RealBounds& x, const RealBounds& y);
void twice(RealBounds& x);
void set(RealBounds& x, const RealBounds& y);
void set(RealBounds& x, unsigned long whole);

// floor(2^places x), if both bounds agree on it and it fits. Requires 0 <= x <= 1.
// Changes x.
std::optional<std::uint64_t> floor_of(RealBounds& x, unsigned places);

}  // namespace selvage
