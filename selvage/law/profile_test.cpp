#include "selvage/law/profile.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

std::vector<ProfileStep> profile(const std::string& text) {
  const auto read = parse_profile(text);
  EXPECT_TRUE(read) << read.error().message;
  return *read;
}

std::string error(const std::string& text) {
  const auto read = parse_profile(text);
  EXPECT_FALSE(read) << text;
  if (read) return "";
  EXPECT_EQ(read.error().kind, ErrorKind::invalid_request);
  return read.error().message;
}

TEST(Profile, StepsComeBackSorted) {
  EXPECT_EQ(profile("20:0.1,1"),
            (std::vector<ProfileStep>{{20, Rational(1, 10)}, {std::nullopt, 1}}));
  EXPECT_EQ(profile_text(profile("1/3, 100:1e-3 ,7:1/7")), "7:1/7,100:0.001,1/3");
  EXPECT_EQ(profile_text(profile("2")), "2");
  EXPECT_EQ(profile("9223372036854775807:1,2")[0].limit, INT64_MAX);
}

TEST(Profile, ErrorsSayWhatWasWrongAndWhatToWrite) {
  const std::string write =
      "; write for example 20:0.1,1 for 0.1 in classes of at most 20 people and 1 in "
      "larger ones";
  EXPECT_EQ(error("  "), "the profile is empty" + write);
  EXPECT_EQ(error("20:0.1"),
            "the profile has no value without a limit, for the larger classes" + write);
  EXPECT_EQ(error("1,2,20:0.1"),
            "the profile has 2 values without a limit, and one is wanted" + write);
  EXPECT_EQ(error("20:0.1,20:0.2,1"), "the profile has the limit 20 twice" + write);
  for (const char* limit : {"0", "-3", "1.5", "x", "", "9223372036854775808"})
    EXPECT_EQ(error(std::string(limit) + ":0.1,1"),
              "the limit '" + std::string(limit) +
                  "' of the profile is not a whole number of people, 1 or more" +
                  write);
  for (const char* epsilon : {"0", "-1", "inf", "nan", "", "2:3"})
    EXPECT_EQ(error("20:" + std::string(epsilon) + ",1"),
              "the epsilon '" + std::string(epsilon) +
                  "' of the profile is not a number above 0" + write);
  EXPECT_EQ(error(std::string(60'000, '1')),
            "the profile is longer than 50000 characters" + write);
  std::string steps = "1";
  for (int i = 1; i <= 1000; ++i) steps += "," + std::to_string(i) + ":1";
  EXPECT_EQ(error(steps), "the profile has more than 1000 steps" + write);
}

TEST(Profile, AStepHoldsForAllSmallerClasses) {
  const auto steps = profile("5:0.3,20:0.1,100:2,1");
  for (const auto& [k, epsilon] : std::vector<std::pair<std::int64_t, Rational>>{
           {1, Rational(1, 10)}, {20, Rational(1, 10)}, {21, 1}, {1'000'000, 1}})
    EXPECT_EQ(epsilon_at(steps, k), epsilon) << k;
  EXPECT_EQ(profile_text(lower_envelope(steps)), "20:0.1,1");
  EXPECT_EQ(most(steps), Rational(1));
}

// Every class size up to beyond the last limit, against the definition.
TEST(Profile, SumAndComparisonAreThoseOfEveryClassSize) {
  const std::vector<std::string> texts{"1",           "0.2",         "3:0.1,8:1",
                                       "3:0.5,7:0.2", "2:1,5:2,9:3", "1:0.3,4:0.1"};
  for (const auto& one : texts)
    for (const auto& two : texts) {
      const auto a = profile(one.find(',') != std::string::npos ? one + ",4" : one);
      const auto b = profile(two.find(',') != std::string::npos ? two + ",2.5" : two);
      const auto sum = add(a, b, 3);
      ASSERT_TRUE(is_profile(sum));
      std::optional<std::int64_t> above;
      for (std::int64_t k = 12; k >= 1; --k) {
        EXPECT_EQ(epsilon_at(sum, k), epsilon_at(a, k) + epsilon_at(b, k) * 3);
        EXPECT_EQ(epsilon_at(lower_envelope(a), k), epsilon_at(a, k));
        if (epsilon_at(a, k) > epsilon_at(b, k)) above = k;
      }
      EXPECT_EQ(first_above(a, b), above) << one << " " << two;
    }
}

TEST(Profile, OnlySortedStepsWithOneOpenEndAreAProfile) {
  EXPECT_TRUE(is_profile({{std::nullopt, 0}}));
  EXPECT_FALSE(is_profile({}));
  EXPECT_FALSE(is_profile({{3, 1}}));
  EXPECT_FALSE(is_profile({{std::nullopt, 1}, {std::nullopt, 1}}));
  EXPECT_FALSE(is_profile({{0, 1}, {std::nullopt, 1}}));
  EXPECT_FALSE(is_profile({{5, 1}, {3, 1}, {std::nullopt, 1}}));
  EXPECT_FALSE(is_profile({{5, 1}, {5, 1}, {std::nullopt, 1}}));
  EXPECT_FALSE(is_profile({{5, -1}, {std::nullopt, 1}}));
}

}  // namespace
}  // namespace selvage
