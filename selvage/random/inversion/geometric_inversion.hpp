// Geometric noise by inversion: the value at a uniform number u is
// floor((c - ln u) scale), with c = 0 for one side, and for the size of two-sided noise
// c = ln(2/(1+q)), q = exp(-1/scale). Theory: T12.
#pragma once
#include <cstdint>
#include <optional>

#include "selvage/base/rational.hpp"
#include "selvage/random/inversion/real_bounds.hpp"

namespace selvage {

class GeometricInversion {
 public:
  enum class Sides { one, two };

  // Requires scale > 0.
  GeometricInversion(Sides sides, const Rational& scale);
  Sides sides() const { return sides_; }
  const Rational& scale() const { return scale_; }

  // The value, if it is surely the same for all that u can be.
  std::optional<std::int64_t> at(const PartialReal& u) const;
  // c + places ln 2, to the nearest double.
  double offset(unsigned places) const;

 private:
  void bound_c(RealBounds& c) const;

  Sides sides_;
  Rational scale_;
};

}  // namespace selvage
