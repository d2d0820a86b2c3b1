#include "selvage/experiment/flexible_accuracy.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace selvage {
namespace {

BarTrialsAsked few() {
  BarTrialsAsked asked{.seed = 3, .runs = 4};
  asked.epsilons = {Rational(3, 10), 1};
  return asked;
}

TEST(FlexibleAccuracy, ReadmeTellsOfEveryFileAndOfTheCommand) {
  const auto files = flexible_accuracy_files(few());
  ASSERT_TRUE(files) << files.error().message;
  const MadeFile& readme = files->front();
  EXPECT_NE(readme.text.find(
                "selvage reproduce flexible-accuracy --seed 3 --runs 4 --out FOLDER"),
            std::string::npos);
  ASSERT_EQ(files->size(), 8U);
  for (const MadeFile& file : *files) {
    EXPECT_EQ(file.text.back(), '\n') << file.name;
    if (&file != &readme) {
      EXPECT_NE(readme.text.find("](" + file.name + "): " + file.about + "\n"),
                std::string::npos)
          << file.name;
    }
  }
  // Fourteen mechanisms for a maximum, one less for the others.
  const std::string& csv = (*files)[3].text;
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 2 * (2 * 14 + 4 * 13));
  const std::string& svg = (*files)[4].text;
  std::size_t insets = 0;
  for (auto at = svg.find("\"inset\""); at != std::string::npos;
       at = svg.find("\"inset\"", at + 1))
    ++insets;
  EXPECT_EQ(insets, 6U);
}

// Made-up numbers: a rival that is clearly better is named, one whose interval meets
// the other is not.
TEST(FlexibleAccuracy, ClaimsNameWhoIsClearlyBetter) {
  auto results = run_bar_trials(few());
  ASSERT_TRUE(results);
  const auto set = [&](const std::string& name, const BarErrors& errors) {
    for (BarTrialResult& one : *results)
      if (one.world == 0 && one.epsilon == 1 && one.contender == name)
        one.actual = one.flexible = errors;
  };
  set("drop-only, the paper's noise", {20, 18, 22, 20, 20});
  set("smooth sensitivity", {10, 9, 11, 10, 10});
  set("exponential, error", {19, 17, 21, 19, 19});
  const std::string text = bar_claims_markdown(*results, few());
  EXPECT_NE(
      text.find(
          "experiment 1, epsilon 1: actual error 10.0 (9.0 to 11.0) by "
          "smooth sensitivity, 20.0 (18.0 to 22.0) by the paper's drop-only noise"),
      std::string::npos);
  EXPECT_EQ(text.find("experiment 1, epsilon 1: actual error 19.0"), std::string::npos);
}

TEST(FlexibleAccuracy, RefusesWhatDoesNotFit) {
  BarTrialsAsked asked = few();
  asked.runs = 1'000'000;
  ASSERT_FALSE(flexible_accuracy_files(asked));
  asked.runs = 1;
  EXPECT_EQ(flexible_accuracy_files(asked).error().message,
            "1 runs are too few; write 2 or more");
}

}  // namespace
}  // namespace selvage
