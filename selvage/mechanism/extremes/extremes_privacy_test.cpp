// T103 and T105 on all small tables, without a tolerance: a ratio of two probabilities
// is exactly known where their constants are the same, and between bounds elsewhere.
#include <map>

#include <gtest/gtest.h>

#include "selvage/mechanism/extremes/above_threshold_law.hpp"
#include "selvage/mechanism/extremes/exponential_law.hpp"
#include "selvage/mechanism/extremes/extremes_testing.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kFewBins = 5;

using Mass = PlaceLaw::Mass;

std::vector<Mass> masses_of(const AboveThresholdTerms& terms, const Reach& reach) {
  return AboveThresholdLaw(terms, {reach}).masses(0);
}

std::vector<Mass> masses_of(const ExponentialTerms& terms, const Reach& reach) {
  return ExponentialLaw(terms, {reach}).masses(0);
}

struct Worst {
  double loss = 0;  // over all pairs, for the eye
  bool attained = false;
  int pairs = 0, violations = 0;
};

// p <= exp(epsilon) q for every place.
void look_at(const std::vector<Mass>& p, const std::vector<Mass>& q,
             const Rational& epsilon, Worst& worst) {
  bool kept = true;
  for (std::size_t v = 0; v < p.size(); ++v) {
    const Rational apart = q[v].exponent - p[v].exponent;
    if (p[v].key == q[v].key) {
      kept = kept && apart <= epsilon;
      worst.attained = worst.attained || apart == epsilon;
      worst.loss = std::max(worst.loss, apart.to_double());
      continue;
    }
    const Interval loss = Interval(apart) + log(p[v].constant / q[v].constant);
    kept = kept && surely_at_most(loss, Interval(epsilon));
    worst.loss = std::max(worst.loss, loss.middle());
  }
  ++worst.pairs;
  worst.violations += kept ? 0 : 1;
}

// All tables of up to `most` rows in five bins, and all that have up to
// `rows_per_person` fewer; beside a background.
template <class Terms>
Worst worst_of(const Terms& terms, std::int64_t rows_per_person,
               const Rational& epsilon, std::size_t most,
               const Codes& background = {}) {
  std::map<Reach, std::vector<Mass>> laws;
  const auto known = [&](Codes rows) -> const std::vector<Mass>& {
    rows.insert(rows.end(), background.begin(), background.end());
    const Reach reach = reach_of(rows, kFewBins);
    const auto [found, fresh] = laws.try_emplace(reach);
    if (fresh) found->second = masses_of(terms, reach);
    return found->second;
  };
  Worst worst;
  for (const Codes& rows : tables_in_bins(kFewBins, most))
    for (const Codes& person :
         tables_in_bins(kFewBins, static_cast<std::size_t>(rows_per_person))) {
      if (person.empty() || rows.size() + person.size() > most) continue;
      Codes more = rows;
      more.insert(more.end(), person.begin(), person.end());
      look_at(known(more), known(rows), epsilon, worst);
      look_at(known(rows), known(more), epsilon, worst);
    }
  return worst;
}

// Both sides of the threshold are reached: 4 rows around, and thresholds up to 5.
const Codes kBackground = {1, 1, 3, 3};

TEST(ExtremesPrivacy, NoSmallTableTellsOfAPersonByTheThreshold) {
  bool attained = false;
  for (const auto& [first, second] :
       {std::pair(Rational(3, 8), Rational(5, 8)), std::pair(Rational(5), Rational(2))})
    for (const std::int64_t threshold : {0, 1, 5})
      for (const std::int64_t rows : {1, 2, 3}) {
        const AboveThresholdTerms terms{first / rows, second / rows, threshold};
        const bool one = rows == 1;
        const Worst worst = worst_of(terms, rows, first + second, one ? 5 : 4);
        EXPECT_EQ(worst.violations, 0) << threshold << ' ' << rows;
        EXPECT_GE(worst.pairs, one ? 2 * 630 : 2 * 280);
        attained = attained || worst.attained;
        EXPECT_EQ(worst_of(terms, rows, first + second, 3, kBackground).violations, 0);
      }
  EXPECT_TRUE(attained);  // so less than first + second is not kept
}

// The likely terms of releases, with as many rows around as the threshold has.
TEST(ExtremesPrivacy, NorWithTheTermsOfReleases) {
  for (const Rational& epsilon : {Rational(1, 10), Rational(1), Rational(20)}) {
    const auto terms = best_above_threshold(epsilon, 1823, {19, 20});
    Codes background;
    for (std::int64_t i = 0; i < terms.threshold; ++i) background.push_back(1 + i % 3);
    const Worst worst = worst_of(terms, 1, epsilon, 3, background);
    EXPECT_EQ(worst.violations, 0) << epsilon.text();
    EXPECT_GT(worst.loss, 0.3 * epsilon.to_double());
  }
}

TEST(ExtremesPrivacy, NoSmallTableTellsOfAPersonByTheExponentialForm) {
  double tightest = 0;
  for (const Rational& epsilon : {Rational(1, 2), Rational(3)})
    for (const std::int64_t people : {1, 2, 4})
      for (const std::int64_t rows : {1, 2, 3}) {
        const ExponentialTerms terms{epsilon / (2 * rows), people};
        const Worst worst = worst_of(terms, rows, epsilon, rows == 1 ? 5 : 3);
        EXPECT_EQ(worst.violations, 0)
            << epsilon.text() << ' ' << people << ' ' << rows;
        tightest = std::max(tightest, worst.loss / epsilon.to_double());
      }
  EXPECT_GT(tightest, 0.75);  // else the lines above prove little
}

// What follows is not kept, and is seen.

// rho is 0 but for next to nothing, and the promise speaks of the other noise alone.
TEST(ExtremesPrivacy, AThresholdWithoutNoiseIsSeen) {
  EXPECT_GT(worst_of(AboveThresholdTerms{200, 1, 1}, 1, 1, 5).violations, 100);
}

TEST(ExtremesPrivacy, HalvedNoisesAreSeen) {
  EXPECT_GT(worst_of(AboveThresholdTerms{1, 1, 1}, 1, 1, 5).violations, 100);
  EXPECT_GT(worst_of(AboveThresholdTerms{{3, 4}, {5, 4}, 2}, 1, 1, 5).violations, 10);
}

TEST(ExtremesPrivacy, TwoRowsOfAPersonNeedHalfTheTerms) {
  const AboveThresholdTerms terms{{1, 2}, {1, 2}, 1};
  EXPECT_GT(worst_of(terms, 2, 1, 4).violations, 0);
  EXPECT_GT(worst_of(ExponentialTerms{{1, 2}, 2}, 2, 1, 4).violations, 0);
}

TEST(ExtremesPrivacy, ASlopeOfEpsilonIsTwiceTooMuch) {
  EXPECT_GT(worst_of(ExponentialTerms{1, 2}, 1, 1, 5).violations, 100);
}

}  // namespace
}  // namespace selvage
