#include "selvage/mechanism/laplace_histogram.hpp"

#include <gtest/gtest.h>

#include "selvage/noise/seeded_source.hpp"
#include "selvage/verify/divergence.hpp"

namespace selvage {
namespace {

TEST(LaplaceHistogram, EpsilonIsRowsPerPersonOverScale) {
  const auto m =
      LaplaceHistogram::make({.epsilon = Rational(4, 3), .rows_per_person = 3});
  ASSERT_TRUE(m);
  EXPECT_EQ(m->scale(), Rational(9, 4));
  EXPECT_EQ(m->derivation().conclusion,
            (Guarantee{DpPromise{Rational(4, 3), 0}, Neighbours::add_remove_person}));
}

TEST(LaplaceHistogram, RefusesAnEpsilonThatGivesNothing) {
  for (const char* epsilon : {"0", "-1", "1e-400", "1e-10", "1001", "1e300"}) {
    const auto m = LaplaceHistogram::make({.epsilon = *Rational::parse(epsilon)});
    ASSERT_FALSE(m) << epsilon;
    EXPECT_EQ(m.error().kind, ErrorKind::invalid_request);
  }
  EXPECT_FALSE(LaplaceHistogram::make({.epsilon = 1, .rows_per_person = 0}));
}

TEST(LaplaceHistogram, ALongEpsilonIsMetByASlightlyLargerScale) {
  const Rational asked = *Rational::parse("0.333333333333333333333333333333");
  const auto m = LaplaceHistogram::make({.epsilon = asked});
  ASSERT_TRUE(m);
  const auto claimed = std::get<DpPromise>(m->derivation().conclusion.promise).epsilon;
  EXPECT_LE(claimed, asked);
  EXPECT_GT(claimed * Rational(1000001, 1000000), asked);
  EXPECT_TRUE(fits_sampler(m->scale()));
}

TEST(LaplaceHistogram, ManyRowsAndALongEpsilonStillFitTheSampler) {
  const auto m = LaplaceHistogram::make(
      {.epsilon = *Rational::parse("0.00000010000000000000000000000000001"),
       .rows_per_person = 1'000'000});
  ASSERT_TRUE(m);
  EXPECT_TRUE(fits_sampler(m->scale()));
  EXPECT_EQ(m->mean_absolute_error().sign(), 1);
}

// P(|Z| > 4) = 0.04714363660701... at scale 3/2, summed with 60 digits.
TEST(LaplaceHistogram, ErrorBoundIsTheSmallestThatHolds) {
  const auto m = LaplaceHistogram::make({.epsilon = Rational(2, 3)});
  EXPECT_EQ(m->error_bound(*Rational::parse("0.047144")), 4);
  EXPECT_EQ(m->error_bound(*Rational::parse("0.047143")), 5);
  EXPECT_EQ(m->error_bound(*Rational::parse("0.999")), 0);
}

// E|Z| = 0.85091812823932154513 at epsilon 1, 999999.99999983333 at 1e-6.
TEST(LaplaceHistogram, MeanErrorIsRoundedUp) {
  EXPECT_EQ(LaplaceHistogram::make({.epsilon = 1})->mean_absolute_error(),
            *Rational::parse("0.850919"));
  EXPECT_EQ(
      LaplaceHistogram::make({.epsilon = Rational(1, 1000000)})->mean_absolute_error(),
      Rational(1000000));
}

// T4 on the code itself over a grid: exactly private at the promise, and at no less.
TEST(LaplaceHistogram, LawOfTheReleaseIsExactlyEpsilonPrivate) {
  for (const Rational& epsilon :
       {Rational(1, 3), Rational(1), Rational(5, 2), Rational(9)})
    for (const std::int64_t rows : {1, 2, 3}) {
      const auto m =
          LaplaceHistogram::make({.epsilon = epsilon, .rows_per_person = rows});
      const auto law = [&](std::int64_t count) {
        return verify::law_of<verify::TreeSource>(
            {.cut = 1e-20}, [&](RandomSource& random) {
              std::int64_t cell = count;
              m->add_noise(std::span(&cell, 1), random);
              return cell;
            });
      };
      const auto present = law(5 + rows), absent = law(5);
      const verify::Epsilon promised(epsilon), less(epsilon * Rational(99, 100));
      Interval excess_there(0);
      int compared = 0;
      for (const auto& [out, p] : present.mass) {
        const auto found = absent.mass.find(out);
        if (found == absent.mass.end()) continue;  // at the rim of one walk
        const auto& q = found->second;
        EXPECT_EQ(verify::excess(p, &q, promised).upper(), Rational(0)) << out;
        EXPECT_EQ(verify::excess(q, &p, promised).upper(), Rational(0)) << out;
        excess_there = excess_there + verify::excess(p, &q, less);
        ++compared;
      }
      EXPECT_GE(compared + rows, static_cast<int>(present.mass.size()));
      EXPECT_GT(excess_there.lower(), Rational(0));
      EXPECT_LT(present.unresolved.upper(), *Rational::parse("1e-18"));
    }
}

TEST(LaplaceHistogram, NoiseDoesNotDependOnTheCounts) {
  const auto m = LaplaceHistogram::make({.epsilon = Rational(3, 7)});
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    SeededSource one(seed), two(seed);
    std::vector<std::int64_t> x = {0, 900}, y = {40, 11};
    m->add_noise(x, one);
    m->add_noise(y, two);
    EXPECT_EQ(y[0] - x[0], 40);
    EXPECT_EQ(y[1] - x[1], -889);
  }
}

TEST(LaplaceHistogram, ErrorBarsHoldAsOftenAsTheySay) {
  const auto m = LaplaceHistogram::make({.epsilon = Rational(1, 10)});
  const std::int64_t bound = m->error_bound(Rational(1, 20));
  SeededSource random(5);
  std::vector<std::int64_t> cells(200'000, 1000);
  m->add_noise(cells, random);
  int outside = 0;
  for (const std::int64_t cell : cells) outside += std::abs(cell - 1000) > bound;
  // At most 5 %: 10,000 expected, and 6 standard deviations are 585 (rate 1e-9).
  EXPECT_LE(outside, 10'585);
  EXPECT_GE(outside, 8'500);  // nor is the bound idle: P(|Z| > bound) is 0.0473
}

TEST(LaplaceHistogram, HugeCountsSaturateWithoutOverflow) {
  const auto m = LaplaceHistogram::make({.epsilon = Rational(1, 1'000'000'000)});
  SeededSource random(6);
  std::vector<std::int64_t> cells = {std::numeric_limits<std::int64_t>::max(), -5};
  m->add_noise(cells, random);
  EXPECT_LE(cells[0], kMaxNoise / 2);
  EXPECT_GE(cells[0], kMaxNoise / 8);
}

}  // namespace
}  // namespace selvage
