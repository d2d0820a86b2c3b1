#include "selvage/guarantee/privacy_loss.hpp"

#include <cmath>
#include <cstdlib>

#include <gtest/gtest.h>

#include "selvage/base/number_testing.hpp"
#include "selvage/guarantee/loss_tail.hpp"
#include "selvage/guarantee/optimal_composition.hpp"

namespace selvage {
namespace {

PrivacyLoss laplace(const Rational& scale, std::int64_t shift) {
  return *PrivacyLoss::discrete_laplace(scale, shift);
}

PrivacyLoss together(const std::vector<PrivacyLoss>& parts) {
  return *compose(parts, common_step(parts));
}

// Not below the vector, whose digits end somewhere, and above it by less than `slack`.
void expect_just_above(const Rational& got, const char* exact, const char* slack) {
  EXPECT_GE(got, number(exact) - number(slack)) << exact;
  EXPECT_LE(got, number(exact) + number(slack)) << exact;
}

// The definition, over the outputs |z| <= 90 of each release: a lower bound, short by
// less than e^-45, since the scales are at most 2.
struct LossCase {
  Rational scale;
  std::int64_t shift;
  Interval probability(std::int64_t z) const {
    const Interval q = exp(Interval(Rational(-1) / scale));
    return (Interval(1) - q) / (Interval(1) + q) *
           exp(Interval(Rational(-std::abs(z)) / scale));
  }
};
Interval definition(const LossCase& noise, const Rational& epsilon) {
  Interval sum(0);
  for (std::int64_t z = -90; z <= 90; ++z)
    sum = sum +
          positive_part(noise.probability(z) -
                        exp(Interval(epsilon)) * noise.probability(z - noise.shift));
  return sum;
}
Interval definition(const LossCase& a, const LossCase& b, const Rational& epsilon) {
  std::vector<Interval> pa, qa, pb, qb;
  for (std::int64_t z = -90; z <= 90; ++z) {
    pa.push_back(a.probability(z));
    qa.push_back(a.probability(z - a.shift) * exp(Interval(epsilon)));
    pb.push_back(b.probability(z));
    qb.push_back(b.probability(z - b.shift));
  }
  Interval sum(0);
  for (std::size_t i = 0; i < pa.size(); ++i)
    for (std::size_t j = 0; j < pb.size(); ++j)
      sum = sum + positive_part(pa[i] * pb[j] - qa[i] * qb[j]);
  return sum;
}

// Vectors with 18 to 20 digits.
TEST(PrivacyLoss, DeltaOfOneLaplaceRelease) {
  expect_just_above(laplace(2, 2).delta(0), "0.3934693402873665764", "1e-19");
  expect_just_above(laplace(2, 2).delta(Rational(1, 2)), "0.24491866240370912928",
                    "1e-20");
  EXPECT_EQ(laplace(2, 2).delta(1), Rational(0));
  expect_just_above(laplace(10, 10).delta(Rational(1, 2)), "0.22217170487383540119",
                    "1e-20");
}

TEST(PrivacyLoss, DeltaOfManyLaplaceReleases) {
  expect_just_above(laplace(10, 10).power(4).delta(2), "0.210993976337113226", "1e-18");
  expect_just_above(laplace(10, 10).power(16).delta(6), "0.387047516062908745",
                    "1e-18");
}

TEST(PrivacyLoss, RenyiDivergenceOfLaplaceNoise) {
  expect_just_above(*laplace(2, 1).renyi(2), "0.22733629380264572863", "1e-20");
  expect_just_above(*laplace(2, 1).renyi(10), "0.44733309609428028737", "1e-20");
  expect_just_above(*laplace(2, 2).renyi(2), "0.65482792487443255432", "1e-20");
  EXPECT_FALSE(PrivacyLoss::of_dp({1, Rational(1, 100)})->renyi(2));
}

TEST(PrivacyLoss, OneReleaseIsItsDefinition) {
  for (const LossCase& noise :
       {LossCase{Rational(3, 2), 1}, LossCase{Rational(9, 7), 4}})
    for (const char* epsilon : {"-5", "-0.7", "0", "0.3", "1", "2.9"}) {
      const Interval exact = definition(noise, number(epsilon));
      const Rational got = laplace(noise.scale, noise.shift).delta(number(epsilon));
      EXPECT_GE(got, exact.lower()) << epsilon;
      EXPECT_LE(got, exact.upper() + number("1e-19")) << epsilon;
    }
}

// Commensurable scales, then scales whose common lattice would be too fine.
TEST(PrivacyLoss, TwoDifferentReleasesAreNeverBelowTheirDefinition) {
  const struct {
    LossCase a, b;
    const char* slack;
  } cases[] = {{{Rational(3, 2), 2}, {Rational(2), 3}, "1e-19"},
               {{number("1.414213562"), 2}, {number("1.732050807"), 1}, "1e-6"}};
  for (const auto& [a, b, slack] : cases)
    for (const char* epsilon : {"0", "0.5", "1.1", "1.9"}) {
      const Interval exact = definition(a, b, number(epsilon));
      const Rational got =
          together({laplace(a.scale, a.shift), laplace(b.scale, b.shift)})
              .delta(number(epsilon));
      EXPECT_GE(got, exact.lower()) << epsilon;
      EXPECT_LE(got, exact.upper() + number(slack)) << epsilon;
    }
}

// For shift 1 the losses are +-1/scale and the truth is a sum of binomials.
TEST(PrivacyLoss, TenThousandSmallReleasesAreTheBinomialSum) {
  for (const std::int64_t scale : {1000, 100}) {
    const DpPromise each{Rational(1, scale), 0};
    const PrivacyLoss all = laplace(scale, 1).power(10'000);
    for (const char* epsilon : {"0.2", "0.5", "3", "6", "8"}) {
      const Rational exact = optimal_delta(each, 10'000, number(epsilon));
      const Rational got = all.delta(number(epsilon));
      // The reference is rounded up too, by less than 10^-50.
      EXPECT_GE(got, exact - number("1e-50")) << scale << " " << epsilon;
      EXPECT_LE(got, exact + number("1e-25")) << scale << " " << epsilon;
    }
    for (const char* delta : {"1e-4", "1e-9", "1e-15"})
      EXPECT_EQ(*all.epsilon(number(delta)),
                *optimal_epsilon(each, 10'000, number(delta)));
  }
}

TEST(PrivacyLoss, OddPowersAreProducts) {
  const PrivacyLoss one = laplace(3, 2);
  const PrivacyLoss five = one.power(5);
  const PrivacyLoss chain = together({one, one, one, one, one});
  for (const char* epsilon : {"0", "0.4", "1", "2"})
    EXPECT_LE(absolute(five.delta(number(epsilon)) - chain.delta(number(epsilon))),
              number("1e-30"));
}

TEST(PrivacyLoss, CompositionDoesNotDependOnOrderAndNeverHelps) {
  const PrivacyLoss a = laplace(3, 2), b = laplace(Rational(5, 2), 3),
                    c = *PrivacyLoss::of_dp({Rational(1, 3), Rational(1, 1000)});
  const PrivacyLoss abc = together({a, b, c}), cba = together({c, b, a});
  for (const char* epsilon : {"0", "0.3", "1", "1.7"}) {
    const Rational e = number(epsilon);
    EXPECT_LE(absolute(abc.delta(e) - cba.delta(e)), number("1e-30"));
    EXPECT_GE(abc.delta(e), together({a, b}).delta(e));
    EXPECT_GE(together({a, b}).delta(e), a.delta(e));
  }
}

TEST(PrivacyLoss, DeltaFallsAsEpsilonGrowsAndGrowsWithTheShift) {
  Rational before = 1;
  const PrivacyLoss many = laplace(7, 3).power(20);
  for (int i = 0; i <= 40; ++i) {
    const Rational delta = many.delta(Rational(i, 5));
    EXPECT_LE(delta, before);
    before = delta;
  }
  for (std::int64_t shift = 1; shift < 9; ++shift)
    EXPECT_LE(laplace(7, shift).power(4).delta(Rational(1, 3)),
              laplace(7, shift + 1).power(4).delta(Rational(1, 3)));
}

TEST(PrivacyLoss, EpsilonIsTheLeastOfSixDigits) {
  const PrivacyLoss loss = laplace(11, 4).power(30);
  for (const char* delta : {"0.3", "0.01", "1e-6", "1e-12"}) {
    const Rational epsilon = *loss.epsilon(number(delta));
    EXPECT_LE(loss.delta(epsilon), number(delta));
    EXPECT_GT(loss.delta(epsilon * number("0.99998")), number(delta));
  }
  EXPECT_EQ(*laplace(9, 1).epsilon(Rational(1, 2)), Rational(0));
  const auto slips = PrivacyLoss::of_dp({1, Rational(1, 10)});
  EXPECT_FALSE(slips->epsilon(Rational(1, 11)));
}

// The pair behind a promise is exactly as bad as the promise, at every E.
TEST(PrivacyLoss, APromiseIsItsWorstPair) {
  const DpPromise promise{Rational(2, 3), Rational(1, 50)};
  const auto loss = PrivacyLoss::of_dp(promise);
  for (const char* epsilon : {"0", "0.2", "0.5", "2/3", "5"})
    EXPECT_LE(absolute(loss->delta(number(epsilon)) -
                       optimal_delta(promise, 1, number(epsilon))),
              number("1e-34"));
  const PrivacyLoss nine = loss->power(9);
  for (const char* epsilon : {"0", "1", "2.5", "9"})
    EXPECT_LE(absolute(nine.delta(number(epsilon)) -
                       optimal_delta(promise, 9, number(epsilon))),
              number("1e-32"));
}

// The noise is better than its epsilon alone.
TEST(PrivacyLoss, KnownNoiseBeatsThePromiseAlone) {
  EXPECT_LT(laplace(10, 10).power(4).delta(2), optimal_delta({1, 0}, 4, 2));
}

// A person's rows may lie in several cells; all in one cell is the worst. [T22]
TEST(PrivacyLoss, RowsInOneCellAreWorseThanRowsInSeveral) {
  for (const char* epsilon : {"-2", "-0.4", "0", "0.1", "0.6", "1", "1.9"}) {
    const Rational e = number(epsilon);
    const PrivacyLoss one = laplace(3, 6);
    for (const auto& split : {std::vector<std::int64_t>{3, 3},
                              {1, 5},
                              {1, 2, 3},
                              {1, 1, 1, 1, 1, 1},
                              {2, 2}}) {
      std::vector<PrivacyLoss> cells;
      for (const std::int64_t rows : split) cells.push_back(laplace(3, rows));
      EXPECT_LE(together(cells).delta(e), one.delta(e) + number("1e-33")) << epsilon;
    }
  }
}

// Direct sums over |z| <= 200 with MPFR; the law has variance 9 and 100.
TEST(PrivacyLoss, DiscreteGaussianIsItsDefinition) {
  for (const std::int64_t variance : {9, 100})
    for (const std::int64_t shift : {1, 4}) {
      std::vector<Interval> weight;
      Interval total(0);
      for (std::int64_t z = -200; z <= 204; ++z) {
        weight.push_back(exp(Interval(Rational(-z * z, 2 * variance))));
        total = total + weight.back();
      }
      const auto loss = PrivacyLoss::discrete_gaussian(variance, shift);
      ASSERT_TRUE(loss);
      for (const char* epsilon : {"0", "0.1", "0.7", "2"}) {
        const Interval factor = exp(Interval(number(epsilon)));
        Interval sum(0);
        for (std::int64_t z = -200; z <= 200; ++z) {
          const auto at = [&](std::int64_t y) {
            return weight[static_cast<std::size_t>(y + 200)];
          };
          if (z - shift >= -200)
            sum = sum + positive_part(at(z) - factor * at(z - shift));
        }
        const Interval exact = sum / total;
        EXPECT_GE(loss->delta(number(epsilon)), exact.lower() - number("1e-40"));
        EXPECT_LE(loss->delta(number(epsilon)), exact.upper() + number("1e-28"));
      }
    }
}

// Splitting an atom keeps delta at the points of the new lattice and lifts it between.
TEST(PrivacyLoss, ACoarserLatticeDominates) {
  const PrivacyLoss fine = laplace(20, 7).power(12);
  const PrivacyLoss twice = fine.on_lattice(fine.offset(), fine.step() * 2);
  const PrivacyLoss other = fine.on_lattice(Rational(1, 97), Rational(3, 17));
  for (int i = -20; i <= 40; ++i) {
    const Rational e(i, 10);
    EXPECT_GE(twice.delta(e), fine.delta(e));
    EXPECT_GE(other.delta(e), fine.delta(e));
    EXPECT_GE(other.power(3).delta(e), fine.power(3).delta(e));
    EXPECT_LE(other.delta(e), fine.delta(e) + number("0.01"));
    const Rational point = Rational(1, 97) + Rational(3 * i, 17);
    EXPECT_LE(other.delta(point) - fine.delta(point), number("1e-30"));
  }
}

// delta(E) >= 1 - e^E for every pair: no mass is lost at the bottom either. [T20]
TEST(PrivacyLoss, NothingIsDropped) {
  const auto gaussian = PrivacyLoss::discrete_gaussian(25, 2);
  for (const PrivacyLoss& loss : {laplace(1000, 1).power(10'000),
                                  laplace(40, 30).power(100), gaussian->power(50)})
    for (const std::int64_t epsilon : {-1, -20, -2000})
      EXPECT_GE(loss.delta(epsilon), (Interval(1) - exp(Interval(epsilon))).lower())
          << epsilon;
}

// 64 releases take 25601 losses, more than the lattice keeps, so it is cut and made
// coarser on the way. The truth comes from plain convolution in double, good to 1e-10.
TEST(PrivacyLoss, LongLawsAreCutOnlyUpwards) {
  const std::int64_t scale = 400;
  const double q = std::exp(-1.0 / scale);
  std::vector<double> law(scale + 1);
  for (std::int64_t j = 0; j <= scale; ++j)
    law[static_cast<std::size_t>(scale - j)] =
        std::pow(q, j) / (1 + q) * (j == 0 || j == scale ? 1 : 1 - q);
  for (int doubling = 0; doubling < 6; ++doubling) {
    std::vector<double> square(2 * law.size() - 1, 0.0);
    for (std::size_t i = 0; i < law.size(); ++i)
      for (std::size_t j = 0; j < law.size(); ++j) square[i + j] += law[i] * law[j];
    law = std::move(square);
  }
  const PrivacyLoss many = laplace(scale, scale).power(64);
  EXPECT_LT(many.size(), law.size() / 2);
  EXPECT_GT(many.step(), Rational(2, scale));
  for (const int epsilon : {5, 20, 35, 45, 55}) {
    double exact = 0;
    for (std::size_t i = 0; i < law.size(); ++i) {
      const double loss = -64 + 2 * static_cast<double>(i) / scale;
      if (loss > epsilon) exact += law[i] * (1 - std::exp(epsilon - loss));
    }
    const double got = many.delta(epsilon).to_double();
    EXPECT_GE(got, exact * (1 - 1e-10)) << epsilon;
    EXPECT_LE(got, exact * (1 + 1e-4)) << epsilon;
  }
}

TEST(PrivacyLoss, RefusesWhatItCannotHold) {
  EXPECT_FALSE(PrivacyLoss::discrete_laplace(0, 1));
  EXPECT_FALSE(PrivacyLoss::discrete_laplace(1, 0));
  EXPECT_FALSE(PrivacyLoss::discrete_laplace(1, 65537));
  EXPECT_FALSE(PrivacyLoss::discrete_laplace(number("1e-300"), 1));
  EXPECT_TRUE(PrivacyLoss::discrete_laplace(number("1e300"), 1));
  EXPECT_FALSE(PrivacyLoss::discrete_gaussian(0, 1));
  EXPECT_FALSE(PrivacyLoss::discrete_gaussian(number("1e12"), 1));
  EXPECT_FALSE(PrivacyLoss::discrete_gaussian(number("0.001"), 60000));
  EXPECT_FALSE(PrivacyLoss::of_dp({1, 1}));
  EXPECT_FALSE(PrivacyLoss::of_dp({-1, 0}));
  EXPECT_FALSE(compose({}, 1));
  EXPECT_FALSE(compose({laplace(1, 1)}, 0));
  EXPECT_FALSE(compose({laplace(1, 1)}, number("1e-9")));
}

// Where a law runs out of range it becomes the worst law, not a wrong one.
TEST(PrivacyLoss, CertainLossesStayCertain) {
  const auto sure = PrivacyLoss::of_dp({0, number("0.999999")});
  const PrivacyLoss many = sure->power(1'000'000);
  EXPECT_GE(many.delta(3), number("0.999999"));
  EXPECT_LE(many.delta(3), Rational(1));
  const PrivacyLoss large = laplace(Rational(1, 1000), 1).power(1000);
  EXPECT_GT(large.delta(999'999), Rational(0));
  EXPECT_EQ(large.delta(1'000'001), Rational(0));
}

TEST(LossTail, ADecimalIsTheLeastIfBothEndsOfTheIntervalGiveIt) {
  const auto between = [](const char* a, const char* b) {
    return hull(Interval(number(a)), Interval(number(b)));
  };
  EXPECT_TRUE(is_least_above(between("1.234561", "1.234562")));
  EXPECT_FALSE(is_least_above(between("1.23456", "1.234561")));
  EXPECT_TRUE(is_least_above(between("-1", "-0.5")));  // both are 0
  EXPECT_FALSE(is_least_above(between("-1", "0.5")));
}

}  // namespace
}  // namespace selvage
