#include "selvage/mechanism/cells/noise.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "selvage/base/interval.hpp"
#include "selvage/guarantee/zcdp.hpp"
#include "selvage/outcome/divergence.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

Noise laplace(const Rational& scale) { return LaplaceNoise{scale}; }
Noise gaussian(const Rational& variance) { return GaussianNoise{variance}; }

TEST(Noise, ALongParameterIsMetByASlightlyLargerOne) {
  const Rational asked = *Rational::parse("3.000000000000000000000000000003");
  for (const Rational& taken :
       {laplace_noise(asked)->scale, gaussian_noise(asked)->variance}) {
    EXPECT_GE(taken, asked);
    EXPECT_LT(taken, asked * Rational(1000001, 1000000));
  }
  EXPECT_EQ(laplace_noise(Rational(1, 3))->scale, Rational(1, 3));
  EXPECT_FALSE(laplace_noise(*Rational::parse("1e30")));
  EXPECT_FALSE(gaussian_noise(*Rational::parse("1e18")));
}

// P(|Z| > 4) = 0.04714363660701... at scale 3/2, summed with 60 digits.
TEST(Noise, LaplaceErrorBoundIsTheSmallestThatHolds) {
  const Noise noise = laplace(Rational(3, 2));
  EXPECT_EQ(error_bound(noise, *Rational::parse("0.047144")), 4);
  EXPECT_EQ(error_bound(noise, *Rational::parse("0.047143")), 5);
  EXPECT_EQ(error_bound(noise, *Rational::parse("0.999")), 0);
}

// E|Z| = 0.85091812823932154513 at epsilon 1, 999999.99999983333 at 1e-6.
TEST(Noise, MeanErrorIsRoundedUp) {
  EXPECT_EQ(mean_absolute_error(laplace(1)), *Rational::parse("0.850919"));
  EXPECT_EQ(mean_absolute_error(laplace(1'000'000)), Rational(1000000));
}

// Against sums of the exact weights, term by term.
TEST(Noise, GaussianErrorsAreThoseOfTheLaw) {
  for (const Rational& variance :
       {Rational(1, 5), Rational(1), Rational(10), Rational(900)}) {
    Interval total(1), first(0);
    std::vector<Interval> weights = {Interval(1)};
    for (std::int64_t z = 1; z < 600; ++z) {
      weights.push_back(exp(Interval(Rational(-z * z) / (variance * 2))));
      total = total + weights.back() * 2;
      first = first + weights.back() * (2 * z);
    }
    const Interval mean = first / total;
    EXPECT_GE(mean_absolute_error(gaussian(variance)), mean.lower());
    EXPECT_LE(mean_absolute_error(gaussian(variance)),
              mean.upper() * Rational(10001, 10000) + Rational(1, 100000));
    for (const char* text : {"0.3", "0.05", "1e-6"}) {
      const Rational beta = *Rational::parse(text);
      const std::int64_t bound = error_bound(gaussian(variance), beta);
      Interval tail(0);
      for (std::size_t z = 599; z > static_cast<std::size_t>(bound); --z)
        tail = tail + weights[z] * 2;
      EXPECT_LE((tail / total).upper(), beta);
      if (bound > 0) {
        EXPECT_GT(
            ((tail + weights[static_cast<std::size_t>(bound)] * 2) / total).lower(),
            beta);
      }
    }
  }
}

TEST(Noise, WideGaussianBoundsAreALittleLoose) {
  const Noise wide = gaussian(Rational(1) * 1'000'000 * 1'000'000);  // deviation 10^6
  const double bound = static_cast<double>(error_bound(wide, Rational(1, 20)));
  EXPECT_GE(bound, 1.95996e6);
  EXPECT_LE(bound, 1.95996e6 * 1.02);
  EXPECT_NEAR(mean_absolute_error(wide).to_double(), 797884.6, 25000);
  EXPECT_GE(mean_absolute_error(wide).to_double(), 797884.5);
}

TEST(Noise, SumsOfNoiseStayWithinTheirBound) {
  for (const Noise& noise : {laplace(3), gaussian(20)}) {
    const std::int64_t bound = sum_error_bound(noise, 30, Rational(1, 20));
    EXPECT_LT(bound, 30 * error_bound(noise, Rational(1, 20)));
    EXPECT_GT(bound, error_bound(noise, Rational(1, 20)));
    EXPECT_EQ(sum_error_bound(noise, 1, Rational(1, 20)),
              error_bound(noise, Rational(1, 20)));
    SeededSource random(11);
    int outside = 0;
    for (int i = 0; i < 20'000; ++i) {
      std::vector<std::int64_t> cells(30, 0);
      add_noise(noise, cells, random);
      std::int64_t sum = 0;
      for (const std::int64_t cell : cells) sum += cell;
      outside += std::abs(sum) > bound;
    }
    // At most 5 %: 1000 expected, 6 standard deviations are 185 (rate 1e-9).
    EXPECT_LE(outside, 1185);
  }
}

