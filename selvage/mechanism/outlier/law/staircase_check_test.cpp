#include "selvage/mechanism/outlier/law/staircase_check.hpp"

#include <random>

#include "selvage/mechanism/outlier/law/law_testing.hpp"
#include "selvage/mechanism/outlier/law/staircase_divergence.hpp"

namespace selvage {
namespace {

std::vector<ProfileStep> steps(const std::string& text) { return *parse_profile(text); }

TEST(StaircaseCheck, NoiseThenSuppressNeedsItsThreshold) {
  const auto profile = steps("100:0.01,1");
  const auto holds = meets(noise_then_suppress(1, 113), profile, exact("1e-6"));
  ASSERT_TRUE(holds && holds->holds());
  EXPECT_LE(holds->delta, exact("1e-6"));
  EXPECT_GE(holds->delta, exact("3.82e-7"));
  const auto fails = meets(noise_then_suppress(1, 112), profile, exact("1e-6"));
  ASSERT_TRUE(fails && fails->failure);
  EXPECT_EQ(fails->failure->count, 100);
  EXPECT_EQ(fails->failure->epsilon, exact("0.01"));
  expect_tells(fails->failure->delta, 1.0384275e-6, 3e-12);
}

TEST(StaircaseCheck, HalfTheNoiseOfALevelIsFound) {
  const auto profile = steps("5:0.1,20:0.5,1");
  const auto levels = [](const char* first, const char* second) {
    return Staircase{1, {{32, exact(first)}, {30, exact(second)}}, true};
  };
  EXPECT_TRUE(meets(levels("0.5", "0.1"), profile, exact("1e-6"))->holds());
  EXPECT_FALSE(meets(levels("1", "0.1"), profile, exact("1e-6"))->holds());
  EXPECT_FALSE(meets(levels("0.5", "0.2"), profile, exact("1e-6"))->holds());
}

TEST(StaircaseCheck, ExamplesTwoAndThreeProtectOnlySmallClasses) {
  EXPECT_TRUE(meets(suppress_small(5), steps("5:0,inf"), 0)->holds());
  const auto beyond = meets(suppress_small(5), steps("5:0,7"), exact("0.9"));
  EXPECT_EQ(beyond->failure->count, 6);
  EXPECT_EQ(beyond->failure->delta.upper(), Rational(1));
  EXPECT_TRUE(meets(noise_on_small(5, 2), steps("5:0.4,inf"), 0)->holds());
  EXPECT_EQ(meets(noise_on_small(5, 2), steps("5:0.39,inf"), 0)->failure->count, 1);
  EXPECT_EQ(
      meets(noise_on_small(5, 2), steps("5:0.4,6:9,inf"), exact("0.1"))->failure->count,
      6);
  EXPECT_EQ(meets(suppress_small(5), steps("5:0,6:inf,8:2,inf"), 0)->failure->count, 6);
}

TEST(StaircaseCheck, PlainNoiseKeepsItsEpsilonForEverybody) {
  EXPECT_TRUE(meets(group_noise(4, 2), steps("0.5"), 0)->holds());
  EXPECT_EQ(meets(group_noise(4, 2), steps("0.49"), 0)->failure->count, 1);
  EXPECT_TRUE(meets(group_noise(4, 2), steps("0.49"), exact("0.01"))->holds());
  EXPECT_EQ(
      meets(group_noise(4, 2), steps("1000000:0.49,1"), exact("1e-3"))->failure->count,
      1);
}

// Against one exact law a count: the verdict and the first count that fails.
TEST(StaircaseCheck, VerdictIsThatOfEveryCount) {
  std::mt19937_64 random(7);
  const auto pick = [&](std::initializer_list<const char*> texts) {
    return exact(*(texts.begin() + random() % texts.size()));
  };
  int held = 0, failed = 0;
  for (int i = 0; i < 120; ++i) {
    Staircase staircase{pick({"0.7", "1", "2"}), {}, random() % 2 == 0};
    if (random() % 5 == 0) staircase.first = ExtendedRational::infinity();
    const auto levels = 1 + random() % 2;
    for (std::size_t level = 0; level < levels; ++level)
      staircase.levels.push_back(
          {static_cast<std::int64_t>(random() % 20), pick({"0", "0.2", "0.4", "0.5"})});
    const std::vector<ProfileStep> profile{
        {1 + static_cast<std::int64_t>(random() % 4), pick({"0.2", "0.3", "0.5"})},
        {6 + static_cast<std::int64_t>(random() % 4), pick({"0.5", "0.6"})},
        {std::nullopt, random() % 4 == 0 ? ExtendedRational(exact("0.9"))
                                         : ExtendedRational::infinity()}};
    const Rational delta = pick({"0.1", "0.05", "1e-2", "1e-4"});
    std::optional<std::int64_t> first;
    for (std::int64_t count = 1; count <= 70 && !first; ++count) {
      const auto epsilon = epsilon_at(profile, count);
      if (epsilon.is_infinite()) continue;
      const auto both = *divergences(staircase, {count, count - 1}, epsilon.finite());
      if (both.larger().upper() > delta) first = count;
    }
    const auto verdict = meets(staircase, profile, delta);
    ASSERT_TRUE(verdict);
    EXPECT_EQ(verdict->holds(), !first) << i;
    if (verdict->failure && first) {
      EXPECT_EQ(verdict->failure->count, *first) << i;
    }
    ++(first ? failed : held);
  }
  EXPECT_GT(held, 20);
  EXPECT_GT(failed, 20);
}

// Small deltas are met by bounds that are relative.
TEST(StaircaseCheck, TinyDeltasAreProvedByTheChanceToFail) {
  const Staircase staircase{1, {{80, exact("0.5")}, {200, exact("0.1")}}};
  EXPECT_TRUE(meets(staircase, steps("5:0.1,20:0.5,1"), exact("1e-20"))->holds());
  EXPECT_FALSE(meets(staircase, steps("5:0.1,20:0.5,1"), exact("1e-40"))->holds());
}

TEST(StaircaseCheck, RefusesWhatIsNoQuestion) {
  EXPECT_FALSE(meets({0, {}}, steps("1"), 0));
  EXPECT_FALSE(meets(group_noise(1, 1), {}, 0));
  EXPECT_FALSE(meets(group_noise(1, 1), steps("1"), 1));
  EXPECT_FALSE(meets(group_noise(1, 1), steps("1"), -1));
}

}  // namespace
}  // namespace selvage
