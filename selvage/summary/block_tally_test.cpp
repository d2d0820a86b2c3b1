#include "selvage/summary/block_tally.hpp"

#include <map>
#include <string>

#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr std::int64_t kMost = (std::int64_t{1} << 60) - 1;

TEST(BlockTally, SumsAreExactForTheLargestCodes) {
  BlockTally tally(2, 3);
  for (int i = 0; i < 1000; ++i)
    tally.add(1, std::vector<std::int64_t>{-kMost, kMost, -kMost});
  tally.add(1, std::vector<std::int64_t>{3, -5, 7});
  BlockTally other(2, 3);
  other.add(tally);
  tally = other;
  const auto sums = tally.sums();
  EXPECT_EQ(sums[0].rows, 0);
  EXPECT_EQ(sums[1].rows, 1001);
  const Rational square = Rational(kMost) * kMost * 1000;
  EXPECT_EQ(sums[1].products[product_place(0, 1)].value(), -square - 15);
  EXPECT_EQ(sums[1].products[product_place(1, 1)].value(), square + 25);
  EXPECT_EQ(sums[1].products[product_place(0, 2)].value(), square + 21);
  EXPECT_EQ(sums[1].products[product_place(1, 2)].value(), -square - 35);
  EXPECT_EQ(sums[1].products[product_place(2, 2)].value(), square + 49);
  EXPECT_EQ(sums[1].products.size(), 5u);
  EXPECT_TRUE(sums[1].sums[0] == Int128{-kMost} * 1000 + 3);
}

TEST(BlockTally, TwoTalliesAddUpToOne) {
  BlockTally one(3, 2), other(3, 2), both(3, 2);
  for (std::int64_t i = 0; i < 50; ++i) {
    const std::vector<std::int64_t> row = {i * i - 400, 7 - i};
    const auto block = static_cast<std::uint32_t>(i % 3);
    (i < 20 ? one : other).add(block, row);
    both.add(block, row);
  }
  one.add(other);
  const auto sums = one.sums(), whole = both.sums();
  for (std::size_t block = 0; block < 3; ++block) {
    EXPECT_EQ(sums[block].rows, whole[block].rows);
    for (std::size_t i = 0; i < 2; ++i)
      EXPECT_EQ(sums[block].products[i].value(), whole[block].products[i].value());
  }
}

TEST(BlockTally, ManyRowsAreAddedAsOneAfterTheOther) {
  for (const std::size_t width : {2, 3, 4, 5, 6}) {
    BlockTally one(4, width), many(4, width);
    std::vector<std::uint64_t> blocks;
    std::vector<std::uint8_t> counted;
    std::vector<std::int64_t> numbers;
    for (std::int64_t i = 0; i < 200; ++i) {
      blocks.push_back(static_cast<std::uint64_t>(i * i % 4));
      counted.push_back(i % 7 != 0);
      for (std::size_t k = 0; k < width; ++k)
        numbers.push_back(i % 11 == 0 ? (k % 2 == 0 ? kMost - i : i - kMost)
                                      : (i - 90) * static_cast<std::int64_t>(k + 3));
      if (i % 7 != 0)
        one.add(static_cast<std::uint32_t>(blocks.back()),
                std::span(numbers).last(width));
    }
    many.add_rows(blocks, counted, numbers);
    const auto sums = one.sums(), whole = many.sums();
    for (std::size_t block = 0; block < 4; ++block) {
      EXPECT_EQ(sums[block].rows, whole[block].rows);
      EXPECT_TRUE(sums[block].sums == whole[block].sums);
      for (std::size_t i = 0; i < sums[block].products.size(); ++i)
        EXPECT_EQ(sums[block].products[i].value(), whole[block].products[i].value());
    }
  }
}

TEST(BlockTally, PeopleFallIntoAllBlocksByTheirKey) {
  BlockRequest request{.blocks = 7};
  std::map<std::uint32_t, int> met;
  int moved = 0;
  for (int person = 0; person < 7000; ++person) {
    const std::string name = std::to_string(person);
    request.key[3] = 0;
    const std::uint32_t block = block_of(name, request);
    EXPECT_EQ(block, block_of(name, request));
    ++met[block];
    request.key[3] = 1;
    moved += block_of(name, request) != block;
  }
  EXPECT_EQ(met.size(), 7u);
  EXPECT_EQ(met.rbegin()->first, 6u);
  for (const auto& [block, people] : met) EXPECT_NEAR(people, 1000, 180) << block;
  EXPECT_NEAR(moved, 6000, 180);
}

}  // namespace
}  // namespace selvage
