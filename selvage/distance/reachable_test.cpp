#include "selvage/distance/reachable.hpp"

#include <algorithm>
#include <functional>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "selvage/distance/line_transport.hpp"
#include "selvage/distance/pointwise_accuracy.hpp"

namespace selvage {
namespace {

using List = std::vector<std::int64_t>;
const ExtendedRational kNever = ExtendedRational::infinity();
const List kVector = {5, 0, 7, 3, 6, 1};

TEST(Reachable, GivesTheVectors) {
  EXPECT_EQ(reachable_max(kVector, 7), (Reachable{{4, 5, 6}}));
  EXPECT_EQ(reachable_max_k(kVector, 5, 3), (Reachable{{3, 5}}));
  EXPECT_EQ(reachable_mode(kVector, 2), (Reachable{{3, 5}}));
  EXPECT_EQ(reachable_quantile(kVector, {1, 2}, 4), (Reachable{{3, 4}}));
}

TEST(Reachable, AShareOfDropsIsRoundedDown) {
  EXPECT_EQ(items_to_drop(kVector, {1, 2}), 11);
  EXPECT_EQ(items_to_drop(kVector, {3, 22}), 3);
  EXPECT_EQ(items_to_drop(kVector, {13, 100}), 2);
}

// Every histogram that at most so many drops leave.
void for_each_left(const List& counts, std::int64_t drops, List& left, std::size_t at,
                   const std::function<void()>& see) {  // NOLINT(misc-no-recursion)
  if (at == counts.size()) return see();
  for (std::int64_t gone = 0; gone <= std::min(drops, counts[at]); ++gone) {
    left[at] = counts[at] - gone;
    for_each_left(counts, drops - gone, left, at + 1, see);
  }
}

using SetStatistic = std::function<std::optional<std::int64_t>(const List&)>;

Reachable by_definition(const List& counts, std::int64_t drops, const SetStatistic& f) {
  std::set<std::int64_t> values;
  bool none = false;
  List left = counts;
  for_each_left(counts, drops, left, 0, [&] {
    if (const auto value = f(left))
      values.insert(*value);
    else
      none = true;
  });
  return {{values.begin(), values.end()}, none};
}

List items_of(const List& counts) {
  List items;
  for (std::size_t g = 0; g < counts.size(); ++g)
    items.insert(items.end(), static_cast<std::size_t>(counts[g]),
                 static_cast<std::int64_t>(g) + 1);
  return items;
}

// Of the items in order; none of no items.
SetStatistic of_items(const std::function<std::int64_t(const List&)>& f) {
  return [f](const List& counts) -> std::optional<std::int64_t> {
    const List items = items_of(counts);
    if (items.empty()) return std::nullopt;
    return f(items);
  };
}

std::optional<std::int64_t> mode_of(const List& counts) {
  const auto most = std::max_element(counts.begin(), counts.end());
  if (*most == 0) return std::nullopt;
  return most - counts.begin() + 1;
}

TEST(Reachable, IsWhatDroppingInEveryWayReaches) {
  std::mt19937 words(50);
  const Rational share(2, 5);
  for (int round = 0; round < 150; ++round) {
    List counts(5);
    for (auto& count : counts) count = static_cast<std::int64_t>(words() % 4);
    for (std::int64_t drops = 0; drops <= 7; ++drops) {
      const auto expected = [&](const SetStatistic& f) {
        return by_definition(counts, drops, f);
      };
      EXPECT_EQ(reachable_max(counts, drops),
                expected(of_items([](const List& x) { return x.back(); })));
      EXPECT_EQ(reachable_min(counts, drops),
                expected(of_items([](const List& x) { return x.front(); })));
      EXPECT_EQ(reachable_range(counts, drops),
                expected(of_items([](const List& x) { return x.back() - x.front(); })));
      EXPECT_EQ(reachable_quantile(counts, share, drops),
                expected(of_items(
                    [](const List& x) { return x[(2 * x.size() + 4) / 5 - 1]; })));
      EXPECT_EQ(reachable_mode(counts, drops), expected(mode_of));
      EXPECT_EQ(reachable_max_k(counts, 2, drops),
                expected([](const List& x) -> std::optional<std::int64_t> {
                  std::int64_t largest = 0;
                  for (std::size_t g = 0; g < x.size(); ++g)
                    if (x[g] >= 2) largest = static_cast<std::int64_t>(g) + 1;
                  return largest;
                }));
    }
  }
}

List support_of(const List& counts) {
  List support;
  for (std::size_t g = 0; g < counts.size(); ++g)
    if (counts[g] > 0) support.push_back(static_cast<std::int64_t>(g) + 1);
  return support;
}

ExtendedRational hausdorff(const List& a, const List& b) {
  if (a.empty() && b.empty()) return 0;
  if (a.empty() || b.empty()) return kNever;
  std::int64_t farthest = 0;
  for (const auto& [one, other] : {std::pair(a, b), std::pair(b, a)})
    for (const std::int64_t x : one) {
      std::int64_t nearest = 1000;
      for (const std::int64_t y : other) nearest = std::min(nearest, std::abs(x - y));
      farthest = std::max(farthest, nearest);
    }
  return farthest;
}

TEST(Reachable, TheSupportIsAsFarAsTheNearestOfAll) {
  std::mt19937 words(51);
  for (int round = 0; round < 200; ++round) {
    List counts(5), chosen(5);
    for (auto& count : counts) count = static_cast<std::int64_t>(words() % 3);
    for (auto& count : chosen) count = static_cast<std::int64_t>(words() % 2);
    const List released = support_of(chosen);
    for (std::int64_t drops = 0; drops <= 5; ++drops) {
      ExtendedRational nearest = kNever;
      List left = counts;
      for_each_left(counts, drops, left, 0, [&] {
        nearest = std::min(nearest, hausdorff(support_of(left), released));
      });
      EXPECT_EQ(flexible_support_error(counts, drops, released), nearest);
    }
  }
}

TEST(Reachable, TheErrorOfNoneIsNothingOrInfinite) {
  EXPECT_EQ(flexible_error(reachable_max(kVector, 21), std::nullopt), kNever);
  EXPECT_EQ(flexible_error(reachable_max(kVector, 22), std::nullopt),
            ExtendedRational(0));
  EXPECT_EQ(flexible_error(reachable_max(kVector, 7), 1), ExtendedRational(3));
  EXPECT_EQ(flexible_error(reachable_max(List{0, 0}, 0), 1), kNever);
}

// T155 against the definition: whether some distribution X' on what can be reached has
// Winf_gamma(f(X'), M(x)) <= beta. All X' in quarters are tried, and those that put
// each released value on its nearest one.
TEST(PointwiseAccuracy, IsTheDefinition) {
  std::mt19937 words(52);
  for (int round = 0; round < 40; ++round) {
    const List reachable = {2, 5, 6};
    LineHistogram released;  // a law in quarters on 1..9
    for (int i = 0; i < 4; ++i)
      released.push_back({1 + static_cast<std::int64_t>(words() % 9), 1});
    std::vector<ErrorMass> law;
    for (const LineBar& bar : released)
      law.push_back({flexible_error({reachable}, bar.place), Rational(1, 4)});
    for (std::int64_t quarters = 0; quarters < 4; ++quarters) {
      const Rational gamma(quarters, 4);
      std::int64_t best = 1000;
      for (std::int64_t a = 0; a <= 4; ++a)
        for (std::int64_t b = 0; a + b <= 4; ++b) {
          const LineHistogram tried = {{2, a}, {5, b}, {6, 4 - a - b}};
          best = std::min(best, LineTransport::make(tried, released)->infinity(gamma));
        }
      EXPECT_EQ(least_beta(law, gamma), ExtendedRational(best));
      EXPECT_LE(miss_probability(law, best), gamma);
      if (best > 0) {
        EXPECT_GT(miss_probability(law, best - 1), gamma);
      }
    }
  }
}

}  // namespace
}  // namespace selvage
