#include "selvage/summary/cell_tally.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

Domain domain(const std::vector<std::string>& values) {
  std::vector<DomainColumn> columns;
  for (const std::string& text : values)
    columns.push_back({"c" + std::to_string(columns.size()), *parse_values(text)});
  return *Domain::make(std::move(columns));
}

Int128 sum_of(const CellSums& cell) { return cell.sum; }

TEST(CellTally, CountsFewAndManyCellsAlike) {
  for (const std::string bins : {"0:10:1", "0:1000:1", "0:10000000:1"}) {
    CellTally tally({domain({bins})});
    const std::vector<std::uint32_t> cells = {3, 5, 3, 3, 0, 5, 3};
    tally.add_cells(cells);
    tally.add({.cell = 7});
    const auto sums = tally.sums();
    ASSERT_EQ(sums.size(), 4u) << bins;
    EXPECT_EQ(sums[0].cell, 0u);
    EXPECT_EQ(sums[1].rows, 4);
    EXPECT_EQ(sums[2].rows, 2);
    EXPECT_EQ(sums[3].cell, 7u);
  }
}

TEST(CellTally, SumsDoNotWrapAt64Bits) {
  CellTally tally({domain({"0:10:1"}), Measure{"x", *Grid::stepped("0:1", 1)}});
  const std::int64_t large = std::int64_t{1} << 60;
  for (int i = 0; i < 16; ++i) tally.add({.cell = 1, .steps = large});
  const auto sums = tally.sums();
  ASSERT_EQ(sums.size(), 1u);
  EXPECT_TRUE(sum_of(sums[0]) == Int128{large} * 16);
}

TEST(CellTally, UnknownKeysAreCellsOfTheirOwn) {
  CellTally tally({domain({"0:10:1", "?"})});
  tally.add({.cell = 2, .key = 9});
  tally.add({.cell = 2, .key = 1});
  tally.add({.cell = 1, .key = 9});
  tally.add({.cell = 2, .key = 9});
  const auto sums = tally.sums();
  ASSERT_EQ(sums.size(), 3u);
  EXPECT_EQ(sums[0].cell, 1u);
  EXPECT_EQ(sums[1].key, 1u);
  EXPECT_EQ(sums[2].rows, 2);
}

}  // namespace
}  // namespace selvage
