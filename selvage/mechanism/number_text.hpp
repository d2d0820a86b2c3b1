// A released number in digits.
#pragma once
#include <cstdint>
#include <string>

#include "selvage/base/rational.hpp"

namespace selvage {

// A multiple of the unit, a power of ten, as an exact decimal: "1234.5".
std::string number_text(std::int64_t multiple, const Rational& unit);

}  // namespace selvage
