#include "selvage/mechanism/regression/block_fit.hpp"

#include <random>

#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr std::int64_t kMost = (std::int64_t{1} << 60) - 1;
using Rows = std::vector<std::vector<std::int64_t>>;  // y, x1, x2, ...

BlockSums sums_of(const Rows& rows) {
  BlockTally tally(1, rows.front().size());
  for (const auto& row : rows) tally.add(0, row);
  return tally.sums().front();
}

const FitUnits kUnits{{Rational(1, 100), 1}, {1, 1000}, CodeScale::linear(20)};

// Blocks of the literature's short-cut: two rows, two coefficients.
TEST(BlockFit, TwoRowsAreMetExactly) {
  EXPECT_EQ(*least_squares(sums_of({{1, 0}, {5, 2}})), (std::vector<Rational>{1, 2}));
  EXPECT_FALSE(least_squares(sums_of({{0, 1}, {3, 1}})));
  EXPECT_EQ(*fitted_codes(sums_of({{100, 0}, {500, 200}}), kUnits),
            (std::vector<std::int64_t>{1000, 2000}));
}

TEST(BlockFit, TooFewOrDependentRowsHaveNoFit) {
  EXPECT_FALSE(least_squares(sums_of({{1, 2, 3}, {4, 5, 7}})));
  EXPECT_FALSE(least_squares(sums_of({{1, 2}})));
  // x2 = 2 x1 + 1, and a column that is constant.
  EXPECT_FALSE(least_squares(sums_of({{1, 0, 1}, {2, 1, 3}, {7, 2, 5}, {9, 5, 11}})));
  EXPECT_FALSE(least_squares(sums_of({{1, 4, 1}, {2, 4, 3}, {7, 4, 5}, {9, 4, 12}})));
  const FitUnits units{{1, 1}, 1, CodeScale::linear(4)};
  EXPECT_EQ(unfitted_code(0, units), -15);
  EXPECT_EQ(unfitted_code(1, units), 15);
}

// The normal equations hold, without a rounding: residuals add up to 0, and so do their
// products with each column.
TEST(BlockFit, ResidualsAreAtRightAnglesToEveryColumn) {
  std::mt19937_64 random(3);
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t numbers = 2 + random() % 4;
    Rows rows(numbers + random() % 9, std::vector<std::int64_t>(numbers));
    const std::int64_t most = trial % 3 == 0 ? kMost : trial % 3 == 1 ? 5 : 100'000;
    for (auto& row : rows)
      for (auto& number : row)
        number = static_cast<std::int64_t>(random() % (2 * std::uint64_t(most))) - most;
    const auto fit = least_squares(sums_of(rows));
    if (!fit) continue;
    std::vector<Rational> products(numbers);
    for (const auto& row : rows) {
      Rational residual = Rational(row[0]) - (*fit)[0];
      for (std::size_t j = 1; j < numbers; ++j)
        residual = residual - (*fit)[j] * row[j];
      products[0] = products[0] + residual;
      for (std::size_t j = 1; j < numbers; ++j)
        products[j] = products[j] + residual * row[j];
    }
    for (const Rational& product : products) EXPECT_EQ(product, Rational(0)) << trial;
  }
}

TEST(BlockFit, TheOrderOfRowsDecidesNothing) {
  Rows rows = {{3, 1, 4}, {1, 5, 9}, {2, 6, 5}, {3, 5, 8}, {9, 7, 9}};
  const auto first = *least_squares(sums_of(rows));
  std::reverse(rows.begin(), rows.end());
  EXPECT_EQ(*least_squares(sums_of(rows)), first);
}

// Halves go up, below 0 too, and what is too large is clamped.
TEST(BlockFit, CoefficientsAreRoundedToThePublicUnit) {
  const auto slope_of = [](std::int64_t rise, std::int64_t run) {
    return (*fitted_codes(sums_of({{0, 0}, {rise, run}}), kUnits))[1];
  };
  EXPECT_EQ(slope_of(1, 2000), 1);
  EXPECT_EQ(slope_of(-1, 2000), 0);
  EXPECT_EQ(slope_of(-3, 2000), -1);
  EXPECT_EQ(slope_of(5000, 1), (1 << 20) - 1);
  EXPECT_EQ(slope_of(-5000, 1), 1 - (1 << 20));
}

// To the bits of a double. [T250]
TEST(BlockFit, CoefficientsMayBePlaces) {
  const CodeScale scale = CodeScale::reals();
  const FitUnits units{{1, 1}, Rational::power_of_two(-32), scale};
  const auto slope = [&](std::int64_t rise, std::int64_t run) {
    return (*fitted_codes(sums_of({{0, 0}, {rise, run}}), units))[1];
  };
  EXPECT_EQ(slope(1, 4), std::int64_t{1} << 30);
  EXPECT_EQ(slope(1, kMost), 0);
  const Rational third = Rational(kMost, 3) * Rational::power_of_two(32);
  EXPECT_EQ(slope(kMost, 3), scale.nearest(third));
  EXPECT_LE(absolute(scale.value(slope(kMost, 3)) - third) * Rational::power_of_two(53),
            third);
}

}  // namespace
}  // namespace selvage
