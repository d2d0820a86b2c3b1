#include "selvage/summary/bin_edges.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(BinEdges, EveryDoubleHasItsCell) {
  const auto bins = *NumericBins::parse("0:100:30");
  const auto edges = *BinEdges<double>::make(bins);
  EXPECT_EQ(edges.cell(-kInf), bins.below());
  EXPECT_EQ(edges.cell(-1e-300), bins.below());
  EXPECT_EQ(edges.cell(0), 1u);
  EXPECT_EQ(edges.cell(-0.0), 1u);
  EXPECT_EQ(edges.cell(std::nextafter(30.0, 0)), 1u);
  EXPECT_EQ(edges.cell(30), 2u);
  EXPECT_EQ(edges.cell(99.999), 4u);
  EXPECT_EQ(edges.cell(100), bins.above());
  EXPECT_EQ(edges.cell(kInf), bins.above());
  EXPECT_EQ(edges.cell(std::numeric_limits<double>::quiet_NaN()), bins.missing());
}

// The decimal an edge is written as, read as a double, lies at the edge: 0.3 is stored
// below 3/10 and 0.1 above 1/10, and both open their bin.
TEST(BinEdges, ADecimalOnAnEdgeOpensItsBin) {
  const auto bins = *NumericBins::parse("0:1:0.1");
  const auto edges = *BinEdges<double>::make(bins);
  const double tenths[] = {0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(edges.cell(tenths[i]), i + 1) << i;
    EXPECT_EQ(edges.cell(std::nextafter(tenths[i], -1)), i) << i;
  }
}

// Against the definition, value by value, on edges that no double holds.
TEST(BinEdges, GuessAndCorrectionAgreeWithTheDefinition) {
  const auto bins = *NumericBins::parse("-1:1:1/97");
  const auto edges = *BinEdges<double>::make(bins);
  for (int i = -1200; i <= 1200; ++i) {
    const double x = i / 1000.0;
    std::size_t expected = 0;
    while (expected <= bins.bins() && bins.edge(expected).to_double() <= x) ++expected;
    EXPECT_EQ(edges.cell(x), expected) << x;
  }
}

TEST(BinEdges, LargeIntegersAreComparedExactly) {
  const auto bins = *NumericBins::parse("9007199254740992:9007199254740996:1");
  const auto edges = *BinEdges<std::int64_t>::make(bins);
  EXPECT_EQ(edges.cell(9007199254740991), bins.below());
  EXPECT_EQ(edges.cell(9007199254740993), 2u);  // no double holds this one
  EXPECT_EQ(edges.cell(9007199254740996), bins.above());
  const auto halves = *NumericBins::parse("0:3:0.5");
  EXPECT_EQ(BinEdges<std::int64_t>::make(halves)->cell(1), 3u);  // [1,1.5)
}

TEST(BinEdges, RefusesEdgesBeyondTheType) {
  EXPECT_FALSE(BinEdges<std::int64_t>::make(*NumericBins::parse("0:1e19:1e18")));
  EXPECT_TRUE(BinEdges<double>::make(*NumericBins::parse("0:1e19:1e18")));
}

}  // namespace
}  // namespace selvage
