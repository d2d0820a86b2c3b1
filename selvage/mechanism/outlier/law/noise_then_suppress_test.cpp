#include "selvage/mechanism/outlier/law/noise_then_suppress.hpp"

#include "selvage/mechanism/outlier/law/law_testing.hpp"
#include "selvage/mechanism/outlier/law/staircase_accuracy.hpp"
#include "selvage/mechanism/outlier/law/staircase_divergence.hpp"

namespace selvage {
namespace {

TEST(NoiseThenSuppress, DeltaVectors) {
  expect_tells(*suppressed_delta({1, 8}, 5, exact("0.2")), 0.007373377752557);
  expect_tells(*suppressed_delta({exact("0.5"), 20}, 10, exact("0.05")),
               0.0009218192700539);
  expect_tells(*suppressed_delta({1, 113}, 100, exact("0.01")), 3.820161437047e-7);
  expect_tells(*suppressed_delta({1, 8}, 3, 0), 0.001145473909433);
  expect_tells(*suppressed_delta({1, 113}, 100, 1, 100), 6.078962034779e-7);
  expect_tells(*suppressed_key_delta({1, 8}), 0.0002452428319379);
  EXPECT_EQ(suppressed_delta({1, 8}, 5, 1)->upper(), Rational(0));
}

TEST(NoiseThenSuppress, ThresholdsAreTheLeastThatKeepDelta) {
  const auto least = [](std::int64_t limit, const char* epsilon, const char* below) {
    return *least_suppression_threshold(limit, exact(epsilon), exact(below),
                                        exact("1e-6"));
  };
  EXPECT_EQ(least(100, "1", "0.01"), 113);
  EXPECT_EQ(least(10, "0.5", "0.05"), 34);
  EXPECT_EQ(least(10, "0.5", "0.5"), 9);
  for (const char* epsilon : {"0.03", "0.4", "2"}) {
    const std::int64_t threshold = least(17, epsilon, "0.01");
    const auto delta = [&](std::int64_t at) {
      return suppressed_delta({exact(epsilon), at}, 17, exact("0.01"))->middle();
    };
    EXPECT_LE(delta(threshold), 1e-6);
    EXPECT_GT(delta(threshold - 1), 1e-6);
  }
}

// Both directions and groups, against the law.
TEST(NoiseThenSuppress, ClosedFormsAreTheLaw) {
  const NoiseThenSuppress mechanism{exact("0.6"), 9};
  const Staircase staircase = noise_then_suppress(exact("0.6"), 9);
  for (std::int64_t count = 1; count <= 10; ++count)
    for (std::int64_t people = 1; people <= count; ++people)
      for (const char* epsilon : {"0", "0.2", "0.7"}) {
        const auto both =
            *divergences(staircase, {count, count - people}, exact(epsilon));
        const auto closed = *suppressed_delta(mechanism, count, exact(epsilon), people);
        EXPECT_NEAR(closed.middle(), both.removing.middle(), 1e-14);
        EXPECT_LE(both.adding.middle(), closed.middle() + 1e-14);
      }
  for (std::int64_t count = 0; count <= 30; ++count)
    expect_tells(*mean_absolute_error(staircase, count),
                 suppressed_mean_error(mechanism, count)->middle());
}

TEST(NoiseThenSuppress, MeanErrorVectors) {
  expect_tells(*suppressed_mean_error({1, 113}, 105), 104.9913914054);
  expect_tells(*suppressed_mean_error({1, 113}, 115), 11.97333474285);
  const auto rounded = [](const char* epsilon, std::int64_t threshold,
                          std::int64_t count) {
    return suppressed_mean_error({exact(epsilon), threshold}, count)->middle();
  };
  EXPECT_NEAR(rounded("1", 113, 0), 0.00, 0.005);
  EXPECT_NEAR(rounded("1", 113, 101), 101.00, 0.005);
  EXPECT_NEAR(rounded("1", 113, 110), 108.59, 0.005);
  EXPECT_NEAR(rounded("1", 113, 120), 0.926, 0.0005);
  EXPECT_NEAR(rounded("1", 113, 825), 0.851, 0.0005);
  EXPECT_NEAR(rounded("0.5", 34, 15), 15.0, 0.05);
  EXPECT_NEAR(rounded("0.5", 34, 30), 28.8, 0.05);
}

TEST(NoiseThenSuppress, RefusesWhatTheFormulasDoNotCover) {
  EXPECT_FALSE(suppressed_delta({1, 8}, 10, 0));
  EXPECT_FALSE(suppressed_delta({1, 8}, 0, 0));
  EXPECT_FALSE(suppressed_delta({1, 8}, 3, 0, 4));
  EXPECT_FALSE(suppressed_delta({1, 8}, 3, -1));
  EXPECT_FALSE(suppressed_delta({0, 8}, 3, 0));
  EXPECT_FALSE(least_suppression_threshold(0, 1, 0, exact("1e-6")));
  EXPECT_FALSE(least_suppression_threshold(5, 1, 0, 0));
  EXPECT_FALSE(least_suppression_threshold(5, 0, 0, exact("1e-6")));
  EXPECT_FALSE(suppressed_mean_error({1, 8}, -1));
  EXPECT_FALSE(suppressed_key_delta({1, -1}));
}

}  // namespace
}  // namespace selvage
