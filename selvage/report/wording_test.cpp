#include "selvage/report/wording.hpp"

#include <gtest/gtest.h>

#include "selvage/report/example_release.hpp"

namespace selvage {
namespace {

TEST(Wording, TitleNamesTheTableOnlyIfThereIsOne) {
  Release release = example_release("0:10:5", {0, 1, 2, 3, 4}, 7);
  EXPECT_EQ(title(release), "Histogram of age in payroll.csv");
  release.question.table.clear();
  EXPECT_EQ(title(release), "Histogram of age");
}

TEST(Wording, ErrorSentenceSaysTheBoundAndItsProbability) {
  Release release = example_release("0:10:5", {0, 1, 2, 3, 4}, 1234);
  EXPECT_EQ(error_sentence(release, "each bar's whisker", Script::unicode),
            "each bar's whisker holds the true count with probability 0.95: noise at "
            "most ±1,234 rows (each cell taken alone, noise only)");
  release.error.bound = 1;
  EXPECT_NE(error_sentence(release, "it", Script::ascii).find("+-1 row ("),
            std::string::npos);
}

TEST(Wording, AFullSentenceBeginsLargeAndStops) {
  EXPECT_EQ(full_sentence("noise only"), "Noise only.");
  EXPECT_EQ(full_sentence("1 row."), "1 row.");
  EXPECT_EQ(full_sentence(""), "");
}

TEST(Wording, VerificationIsItsLevelAndItsDetail) {
  Release release = example_release("0:10:5", {0, 1, 2, 3, 4}, 7);
  EXPECT_EQ(verification_sentence(release), "exact_law: one cell, at this very scale");
  release.verification = {VerificationLevel::theorem_only, ""};
  EXPECT_EQ(verification_sentence(release), "theorem_only");
}

}  // namespace
}  // namespace selvage
