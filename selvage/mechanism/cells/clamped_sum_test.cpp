#include "selvage/mechanism/cells/clamped_sum.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace selvage {
namespace {

// Limits, their neighbours and the ends of the type, in every place of a vector.
TEST(ClampedSum, IsTheSumWithinItsLimits) {
  const std::int64_t number = std::int64_t{1} << 60, sum = std::int64_t{1} << 61;
  std::vector<std::int64_t> values = {0,
                                      1,
                                      -1,
                                      17,
                                      std::numeric_limits<std::int64_t>::max(),
                                      std::numeric_limits<std::int64_t>::min()};
  for (const std::int64_t limit : {number, sum})
    for (const std::int64_t near : {-1, 0, 1}) {
      values.push_back(limit + near);
      values.push_back(-limit + near);
    }
  std::vector<std::int64_t> numbers, noise;
  for (const std::int64_t x : values)
    for (const std::int64_t z : values)
      if (std::abs(z / 2) <= sum) {
        numbers.push_back(x);
        noise.push_back(z == std::numeric_limits<std::int64_t>::min() ? 0
                                                                      : z % (2 * sum));
      }
  for (std::size_t first = 0; first < 9; ++first) {
    std::vector<std::int64_t> out(numbers.begin() + static_cast<std::ptrdiff_t>(first),
                                  numbers.end());
    const std::vector<std::int64_t> drawn(
        noise.begin() + static_cast<std::ptrdiff_t>(first), noise.end());
    auto expected = out;
    for (std::size_t i = 0; i < out.size(); ++i)
      expected[i] =
          std::clamp(std::clamp(out[i], -number, number) + drawn[i], -sum, sum);
    add_clamped(out, drawn, number, sum);
    EXPECT_EQ(out, expected);
  }
}

TEST(ClampedSum, ClampsOneByOne) {
  std::vector<std::int64_t> numbers, expected;
  for (std::int64_t x = -20; x <= 20; ++x) {
    numbers.push_back(x);
    expected.push_back(std::clamp<std::int64_t>(x, -3, 11));
  }
  clamp_all(numbers, -3, 11);
  EXPECT_EQ(numbers, expected);
}

}  // namespace
}  // namespace selvage
