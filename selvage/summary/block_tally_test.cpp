#include "selvage/summary/block_tally.hpp"

#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "selvage/summary/number_rows.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMost = (std::int64_t{1} << 60) - 1;

void expect_same(const BlockTally& one, const BlockTally& other) {
  const auto sums = one.sums(), others = other.sums();
  ASSERT_EQ(sums.size(), others.size());
  for (std::size_t block = 0; block < sums.size(); ++block) {
    EXPECT_EQ(sums[block].rows, others[block].rows);
    EXPECT_TRUE(sums[block].sums == others[block].sums);
    for (std::size_t i = 0; i < sums[block].products.size(); ++i)
      EXPECT_EQ(sums[block].products[i].value(), others[block].products[i].value());
  }
}

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
  expect_same(one, both);
}

// Column by column, near numbers and far ones, in chunks and beyond what is pending.
TEST(BlockTally, ColumnsAreAddedAsTheirRowsAre) {
  for (const std::size_t width : {2, 3, 4, 5, 6})
    for (const bool has_far : {false, true}) {
      BlockTally one(4, width), many(4, width);
      for (const std::size_t rows : {200, 0, 1, 2048, 70}) {
        std::vector<std::uint64_t> blocks(rows);
        std::vector<std::uint8_t> counted(rows);
        std::vector<std::int64_t> numbers(rows * width);
        for (std::size_t row = 0; row < rows; ++row) {
          const auto i = static_cast<std::int64_t>(row);
          blocks[row] = row * row % 4;
          counted[row] = row % 7 != 0;
          std::vector<std::int64_t> of_row(width);
          for (std::size_t k = 0; k < width; ++k) {
            of_row[k] = has_far && row % 11 == 0
                            ? (k % 2 == 0 ? kMost - i : i - kMost)
                            : (i - 90) * static_cast<std::int64_t>(k + 3);
            numbers[k * rows + row] = of_row[k];
          }
          if (counted[row] != 0)
            one.add(static_cast<std::uint32_t>(blocks[row]), of_row);
        }
        many.add_columns(blocks, counted, numbers);
      }
      expect_same(one, many);
    }
}

// The sum of 64 bits is emptied before it can be full.
TEST(BlockTally, ManyLargeRowsDoNotOverflow) {
  constexpr std::int64_t kNear = (std::int64_t{1} << 44) - 1;
  constexpr std::size_t kRows = 1 << 15, kTimes = 40;
  BlockTally tally(1, 2);
  const std::vector<std::uint64_t> blocks(kRows);
  const std::vector<std::uint8_t> counted(kRows, 1);
  const std::vector<std::int64_t> numbers(kRows * 2, kNear);
  for (std::size_t i = 0; i < kTimes; ++i) tally.add_columns(blocks, counted, numbers);
  const auto sums = tally.sums();
  EXPECT_EQ(sums[0].rows, std::int64_t{kRows * kTimes});
  const Int128 all = Int128{kRows} * Int128{kTimes};
  EXPECT_TRUE(sums[0].sums[1] == Int128{kNear} * all);
  EXPECT_EQ(sums[0].products[1].value(), Rational(kNear) * kNear * (kRows * kTimes));
}

TEST(BlockTally, PeopleFallIntoAllBlocksByTheirKey) {
  BlockRequest request{.blocks = 7};
  std::map<std::uint32_t, int> met;
  int moved = 0;
  for (int person = 0; person < 7000; ++person) {
    const std::string name = std::to_string(person);
    request.key[3] = 0;
    const std::uint32_t block = BlockOf(request)(name);
    EXPECT_EQ(block, BlockOf(request)(name));
    ++met[block];
    request.key[3] = 1;
    moved += BlockOf(request)(name) != block;
  }
  EXPECT_EQ(met.size(), 7u);
  EXPECT_EQ(met.rbegin()->first, 6u);
  for (const auto& [block, people] : met) EXPECT_NEAR(people, 1000, 180) << block;
  EXPECT_NEAR(moved, 6000, 180);
}

// The names by which people are told apart, and the blocks that follow from them, are
// others under every key.
TEST(NumberRows, PeopleAreNamedByTheirKey) {
  constexpr std::uint32_t kBlocks = 7;
  BlockKey key = {}, other = {};
  other[9] = 1;
  std::map<std::uint32_t, int> met;
  std::set<Uint128> names;
  int moved = 0;
  for (int person = 0; person < 7000; ++person) {
    const std::string text = std::to_string(person);
    const Uint128 name = person_name(text, key);
    EXPECT_TRUE(name == person_name(text, key));
    names.insert(name);
    names.insert(person_name(text, other));
    ++met[block_of(name, kBlocks)];
    moved += block_of(name, kBlocks) != block_of(person_name(text, other), kBlocks);
  }
  EXPECT_EQ(names.size(), 14'000u);
  EXPECT_EQ(met.size(), 7u);
  EXPECT_EQ(met.rbegin()->first, 6u);
  for (const auto& [block, people] : met) EXPECT_NEAR(people, 1000, 180) << block;
  EXPECT_NEAR(moved, 6000, 180);
}

}  // namespace
}  // namespace selvage
