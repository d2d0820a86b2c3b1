// What blocks say, by hand: also those without rows, with one, and without a fit.
// [T148]
#include "selvage/mechanism/robust_regression/block_sizes.hpp"

#include <gtest/gtest.h>

#include "selvage/mechanism/robust_regression/half_octaves.hpp"

namespace selvage {
namespace {

using SizeCodes = std::vector<std::int64_t>;

// Rows (y, x) with the block of each.
struct BlockedRow {
  std::uint64_t block;
  std::int64_t y, x;
};
struct BlockedRows {
  NumberRows rows = {};
  std::vector<std::uint64_t> blocks = {};
  explicit BlockedRows(const std::vector<BlockedRow>& all) {
    for (const BlockedRow& row : all) {
      rows.numbers.insert(rows.numbers.end(), {row.y, row.x});
      blocks.push_back(row.block);
    }
  }
};

// Blocks 0 and 1 have no rows, 2 and 3 one each, 4 and 5 have no fit, 6 and 7 have one;
// rows of one block stand apart.
const BlockedRows kBlocked({{6, 0, 0},
                            {2, 7, 1000},
                            {7, 5, -3},
                            {4, 1, 8},
                            {6, 0, 1},
                            {5, 2, -8},
                            {7, 5, 1},
                            {6, 0, 2},
                            {3, -9, -1000},
                            {5, 4, -8},
                            {6, 8, 1},
                            {4, 3, 8}});
constexpr std::uint32_t kOfThem = 8;

TEST(BlockSizes, SpreadsAreMeanDistancesFromTheMean) {
  const BlockSizes sizes(kBlocked.rows, 2, kBlocked.blocks, kOfThem);
  // In block 6 x is 0, 1, 2, 1, so 1/2 from its mean, rounded down to 0; in block 7 -3
  // and 1 are 2 from theirs.
  EXPECT_EQ(sizes.spreads(1),
            (SizeCodes{0, kMostHalfOctave, 0, 0, 0, 0, 0, half_octave(2)}));
  // y: 0, 0, 0, 8 are 3 from their mean.
  EXPECT_EQ(sizes.spreads(0), (SizeCodes{0, kMostHalfOctave, 0, 0, half_octave(1),
                                         half_octave(1), half_octave(3), 0}));
}

// To the nearest step, halves up, and cut.
TEST(BlockSizes, MiddlesAreMeansInSteps) {
  const BlockSizes sizes(kBlocked.rows, 2, kBlocked.blocks, kOfThem);
  EXPECT_EQ(sizes.middles(1, 2, 1000),
            (SizeCodes{-1000, 1000, 500, -500, 4, -4, 1, 0}));
  EXPECT_EQ(sizes.middles(1, 16, 40), (SizeCodes{-40, 40, 40, -40, 1, 0, 0, 0}));
}

// The flat line y = 2 is the least squares of block 6: its misses are 2, 2, 2, 6; block
// 7 lies on a line.
TEST(BlockSizes, MissesAreMediansOfWhatLeastSquaresMiss) {
  const BlockSizes sizes(kBlocked.rows, 2, kBlocked.blocks, kOfThem);
  const Uint128 one = Uint128{1} << BlockSizes::kMissBits;
  EXPECT_EQ(sizes.misses(), (SizeCodes{0, kMostHalfOctave, 0, kMostHalfOctave, 0,
                                       kMostHalfOctave, half_octave(2 * one), 0}));
  // What these miss the line y = 0 by: 1, 1, 3, 3.
  const BlockedRows apart({{0, -1, 0}, {0, 1, 0}, {0, -3, 1}, {0, 3, 1}});
  EXPECT_EQ(BlockSizes(apart.rows, 2, apart.blocks, 1).misses(),
            SizeCodes{half_octave(3 * one)});
}

}  // namespace
}  // namespace selvage
