// For tests: a fraction as one writes it.
#pragma once
#include "selvage/base/rational.hpp"

namespace selvage {

inline Rational number(const char* text) { return *Rational::parse(text); }

}  // namespace selvage
