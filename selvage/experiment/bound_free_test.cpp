#include "selvage/experiment/bound_free.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

TrialResult result(const std::string& contender, double error, bool bounds = false,
                   const std::string& law = "normal") {
  return {law, TrialStatistic::median, 1, 300, contender, bounds, error, 2 * error, 1,
          0};
}

TEST(BoundFree, TellsWhereARivalIsBetterByATenth) {
  const std::vector<TrialResult> results = {result("sample", 1),
                                            result("selvage", 1.2),
                                            result("close", 1.1),
                                            result("better", 1, true),
                                            result("worse", 3),
                                            result("sample", 1, false, "money"),
                                            result("selvage", kNone, false, "money"),
                                            result("answers", 7, false, "money"),
                                            result("silent", kNone, false, "money")};
  const auto lost = lost_trials(results, TrialStatistic::median, 1);
  ASSERT_EQ(lost.size(), 2U);
  EXPECT_EQ(lost[0].rival, "better");
  EXPECT_TRUE(lost[0].needs_bounds);
  EXPECT_EQ(lost[0].own, 1.2);
  EXPECT_EQ(lost[0].others, 1);
  EXPECT_EQ(lost[1].rival, "answers");
  EXPECT_EQ(lost[1].law, "money");
  EXPECT_TRUE(std::isinf(lost[1].own));
  EXPECT_TRUE(lost_trials(results, TrialStatistic::mean, 1).empty());
  EXPECT_TRUE(lost_trials(results, TrialStatistic::median, 2).empty());
}

TEST(BoundFree, ReadmeTellsOfEveryFileAndOfTheCommand) {
  TrialsAsked asked{.seed = 9, .runs = 2, .rows = {60, 200}, .epsilons = {1}};
  const auto files = bound_free_files(asked);
  ASSERT_TRUE(files) << files.error().message;
  const MadeFile& readme = files->front();
  EXPECT_NE(
      readme.text.find("selvage reproduce bound-free --seed 9 --runs 2 --out FOLDER"),
      std::string::npos);
  EXPECT_EQ(files->size(), 11U);
  for (const MadeFile& file : *files) {
    EXPECT_EQ(file.text.back(), '\n') << file.name;
    if (&file != &readme) {
      EXPECT_NE(readme.text.find("](" + file.name + "): " + file.about + "\n"),
                std::string::npos)
          << file.name;
    }
  }
  const std::string& csv = (*files)[2].text;
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 8 * 2 * (6 + 6 + 5 + 4));
}

TEST(BoundFree, TooManyRunsAreRefused) {
  TrialsAsked asked;
  asked.runs = 30'000;
  EXPECT_FALSE(bound_free_files(asked));
}

}  // namespace
}  // namespace selvage
