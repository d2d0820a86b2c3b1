// How much of a text file is held at once, and how long a value may be. Tests set a few
// bytes, so that small files meet every boundary.
#pragma once
#include <cstddef>

namespace selvage {

struct TextLimits {
  std::size_t block = 1 << 18;  // bytes asked of the system at once
  // A longer row of a delimited file is read in pieces. What is read does not depend on
  // this. At least 2.
  std::size_t row = 1 << 20;
  std::size_t value = 1 << 20;  // a longer text is a missing value
  // A longer line of JSON is a row without values; a longer header line is refused.
  std::size_t line = 1 << 24;
};

}  // namespace selvage
