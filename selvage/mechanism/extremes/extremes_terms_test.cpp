#include "selvage/mechanism/extremes/extremes_terms.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace selvage {
namespace {

const Rational kUsualConfidence(19, 20);

struct PlannedTerms {
  std::int64_t beyond, threshold;
  Rational share;  // of 64
  bool operator==(const PlannedTerms&) const = default;
};

PlannedTerms planned(const Rational& epsilon, std::size_t places,
                     const Rational& confidence = kUsualConfidence) {
  const auto terms = best_above_threshold(epsilon, places, confidence);
  EXPECT_EQ(terms.first + terms.second, epsilon);
  return {*most_beyond(terms, places, confidence), terms.threshold,
          terms.first / epsilon * 64};
}

// test/vectors/extremes.py prints the same, by trying everything.
TEST(AboveThresholdTerms, AreTheLeastOfAll) {
  EXPECT_EQ(planned(1, 2), (PlannedTerms{11, 5, 32}));
  EXPECT_EQ(planned(1, 5), (PlannedTerms{14, 5, 31}));
  EXPECT_EQ(planned(1, 10), (PlannedTerms{15, 6, 29}));
  EXPECT_EQ(planned(1, 20), (PlannedTerms{17, 5, 31}));
  EXPECT_EQ(planned(1, 200), (PlannedTerms{21, 6, 26}));
  EXPECT_EQ(planned(1, 2000), (PlannedTerms{24, 7, 24}));
  EXPECT_EQ(planned({1, 2}, 2000), (PlannedTerms{49, 15, 24}));
  EXPECT_EQ(planned(2, 2000), (PlannedTerms{12, 3, 24}));
  EXPECT_EQ(planned(1, 1887), (PlannedTerms{24, 7, 24}));
  EXPECT_EQ(planned(1, 2975), (PlannedTerms{25, 7, 23}));
  EXPECT_EQ(planned({1, 2}, 2975), (PlannedTerms{50, 16, 23}));
  EXPECT_EQ(planned(2, 2975), (PlannedTerms{12, 3, 24}));
  EXPECT_EQ(planned(1, 1'000'000), (PlannedTerms{33, 9, 20}));
  EXPECT_EQ(planned({1, 10}, 2000), (PlannedTerms{248, 81, 23}));
  EXPECT_EQ(planned(2, 2000, {999, 1000}), (PlannedTerms{20, 7, 28}));
}

// Against every share and threshold, where that is not too many.
TEST(AboveThresholdTerms, NoOthersPromiseLess) {
  for (const Rational& epsilon : {Rational(1, 3), Rational(3), Rational(20)})
    for (const std::size_t places : {2, 63, 1823})
      for (const Rational& confidence :
           {Rational(1, 100), kUsualConfidence, Rational(9999, 10'000)}) {
        std::int64_t beyond = std::numeric_limits<std::int64_t>::max(), threshold = 0;
        Rational share = 0;
        for (std::int64_t i = 1; i < 64; ++i)
          for (std::int64_t t = 0; t < 120 && t <= beyond; ++t) {
            const Rational first = epsilon * Rational(i, 64);
            const auto here = most_beyond(
                AboveThresholdTerms{first, epsilon - first, t}, places, confidence);
            if (!here || *here > beyond) continue;
            if (*here == beyond && t >= threshold) continue;
            beyond = *here;
            threshold = t;
            share = i;
          }
        EXPECT_EQ(planned(epsilon, places, confidence),
                  (PlannedTerms{beyond, threshold, share}))
            << epsilon.text() << ' ' << places << ' ' << confidence.text();
      }
}

TEST(AboveThresholdTerms, SmallEpsilonsAreFound) {
  const auto terms = best_above_threshold({1, 1'000'000}, 2000, kUsualConfidence);
  const auto beyond = most_beyond(terms, 2000, kUsualConfidence);
  ASSERT_TRUE(beyond);
  EXPECT_GT(*beyond, 24'000'000);
  EXPECT_LT(*beyond, 25'000'000);
}

// Directly: the two sums of the promise, by their series. [T104]
TEST(AboveThresholdTerms, WhatIsPromisedHolds) {
  const double e1 = 0.375, e2 = 0.625;
  const std::int64_t tau = 7;
  const std::size_t places = 2000;
  const std::int64_t beyond =
      *most_beyond(AboveThresholdTerms{{3, 8}, {5, 8}, tau}, places, kUsualConfidence);
  const auto risk = [&](std::int64_t most) {
    double nobody = 0, many = 0;
    for (int rho = 0; rho < 400; ++rho) {
      const double mass = -std::expm1(-e1) * std::exp(-e1 * rho);
      if (rho > tau) nobody += mass * -std::expm1(-e2 * static_cast<double>(rho - tau));
      many += mass * std::exp(-e2 * static_cast<double>(most + 1 - tau + rho));
    }
    return nobody + static_cast<double>(places - 1) * many;
  };
  EXPECT_LE(risk(beyond), 0.05);
  EXPECT_GT(risk(beyond - 1), 0.05);
  EXPECT_EQ(beyond, 24);
}

TEST(AboveThresholdTerms, ConfidenceThatIsNotKeptIsNotPromised) {
  const auto terms = best_above_threshold(1, 2000, kUsualConfidence);
  EXPECT_FALSE(most_beyond(terms, 2000, {999, 1000}));
  EXPECT_LT(*most_beyond(terms, 2000, {9, 10}),
            *most_beyond(terms, 2000, kUsualConfidence));
}

TEST(ExponentialTerms, AreThoseOfTheVectors) {
  const auto all = [](const Rational& epsilon, std::size_t places,
                      const Rational& confidence) {
    const auto terms = best_exponential(epsilon, places, confidence);
    EXPECT_EQ(terms.slope, epsilon / 2);
    return std::pair(terms.people, *most_beyond(terms, places, confidence));
  };
  using Both = std::pair<std::int64_t, std::int64_t>;
  EXPECT_EQ(all(1, 2000, kUsualConfidence), Both(22, 43));
  EXPECT_EQ(all({1, 2}, 2000, kUsualConfidence), Both(43, 85));
  EXPECT_EQ(all(1, 20, kUsualConfidence), Both(12, 23));
  EXPECT_EQ(all(1, 3073, kUsualConfidence), Both(23, 45));
  EXPECT_EQ(all(2, 2000, {999, 1000}), Both(15, 29));
  EXPECT_EQ(all(1, 1'000'000, kUsualConfidence), Both(34, 67));
}

TEST(ExponentialTerms, OtherConfidencesHaveOtherBounds) {
  const auto terms = best_exponential(1, 2000, kUsualConfidence);
  EXPECT_FALSE(most_beyond(terms, 2000, {999, 1000}));
  EXPECT_EQ(*most_beyond(terms, 2000, {1, 2}), 21 + 17);
}

}  // namespace
}  // namespace selvage
