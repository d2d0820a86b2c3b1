#include "selvage/mechanism/outlier/law/warped_geometric.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace selvage {
namespace {

const Rational kOne = Rational::power_of_two(WarpedGeometric::kBits);

WarpedGeometric warped(const std::string& profile) {
  const auto law = WarpedGeometric::make(*parse_profile(profile));
  EXPECT_TRUE(law) << profile;
  return *law;
}

const char* const kProfiles[] = {"10:0.1,1",   "1",         "3:0.5,7:2/3,1.5",
                                 "8:0,1",      "5:0.3,inf", "4:0,9:0.25,inf",
                                 "2:0.001,0.7"};

// The values were computed with 40 digits; W's q are rounded up to 2^-62.
void expect_near(const Interval& value, double expected) {
  EXPECT_NEAR(value.middle(), expected, 1e-9 * std::abs(expected));
}

TEST(WarpedGeometric, ReferenceValues) {
  const WarpedGeometric law = warped("10:0.1,1");
  expect_near(law.mass(12, 12), 0.4621171572600);
  expect_near(law.mass(12, 10), 0.03465094359562);
  expect_near(law.mass(12, 0), 0.02613717469872);
  expect_near(law.mass(0, 11), 0.06254075636628);
  expect_near(law.at_least(12, 17), 0.004925833956036);
  expect_near(law.at_least(1, 20), 1.349405030898e-5);
  expect_near(law.at_most(12, 5), 0.04309291588178);
  expect_near(law.mean_absolute_error(5), 4.186197190111);
  expect_near(law.mean_absolute_error(12), 1.220367508687);
  expect_near(law.mean_absolute_error(40), 0.8509181282396);
  expect_near(law.unbiased(0), -9.508331944775);
  expect_near(law.unbiased(10), 27.83415542137);
  EXPECT_EQ(law.unbiased(11), 11);
  const WarpedGeometric salaries = warped("100:0.01,1");
  expect_near(salaries.mean_absolute_error(100), 32.03096024456);
  expect_near(salaries.mean_absolute_error(101), 12.32141459769);
  expect_near(salaries.at_least(100, 50), 0.698250984157);
  expect_near(salaries.at_least(0, 50), 0.3047816438697);
}

TEST(WarpedGeometric, TheProfileIsMetExactlyAtEveryCount) {
  const WarpedGeometric law = warped("10:0.1,1");
  for (std::int64_t k = 1; k <= 60; ++k) {
    Interval most(0);
    for (std::int64_t j = 0; j <= 80; ++j) {
      const Interval loss = log(law.mass(k, j) / law.mass(k - 1, j));
      const Interval size = loss.middle() < 0 ? Interval(0) - loss : loss;
      most = hull(most, size);
    }
    const double epsilon = k <= 10 ? 0.1 : 1;
    EXPECT_NEAR(most.upper().to_double(), epsilon, 1e-12) << k;
    EXPECT_LE(most.upper(), Rational(k <= 10 ? 1 : 10, 10)) << k;  // never above
  }
}

// With fractions, nothing is rounded: the ratio of neighbours is 2^62 / n_k from k on
// and n_k / 2^62 below it.
TEST(WarpedGeometric, RatiosAreWholeNumberRatios) {
  for (const char* text : kProfiles) {
    const WarpedGeometric law = warped(text);
    for (std::int64_t k = 1; k <= 14; ++k) {
      const Rational n = law.q(k) * kOne;
      for (std::int64_t j = law.least(); j <= 20; ++j) {
        const Rational with = law.mass(k, j), without = law.mass(k - 1, j);
        if (k <= law.least()) {
          EXPECT_EQ(with, without);
        } else if (j >= k) {
          EXPECT_EQ(without * kOne, with * n) << text << ' ' << k << ' ' << j;
        } else {
          EXPECT_EQ(with * kOne, without * n) << text << ' ' << k << ' ' << j;
        }
      }
    }
  }
}

TEST(WarpedGeometric, NumeratorsAreTheLeastThatKeepEpsilon) {
  for (const char* text : {"0.1", "1", "1e-6", "1/3", "2.5", "40", "1000"}) {
    const WarpedGeometric law = warped(text);
    const Interval q = exp(-*Rational::parse(text));
    EXPECT_TRUE(surely_at_most(q, Interval(law.q(1)))) << text;
    EXPECT_TRUE(surely_at_most(Interval(law.q(1) - Rational(1) / kOne), q)) << text;
    EXPECT_GT(law.n(1), 0u);
    EXPECT_LT(law.n(1), WarpedGeometric::kOne);
  }
}

TEST(WarpedGeometric, MassesAndTailsAreOne) {
  for (const char* text : kProfiles) {
    const WarpedGeometric law = warped(text);
    for (std::int64_t k = 0; k <= 14; ++k) {
      Rational sum = 0;
      for (std::int64_t j = law.least(); j <= 16; ++j) {
        sum = sum + law.mass(k, j);
        const Interval below = law.at_most(k, j), above = law.at_least(k, j + 1);
        EXPECT_LE(below.lower(), sum) << text << ' ' << k << ' ' << j;
        EXPECT_GE(below.upper(), sum);
        EXPECT_LE(above.lower(), Rational(1) - sum);
        EXPECT_GE(above.upper(), Rational(1) - sum);
      }
      EXPECT_EQ(law.mass(k, law.least() - 1), 0);
    }
  }
}

TEST(WarpedGeometric, ErrorsAreSumsOverTheMasses) {
  for (const char* text : kProfiles) {
    const WarpedGeometric law = warped(text);
    for (std::int64_t k : {0, 1, 4, 9, 12}) {
      Rational mean = 0;
      for (std::int64_t j = law.least(); j <= 90; ++j)
        mean = mean + law.mass(k, j) * absolute(Rational(j - k));
      const double exact = law.mean_absolute_error(k).middle();
      EXPECT_NEAR(exact, mean.to_double(), 1e-9 * exact) << text << ' ' << k;
      for (const Rational& beta : {Rational(1, 20), Rational(1, 3)}) {
        const std::int64_t r = law.error_bound(k, beta);
        const auto beyond = [&](std::int64_t bound) {
          Rational inside = 0;
          for (std::int64_t j = k - bound; j <= k + bound; ++j)
            inside = inside + law.mass(k, j);
          return Rational(1) - inside;
        };
        EXPECT_LE(beyond(r), beta) << text << ' ' << k;
        if (r > 0) {
          EXPECT_GT(beyond(r - 1), beta) << text << ' ' << k;
        }
      }
    }
  }
}

TEST(WarpedGeometric, TheEstimatorIsUnbiased) {
  for (const char* text : {"10:0.1,1", "1", "3:0.5,7:2/3,1.5", "8:0,1"}) {
    const WarpedGeometric law = warped(text);
    for (std::int64_t k = law.least(); k <= law.least() + 14; ++k) {
      Rational mean = 0;
      for (std::int64_t j = law.least(); j <= k + 120; ++j)
        mean = mean + law.mass(k, j) * law.unbiased(j);
      EXPECT_NEAR(mean.to_double(), static_cast<double>(k), 1e-9) << text << ' ' << k;
    }
  }
  // The root of the mean square error, for .1 up to 10 and 1 above.
  const WarpedGeometric law = warped("10:0.1,1");
  for (const auto& [k, error] :
       {std::pair(0, 11.87), std::pair(5, 12.54), std::pair(12, 4.86),
        std::pair(15, 1.71), std::pair(40, 1.357)})
    EXPECT_NEAR(std::sqrt(law.rough_variance(k)), error, 0.006) << k;
}

TEST(WarpedGeometric, IntervalsHoldTheirCount) {
  for (const char* text : kProfiles) {
    const WarpedGeometric law = warped(text);
    for (const Rational& beta : {Rational(1, 20), Rational(1, 3)})
      for (std::int64_t k = 0; k <= 14; ++k) {
        Rational missed = 1;
        for (std::int64_t j = law.least(); j <= 60; ++j) {
          const auto counts = law.counts_behind(j, beta);
          EXPECT_LE(counts.lower, j);
          EXPECT_GE(counts.upper, j);
          if (counts.lower <= k && k <= counts.upper) missed = missed - law.mass(k, j);
        }
        EXPECT_LE(missed, beta) << text << ' ' << k;
      }
  }
}

TEST(WarpedGeometric, ZeroJoinsCountsAndInfinityTellsThem) {
  const WarpedGeometric clamp = warped("8:0,1");
  EXPECT_EQ(clamp.least(), 8);
  for (std::int64_t j = 8; j < 30; ++j)
    EXPECT_EQ(clamp.mass(0, j), clamp.mass(8, j));  // nobody below can be noticed
  // max(c, k0) + noise, folded at k0.
  expect_near(clamp.mass(8, 8), 1 / (1 + std::exp(-1.0)));
  EXPECT_EQ(clamp.counts_behind(8, Rational(1, 20)).lower, 0);
  const WarpedGeometric told = warped("5:0,inf");  // suppression, and nothing else
  EXPECT_EQ(told.mass(0, 5), 1);
  EXPECT_EQ(told.mass(5, 5), 1);
  EXPECT_EQ(told.mass(6, 6), 1);
  EXPECT_EQ(told.counts_behind(5, Rational(1, 20)), (WarpedGeometric::Counts{0, 5}));
  EXPECT_EQ(told.mean_absolute_error(2).middle(), 3);
  const WarpedGeometric open = warped("5:0.3,inf");
  EXPECT_EQ(open.mass(6, 6), 1);
  EXPECT_EQ(open.mass(5, 6), 0);
  EXPECT_EQ(open.counts_behind(7, Rational(1, 20)), (WarpedGeometric::Counts{7, 7}));
  EXPECT_EQ(open.error_bound(7, Rational(1, 20)), 0);
}

TEST(WarpedGeometric, TakesTheLowerEnvelope) {
  EXPECT_EQ(warped("10:2,1"), warped("1"));
  EXPECT_EQ(warped("5:0.2,10:3,1").n(7), warped("1").n(7));
}

TEST(WarpedGeometric, RefusesWhatProtectsNobodyOrTellsNothing) {
  for (const std::vector<ProfileStep>& profile :
       {std::vector<ProfileStep>{{std::nullopt, ExtendedRational::infinity()}},
        std::vector<ProfileStep>{{std::nullopt, 0}},
        std::vector<ProfileStep>{{5, Rational(1, 10'000'000)}, {std::nullopt, 1}}}) {
    const auto law = WarpedGeometric::make(profile);
    ASSERT_FALSE(law);
    EXPECT_EQ(law.error().kind, ErrorKind::invalid_request);
  }
}

}  // namespace
}  // namespace selvage
