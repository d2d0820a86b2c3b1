#include "selvage/distance/truncated_cost.hpp"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "selvage/distance/level_set.hpp"
#include "selvage/distance/line_average.hpp"
#include "selvage/distance/line_transport.hpp"

namespace selvage {
namespace {

LineHistogram drawn(std::mt19937_64& random, int bars, int range, int most) {
  std::vector<LineBar> made;
  for (int i = 0; i < bars; ++i)
    made.push_back({static_cast<std::int64_t>(random() % range),
                    1 + static_cast<std::int64_t>(random() % most)});
  return *line_histogram(std::move(made));
}

TEST(LevelSet, KnowsItsEnds) {
  std::mt19937_64 random(1);
  for (const std::size_t size : {1U, 64U, 65U, 5000U, 300'000U}) {
    LevelSet set(size);
    std::vector<std::size_t> there;
    for (int i = 0; i < 300; ++i) {
      const std::size_t number = random() % size;
      const auto at = std::lower_bound(there.begin(), there.end(), number);
      if (at != there.end() && *at == number) {
        set.erase(number);
        there.erase(at);
      } else {
        set.insert(number);
        there.insert(at, number);
      }
      if (there.empty()) continue;
      ASSERT_EQ(set.least(), there.front());
      ASSERT_EQ(set.greatest(), there.back());
    }
  }
}

// The dual of all partial plans: OT_limit is the least C(m) + limit (T - m).
TEST(TruncatedCost, IsTheLeastOfAllPartialPlans) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 400; ++round) {
    const auto x = drawn(random, 1 + round % 12, 40, 9),
               y = drawn(random, 1 + round % 7, 40, 9);
    const auto masses = common_masses(size_of(x), size_of(y));
    const LineTurns turns = line_turns(x, y, masses);
    const auto whole = *line_average(turns, masses.total);
    const auto costs = *TruncatedCost::make(turns, masses.total);
    const auto corners = whole.corners();
    const Rational total = rational_of(masses.total);
    for (std::int64_t limit = 0; limit <= 41; ++limit) {
      Rational least = total * limit;
      for (const auto& [loss, distance] : corners)
        least = std::min(least, (distance + loss * limit) * total);
      EXPECT_EQ(rational_of(costs.at(limit).cost), least) << round << ' ' << limit;
      EXPECT_EQ(costs.at(limit).cost + costs.at(limit).left, costs.at(limit + 1).cost);
    }
  }
}

TEST(TruncatedCost, GivesTheAverageOfThePlansAtTheAskedLosses) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 300; ++round) {
    const int range = round % 3 == 0 ? 30 : 1'000'000'007;
    const auto pair = *LineTransport::make(drawn(random, 1 + round % 40, range, 50),
                                           drawn(random, 1 + round % 23, range, 50));
    std::vector<Rational> losses;
    for (std::int64_t i = 0; i <= 7; ++i)
      losses.push_back(Rational(static_cast<std::int64_t>(random() % 1001), 1000));
    const auto whole = *pair.average();
    const auto some = *pair.average_at(losses);
    for (const Rational& loss : losses) EXPECT_EQ(*some.at(loss), *whole.at(loss));
    for (std::int64_t i = 0; i <= 20; ++i)  // and nowhere too small
      EXPECT_GE(*some.at({i, 20}), *whole.at({i, 20}));
  }
}

// Sums that differ by every number up to 2 n: each step crosses them all.
TEST(TruncatedCost, ManyCrossingsTakeNoTime) {
  LineHistogram up, down;
  for (std::int64_t i = 0; i < 20'000; ++i)
    (i % 2 == 0 ? up : down).push_back({i, 12'000 + i});
  const auto pair = *LineTransport::make(up, down);
  EXPECT_FALSE(pair.average());
  const std::vector<Rational> losses = {0, Rational(1, 100), Rational(1, 2), 1};
  const auto some = *pair.average_at(losses);
  EXPECT_EQ(*some.at(1), Rational(0));
  for (const Rational& loss : losses)
    EXPECT_LE(*some.at(loss), Rational(pair.infinity(loss)));
  EXPECT_GT(*some.at(0), *some.at(losses[1]));
}

TEST(TruncatedCost, RefusesWhatDoesNotFit) {
  const std::int64_t far = std::int64_t{1} << 60;
  const auto pair = *LineTransport::make({{-far, far - 1}}, {{far, far - 5}, {0, 1}});
  const std::vector<Rational> losses = {0};
  EXPECT_FALSE(pair.average_at(losses));
}

}  // namespace
}  // namespace selvage
