#include "selvage/experiment/trials/trials.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace selvage {
namespace {

TrialsAsked few(int threads, std::uint64_t seed = 5) {
  return {
      .seed = seed, .runs = 3, .rows = {40, 400}, .epsilons = {1}, .threads = threads};
}

bool same(const TrialResult& a, const TrialResult& b) {
  return a.law == b.law && a.statistic == b.statistic && a.contender == b.contender &&
         a.rows == b.rows && a.usual == b.usual && a.large == b.large &&
         a.answered == b.answered && a.outside == b.outside;
}

TEST(Trials, AreTheSameForAnyNumberOfThreads) {
  const auto one = run_trials(few(1)), more = run_trials(few(3));
  const auto other = run_trials(few(3, 6));
  ASSERT_TRUE(one && more && other);
  ASSERT_EQ(one->size(), more->size());
  std::size_t differ = 0;
  for (std::size_t i = 0; i < one->size(); ++i) {
    EXPECT_TRUE(same((*one)[i], (*more)[i])) << (*one)[i].contender;
    differ += same((*one)[i], (*other)[i]) ? 0 : 1;
  }
  EXPECT_GT(differ, one->size() / 2);
}

// A 0.9 quantile of 40 rows at epsilon 1 stops at the count before it in nine runs of
// ten.
TEST(Trials, TellWhereThereIsNoAnswer) {
  const auto results = run_trials(few(2));
  ASSERT_TRUE(results);
  double laws = 0, answered = 0;
  for (const TrialResult& result : *results) {
    EXPECT_LE(result.usual, result.large);
    if (result.contender == "sample") {
      EXPECT_EQ(result.answered, 1);
      EXPECT_EQ(result.outside, 0);
    }
    if (result.contender == "selvage" && result.statistic == TrialStatistic::high &&
        result.rows == 40) {
      ++laws;
      answered += result.answered;
      EXPECT_EQ(std::isinf(result.large), result.answered < 1);
    }
  }
  EXPECT_GT(laws, 0);
  EXPECT_LT(answered, laws / 3);
}

TEST(Trials, StopWhenTheWatchSaysSo) {
  TrialsAsked asked = few(2);
  asked.runs = 20'000;
  asked.watch = [](double) { return false; };
  const auto stopped = run_trials(asked);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, ErrorKind::interrupted);
}

TEST(Trials, TooFewRunsAreRefused) {
  TrialsAsked asked = few(1);
  asked.runs = 1;
  EXPECT_FALSE(run_trials(asked));
}

}  // namespace
}  // namespace selvage
