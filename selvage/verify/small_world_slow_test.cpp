// Small worlds whose laws take a while to walk.
#include <gtest/gtest.h>

#include "selvage/mechanism/cells/cells_plan.hpp"
#include "selvage/mechanism/cells/cells_testing.hpp"
#include "selvage/verify/small_world_testing.hpp"

namespace selvage::verify {
namespace {

PlannedCells variance_of(WantedNoise noise, const Rational& epsilon) {
  const auto plan = plan_cells(
      {.statistic = Statistic::variance,
       .reading = {*Domain::make({}),
                   Measure{"x", *grid_for(Statistic::variance, "0:1", Rational(1))},
                   {"p", 1, 1}},
       .epsilon = epsilon,
       .delta = noise == WantedNoise::gaussian ? Rational(1, 100) : Rational(0),
       .wanted = noise,
       .fineness = 1});
  EXPECT_TRUE(plan) << plan.error().message;
  return PlannedCells(*plan);
}

const SmallWorld kWorld{{{"ann", {"0"}}, {"ann", {"1"}}}, 1};

// Three sums that are released together never exceed their promise, and with half the
// noise in the first or the last they do. (The one in the middle is 0 at both bounds.)
// [T95]
TEST(SmallWorldSlow, VariancesKeepTheirPromise) {
  const PlannedCells mechanism = variance_of(WantedNoise::laplace, 5);
  const CellsPlan& plan = mechanism.plan();
  WorldLaws laws({&mechanism}, 1e-7, test_key(5));
  const WorldExcess at = excess_of(laws, kWorld, mechanism);
  EXPECT_LE(at.certain, Rational(0));
  EXPECT_LT(at.upper, Rational(1, 20));
  for (const std::size_t n : {0u, 2u}) {
    CellsPlan less = plan;
    const Rational half = std::get<LaplaceNoise>(plan.numbers[n].added()).scale / 2;
    less.numbers[n].set_noise(added_noise(LaplaceNoise{half}));
    EXPECT_GT(
        check_small_worlds(PlannedCells(less), kWorld, 1e-7, test_key(5))[0].certain,
        Rational(1, 50))
        << n;
  }
}

TEST(SmallWorldSlow, VariancesWithGaussianNoiseKeepTheirPromise) {
  const PlannedCells mechanism = variance_of(WantedNoise::gaussian, 5);
  const WorldExcess at = check_small_worlds(mechanism, kWorld, 1e-8, test_key(5))[0];
  EXPECT_LE(at.certain, Rational(0));
  EXPECT_LE(at.upper, Rational(0));
}

}  // namespace
}  // namespace selvage::verify
