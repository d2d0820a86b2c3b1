#include "selvage/distance/distortion.hpp"

#include <algorithm>
#include <functional>
#include <random>

#include <gtest/gtest.h>

#include "selvage/distance/finite_transport.hpp"
#include "selvage/distance/line_transport.hpp"

namespace selvage {
namespace {

using Counts = std::vector<std::int64_t>;
const ExtendedRational kInfinite = ExtendedRational::infinity();

LineHistogram on_line(const Counts& counts) {
  std::vector<LineBar> bars;
  for (std::size_t i = 0; i < counts.size(); ++i)
    bars.push_back({static_cast<std::int64_t>(i), counts[i]});
  return *line_histogram(bars);
}

Distances places(std::size_t n) {
  std::vector<Rational> all;
  for (std::size_t i = 0; i < n; ++i) all.emplace_back(static_cast<std::int64_t>(i));
  return line_distances(all, all);
}

void for_counts_below(const Counts& most, Counts& counts, std::size_t at,
                      const std::function<void()>& see) {  // NOLINT(misc-no-recursion)
  if (at == most.size()) return see();
  for (counts[at] = 0; counts[at] <= most[at]; ++counts[at])
    for_counts_below(most, counts, at + 1, see);
}

TEST(Distortion, DropTakesItemsAwayAndAddsNone) {
  EXPECT_EQ(drop_distortion(Counts{4, 0, 4}, Counts{4, 0, 1}),
            ExtendedRational(Rational(3, 8)));
  EXPECT_EQ(drop_distortion(Counts{4, 0, 4}, Counts{4, 1, 1}), kInfinite);
  EXPECT_EQ(drop_distortion(Counts{0, 0}, Counts{0, 0}), ExtendedRational(0));
  EXPECT_EQ(drop_distortion(LineHistogram{{3, 2}}, LineHistogram{}),
            ExtendedRational(1));
  EXPECT_EQ(drop_distortion(LineHistogram{}, LineHistogram{{3, 2}}), kInfinite);
}

TEST(Distortion, SharesKeptMultiply) {
  const Counts x = {5, 4, 3}, y = {5, 2, 2}, z = {1, 2, 0};
  const auto kept = [](const Counts& a, const Counts& b) {
    return Rational(1) - drop_distortion(a, b).finite();
  };
  EXPECT_EQ(kept(x, z), kept(x, y) * kept(y, z));
}

// Vector: eta 1/10, x = {0:4, 10:3, 50:1}.
TEST(Distortion, GivesTheVectorsOfDropAndMove) {
  const LineHistogram x = {{0, 4}, {10, 3}, {50, 1}};
  const Rational eta(1, 10);
  EXPECT_EQ(drop_move_distortion(x, {{1, 3}, {12, 3}}, eta),
            ExtendedRational(Rational(9, 20)));
  EXPECT_EQ(drop_move_distortion(x, {{1, 3}, {12, 4}}, eta),
            ExtendedRational(Rational(53, 40)));
  EXPECT_EQ(drop_move_distortion(x, {{1, 4}, {12, 5}}, eta), kInfinite);
}

TEST(Distortion, MoveKeepsTheSize) {
  EXPECT_EQ(move_distortion({{0, 2}, {10, 2}}, {{1, 2}, {13, 2}}), ExtendedRational(3));
  EXPECT_EQ(move_distortion({{0, 2}, {10, 2}}, {{1, 1}, {11, 1}}), kInfinite);
  EXPECT_EQ(move_distortion(LineHistogram{}, LineHistogram{}), ExtendedRational(0));
}

// The definition over all z on the places 0..3, and the same by flows.
TEST(Distortion, DropMoveIsTheLeastOverAllThatLieBetween) {
  std::mt19937 words(40);
  const Distances distances = places(4);
  const Rational eta(1, 7);
  for (int round = 0; round < 120; ++round) {
    Counts x(4), y(4), z(4);
    for (auto& count : x) count = static_cast<std::int64_t>(words() % 4);
    for (auto& count : y) count = static_cast<std::int64_t>(words() % 3);
    ExtendedRational least = kInfinite;
    for_counts_below(x, z, 0, [&] {
      const auto moved = move_distortion(z, y, distances);
      if (moved.is_infinite()) return;
      least = std::min(least,
                       drop_distortion(x, z) + ExtendedRational(eta * moved.finite()));
    });
    EXPECT_EQ(drop_move_distortion(x, y, distances, eta), least);
    EXPECT_EQ(drop_move_distortion(on_line(x), on_line(y), eta), least);
    EXPECT_EQ(move_distortion(on_line(x), on_line(y)),
              move_distortion(x, y, distances));
    EXPECT_EQ(drop_distortion(on_line(x), on_line(y)), drop_distortion(x, y));
  }
}

// The distance of shares, which does not see sizes: what the paper calls a metric on
// histograms.
ExtendedRational of_shares(const LineHistogram& x, const LineHistogram& y) {
  return ExtendedRational(LineTransport::make(x, y)->infinity(0));
}

// Audit A6: shares do not tell a histogram from twice it, and a statistic that does,
// such as the largest place with 500 items, then changes at distance 0.
TEST(Distortion, A6TheDistanceOfSharesIsNoMetricOnHistograms) {
  const auto times = [](std::int64_t k) {
    return LineHistogram{{1, 300 * k}, {2, 200 * k}};
  };
  const auto largest_with_500 = [](const LineHistogram& x) {
    std::int64_t place = 0;
    for (const LineBar& bar : x)
      if (bar.count >= 500) place = bar.place;
    return place;
  };
  for (std::int64_t k = 1; k <= 3; ++k) {
    EXPECT_EQ(of_shares(times(1), times(k)), ExtendedRational(0));
    EXPECT_EQ(largest_with_500(times(k)), k - 1);
    EXPECT_EQ(move_distortion(times(1), times(k)),
              k == 1 ? ExtendedRational(0) : kInfinite);
  }
}

// Audit A7: x and y have shares at distance 1, but what is left of x after drops has no
// partner near y: 9, 9 and 11 instead of 1.
TEST(Distortion, A7DropsOfHistogramsOfDifferentSizeDoNotFollowEachOther) {
  const LineHistogram x = {{0, 2}, {10, 2}}, y = {{1, 1}, {11, 1}};
  const LineHistogram z = {{0, 1}, {10, 2}};  // x after a drop of one item
  EXPECT_EQ(of_shares(x, y), ExtendedRational(1));
  EXPECT_EQ(of_shares(z, y), ExtendedRational(9));
  EXPECT_EQ(of_shares(z, {{1, 1}}), ExtendedRational(9));
  EXPECT_EQ(of_shares(z, {{11, 1}}), ExtendedRational(11));
}

// ... and the repair: at equal sizes every drop of x is followed by as large a drop of
// y within the same way. All small pairs on the places 0..3.
TEST(Distortion, A7DropsOfHistogramsOfOneSizeFollowEachOther) {
  const Distances distances = places(4);
  Counts x(4), y(4), z(4), w(4);
  std::mt19937 words(41);
  int pairs = 0;
  while (pairs < 60) {
    for (auto* one : {&x, &y})
      for (auto& count : *one) count = static_cast<std::int64_t>(words() % 3);
    const auto way = move_distortion(x, y, distances);
    if (way.is_infinite()) continue;
    ++pairs;
    for_counts_below(x, z, 0, [&] {
      bool followed = false;
      for_counts_below(y, w, 0,
                       [&] { followed |= move_distortion(z, w, distances) <= way; });
      EXPECT_TRUE(followed);
    });
  }
}

// A distribution over histograms is as far from another as the farthest pair of the
// best coupling.
TEST(Distortion, ExtendsToDistributions) {
  const std::vector<Counts> from = {{4, 4}, {2, 2}}, to = {{3, 4}, {2, 0}};
  Distances drops(2);
  for (std::size_t i = 0; i < 2; ++i)
    for (const Counts& after : to) drops[i].push_back(drop_distortion(from[i], after));
  // (4,4) -> (3,4) drops 1/8; (2,2) -> (2,0) drops 1/2; (4,4) -> (2,0) drops 3/4.
  EXPECT_EQ(FiniteTransport::make({1, 1}, {1, 1}, drops)->infinity(0),
            ExtendedRational(Rational(1, 2)));
  EXPECT_EQ(FiniteTransport::make({2, 1}, {1, 2}, drops)->infinity(0),
            ExtendedRational(Rational(3, 4)));
  EXPECT_EQ(FiniteTransport::make({1, 2}, {2, 1}, drops)->infinity(0), kInfinite);
}

}  // namespace
}  // namespace selvage
