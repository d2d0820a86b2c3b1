#include "selvage/summary/fast_steps.hpp"

#include <bit>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace selvage {
namespace {

void expect_same(const Grid& grid, const FastSteps& fast, double value) {
  EXPECT_EQ(fast(value), grid.steps(value)) << std::hexfloat << value;
}

TEST(FastSteps, AreThoseOfTheGrid) {
  std::mt19937_64 random(8);
  for (const char* step : {"0.000001", "1", "0.01", "1000", "1e-18", "1/3"}) {
    const Grid grid = *Grid::codes(*Rational::parse(step));
    const FastSteps fast(grid);
    const double unit = grid.step().to_double();
    for (int i = 0; i < 100'000; ++i) {
      // Any bits, and numbers at and beside the middle of two steps.
      expect_same(grid, fast, std::bit_cast<double>(random()));
      const auto code = static_cast<double>(static_cast<std::int64_t>(random()) >>
                                            (1 + random() % 62));
      double middle = (code + 0.5) * unit;
      if (random() % 3 == 0) middle = std::nextafter(middle, -1e300);
      if (random() % 3 == 0) middle = std::nextafter(middle, 1e300);
      expect_same(grid, fast, middle);
      expect_same(grid, fast, code * unit);
      if (testing::Test::HasFailure()) return;
    }
    for (const double value : {0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 1e308, -1e308, 5e-324,
                               0.49999999999999994, -0.49999999999999994}) {
      expect_same(grid, fast, value);
      expect_same(grid, fast, value * unit);
    }
    expect_same(grid, fast, std::numeric_limits<double>::infinity());
    EXPECT_FALSE(fast(std::nan("")));
  }
}

TEST(FastSteps, StayWithinBounds) {
  const Grid grid = *Grid::stepped("0:10", *Rational::parse("0.1"));
  const FastSteps fast(grid);
  for (const double value : {-3.0, 0.04, 0.05, 0.06, 9.96, 12.0})
    expect_same(grid, fast, value);
}

}  // namespace
}  // namespace selvage
