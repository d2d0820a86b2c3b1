#include "selvage/mechanism/outlier/law/thresholds.hpp"

#include "selvage/mechanism/outlier/law/law_testing.hpp"
#include "selvage/mechanism/outlier/law/staircase_check.hpp"

namespace selvage {
namespace {

std::vector<std::int64_t> thresholds(const Result<Staircase>& staircase) {
  EXPECT_TRUE(staircase) << staircase.error().message;
  std::vector<std::int64_t> result;
  for (const auto& level : staircase->levels) result.push_back(level.threshold);
  return result;
}

struct ThresholdRow {
  const char* profile;
  const char* delta;
  std::vector<std::int64_t> smallest, paper;
};

TEST(Thresholds, SmallestAndThePapersAreThoseOfTheTable) {
  for (const ThresholdRow& row :
       {ThresholdRow{"5:0.1,20:0.5,1", "1e-3", {25, 16}, {28, 29}},
        ThresholdRow{"5:0.1,20:0.5,1", "1e-6", {32, 29}, {35, 50}},
        ThresholdRow{"5:0.1,20:0.25,50:0.5,1", "1e-3", {55, 30, 23}, {59, 46, 64}},
        ThresholdRow{"5:0.1,20:0.25,50:0.5,1", "1e-6", {62, 44, 51}, {65, 65, 110}},
        ThresholdRow{"5:0,20:0.25,50:0.5,1", "1e-6", {62, 44, 53}, {65, 65, 110}},
        ThresholdRow{"10:0.05,0.5", "1e-6", {34}, {38}}}) {
    const auto profile = *parse_profile(row.profile);
    const auto smallest = smallest_thresholds(profile, exact(row.delta));
    EXPECT_EQ(thresholds(smallest), row.smallest) << row.profile << row.delta;
    EXPECT_EQ(thresholds(paper_staircase_for(profile, exact(row.delta))), row.paper);
    EXPECT_TRUE(meets(*smallest, profile, exact(row.delta))->holds());
    // None of them can be lowered.
    for (std::size_t i = 0; i < row.smallest.size(); ++i) {
      Staircase lower = *smallest;
      lower.levels.resize(i + 1);
      --lower.levels[i].threshold;
      EXPECT_FALSE(meets(lower, profile, exact(row.delta))->holds()) << i;
    }
  }
}

// A bin may pass by level 1 and fire at level 2: thresholds are not sorted.
TEST(Thresholds, SlackIsRoundedUpAndAddsUp) {
  const auto staircase = paper_staircase(*parse_profile("5:0.1,20:0.25,50:0.5,1"), 10);
  EXPECT_EQ(thresholds(staircase), (std::vector<std::int64_t>{60, 50, 75}));
  EXPECT_EQ(staircase->first, ExtendedRational(1));
  EXPECT_EQ(staircase->levels[2].epsilon, exact("0.1"));
  EXPECT_EQ(thresholds(paper_staircase(*parse_profile("10:0.2,1"), exact("0.999"))),
            (std::vector<std::int64_t>{11}));
  EXPECT_EQ(*paper_staircase(*parse_profile("7:0,inf"), 3), suppress_small(7));
}

TEST(Thresholds, HiddenFlagsAllowLowerOnes) {
  const auto profile = *parse_profile("5:0.1,20:0.5,1");
  const auto lowest = smallest_hidden_thresholds(profile, exact("1e-6"));
  EXPECT_EQ(thresholds(lowest), (std::vector<std::int64_t>{11, 28}));
  EXPECT_FALSE(lowest->flags);
  const auto meets_with = [&](std::int64_t one, std::int64_t two) {
    const Staircase staircase{1, {{one, exact("0.5")}, {two, exact("0.1")}}};
    return meets(staircase, profile, exact("1e-3"))->holds();
  };
  EXPECT_TRUE(meets_with(23, 15));
  EXPECT_FALSE(meets_with(22, 15));
  EXPECT_FALSE(meets_with(23, 14));
}

TEST(Thresholds, RefusesWhatNoStaircaseKeeps) {
  const auto profile = *parse_profile("5:0.1,20:0.5,1");
  EXPECT_FALSE(smallest_thresholds(profile, 0));
  EXPECT_FALSE(smallest_thresholds(profile, 1));
  EXPECT_FALSE(smallest_thresholds({}, exact("1e-6")));
  EXPECT_FALSE(paper_staircase(profile, -1));
  EXPECT_FALSE(paper_staircase({{std::nullopt, 0}}, 1));
  EXPECT_FALSE(paper_staircase_for(profile, 0));
  const auto close =
      smallest_thresholds(*parse_profile("19:0.1,20:0.99,1"), exact("1e-3"));
  ASSERT_FALSE(close);
  EXPECT_NE(close.error().message.find("level 2"), std::string::npos);
}

}  // namespace
}  // namespace selvage
