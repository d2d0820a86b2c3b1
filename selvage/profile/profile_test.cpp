#include "selvage/profile/profile.hpp"

#include <chrono>

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
      "larger ones, or a formula in k as min(1, 0.1 + k/100)";
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
  for (const char* epsilon : {"-1", "-inf", "nan", "", "2:3", "Infinity"})
    EXPECT_EQ(error("20:" + std::string(epsilon) + ",1"),
              "the epsilon '" + std::string(epsilon) +
                  "' of the profile is neither a number, 0 or more, nor inf" + write);
  EXPECT_EQ(error("20:1e-200,1"),
            "the epsilon '1e-200' of the profile has too many digits" + write);
  EXPECT_EQ(error(std::string(2'000'001, '1')),
            "the profile is longer than 2000000 characters" + write);
  std::string steps = "1";
  for (int i = 1; i <= 10'000; ++i) steps += "," + std::to_string(i) + ":1";
  EXPECT_EQ(error(steps), "the profile has more than 10000 steps" + write);
  for (const char* zero : {"0", "20:0,0", "20:1,0", "0*k", "max(0, k - 10000)"})
    EXPECT_EQ(
        error(zero),
        "the profile comes to 0 in classes of every size, for its last value holds for "
        "smaller classes too, and then nothing could be published about anybody" +
            write);
}

TEST(Profile, ZeroAndInfinityAreEpsilons) {
  EXPECT_EQ(profile_text(profile("20:0,inf")), "20:0,infinity");
  EXPECT_EQ(profile("20:0.1,infinity")[1].epsilon, ExtendedRational::infinity());
  EXPECT_EQ(profile(profile_text(profile("5:0, 20:inf ,2"))), profile("20:inf,5:0,2"));
  const auto half_open = profile("5:0,20:0.1,inf");
  EXPECT_EQ(epsilon_at(half_open, 5), 0);
  EXPECT_EQ(epsilon_at(half_open, 6), Rational(1, 10));
  EXPECT_EQ(epsilon_at(half_open, 21), ExtendedRational::infinity());
  EXPECT_EQ(most(half_open), ExtendedRational::infinity());
  EXPECT_EQ(profile_text(add(half_open, profile("7:1,2"), 3)),
            "5:3,7:3.1,20:6.1,infinity");
  EXPECT_EQ(profile_text(add(profile("7:1,2"), half_open, 3)),
            "5:1,7:1.3,20:2.3,infinity");
  EXPECT_EQ(first_above(half_open, profile("7")), 21);
  EXPECT_EQ(first_above(profile("7"), half_open), 1);
  EXPECT_EQ(first_above(half_open, half_open), std::nullopt);
}

TEST(Profile, AFormulaIsAProfile) {
  EXPECT_EQ(profile_text(profile("min(1, max(0.5, k/4))")), "2:0.5,3:0.75,1");
  EXPECT_EQ(profile_text(profile(" 1/4 + 1/4 ")), "0.5");
  EXPECT_EQ(profile_text(profile("2-1")), "1");
  EXPECT_EQ(profile("1/3"), profile("k/k/3"));
  EXPECT_EQ(profile("1e-3"), profile("(1)/1000"));
  EXPECT_NE(error("20:k/100,1").find("steps with limits and a formula do not mix"),
            std::string::npos);
}

TEST(Profile, WhatFallsWithTheClassSizeIsSaid) {
  EXPECT_EQ(envelope_note(profile("20:0.1,1")), std::nullopt);
  EXPECT_EQ(envelope_note(profile("5:1,20:1,1")), std::nullopt);
  EXPECT_EQ(
      envelope_note(profile("5:0.3,20:0.1,1")),
      "the profile gives larger classes more protection than smaller ones: 0.3 in "
      "classes of at most 5 people, 0.1 in classes of at most 20; who is in a "
      "small class is in one of at most any larger number too, so its lower "
      "envelope is used: 20:0.1,1");
  EXPECT_EQ(envelope_note(profile("5:inf,2")),
            "the profile gives larger classes more protection than smaller ones: "
            "infinity in classes of at most 5 people, 2 in larger ones; who is in a "
            "small class is in one of at most any larger number too, so its lower "
            "envelope is used: 2");
  const auto falling = profile("1/k");
  EXPECT_TRUE(envelope_note(falling));
  EXPECT_EQ(profile_text(lower_envelope(falling)), "0.0001");
  EXPECT_EQ(short_profile_text(falling),
            "1:1,2:0.5,3:1/3,4:0.25,5:0.2,...,0.0001 (10000 steps)");
}

// Quadratic work would take minutes here.
TEST(Profile, TenThousandStepsAreAddedAndComparedQuickly) {
  const auto rising = profile("k/100");
  const auto other = profile("1 + k/99");
  ASSERT_EQ(rising.size(), 10'000U);
  const auto start = std::chrono::steady_clock::now();
  auto sum = rising;
  for (int i = 0; i < 3; ++i) sum = add(sum, other, 2);
  EXPECT_EQ(first_above(sum, rising), 1);
  EXPECT_EQ(first_above(rising, sum), std::nullopt);
  const std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  EXPECT_EQ(sum.size(), 10'000U);
  EXPECT_EQ(epsilon_at(sum, 99), Rational(99, 100) + 12);
  EXPECT_LT(seconds.count(), 5);  // some hundredths on a machine that is free
  EXPECT_EQ(profile(profile_text(sum)), sum);
}

TEST(Profile, AStepHoldsForAllSmallerClasses) {
  const auto steps = profile("5:0.3,20:0.1,100:2,1");
  for (const auto& [k, epsilon] :
       std::vector<std::pair<std::int64_t, ExtendedRational>>{
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
        EXPECT_EQ(epsilon_at(sum, k), epsilon_at(a, k) + epsilon_at(b, k).times(3));
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
