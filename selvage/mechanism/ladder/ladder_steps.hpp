// The public candidates for a quantile, 1024 to every octave of sizes: step 0 is the
// code 0, step s > 0 holds codes above 0 and step -s the same below it. Up to 1024 a
// step is one code. Codes are said as places of their scale. [T169, T250]
#pragma once
#include <cstdint>

#include "selvage/summary/code_scale.hpp"

namespace selvage {

class LadderSteps {
 public:
  static constexpr std::int64_t kParts = 1024;  // of an octave
  // All codes of a scale of eleven bits or more.
  explicit LadderSteps(const CodeScale& scale)
      : LadderSteps(kParts * (scale.exponent() - 9) - 1, scale) {}
  // Steps from -last to last, for tests.
  explicit LadderSteps(std::int64_t last, const CodeScale& scale = CodeScale::narrow())
      : last_(last), scale_(scale) {}

  std::int64_t last() const { return last_; }
  std::int64_t count() const { return 2 * last_ + 1; }
  const CodeScale& scale() const { return scale_; }
  // The codes of a step, as places.
  std::int64_t smallest(std::int64_t step) const;
  std::int64_t largest(std::int64_t step) const;

 private:
  std::int64_t first_above(std::int64_t step) const;
  std::int64_t last_above(std::int64_t step) const;
  std::int64_t last_;
  CodeScale scale_;
};

}  // namespace selvage
