#include "selvage/mechanism/outlier/count_noise.hpp"

#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "selvage/mechanism/cells/empty_cells_testing.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

CountNoise warped_noise(const char* profile) {
  return WarpedNoise{std::make_shared<const WarpedGeometric>(
      *WarpedGeometric::make(*parse_profile(profile)))};
}

std::vector<CountNoise> all_noises() {
  const LowerBound guess{*parse_profile("20:0.3,1"), Rational(3, 10), Rational(1, 10),
                         40, false};
  return {warped_noise("20:0.1,1"),
          warped_noise("8:0,1"),
          warped_noise("5:0.3,inf"),
          StaircaseNoise{suppress_small(5)},
          StaircaseNoise{noise_on_small(5, 1)},
          StaircaseNoise{noise_then_suppress(1, 8)},
          StaircaseNoise{noise_then_noise(1, 8, Rational(1, 5))},
          StaircaseNoise{group_noise(5, 1)},
          StaircaseNoise{{Rational(1), {{25, Rational(1, 2)}, {20, Rational(1, 10)}}}},
          LowerBoundNoise{guess}};
}

TEST(CountNoise, ParametersAreReadAsTheyAreWritten) {
  for (const CountNoise& noise : all_noises()) {
    const auto [name, text] = noise_parameter(noise);
    const auto again = read_count_noise(noise_name(noise), text);
    ASSERT_TRUE(again) << text;
    EXPECT_EQ(noise_parameter(*again), noise_parameter(noise));
    EXPECT_EQ(again->index(), noise.index());
    EXPECT_TRUE(is_count_noise(noise_name(noise)));
  }
  for (const auto& [name, text] : std::vector<std::pair<std::string, std::string>>{
           {"warped_geometric", "20:0.10,1"},  // not as it is written
           {"warped_geometric", "1,20:0.1"},
           {"warped_geometric", "0"},
           {"staircase", "1;25"},
           {"staircase", "0;25:1"},
           {"staircase", ""},
           {"lower_bound", "0.1;40;0.3"},
           {"lower_bound", "0.5;40;0.3;20:0.3,1"},
           {"discrete_laplace", "1"},
           {"unknown", "1"}})
    EXPECT_FALSE(read_count_noise(name, text)) << name << ' ' << text;
}

// E|error| and the bound of each law, against the code's own draws: 7 standard errors,
// and a binomial tail, both at a false-alarm rate below 1e-9.
TEST(CountNoise, ErrorsAreThoseOfTheCode) {
  constexpr int kDraws = 20'000;
  for (const CountNoise& noise : all_noises())
    for (const std::int64_t count : {0, 4, 9, 30}) {
      SeededSource random(11);
      std::vector<std::int64_t> out(kDraws, count);
      replace_counts(noise, out, random);
      const CountError error = count_error(noise, count, Rational(1, 20));
      double sum = 0, squares = 0, beyond = 0;
      for (const std::int64_t y : out) {
        const auto off =
            static_cast<double>(std::abs((y == kSuppressed ? 0 : y) - count));
        sum += off;
        squares += off * off;
        beyond += off > static_cast<double>(error.bound);
      }
      const double mean = sum / kDraws;
      const double spread = std::sqrt((squares / kDraws - mean * mean) / kDraws);
      EXPECT_NEAR(error.mean_absolute.middle(), mean, 7 * spread + 0.01)
          << noise_parameter(noise).second << ' ' << count;
      EXPECT_LT(beyond / kDraws, 0.05 + 6.2 * std::sqrt(0.05 / kDraws))
          << noise_parameter(noise).second << ' ' << count;
    }
}

TEST(CountNoise, IntervalsHoldTheCount) {
  constexpr int kDraws = 4000;
  for (const CountNoise& noise : all_noises())
    for (const std::int64_t count : {0, 4, 9, 30}) {
      SeededSource random(12);
      std::vector<std::int64_t> out(kDraws, count);
      replace_counts(noise, out, random);
      int missed = 0;
      std::map<std::int64_t, int> seen;
      for (const std::int64_t y : out) ++seen[y];
      for (const auto& [y, times] : seen) {
        if (y == kSuppressed) continue;
        const auto counts = counts_behind(noise, y, Rational(1, 10));
        if (count < counts.lower || count > counts.upper) missed += times;
      }
      EXPECT_LT(missed, kDraws / 10 + 6.2 * std::sqrt(kDraws / 10.0))
          << noise_parameter(noise).second << ' ' << count;
    }
}

TEST(CountNoise, CountsAreUsableFromSomeNumberOn) {
  EXPECT_EQ(usable_from(warped_noise("5:0.3,inf"), Rational(1, 20)), 6);
  const std::int64_t least = usable_from(warped_noise("100:0.01,1"), Rational(1, 20));
  EXPECT_GT(least, 100);
  EXPECT_LT(least, 110);
  // Counts up to 100 are all told as 100, so none of them is known, however near 100
  // is.
  EXPECT_EQ(usable_from(warped_noise("100:0,inf"), Rational(1, 20)), 101);
}

TEST(CountNoise, WhatIsSuppressedIsBelowWhatIsTold) {
  EXPECT_EQ(replacing_noise(StaircaseNoise{noise_then_suppress(1, 8)})->least_told(),
            9);
  EXPECT_EQ(replacing_noise(warped_noise("8:0,1"))->least_told(), 0);
  SeededSource random(1);
  std::vector<std::int64_t> out(1000, 3);
  replace_counts(StaircaseNoise{noise_then_suppress(1, 8)}, out, random);
  for (const std::int64_t y : out) EXPECT_TRUE(y == kSuppressed || y >= 9);
}

// T47: the coins and draws of W over empty cells.
TEST(CountNoise, JumpingOverEmptyCellsHasExactlyTheLawOfVisiting) {
  const auto cells_of = [](std::int64_t threshold, const char* profile) {
    return EmptyCells{3, threshold, replacing_noise(warped_noise(profile))};
  };
  expect_the_law_of_visiting(cells_of(1, "2"), {});
  expect_the_law_of_visiting(cells_of(3, "1:0.5,2:1.5,3"), {1});
  expect_the_law_of_visiting(cells_of(4, "2:0,2"), {0});
  expect_the_law_of_visiting(cells_of(2, "2:1,inf"), {0});
  expect_the_law_of_visiting(cells_of(3, "2:1,inf"), {});
}

}  // namespace
}  // namespace selvage
