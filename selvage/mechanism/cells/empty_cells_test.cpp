#include "selvage/mechanism/cells/empty_cells.hpp"

#include <gtest/gtest.h>

#include "selvage/mechanism/cells/empty_cells_testing.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

EmptyCells cells_of(std::uint64_t cells, std::int64_t threshold,
                    const Rational& scale) {
  return {cells, threshold, added_noise(LaplaceNoise{scale})};
}

// T34 on the code itself: the law of the jumps against the law of visiting every cell.
TEST(EmptyCells, JumpingHasExactlyTheLawOfVisiting) {
  expect_the_law_of_visiting(cells_of(3, 1, Rational(1, 2)), {});
  expect_the_law_of_visiting(cells_of(4, 2, Rational(2, 3)), {1});
  expect_the_law_of_visiting(cells_of(5, 2, Rational(1, 2)), {0, 4});
  expect_the_law_of_visiting(cells_of(3, 3, 1), {1, 2});
  expect_the_law_of_visiting(cells_of(2, 1, 1), {0, 1});
}

// A hundred million cells, about 67,000 of which pass: each place equally likely.
TEST(EmptyCells, HugeDomainsTakeNoLongerThanTheirAnswer) {
  SeededSource random(8);
  const std::vector<std::uint64_t> full = {0, 5, 99'999'999};
  const auto passing = passing_empty_cells(cells_of(100'000'000, 7, 1), full, random);
  // q^7 / (1 + q) = 0.000666654...; 6 standard deviations are 1550.
  EXPECT_NEAR(static_cast<double>(passing.size()), 66665.4, 1550);
  double sum = 0;
  for (std::size_t i = 0; i < passing.size(); ++i) {
    EXPECT_GE(passing[i].second, 7);
    EXPECT_LT(passing[i].first, 100'000'000u);
    if (i > 0) {
      EXPECT_GT(passing[i].first, passing[i - 1].first);
    }
    sum += static_cast<double>(passing[i].first);
  }
  EXPECT_NEAR(sum / static_cast<double>(passing.size()), 5e7, 6 * 2.887e7 / 258);
}

TEST(EmptyCells, NothingPassesWhereNothingIsEmpty) {
  SeededSource random(1);
  EXPECT_TRUE(passing_empty_cells(cells_of(3, 1, 1000), {0, 1, 2}, random).empty());
  EXPECT_TRUE(
      passing_empty_cells(cells_of(100'000'000, 1'000'000, 1), {}, random).empty());
}

}  // namespace
}  // namespace selvage
