// What intervals hold: exactly, over all noise that there is, so no test here can fail
// by chance. Whether there is an answer does not depend on the noise of what is told.
#include <gtest/gtest.h>

#include <functional>

#include "selvage/base/bisect.hpp"
#include "selvage/guarantee/tested_release.hpp"
#include "selvage/mechanism/tested/tested_testing.hpp"

namespace selvage {
namespace {

using Kind = TestedRequest::Kind;
constexpr std::int64_t kPeople = 1000;
const Rational kConfidences[] = {{1, 2}, {4, 5}, {19, 20}, {999, 1000}};

TestedRequest request_for(Kind kind, const Rational& epsilon = 3) {
  return {.kind = kind,
          .people = kPeople,
          .epsilon = epsilon,
          .delta = {1, 1'000'000},
          .unit = 1};
}

// That the noise leaves the number in the interval: it is more than `far` above it, or
// below it, with the probabilities of a threshold.
Rational chance_of(const Rational& scale,
                   const std::function<bool(std::int64_t)>& holds) {
  constexpr std::int64_t kFar = std::int64_t{1} << 40;
  const auto beyond = [&](int sign) {
    const auto leaves = [&](std::int64_t far) { return !holds(sign * far); };
    return *threshold_delta(Rational(1) / scale, least_above(0, kFar, leaves));
  };
  EXPECT_TRUE(holds(0));
  return Rational(1) - beyond(1) - beyond(-1);
}

// At least as often as they say, and where noise is wide not much more often: noise is
// whole, and numbers are rounded to steps. `told` is what is drawn with this noise.
void expect_holds(const TestedMechanism& mechanism, const Rational& scale,
                  const std::function<Drawn(std::int64_t noise)>& told,
                  const Rational& truth) {
  for (const Rational& confidence : kConfidences) {
    const auto holds = [&](std::int64_t noise) {
      const Estimate one = mechanism.answer(told(noise), confidence).numbers[0].rows[0];
      return one.lower <= truth && truth <= Rational(one.upper);
    };
    const Rational chance = chance_of(scale, holds);
    EXPECT_GE(chance, confidence) << mechanism.name() << ' ' << confidence.text();
    if (scale > 10) {
      EXPECT_LE(chance, Rational(1) - (Rational(1) - confidence) * Rational(2, 3))
          << mechanism.name() << ' ' << confidence.text();
    }
  }
}

// At the first and the last code of a step, and anywhere; with noise of many steps and
// of one, where each of its numbers counts.
TEST(TestedIntervals, HoldTheSpread) {
  for (const std::int64_t epsilon : {3, 48}) {
    const auto mechanism = tested(request_for(Kind::scale, epsilon));
    const TestedScale scale = *TestedScale::make({kPeople, epsilon, {1, 1'000'000}});
    for (const std::int64_t spread : {1'000, 50'000, 1'234'567}) {
      std::int64_t first = spread;
      while (scale.step_of(first - 1) == scale.step_of(first)) --first;
      std::int64_t last = spread;
      while (scale.step_of(last + 1) == scale.step_of(last)) ++last;
      for (const std::int64_t truth : {first, spread, last})
        expect_holds(
            *mechanism, scale.share().scale(16),
            [&](std::int64_t noise) {
              return Drawn{{0}, {}, {{scale.step_of(truth) + noise}}};
            },
            truth);
    }
  }
}

// Rows of every remainder by a step, so that rounding is down and up.
TEST(TestedIntervals, HoldTheMedian) {
  const auto mechanism = tested(request_for(Kind::median));
  const TestedMedian median = *TestedMedian::make({kPeople, 3, {1, 1'000'000}});
  std::int64_t scale = 0;
  while (median.width(scale).step_bits < 3) ++scale;
  const auto [step_bits, bin_bits] = median.width(scale);
  ASSERT_EQ(step_bits, 3);
  const Rational noise_scale =
      median.scale().share().scale(std::int64_t{1} << bin_bits);
  for (std::int64_t truth = 10'000; truth < 10'008; ++truth) {
    const std::int64_t steps = (truth + 4) / 8;
    expect_holds(
        *mechanism, noise_scale,
        [&, scale](std::int64_t noise) {
          return Drawn{{0}, {}, {{scale}, {steps + noise}}};
        },
        truth);
  }
}

TEST(TestedIntervals, HoldTheTrimmedMean) {
  const auto mechanism = tested(request_for(Kind::trimmed_mean));
  const TestedTrimmedMean mean =
      *TestedTrimmedMean::make({kPeople, 3, {1, 1'000'000}}, {1, 20});
  ASSERT_EQ(mean.kept(), 900);
  std::int64_t scale = 0;
  while (mean.reach(scale).step_bits < 12) ++scale;
  const auto reach = mean.reach(scale);
  for (const std::int64_t sum : {9'000'000, 9'002'047, 9'002'048, 9'003'000}) {
    const std::int64_t steps = (sum + 2048) / 4096;
    expect_holds(
        *mechanism, mean.scale().share().scale(reach.moved),
        [&, scale](std::int64_t noise) {
          return Drawn{{0}, {}, {{scale}, {steps + noise}}};
        },
        Rational(sum) / mean.kept());
  }
}

}  // namespace
}  // namespace selvage
