#include "selvage/mechanism/quantile/quantile_tree.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(QuantileTree, OneQuantileIsOneNode) {
  const QuantileTree tree = quantile_tree({{9, 10}}, 1, 1);
  ASSERT_EQ(tree.nodes.size(), 1u);
  EXPECT_EQ(tree.levels, 1u);
  const QuantileNode& node = tree.nodes[0];
  EXPECT_EQ(node.local, Rational(9, 10));
  EXPECT_EQ(node.slopes.left, Rational(13, 36));
  EXPECT_EQ(node.below, 446);  // 161 * 36 / 13
  EXPECT_EQ(node.above, 215);  // 161 * 4 / 3
}

TEST(QuantileTree, QuartilesHaveTheMedianFirst) {
  const QuantileTree tree = quantile_tree({{1, 4}, {1, 2}, {3, 4}}, 2, 1);
  ASSERT_EQ(tree.nodes.size(), 3u);
  EXPECT_EQ(tree.levels, 2u);
  EXPECT_EQ(tree.of_level, Rational(1));
  EXPECT_EQ(tree.nodes[0].place, 1u);
  EXPECT_EQ(tree.nodes[1].place, 0u);
  EXPECT_EQ(tree.nodes[2].place, 2u);
  for (const QuantileNode& node : tree.nodes) EXPECT_EQ(node.local, Rational(1, 2));
  EXPECT_EQ(tree.nodes[1].to, 0u);
  EXPECT_FALSE(tree.nodes[1].from);
  EXPECT_EQ(tree.nodes[2].from, 0u);
  // Its own reach, and half of the one that the median has.
  EXPECT_EQ(tree.nodes[0].below, 161);
  EXPECT_EQ(tree.nodes[1].below, 161 + 81);
}

TEST(QuantileTree, TwoQuantilesHaveACutBetweenThem) {
  const QuantileTree tree = quantile_tree({{1, 4}, {3, 4}}, 1, 1);
  ASSERT_EQ(tree.nodes.size(), 3u);
  EXPECT_EQ(tree.nodes[0].at, Rational(1, 2));
  EXPECT_FALSE(tree.nodes[0].place);
  EXPECT_EQ(tree.nodes[1].place, 0u);
  EXPECT_EQ(tree.nodes[2].place, 1u);
}

// Every quantile is there once, between its ends, and no path is longer than the levels
// that are paid for.
TEST(QuantileTree, EveryListIsSplitIntoAsFewLevelsAsCanBe) {
  for (std::size_t size = 1; size <= 40; ++size) {
    std::vector<Rational> list;
    for (std::size_t i = 1; i <= size; ++i)
      list.emplace_back(static_cast<std::int64_t>(i),
                        static_cast<std::int64_t>(size + 1));
    const QuantileTree tree = quantile_tree(list, 3, 2);
    std::vector<int> met(size);
    std::size_t depth = 0;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
      const QuantileNode& node = tree.nodes[i];
      if (node.place) {
        ++met[*node.place];
        EXPECT_EQ(node.at, list[*node.place]);
      }
      depth = std::max(depth, node.level + 1);
      const Rational low = node.from ? tree.nodes[*node.from].at : Rational(0);
      const Rational high = node.to ? tree.nodes[*node.to].at : Rational(1);
      EXPECT_TRUE(low < node.at && node.at < high);
      EXPECT_EQ(low + node.local * (high - low), node.at);
      for (const auto& end : {node.from, node.to})
        EXPECT_TRUE(!end || tree.nodes[*end].level < node.level);
      EXPECT_TRUE(i == 0 || tree.nodes[i - 1].level <= node.level);
      const Rational larger = std::max(node.local, Rational(1) - node.local);
      EXPECT_EQ(larger * (node.slopes.left + node.slopes.right) * 2, tree.of_level);
    }
    EXPECT_EQ(met, std::vector<int>(size, 1));
    EXPECT_EQ(depth, tree.levels);
    EXPECT_EQ(tree.of_level * static_cast<std::int64_t>(tree.levels), Rational(3));
    std::size_t least = 0;
    while ((std::size_t{1} << least) <= size) ++least;
    EXPECT_EQ(tree.levels, least);
  }
}

}  // namespace
}  // namespace selvage
