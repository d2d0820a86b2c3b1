// The rules of accuracy (T157, T158) against what is true of all small histograms: what
// they conclude holds everywhere, and nothing smaller does.
#include <algorithm>
#include <functional>
#include <map>

#include <gtest/gtest.h>

#include "selvage/distance/distortion.hpp"
#include "selvage/distance/reachable.hpp"
#include "selvage/guarantee/accuracy_derivation.hpp"

namespace selvage {
namespace {

using World = std::vector<std::int64_t>;  // counts at the places 0, 1, ...

// All histograms of so many items.
void for_each_world(std::int64_t items, World& world, std::size_t at,
                    const std::function<void()>& see) {  // NOLINT(misc-no-recursion)
  if (at + 1 == world.size()) {
    world[at] = items;
    return see();
  }
  for (world[at] = 0; world[at] <= items; ++world[at])
    for_each_world(items - world[at], world, at + 1, see);
}

std::vector<World> worlds(std::int64_t items, std::size_t places) {
  std::vector<World> all;
  World world(places, 0);
  for_each_world(items, world, 0, [&] { all.push_back(world); });
  return all;
}

LineHistogram line_of(const World& world) {
  std::vector<LineBar> bars;
  for (std::size_t i = 0; i < world.size(); ++i)
    bars.push_back({static_cast<std::int64_t>(i), world[i]});
  return *line_histogram(bars);
}

// A statistic of a histogram that is not empty, and how far two of them are apart.
using Apart = std::function<std::int64_t(const World&, const World&)>;

std::int64_t only_value(const Reachable& reachable) { return reachable.values.at(0); }

Apart apart(const std::function<Reachable(const World&)>& statistic) {
  return [statistic](const World& x, const World& y) {
    return std::abs(only_value(statistic(x)) - only_value(statistic(y)));
  };
}

std::int64_t supports_apart(const World& x, const World& y) {
  std::vector<std::int64_t> values;
  for (std::size_t i = 0; i < y.size(); ++i)
    if (y[i] > 0) values.push_back(static_cast<std::int64_t>(i) + 1);
  return *flexible_support_error(x, 0, values).finite().to_int64();
}

std::map<std::string, Apart> statistics() {
  return {{"max", apart([](const World& x) { return reachable_max(x, 0); })},
          {"min", apart([](const World& x) { return reachable_min(x, 0); })},
          {"range", apart([](const World& x) { return reachable_range(x, 0); })},
          {"mode", apart([](const World& x) { return reachable_mode(x, 0); })},
          {"max_k", apart([](const World& x) { return reachable_max_k(x, 2, 0); })},
          {"quantile", apart([](const World& x) {
             return reachable_quantile(x, {1, 2}, 0);
           })},
          {"support", supports_apart}};
}

std::optional<Rational> promised_sensitivity(const std::string& name, std::int64_t at) {
  const auto node = derive_accuracy("sensitivity_of_statistic",
                                    {{"statistic", name}, {"at", Rational(at)}}, {});
  if (!node) return std::nullopt;
  return std::get<MetricSensitivity>(node->conclusion).value;
}

TEST(AccuracyWorlds, SensitivitiesOfStatisticsHoldAndAreTheLeast) {
  const auto all = worlds(4, 5);
  std::map<std::string, std::map<std::int64_t, std::int64_t>> greatest;
  for (const World& x : all)
    for (const World& y : all) {
      const auto way = *move_distortion(line_of(x), line_of(y)).finite().to_int64();
      for (const auto& [name, distance] : statistics()) {
        auto& most = greatest[name][way];
        most = std::max(most, distance(x, y));
      }
    }
  for (const auto& [name, by_way] : greatest) {
    const bool bounded = name != "mode" && name != "max_k";
    for (const auto& [way, most] : by_way) {
      if (way > 2) continue;  // then the ends of the line are nearer than that
      const auto promised = promised_sensitivity(name, way);
      EXPECT_EQ(promised.has_value(), bounded || way == 0) << name << ' ' << way;
      if (promised) {
        EXPECT_EQ(*promised, Rational(most)) << name << ' ' << way;
      }
    }
    // No distance bounds these two: one place can turn the whole line.
    if (!bounded) {
      EXPECT_GE(by_way.at(1), 4) << name;
    }
  }
}

// Buckets of [0, 8): two of side 4 with centres 2 and 6. Then each of the two bars
// loses 0 or 1 of 5 items or more. All tables of 5 items, all that can be left.
struct Bucketed {
  static World buckets(const World& x) {
    World y(8, 0);
    for (std::size_t i = 0; i < 8; ++i) y[i < 4 ? 2 : 6] += x[i];
    return y;
  }
  static std::vector<World> left(const World& x) {
    std::vector<World> all;
    const World full = buckets(x);
    for (std::int64_t low = 0; low <= std::min<std::int64_t>(1, full[2]); ++low)
      for (std::int64_t high = 0; high <= std::min<std::int64_t>(1, full[6]); ++high) {
        World y = full;
        y[2] -= low;
        y[6] -= high;
        all.push_back(y);
      }
    return all;
  }
  static Result<AccuracyDerivation> derivation() {
    const auto first = *accuracy_from_error(*bucketing(8, 2, 0));
    const Rational moved = std::get<FunctionAccuracy>(first.conclusion).accuracy.beta;
    return compose_accuracy(first, *drop_only(2, 1, 5, moved));
  }
};

const Accuracy& concluded(const AccuracyDerivation& node) {
  return std::get<FunctionAccuracy>(node.conclusion).accuracy;
}

TEST(AccuracyWorlds, WhatIsComposedHoldsOnAllTables) {
  struct Case {
    std::string name;
    std::function<Reachable(BarCounts, std::int64_t)> reachable;
  };
  const Case cases[] = {{"max", reachable_max},
                        {"min", reachable_min},
                        {"range", reachable_range},
                        {"quantile", [](BarCounts x, std::int64_t drops) {
                           return reachable_quantile(x, {1, 2}, drops);
                         }}};
  for (const auto& [name, reachable] : cases) {
    const auto first = *Bucketed::derivation();
    const auto node =
        compose_accuracy(first, *error_of_statistic(name, concluded(first).beta));
    ASSERT_TRUE(node);
    const Accuracy& accuracy = concluded(*node);
    EXPECT_EQ(accuracy.alpha, Rational(2, 5));
    ExtendedRational worst = 0;
    for (const World& x : worlds(5, 8)) {
      const Reachable within = reachable(x, items_to_drop(x, accuracy.alpha));
      for (const World& y : Bucketed::left(x))
        worst = std::max(worst, flexible_error(within, only_value(reachable(y, 0))));
    }
    EXPECT_LE(worst, ExtendedRational(accuracy.beta)) << name;
    EXPECT_GE(worst, ExtendedRational(2)) << name;  // half a bucket is reached
  }
}

TEST(AccuracyWorlds, WhatIsDroppedAndMovedHoldsOnAllTables) {
  const Rational eta(1, 10);
  const auto node = derive_accuracy("accuracy_by_drop_move",
                                    {{"eta", eta}, {"statistic", std::string("mode")}},
                                    {*Bucketed::derivation()});
  ASSERT_TRUE(node);
  ExtendedRational worst = 0;
  for (const World& x : worlds(5, 8))
    for (const World& y : Bucketed::left(x))
      worst = std::max(worst, drop_move_distortion(line_of(x), line_of(y), eta));
  EXPECT_EQ(worst, ExtendedRational(concluded(*node).alpha));
}

}  // namespace
}  // namespace selvage
