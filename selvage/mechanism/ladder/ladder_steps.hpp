// The public candidates for a quantile, 1024 to every octave of sizes: step 0 is the
// code 0, step s > 0 holds codes above 0 and step -s the same below it. Up to 1024 a
// step is one code. [T169]
#pragma once
#include <cstdint>

namespace selvage {

class LadderSteps {
 public:
  static constexpr std::int64_t kParts = 1024;  // of an octave
  // Steps from -last to last; all codes below 2^60 in size, or fewer for tests.
  explicit LadderSteps(std::int64_t last = kParts * 49 + 2 * kParts - 1)
      : last_(last) {}

  std::int64_t last() const { return last_; }
  std::int64_t count() const { return 2 * last_ + 1; }
  // The codes of a step.
  static std::int64_t smallest(std::int64_t step);
  static std::int64_t largest(std::int64_t step);

 private:
  std::int64_t last_;
};

}  // namespace selvage
