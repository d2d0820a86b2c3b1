// A regression of one column on another as a line with the band that holds it: at the
// middle of x as its interval says, and wider to both sides as that of the slope does.
#pragma once
#include <array>
#include <optional>
#include <string>

#include "selvage/release/release.hpp"

namespace selvage {

struct LineBand {
  struct At {
    double x, lower, value, upper;
  };
  std::string x_name, y_name;
  std::array<At, 3> places;  // three spreads before the middle of x, there, and behind
  double lower(double x) const;
  double value(double x) const;
  double upper(double x) const;
};

// How a sentence about errors calls it.
inline constexpr const char* kBandHolder = "the band";

// None of other releases, or where there is no answer.
std::optional<LineBand> line_band(const Release& release);

}  // namespace selvage