// T4 on the code itself over a grid: exactly private at the promise, and at no less.
TEST(Noise, LaplaceLawIsExactlyEpsilonPrivate) {
  for (const Rational& epsilon :
       {Rational(1, 3), Rational(1), Rational(5, 2), Rational(9)})
    for (const std::int64_t rows : {1, 2, 3}) {
      const Noise noise = laplace(Rational(rows) / epsilon);
      const auto law = [&](std::int64_t count) {
        return law_of<TreeSource>({.cut = 1e-20}, [&](RandomSource& random) {
          std::int64_t cell = count;
          add_noise(noise, std::span(&cell, 1), random);
          return cell;
        });
      };
      const auto present = law(5 + rows), absent = law(5);
      const Epsilon promised(epsilon), less(epsilon * Rational(99, 100));
      Interval excess_there(0);
      int compared = 0;
      for (const auto& [out, p] : present.mass) {
        const auto found = absent.mass.find(out);
        if (found == absent.mass.end()) continue;  // at the rim of one walk
        const auto& q = found->second;
        EXPECT_EQ(excess(p, &q, promised).upper(), Rational(0)) << out;
        EXPECT_EQ(excess(q, &p, promised).upper(), Rational(0)) << out;
        excess_there = excess_there + excess(p, &q, less);
        ++compared;
      }
      EXPECT_GE(compared + rows, static_cast<int>(present.mass.size()));
      EXPECT_GT(excess_there.lower(), Rational(0));
      EXPECT_LT(present.unresolved.upper(), *Rational::parse("1e-18"));
    }
}

// T25, T26 on the code itself: the exact divergence is below what zcdp promises.
TEST(Noise, GaussianLawKeepsItsConcentratedPromise) {
  for (const Rational& variance : {Rational(1), Rational(5, 2), Rational(16)})
    for (const std::int64_t rows : {1, 2}) {
      const auto law = [&](std::int64_t count) {
        return law_of<TreeSource>({.cut = 1e-18}, [&](RandomSource& random) {
          std::int64_t cell = count;
          add_noise(gaussian(variance), std::span(&cell, 1), random);
          return cell;
        });
      };
      const auto present = law(9 + rows), absent = law(9);
      for (const Rational& epsilon : {Rational(1, 2), Rational(1), Rational(3)}) {
        const auto dp = dp_from_zcdp_at_epsilon(
            discrete_gaussian_cells(variance, rows * rows), epsilon);
        ASSERT_TRUE(dp);
        const Rational promised = std::get<DpPromise>(dp->conclusion.promise).delta;
        const auto exact = hockey_stick(present, absent, epsilon);
        EXPECT_LE(exact.upper().upper(), promised + *Rational::parse("1e-15"));
        EXPECT_GT(exact.resolved.lower() * 20 + *Rational::parse("1e-12"), promised);
      }
    }
}

TEST(Noise, DoesNotDependOnTheNumbers) {
  for (const Noise& noise : {laplace(Rational(7, 3)), gaussian(9)})
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
      SeededSource one(seed), two(seed);
      std::vector<std::int64_t> x = {0, 900}, y = {40, -11};
      add_noise(noise, x, one);
      add_noise(noise, y, two);
      EXPECT_EQ(y[0] - x[0], 40);
      EXPECT_EQ(y[1] - x[1], -911);
    }
}

TEST(Noise, ErrorBarsHoldAsOftenAsTheySay) {
  for (const Noise& noise : {laplace(10), gaussian(200)}) {
    const std::int64_t bound = error_bound(noise, Rational(1, 20));
    SeededSource random(5);
    std::vector<std::int64_t> cells(200'000, 1000);
    add_noise(noise, cells, random);
    int outside = 0;
    for (const std::int64_t cell : cells) outside += std::abs(cell - 1000) > bound;
    // At most 5 %: 10,000 expected, and 6 standard deviations are 585 (rate 1e-9).
    EXPECT_LE(outside, 10'585);
    EXPECT_GE(outside, 8'000);  // nor is the bound idle
  }
}

TEST(Noise, HugeNumbersSaturateWithoutOverflow) {
  SeededSource random(6);
  std::vector<std::int64_t> cells = {std::numeric_limits<std::int64_t>::max(),
                                     std::numeric_limits<std::int64_t>::min()};
  add_noise(laplace(1'000'000'000), cells, random);
  EXPECT_LE(cells[0], kMaxNoise / 2);
  EXPECT_GE(cells[0], kMaxNoise / 8);
  EXPECT_GE(cells[1], -kMaxNoise / 2);
  EXPECT_LE(cells[1], -kMaxNoise / 8);
}

TEST(Noise, ParametersAreReadAsTheyAreWritten) {
  for (const Noise& noise : {laplace(Rational(9, 4)), gaussian(7)}) {
    const auto again = read_noise(noise_name(noise), noise_parameter(noise).second);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->index(), noise.index());
    EXPECT_EQ(noise_parameter(*again), noise_parameter(noise));
  }
  for (const auto& [name, text] : std::vector<std::pair<std::string, std::string>>{
           {"discrete_laplace", "0"}, {"discrete_gaussian", "-1"}, {"unknown", "1"}})
    EXPECT_FALSE(read_noise(name, text)) << name << ' ' << text;
}

}  // namespace
}  // namespace selvage
