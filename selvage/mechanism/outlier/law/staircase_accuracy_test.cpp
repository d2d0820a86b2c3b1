#include "selvage/mechanism/outlier/law/staircase_accuracy.hpp"

#include "selvage/mechanism/outlier/law/discrete_laplace.hpp"
#include "selvage/mechanism/outlier/law/law_testing.hpp"

namespace selvage {
namespace {

TEST(StaircaseAccuracy, MeanErrorVectors) {
  const Staircase noise = noise_then_noise(1, 8, exact("0.2"));
  expect_tells(*mean_absolute_error(noise, 5), 5.097707747605);
  expect_tells(*mean_absolute_error(noise, 12), 0.8779490368896);
  for (const bool flags : {false, true}) {
    const Staircase staircase{1, {{25, exact("0.5")}, {20, exact("0.1")}}, flags};
    expect_tells(*mean_absolute_error(staircase, 5), 10.38698416552);
    expect_tells(*mean_absolute_error(staircase, 30), 0.8528090348173);
  }
}

struct AccuracyRow {
  std::int64_t count;
  double mean, places;
  std::int64_t bound;
};

TEST(StaircaseAccuracy, NoiseThenNoiseHasTheErrorsOfTheTable) {
  const Staircase staircase = noise_then_noise(1, 113, exact("0.01"));
  for (const AccuracyRow& row :
       {AccuracyRow{0, 100.01, .005, 300}, AccuracyRow{50, 100.01, .005, 300},
        AccuracyRow{100, 100.01, .005, 300}, AccuracyRow{105, 100.00, .005, 300},
        AccuracyRow{110, 98.73, .005, 298}, AccuracyRow{115, 10.49, .005, 68},
        AccuracyRow{120, 0.913, .0005, 3}, AccuracyRow{825, 0.851, .0005, 3}}) {
    EXPECT_NEAR(mean_absolute_error(staircase, row.count)->middle(), row.mean,
                row.places);
    EXPECT_EQ(*error_bound(staircase, row.count, exact("0.05")), row.bound)
        << row.count;
  }
  const Staircase wide = noise_then_noise(exact("0.5"), 34, exact("0.05"));
  EXPECT_NEAR(mean_absolute_error(wide, 15)->middle(), 20.2, .05);
  EXPECT_NEAR(mean_absolute_error(wide, 30)->middle(), 19.4, .05);
  EXPECT_NEAR(mean_absolute_error(wide, 60)->middle(), 1.919, .0005);
}

TEST(StaircaseAccuracy, ThresholdsThatAreTooHighCostAccuracy) {
  const auto mean = [](const std::vector<std::int64_t>& thresholds,
                       std::int64_t count) {
    const Staircase staircase{1,
                              {{thresholds[0], exact("0.5")},
                               {thresholds[1], exact("0.25")},
                               {thresholds[2], exact("0.1")}}};
    return mean_absolute_error(staircase, count)->middle();
  };
  EXPECT_NEAR(mean({65, 65, 110}, 30), 11.45, .005);
  EXPECT_NEAR(mean({62, 44, 51}, 30), 11.45, .005);
  EXPECT_NEAR(mean({65, 65, 110}, 60), 11.42, .005);
  EXPECT_NEAR(mean({62, 44, 51}, 60), 2.27, .005);
  EXPECT_NEAR(mean({65, 65, 110}, 80), 10.07, .005);
  EXPECT_NEAR(mean({62, 44, 51}, 80), .851, .0005);
}

TEST(StaircaseAccuracy, ExamplesWithoutAFirstNoise) {
  for (std::int64_t count = 0; count <= 8; ++count) {
    const auto suppressed = *mean_absolute_error(suppress_small(5), count);
    EXPECT_NEAR(suppressed.middle(), count <= 5 ? static_cast<double>(count) : 0,
                1e-12);
    EXPECT_EQ(*error_bound(suppress_small(5), count, exact("0.3")),
              count <= 5 ? count : 0);
    const auto noisy = *mean_absolute_error(noise_on_small(5, 2), count);
    EXPECT_NEAR(noisy.middle(),
                count <= 5 ? laplace_mean_absolute(exact("0.4")).middle() : 0, 1e-12);
  }
  EXPECT_EQ(*error_bound(group_noise(100, 1), 825, exact("0.05")),
            laplace_error_bound(exact("0.01"), exact("0.05")));
}

// The chance to be suppressed is q^2/(1+q) = 0.0989 at a count of 115: whoever accepts
// less has an error of 115 people, whoever accepts more one of 2.
TEST(StaircaseAccuracy, TheSuppressedCountAsNobody) {
  const Staircase staircase = noise_then_suppress(1, 113);
  EXPECT_EQ(*error_bound(staircase, 110, exact("0.05")), 110);
  EXPECT_EQ(*error_bound(staircase, 115, exact("0.098")), 115);
  EXPECT_EQ(*error_bound(staircase, 115, exact("0.15")), 2);
  EXPECT_EQ(*error_bound(staircase, 120, exact("0.05")), 3);
  EXPECT_EQ(*error_bound(staircase, 3, exact("1e-6")), 3);
}

TEST(StaircaseAccuracy, RefusesWhatHasNoError) {
  EXPECT_FALSE(mean_absolute_error(group_noise(2, 1), -1));
  EXPECT_FALSE(mean_absolute_error({0, {}}, 1));
  EXPECT_FALSE(error_bound(group_noise(2, 1), 1, 0));
  EXPECT_FALSE(error_bound(group_noise(2, 1), 1, 1));
  EXPECT_FALSE(error_bound(group_noise(2, 1), -1, exact("0.1")));
}

}  // namespace
}  // namespace selvage
