// Outward-rounded real arithmetic: [lower, upper] always contains the true value.
// 192-bit MPFR endpoints; promises are printed from the endpoint that is safe.
#pragma once
#include <mpfr.h>

#include <string>

#include "selvage/base/rational.hpp"

namespace selvage {

class Interval {
 public:
  static constexpr mpfr_prec_t kBits = 192;

  Interval() : Interval(Rational(0)) {}
  Interval(const Rational& exact);  // NOLINT: implicit on purpose
  Interval(std::int64_t exact) : Interval(Rational(exact)) {}  // NOLINT: same
  Interval(const Interval& other);
  Interval& operator=(const Interval& other);
  ~Interval();

  friend Interval operator+(const Interval& a, const Interval& b);
  friend Interval operator-(const Interval& a, const Interval& b);
  friend Interval operator*(const Interval& a, const Interval& b);
  // Requires that b does not contain 0.
  friend Interval operator/(const Interval& a, const Interval& b);
  friend Interval exp(const Interval& x);
  friend Interval expm1(const Interval& x);
  friend Interval log(const Interval& x);  // Requires x > 0.
  // max(x, 0), endpoint by endpoint.
  friend Interval positive_part(const Interval& x);
  // Holds a and b.
  friend Interval hull(const Interval& a, const Interval& b);
  // Every value of a is <= every value of b.
  friend bool surely_at_most(const Interval& a, const Interval& b);

  Rational lower() const;  // exact value of the endpoint
  Rational upper() const;
  // Decimal text with this many digits, never below the upper end (above the lower).
  std::string upper_text(int digits = 6) const;
  std::string lower_text(int digits = 6) const;
  double middle() const;  // for pictures and for tests with a tolerance

 private:
  mpfr_t lower_, upper_;
};

// Declared here too, so that a fraction is taken as an interval.
Interval exp(const Interval& x);
Interval expm1(const Interval& x);
Interval log(const Interval& x);

}  // namespace selvage
