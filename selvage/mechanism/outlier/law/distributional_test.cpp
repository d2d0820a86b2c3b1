#include "selvage/mechanism/outlier/law/distributional.hpp"

#include <algorithm>
#include <tuple>

#include "selvage/mechanism/outlier/law/law_testing.hpp"

namespace selvage {
namespace {

SampledCrowd sampled(std::int64_t crowd, const char* epsilon, const char* rate,
                     std::int64_t known) {
  return {crowd, exact(epsilon), 0, exact(rate), known};
}

TEST(Distributional, DeltaVectors) {
  const Rational half = exact("0.5");
  expect_tells(*distributional_delta(sampled(20, "0", "0.5", 0), half),
               0.01683208644521);
  expect_tells(*distributional_delta(sampled(50, "1", "0.5", 10), half),
               0.002959792795067);
  expect_tells(*distributional_delta(sampled(20, "1", "0.1", 0), half),
               0.003237157006156);
}

TEST(Distributional, DeltasOfTheTable) {
  struct Row {
    std::int64_t crowd;
    const char *epsilon, *rate;
    std::int64_t known;
    const char* asked;
    double delta;
  };
  for (const Row& row : {Row{50, "0", "0.5", 0, "0.5", 1.397e-3},
                         Row{100, "1", "0.5", 0, "0.5", 5.119e-5},
                         Row{100, "1", "0.1", 0, "0.5", 2.233e-7},
                         Row{100, "1", "0.9", 0, "0.5", 1.949e-2},
                         Row{100, "1", "0.5", 20, "0.3", 3.117e-3},
                         Row{200, "1", "0.5", 0, "0.6931471805599", 7.521e-11},
                         Row{1000, "1", "0.5", 0, "0.2", 1.169e-7},
                         Row{100, "1", "0.5", 0, "2.2", 5.9e-21}}) {
    const auto delta = distributional_delta(
        sampled(row.crowd, row.epsilon, row.rate, row.known), exact(row.asked));
    ASSERT_TRUE(delta);
    EXPECT_NEAR(delta->middle() / row.delta, 1, row.delta < 1e-20 ? 1e-2 : 5e-4);
  }
}

TEST(Distributional, EpsilonsOfTheTableAreTheLeast) {
  struct Row {
    std::int64_t crowd;
    const char* rate;
    double epsilon;
  };
  for (const Row& row : {Row{50, "0.5", 1.130903}, Row{100, "0.5", 0.691951},
                         Row{100, "0.1", 0.458286}, Row{200, "0.5", 0.447223}}) {
    const SampledCrowd crowd = sampled(row.crowd, "1", row.rate, 0);
    const auto epsilon = distributional_epsilon(crowd, exact("1e-6"));
    ASSERT_TRUE(epsilon);
    EXPECT_NEAR(epsilon->to_double(), row.epsilon, 2e-6);
    EXPECT_LE(distributional_delta(crowd, *epsilon)->upper(), exact("1e-6"));
    const Rational below = *epsilon - Rational::power_of_two(-19);
    EXPECT_GT(distributional_delta(crowd, below)->lower(), exact("1e-6"));
  }
}

// The worst mechanism of direction 1 is suppression (epsilon 0): its own divergence,
// over all sizes n, is F1; the delta is never below.
TEST(Distributional, SuppressionAttainsTheFirstTerm) {
  const double rate = 0.3, ratio = std::exp(0.4);
  const std::int64_t crowd = 6;
  double worst = 0;
  for (int n = 1; n <= 60; ++n) {
    std::vector<double> p{1};
    for (int i = 0; i < n; ++i) {
      p.push_back(0);
      for (std::size_t x = p.size(); x-- > 0;)
        p[x] = p[x] * (1 - rate) + (x > 0 ? p[x - 1] * rate : 0);
    }
    // Suppressed or the count itself, of X + 1 and of X people.
    double removing = 0, small = 0, small_before = 0;
    p.push_back(0);
    for (std::size_t x = 0; x < p.size(); ++x) {
      const auto k = static_cast<std::int64_t>(x);
      (k + 1 <= crowd ? small : removing) +=
          k + 1 <= crowd
              ? p[x]
              : std::max(0.0, p[x] - ratio * (x + 1 < p.size() ? p[x + 1] : 0));
      if (k <= crowd) small_before += p[x];
    }
    removing += std::max(0.0, small - ratio * small_before);
    worst = std::max(worst, removing);
  }
  const auto delta = distributional_delta(sampled(crowd, "0", "0.3", 0), exact("0.4"));
  ASSERT_TRUE(delta);
  EXPECT_GT(worst, 1e-4);
  EXPECT_GE(delta->upper().to_double(), worst * (1 - 1e-12));
  EXPECT_LE(delta->middle(), worst * 1.3);
}

// The formulas of the header once more, with plain sums over 150 sizes.
double plain_delta(const SampledCrowd& crowd, double epsilon) {
  const auto hidden = static_cast<int>(crowd.crowd - crowd.known);
  const double link = crowd.epsilon.to_double() / static_cast<double>(crowd.crowd);
  const double rate = crowd.rate.to_double(), own = crowd.delta.to_double();
  const double ratio = std::exp(epsilon), above = ratio - std::exp(link);
  double best = own;
  for (int n = hidden; n <= 150; ++n) {
    const auto p = [&](int x) {
      if (x < 0 || x > n) return 0.0;
      return std::exp(std::lgamma(n + 1) - std::lgamma(x + 1) - std::lgamma(n - x + 1) +
                      x * std::log(rate) + (n - x) * std::log1p(-rate));
    };
    double f1 = own, all_down = 0, all_up = 0, f2 = own, chain = p(hidden), links = 0;
    for (int x = 0; x <= n; ++x) {
      const double up = std::max(0.0, p(x) - ratio * p(x - 1));
      const double down = std::max(0.0, p(x) - ratio * p(x + 1));
      if (x >= hidden) f1 += down;
      all_down += down;
      all_up += up;
      if (x > hidden) f2 += up;
    }
    for (int x = 0; x < hidden; ++x) {
      chain -= above * p(x) * std::exp(-(hidden - 1 - x) * link);
      for (int i = 1; i <= hidden - 1 - x; ++i) links += p(x) * std::exp(-i * link);
    }
    f2 += std::max(0.0, chain) + own * above * links;
    best = std::max({best, std::min(all_down, f1), std::min(all_up, f2)});
  }
  return best;
}

// Close to the epsilon of one link the second direction is the worse one.
TEST(Distributional, DeltaIsThatOfItsFormulas) {
  for (const char* own : {"0", "0.001", "0.01"})
    for (const auto& [crowd, known, epsilon, rate, asked] :
         {std::tuple(12, 0, "3", "0.2", "0.3"), std::tuple(12, 0, "3", "0.2", "0.26"),
          std::tuple(8, 0, "0.5", "0.5", "0.0635"), std::tuple(9, 4, "1", "0.4", "0.2"),
          std::tuple(5, 0, "2", "0.3", "0.4"), std::tuple(12, 0, "6", "0.2", "0.6"),
          std::tuple(7, 0, "10", "0.2", "1.529")}) {
      const SampledCrowd sample{crowd, exact(epsilon), exact(own), exact(rate), known};
      const auto delta = distributional_delta(sample, exact(asked));
      ASSERT_TRUE(delta);
      EXPECT_NEAR(delta->middle(), plain_delta(sample, exact(asked).to_double()), 1e-11)
          << crowd << " " << own;
    }
}

TEST(Distributional, DeltaOfTheMechanismMakesItWorse) {
  SampledCrowd crowd = sampled(50, "1", "0.5", 10);
  const auto without = *distributional_delta(crowd, exact("0.5"));
  crowd.delta = exact("1e-4");
  const auto with = *distributional_delta(crowd, exact("0.5"));
  EXPECT_GT(with.lower(), without.upper());
  EXPECT_LE(with.upper(), without.upper() + exact("1e-2"));
  // At a large epsilon only the mechanism's own delta is left, and its links.
  EXPECT_GE(distributional_delta(crowd, 20)->lower().to_double(), 0.99999e-4);
}

TEST(Distributional, MoreKnownPeopleOrMoreSamplingIsWorse) {
  const auto delta = [](std::int64_t known, const char* rate) {
    return distributional_delta(sampled(40, "1", rate, known), exact("0.5"))->middle();
  };
  EXPECT_LT(delta(0, "0.5"), delta(10, "0.5"));
  EXPECT_LT(delta(10, "0.5"), delta(39, "0.5"));
  EXPECT_LT(delta(0, "0.2"), delta(0, "0.5"));
}

TEST(Distributional, RefusesWhereNothingHides) {
  const Rational half = exact("0.5");
  EXPECT_FALSE(distributional_delta(sampled(20, "1", "0.5", 20), half));
  EXPECT_FALSE(distributional_delta(sampled(20, "1", "0.5", -1), half));
  EXPECT_FALSE(distributional_delta(sampled(0, "1", "0.5", 0), half));
  EXPECT_FALSE(distributional_delta(sampled(20, "1", "1", 0), half));
  EXPECT_FALSE(distributional_delta(sampled(20, "1", "0", 0), half));
  EXPECT_FALSE(distributional_delta(sampled(20, "-1", "0.5", 0), half));
  EXPECT_FALSE(distributional_delta(sampled(20, "20", "0.5", 0), half));
  EXPECT_FALSE(distributional_epsilon(sampled(20, "1", "0.5", 0), 0));
  // n = 2: both sampled with probability 1/4, whatever epsilon is.
  EXPECT_FALSE(distributional_epsilon(sampled(2, "1", "0.5", 0), exact("0.2")));
}

}  // namespace
}  // namespace selvage
