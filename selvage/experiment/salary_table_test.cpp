#include "selvage/experiment/salary_table.hpp"

#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace selvage {
namespace {

const SalaryTable& usual() {
  static const SalaryTable table = *salary_table({}, {});
  return table;
}

TEST(SalaryTable, TheCompanyHasTenThousandEmployeesInTwentyBins) {
  std::int64_t people = 0;
  for (const std::int64_t count : Company().counts()) people += count;
  EXPECT_EQ(people, 10'000);
  EXPECT_EQ(Company().counts().size(), 20u);
}

// Computed elsewhere, with 40 digits.
TEST(SalaryTable, CalculatedNumbersAreThoseOfAnIndependentCalculation) {
  const char* errors[] = {"17.02",  "1999.97", "810.27", "110.21",
                          "264.58", "110.54",  "111.39"};
  const char* epsilons[] = {"100", "1", "1", "1", "1", "1", "0"};
  const char* deltas[] = {"0", "0", "5.9e-07", "6.1e-07", "0", "0", "0"};
  ASSERT_EQ(usual().rows.size(), 7u);
  for (std::size_t i = 0; i < 7; ++i) {
    const SalaryRow& row = usual().rows[i];
    EXPECT_EQ(fmt::format("{:.2f}", row.error.middle()), errors[i]) << row.mechanism;
    EXPECT_EQ(fmt::format("{:.6g}", row.group_epsilon.middle()), epsilons[i])
        << row.mechanism;
    EXPECT_EQ(fmt::format("{:.2g}", row.group_delta.middle()), deltas[i])
        << row.mechanism;
  }
  EXPECT_NEAR(usual().delta_with_flags.middle(), 6.078962034779e-7, 1e-17);
  EXPECT_NE(usual().rows[2].mechanism.find("113"), std::string::npos);
  EXPECT_NE(usual().rows[3].mechanism.find("113"), std::string::npos);
}

TEST(SalaryTable, AnAttackerDoubtsW) {
  const SalaryRow& w = usual().rows[4];
  EXPECT_NEAR(w.found.middle(), 0.698250984157, 1e-12);
  EXPECT_NEAR(w.invented.middle(), 0.3047816438697, 1e-12);
  // What is promised to the group bounds every attack, as far as delta does not help.
  for (const SalaryRow& row : usual().rows) {
    const double factor = std::exp(row.group_epsilon.middle());
    EXPECT_LE(row.found.middle(),
              factor * row.invented.middle() + row.group_delta.middle() + 1e-12);
  }
  EXPECT_GT(usual().rows[0].found.middle(), 1 - 1e-15);
}

// False alarms: a mean of many runs is off by more than 6.1 standard errors with
// probability 1e-9. Of events that are too rare for that, 25 where 1 is expected have
// probability below 1e-25.
TEST(SalaryTable, ShippedSamplersDoWhatIsCalculated) {
  for (const SalaryRow& row : usual().rows) {
    EXPECT_NEAR(row.error_seen.mean, row.error.middle(),
                6.1 * row.error_seen.standard_error)
        << row.mechanism;
    EXPECT_GT(row.error_seen.standard_error, 0);
    const auto near = [&](const Simulated& seen, const Interval& probability,
                          double draws) {
      const double p = probability.middle();
      EXPECT_NEAR(seen.mean, p,
                  6.1 * std::sqrt(std::max(0.0, p * (1 - p)) / draws) + 25 / draws)
          << row.mechanism;
    };
    near(row.found_seen, row.found, 2000);
    near(row.invented_seen, row.invented, 7 * 2000);
  }
  // Else the lines above prove little.
  EXPECT_LT(usual().rows[4].error_seen.standard_error, 0.02 * 264.58);
}

TEST(SalaryTable, ASeedRepeatsTheSimulationAndAnotherDoesNot) {
  const auto one = salary_table({}, {.seed = 7, .runs = 40});
  const auto same = salary_table({}, {.seed = 7, .runs = 40});
  const auto other = salary_table({}, {.seed = 8, .runs = 40});
  ASSERT_TRUE(one && same && other);
  for (std::size_t i = 0; i < one->rows.size(); ++i) {
    EXPECT_EQ(one->rows[i].error_seen.mean, same->rows[i].error_seen.mean);
    EXPECT_NE(one->rows[i].error_seen.mean, other->rows[i].error_seen.mean);
    EXPECT_EQ(one->rows[i].error.middle(), other->rows[i].error.middle());
  }
}

TEST(SalaryTable, OneRunIsNoSimulation) {
  for (const std::int64_t runs : {-3, 0, 1})
    EXPECT_FALSE(salary_table({}, {.seed = 1, .runs = runs})) << runs;
  EXPECT_TRUE(salary_table({}, {.seed = 1, .runs = 2}));
}

// Other numbers, so that none of those above is built in.
TEST(SalaryTable, AnotherCompanyHasOtherNumbers) {
  const Company small{.large_bins = 3,
                      .people_in_each = 90,
                      .empty_bins = 2,
                      .managers = 10,
                      .epsilon = Rational(1, 2),
                      .delta = Rational(1, 1000),
                      .zero_up_to = 12,
                      .occupied_from = 5};
  const auto table = salary_table(small, {.seed = 3, .runs = 3000});
  ASSERT_TRUE(table);
  EXPECT_NEAR(table->rows[0].error.middle(), 6 / std::sinh(0.5), 1e-12);
  EXPECT_NEAR(table->rows[1].error.middle(), 6 / std::sinh(0.05), 1e-12);
  EXPECT_NEAR(table->rows[0].group_epsilon.middle(), 5, 1e-12);
  EXPECT_NEAR(table->rows[4].group_epsilon.middle(), 0.5, 1e-12);
  for (const SalaryRow& row : table->rows)
    EXPECT_NEAR(row.error_seen.mean, row.error.middle(),
                6.1 * row.error_seen.standard_error)
        << row.mechanism;
}

}  // namespace
}  // namespace selvage
