// What the tests of laws share.
#pragma once
#include <cmath>

#include <gtest/gtest.h>

#include "selvage/base/interval.hpp"

namespace selvage {

inline Rational exact(const char* text) { return *Rational::parse(text); }

// The bounds are closer together than `width` and hold the value, of which 12 digits
// are known.
inline void expect_tells(const Interval& bounds, double value, double width = 1e-13) {
  const double unknown = 1e-12 * std::abs(value);
  EXPECT_LE(bounds.lower().to_double(), value + unknown);
  EXPECT_GE(bounds.upper().to_double(), value - unknown);
  EXPECT_LE((bounds.upper() - bounds.lower()).to_double(), width);
}

}  // namespace selvage
