#include "selvage/experiment/robust_statistics.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace selvage {
namespace {

TrialResult answered(std::int64_t rows, double share) {
  return {"normal", TrialStatistic::median, 1, rows, "selvage", false, 1, 2, share, 0};
}

TEST(RobustStatistics, AnswersFromASizeOnStayAnswers) {
  const auto from = [](const std::vector<TrialResult>& results) {
    return answering_rows(results, TrialStatistic::median, "normal", 1, "selvage");
  };
  EXPECT_EQ(from({answered(10, 0), answered(20, 0.9), answered(30, 1)}), 20);
  EXPECT_EQ(from({answered(10, 1), answered(20, 0.5), answered(30, 1)}), 30);
  EXPECT_EQ(from({answered(10, 1), answered(20, 0.5)}), std::nullopt);
  EXPECT_EQ(from({}), std::nullopt);
}

TEST(RobustStatistics, ReadmeTellsOfEveryFileAndOfTheCommand) {
  const RobustAsked asked{.seed = 9, .runs = 2, .rows = {200, 600}, .epsilons = {1}};
  const auto files = robust_statistics_files(asked);
  ASSERT_TRUE(files) << files.error().message;
  const MadeFile& readme = files->front();
  EXPECT_NE(readme.text.find(
                "selvage reproduce robust-statistics --seed 9 --runs 2 --rows 600 "
                "--out FOLDER"),
            std::string::npos);
  EXPECT_EQ(files->size(), 14U);
  for (const MadeFile& file : *files) {
    EXPECT_EQ(file.text.back(), '\n') << file.name;
    if (&file != &readme) {
      EXPECT_NE(readme.text.find("](" + file.name + "): " + file.about + "\n"),
                std::string::npos)
          << file.name;
    }
  }
  // By law and size: 5, 7 and 6 mechanisms; by shape and size: 9.
  const auto lines = [&](std::size_t file) {
    const std::string& text = (*files)[file].text;
    return std::count(text.begin(), text.end(), '\n');
  };
  EXPECT_EQ(lines(2), 1 + 5 * 2 * (5 + 7 + 6));
  EXPECT_EQ(lines(5), 1 + 6 * 2 * 9);
  EXPECT_EQ(robust_statistics_files(asked)->at(2).text, (*files)[2].text);
}

// The paper's threshold grows with the table: of few rows, or for a small epsilon, it
// gives everything away, and of many next to nothing.
TEST(RobustStatistics, ThePapersThresholdsGiveAwayWhatTheyDo) {
  const auto delta = [](std::int64_t rows, const Rational& epsilon) {
    return delta_of_paper(TrialStatistic::median, rows, epsilon)->to_double();
  };
  EXPECT_GT(delta(1000, Rational(1, 10)), 0.5);
  EXPECT_GT(delta(1000, 1), 1e-6);
  EXPECT_LT(delta(100'000, 1), 1e-6);
  // Four tests at a sixth of epsilon, ln^2 n is 132.5: 4 P(noise >= 133).
  EXPECT_NEAR(delta(100'000, 1) / (4 * std::exp(-133 / 6.0)),
              1 / (1 + std::exp(-1 / 6.0)), 1e-6);
}

TEST(RobustStatistics, TooFewAndTooManyRunsAreRefused) {
  RobustAsked asked;
  asked.runs = 30'000;
  EXPECT_FALSE(robust_statistics_files(asked));
  asked.runs = 1;
  EXPECT_FALSE(robust_statistics_files(asked));
}

// With many people and much epsilon all are near the slope of the law; bounds that are
// too wide cost the most. The paper's own way needs more people for its tests.
TEST(RobustStatistics, SlopesAreThoseOfTheLaw) {
  const auto results = run_regression_trials(
      {.runs = 3, .rows = {3000}, .epsilons = {Rational(20)}, .threads = 1});
  ASSERT_TRUE(results);
  for (const RegressionTrial& one : *results)
    if ((one.shape == "normal" || one.shape == "uniform") &&
        !one.contender.starts_with("the paper")) {
      EXPECT_EQ(one.answered, 1) << one.contender;
      const bool wide = one.contender == "noisy sums, ten times as wide";
      EXPECT_LT(one.usual, wide ? 0.6 : 0.3) << one.shape << ' ' << one.contender;
    }
  const RegressionShape& incomes = regression_shapes().back();
  EXPECT_NEAR(incomes.slope, 1000, 400);
}

}  // namespace
}  // namespace selvage
