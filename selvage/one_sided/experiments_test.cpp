// Numbers of the paper's experiments that follow from the law of a drop alone.
#include <cmath>

#include <gtest/gtest.h>

#include "selvage/one_sided/drop_curves.hpp"
#include "selvage/one_sided/drop_sums.hpp"

namespace selvage {
namespace {

const Rational kDelta = Rational::power_of_two(-20);

DropTable laplace(const char* epsilon) {
  const Rational e = *Rational::parse(epsilon);
  return *DropTable::truncated_laplace(e, least_points(e, kDelta));
}

// Bars of 540 people, the 50th the highest one of at least 500: kept with probability
// p, and else a lower one is.
TEST(DropExperiments, TheHighestBarOfFiveHundred) {
  const struct {
    const char* epsilon;
    double kept, error;
  } cases[] = {{"0.2", 0.0150195092224076, 34.8082420521956},
               {"0.3", 0.574442906105707, 0.740817040947119},
               {"0.5", 0.9997925945365, 0.000207448489450172}};
  for (const auto& [epsilon, kept, error] : cases) {
    const double p = laplace(epsilon).at_most(40).to_double();
    EXPECT_NEAR(p, kept, 1e-9 * kept);
    double mean = 50 * std::pow(1 - p, 50);  // none counts as 0
    for (int j = 1; j < 50; ++j) mean += j * p * std::pow(1 - p, j);
    EXPECT_NEAR(mean, error, 1e-8 * error + 1e-12) << epsilon;
  }
}

// 50 bars of 1000 people and 50 of 1 above them: the maximum is bar 50 unless one of
// these is left.
TEST(DropExperiments, ALongTailOfSinglePeople) {
  const auto none_left = [](const DropTable& table) {
    return std::pow(1 - table.probability(0).to_double(), 50);
  };
  EXPECT_NEAR(none_left(laplace("1")), 0.999964280578296, 1e-12);
  EXPECT_NEAR(none_left(*DropTable::greedy(1, kDelta)), 0.999952317398294, 1e-12);
}

// 0 to 100 in buckets of 10, 10,000 people: alpha is 0.027, and 0.016 but for 1e-6; of
// 9865 people that are left at most 2.7 % were dropped.
TEST(DropExperiments, BucketsAndTheFreeCertificate) {
  const DropTable table = laplace("1");
  const std::int64_t bars = 10;
  EXPECT_EQ(most_dropped_in_all(table, bars, 0), 270);
  EXPECT_EQ(most_dropped_in_all(table, bars, *Rational::parse("1e-6")), 160);
  EXPECT_NEAR(270.0 / (9865 + 270), 0.0266403552047361, 1e-12);
}

}  // namespace
}  // namespace selvage
