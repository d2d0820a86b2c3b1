#include "selvage/mechanism/cells/moment_sums.hpp"

#include <gtest/gtest.h>

#include "selvage/mechanism/cells/cells_plan.hpp"
#include "selvage/mechanism/cells/consistency.hpp"

namespace selvage {
namespace {

Int128 at(const Formula& f, Int128 r) {
  return f.of_rows + f.of_sum * r + f.of_squares * r * r;
}

struct Seen {
  Int128 most_sizes = 0, most_squares = 0;
  bool one_total = true, within = true;
};

// Every value of the grid.
Seen seen_on(const Grid& grid, const MomentSums& sums) {
  Seen seen;
  for (std::int64_t r = grid.lowest(); r <= grid.highest(); ++r) {
    Int128 total = 0, sizes = 0, squares = 0;
    for (const MomentSum& sum : sums.sums) {
      const Int128 value = at(sum.formula, r), size = value < 0 ? -value : value;
      total += value;
      sizes += size;
      squares += value * value;
      if (size > sum.most) seen.within = false;
    }
    if (total != sums.of_row) seen.one_total = false;
    seen.most_sizes = std::max(seen.most_sizes, sizes);
    seen.most_squares = std::max(seen.most_squares, squares);
  }
  return seen;
}

// T95 on every value of many grids: the sums add up to the same for every row, and one
// row changes them together by no more than is said; and hardly by less.
TEST(MomentSums, OneRowChangesThemTogetherAsSaid) {
  for (const char* bounds : {"0:1", "0:2", "0:3", "0:10", "-7:13", "5:12", "-40:-3",
                             "0:1000", "-999:1000", "100000:100077"}) {
    const Grid grid = *Grid::stepped(bounds, 1, Grid::kSquares);
    const Int128 width = grid.highest() - grid.lowest();
    const MomentSums mean = sums_of_mean(grid);
    const Seen of_mean = seen_on(grid, mean);
    EXPECT_TRUE(of_mean.one_total && of_mean.within) << bounds;
    EXPECT_TRUE(of_mean.most_sizes == mean.together && mean.together == width)
        << bounds;
    EXPECT_TRUE(of_mean.most_squares == mean.together * mean.together) << bounds;
    const MomentSums laplace = sums_of_variance(grid, Norm::sum);
    const Seen of_laplace = seen_on(grid, laplace);
    EXPECT_TRUE(of_laplace.one_total && of_laplace.within) << bounds;
    EXPECT_TRUE(of_laplace.most_sizes <= laplace.together) << bounds;
    if (width % 10 == 0) {
      EXPECT_TRUE(of_laplace.most_sizes == laplace.together) << bounds;
    }
    const MomentSums gaussian = sums_of_variance(grid, Norm::euclidean);
    const Seen of_gaussian = seen_on(grid, gaussian);
    EXPECT_TRUE(of_gaussian.one_total && of_gaussian.within) << bounds;
    EXPECT_TRUE(of_gaussian.most_squares == gaussian.together * gaussian.together)
        << bounds;
  }
}

CellsPlan plan_of(Statistic statistic, const char* bounds, WantedNoise wanted) {
  const Reading reading{*Domain::make({}), Measure{"x", *grid_for(statistic, bounds)}};
  return *plan_cells({.statistic = statistic,
                      .reading = reading,
                      .epsilon = 1,
                      .delta = wanted == WantedNoise::gaussian ? Rational(1, 1000) : 0,
                      .wanted = wanted});
}

// The check that is made before every release finds numbers that a row changes by more
// than the plan says, another noise for one of them, and less noise.
TEST(MomentSums, AnInconsistentPlanIsFound) {
  for (const Statistic statistic : {Statistic::mean, Statistic::variance})
    for (const char* bounds : {"0:1", "-3:1000000", "99999:100000"})
      for (const WantedNoise wanted : {WantedNoise::laplace, WantedNoise::gaussian}) {
        const CellsPlan good = plan_of(statistic, bounds, wanted);
        ASSERT_TRUE(is_consistent(good)) << bounds;
        const auto broken = [&](const auto& change) {
          CellsPlan plan = good;
          change(plan);
          return !is_consistent(plan);
        };
        EXPECT_TRUE(broken([](CellsPlan& plan) {
          plan.together->per_row = plan.together->per_row * 97 / 100;
        }));
        EXPECT_TRUE(
            broken([](CellsPlan& plan) { plan.numbers.back().formula.of_sum *= 2; }));
        EXPECT_TRUE(broken([](CellsPlan& plan) {
          plan.together->of_row = plan.together->of_row + 1;
        }));
        EXPECT_TRUE(broken([&](CellsPlan& plan) {
          const Noise less = wanted == WantedNoise::gaussian
                                 ? Noise(GaussianNoise{1000})
                                 : Noise(LaplaceNoise{100});
          plan.numbers.back().set_noise(added_noise(less));
        }));
      }
}

// How much smaller the error of a mean and of a variance is than with epsilon split
// between separate sums: the numbers of docs/theory-moments.md.
TEST(MomentSums, TheErrorIsThatOfTheTheory) {
  const CellsPlan mean = plan_of(Statistic::mean, "0:1", WantedNoise::laplace);
  const Rational scale = std::get<LaplaceNoise>(mean.numbers[0].added()).scale;
  // Per row: one epsilon for both, so the scale is what one row adds.
  EXPECT_NEAR((scale / mean.together->of_row).to_double(), 1, 0.002);
  const CellsPlan variance = plan_of(Statistic::variance, "0:1", WantedNoise::laplace);
  const Rational wide = std::get<LaplaceNoise>(variance.numbers[0].added()).scale;
  EXPECT_NEAR((wide / variance.together->of_row).to_double(), 1.025, 0.002);
}

}  // namespace
}  // namespace selvage
