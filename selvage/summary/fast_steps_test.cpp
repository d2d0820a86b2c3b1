#include "selvage/summary/fast_steps.hpp"

#include <bit>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace selvage {
namespace {

// Values at once, beside each of them by the grid.
void expect_same(const Grid& grid, const std::vector<double>& values) {
  std::vector<std::int64_t> steps(values.size());
  std::vector<std::uint8_t> counted(values.size(), 1);
  FastSteps(grid).put(values, steps, counted);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto exact = grid.steps(values[i]);
    ASSERT_EQ(counted[i] == 1, exact.has_value()) << std::hexfloat << values[i];
    if (exact) {
      ASSERT_EQ(steps[i], *exact) << std::hexfloat << values[i];
    }
  }
}

TEST(FastSteps, AreThoseOfTheGrid) {
  std::mt19937_64 random(8);
  for (const char* step : {"0.000001", "1", "0.01", "1000", "1e-18", "1/3"}) {
    const Grid grid = *Grid::codes(*Rational::parse(step));
    std::vector<double> values = {std::numeric_limits<double>::infinity(),
                                  -std::numeric_limits<double>::infinity(),
                                  std::nan("")};
    const double unit = grid.step().to_double();
    for (int i = 0; i < 100'000; ++i) {
      // Any bits, and numbers at and beside the middle of two steps.
      values.push_back(std::bit_cast<double>(random()));
      const auto code = static_cast<double>(static_cast<std::int64_t>(random()) >>
                                            (1 + random() % 62));
      double middle = (code + 0.5) * unit;
      if (random() % 3 == 0) middle = std::nextafter(middle, -1e300);
      if (random() % 3 == 0) middle = std::nextafter(middle, 1e300);
      values.push_back(middle);
      values.push_back(code * unit);
    }
    for (const double value : {0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 1e308, -1e308, 5e-324,
                               0.49999999999999994, -0.49999999999999994}) {
      values.push_back(value);
      values.push_back(value * unit);
    }
    expect_same(grid, values);
    expect_same(grid, {0.25 * unit});  // where nothing is left to the grid
  }
}

TEST(FastSteps, AreThoseOfTheGridForWholeNumbers) {
  std::mt19937_64 random(9);
  for (const char* step : {"0.000001", "1", "0.01", "1000", "1e-18", "1/3"}) {
    const Grid grid = *Grid::codes(*Rational::parse(step));
    std::vector<std::int64_t> values;
    for (int i = 0; i < 10'000; ++i)
      values.push_back(static_cast<std::int64_t>(random()) >> random() % 64);
    for (const std::int64_t bound : {grid.lowest(), grid.highest()})
      for (const std::int64_t beside : {-1, 0, 1})
        values.push_back(
            (Rational(bound) * grid.step()).floor().to_int64().value_or(0) + beside);
    std::vector<std::int64_t> steps(values.size());
    FastSteps(grid).put(values, steps);
    for (std::size_t i = 0; i < values.size(); ++i)
      ASSERT_EQ(steps[i], grid.steps(values[i])) << step << ' ' << values[i];
  }
}

TEST(FastSteps, StayWithinBounds) {
  const Grid grid = *Grid::stepped("0:10", *Rational::parse("0.1"));
  expect_same(grid, {-3.0, 0.04, 0.05, 0.06, 9.96, 12.0});
  std::vector<std::int64_t> steps(3);
  FastSteps(grid).put(std::vector<std::int64_t>{-1, 7, 11}, steps);
  EXPECT_EQ(steps, (std::vector<std::int64_t>{0, 70, 100}));
}

}  // namespace
}  // namespace selvage
