// How near the program's answers are to what is true of a law, against how near the
// sample itself is, which nobody may publish.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "selvage/experiment/trials/contenders.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

struct Against {
  double usual, root_mean_square;  // of the errors, over those of the sample
};

double usual_of(std::vector<double> errors) {
  const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
  std::nth_element(errors.begin(), middle, errors.end());
  return *middle;
}

double root_mean_square(const std::vector<double>& errors) {
  double squares = 0;
  for (const double error : errors) squares += error * error;
  return std::sqrt(squares / static_cast<double>(errors.size()));
}

Against against_sample(TrialStatistic statistic, const SampledLaw& law,
                       std::int64_t rows, int tables) {
  const auto all = contenders(statistic, law, 1);
  EXPECT_TRUE(all);
  SeededSource source(17);
  std::vector<double> errors[2];
  for (int table = 0; table < tables; ++table) {
    const SampledRows sample(
        sampled_rows(law, rows, 1000 + static_cast<std::uint64_t>(table)));
    for (std::size_t i = 0; i < 2; ++i)  // the sample, and the program
      errors[i].push_back(
          error_of(statistic, law, sample, (*all)[i].publish(sample, source)));
  }
  const Against result = {usual_of(errors[1]) / usual_of(errors[0]),
                          root_mean_square(errors[1]) / root_mean_square(errors[0])};
  fmt::print("{} of {}, {} rows: {:.3f} (median), {:.3f} (root mean square) times\n",
             name_of(statistic), law.name, rows, result.usual, result.root_mean_square);
  return result;
}

TEST(TrialsSlow, TheMedianIsNearlyAsGoodAsThatOfTheSample) {
  for (const SampledLaw& law : sampled_laws()) {
    if (law.name == "Poisson" || law.name == "money") continue;  // not continuous
    const Against found = against_sample(TrialStatistic::median, law, 1000, 1500);
    EXPECT_LT(found.usual, 1.15) << law.name;
    EXPECT_LT(found.root_mean_square, 1.15) << law.name;
  }
}

// Those with a long tail to one side; the room of the mechanism tests others.
TEST(TrialsSlow, TheMeanIsNotFarFromThatOfTheSample) {
  for (const SampledLaw& law : sampled_laws()) {
    if (law.name != "lognormal" && law.name != "money") continue;
    const Against found = against_sample(TrialStatistic::mean, law, 10'000, 300);
    EXPECT_LT(found.usual, 1.7) << law.name;
    EXPECT_LT(found.root_mean_square, 1.7) << law.name;
  }
}

}  // namespace
}  // namespace selvage
