// Means and variances in small worlds: sums that are released together. [T95, T96]
#include "selvage/verify/cells_world_testing.hpp"

namespace selvage::verify {
namespace {

// Means: two sums that are released together, over all tables of a small world, by the
// whole release. Never above the promise, hardly below it, and less noise in one of the
// sums is found. [T95]
TEST(MomentsWorld, SumsThatAreToldTogetherKeepTheirPromise) {
  for (const auto& [bounds, most] : {std::pair("0:3", 1), {"0:1", 2}}) {
    SmallTable rows;
    for (const char* x : {"0", "1", "3"})
      if (*x <= bounds[2]) rows.push_back({"ann", {x}});
    rows.push_back({"bob", {"1"}});
    const PlannedCells mechanism =
        planned({.statistic = Statistic::mean,
                 .reading = {domain({}), Measure{"x", *Grid::stepped(bounds, 1)},
                             Person{"p", most, 1}},
                 .epsilon = 8,
                 .fineness = 1});
    const CellsPlan& plan = mechanism.plan();
    ASSERT_TRUE(plan.together);
    const SmallWorld world{rows, 2};
    WorldLaws laws({&mechanism}, 1e-8, test_key(5));
    const WorldExcess at = excess_of(laws, world, mechanism);
    EXPECT_LE(at.certain, Rational(0));
    EXPECT_LT(at.upper, Rational(1, 200));
    EXPECT_GT(excess_of(laws, world, mechanism, 0, Rational(3, 4)).certain,
              Rational(1, 20));
    for (std::size_t n = 0; n < plan.numbers.size(); ++n) {
      const Rational half = std::get<LaplaceNoise>(plan.numbers[n].added()).scale / 2;
      EXPECT_GT(excess_with(with_scale(plan, n, half), world, 1e-7).certain,
                Rational(1, 20))
          << n;
    }
  }
}

// The same with Gaussian noise.
TEST(MomentsWorld, GaussianSumsThatAreToldTogetherKeepTheirPromise) {
  const SmallWorld world{{{"ann", {"0"}}, {"ann", {"1"}}, {"bob", {"1"}}}, 2};
  const PlannedCells mechanism = planned(
      {.statistic = Statistic::mean,
       .reading = {domain({}), Measure{"x", *Grid::stepped("0:1", 1)}, {"p", 1, 1}},
       .epsilon = 4,
       .delta = Rational(1, 100),
       .wanted = WantedNoise::gaussian,
       .fineness = 1});
  const WorldExcess at = excess_with(mechanism, world, 1e-7);
  EXPECT_LE(at.certain, Rational(0));
  EXPECT_LE(at.upper, Rational(0));
}

// Means by keys that nobody told us: what decides is the sum of both numbers. [T96]
TEST(MomentsWorld, MeansByUnknownKeysKeepTheirPromise) {
  const SmallWorld world{possible_rows({"ann", "bob"}, {"a"}, {"0", "1"}), 3};
  for (const PerPerson how : {PerPerson::sum, PerPerson::first}) {
    const PlannedCells mechanism =
        planned({.statistic = Statistic::mean,
                 .reading = {domain({column("k", "?")}),
                             Measure{"x", *Grid::stepped("0:1", 1)},
                             {"p", 2, 1, how}},
                 .epsilon = 8,
                 .delta = Rational(1, 20),
                 .fineness = 1});
    const CellsPlan& plan = mechanism.plan();
    const WorldExcess at = excess_with(mechanism, world, 1e-9);
    EXPECT_LE(at.certain, Rational(0));
    EXPECT_LE(at.upper, Rational(1, 2000));
    CellsPlan early = plan;
    --*early.key_threshold;
    EXPECT_GT(excess_with(PlannedCells(early), world, 1e-9).certain, Rational(0));
    EXPECT_GT(excess_with(with_scale(plan, 1, Rational(1, 20)), world, 1e-9).certain,
              Rational(0));
  }
}

PlannedCells variance_of(const char* bounds, WantedNoise noise,
                         const Rational& epsilon) {
  return planned({.statistic = Statistic::variance,
                  .reading = {domain({}),
                              Measure{"x", *grid_for(Statistic::variance, bounds, 1)},
                              {"p", 1, 1}},
                  .epsilon = epsilon,
                  .delta = noise == WantedNoise::gaussian ? Rational(1, 100) : 0,
                  .wanted = noise,
                  .fineness = 1});
}

// Three sums never exceed their promise, and with half the noise in any of them they
// do: in the first or the last at a bound, in the middle one half way between them.
TEST(MomentsWorld, VariancesKeepTheirPromise) {
  const struct {
    const char* bounds;
    std::vector<const char*> values;
    Rational epsilon;
    std::vector<std::size_t> halved;
  } cases[] = {{"0:1", {"0", "1"}, 5, {0, 2}}, {"0:2", {"1"}, 6, {1}}};
  for (const auto& c : cases) {
    const PlannedCells mechanism =
        variance_of(c.bounds, WantedNoise::laplace, c.epsilon);
    SmallWorld world{{}, 1};
    for (const char* x : c.values) world.possible.push_back({"ann", {x}});
    const WorldExcess at = excess_with(mechanism, world, 1e-7);
    EXPECT_LE(at.certain, Rational(0));
    EXPECT_LT(at.upper, Rational(1, 20));
    for (const std::size_t n : c.halved) {
      const Rational half =
          std::get<LaplaceNoise>(mechanism.plan().numbers[n].added()).scale / 2;
      EXPECT_GT(excess_with(with_scale(mechanism.plan(), n, half), world, 1e-7).certain,
                Rational(1, 50))
          << n;
    }
  }
}

TEST(MomentsWorld, VariancesWithGaussianNoiseKeepTheirPromise) {
  const SmallWorld world{{{"ann", {"0"}}, {"ann", {"1"}}}, 1};
  const PlannedCells mechanism = variance_of("0:1", WantedNoise::gaussian, 5);
  const WorldExcess at = excess_with(mechanism, world, 1e-8);
  EXPECT_LE(at.certain, Rational(0));
  EXPECT_LE(at.upper, Rational(0));
  CellsPlan weak = mechanism.plan();
  const Rational variance = std::get<GaussianNoise>(weak.numbers[0].added()).variance;
  for (PlannedNumber& number : weak.numbers)
    number.set_noise(added_noise(GaussianNoise{variance / 4}));
  EXPECT_GT(excess_with(PlannedCells(weak), world, 1e-7).certain, Rational(1, 1000));
}

}  // namespace
}  // namespace selvage::verify
