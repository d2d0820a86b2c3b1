// A half-space: a sum of columns, each times a number, that is at least or at most a
// number. "2*age - 0.1*salary >= 30".
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "selvage/base/rational.hpp"

namespace selvage {

struct HalfSpace {
  std::vector<std::pair<Rational, std::string>> terms;  // no column twice, none times 0
  enum class Side { at_least, above, at_most, below } side = Side::at_least;
  Rational bound;

  // The same sum again: "2*age - 0.1*salary >= 30".
  std::string text() const;
  bool holds(const Rational& sum) const;
  bool operator==(const HalfSpace&) const = default;
};

// Names with other characters than letters, digits and _ stand in double quotes. Fails
// in one sentence that names the field.
Result<HalfSpace> parse_half_space(const std::string& text);

}  // namespace selvage
