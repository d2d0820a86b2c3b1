#include "selvage/summary/numeric_bins.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(NumericBins, LastBinIsShortened) {
  const auto bins = NumericBins::parse("-5:100:30");
  ASSERT_TRUE(bins);
  ASSERT_EQ(bins->bins(), 4u);
  EXPECT_EQ(bins->label(bins->below()), "below -5");
  EXPECT_EQ(bins->label(1), "[-5,25)");
  EXPECT_EQ(bins->label(4), "[85,100)");
  EXPECT_EQ(bins->label(bins->above()), "100 and above");
  EXPECT_EQ(bins->label(bins->missing()), "missing");
  EXPECT_EQ(bins->cells(), 7u);
}

TEST(NumericBins, EdgesAreExactFractions) {
  const auto bins = NumericBins::parse("0.1:1:1/3");
  ASSERT_TRUE(bins);
  ASSERT_EQ(bins->bins(), 3u);
  EXPECT_EQ(bins->edge(1), Rational(13, 30));
  EXPECT_EQ(bins->edge(3), Rational(1));
  EXPECT_EQ(bins->text(), "0.1:1:1/3");
}

// Edges that are decimals are computed with machine numbers: the same ones.
TEST(NumericBins, DoublesAndTextsOfEdgesAreThoseOfTheFractions) {
  for (const char* text :
       {"0:100:7", "-5:100:30", "0:1:0.1", "-0.7:0.9:0.005", "-1:1:0.25", "0:1:1/3",
        "1/3:7:1", "1e-9:1e-8:1e-9", "1e-10:1e-9:1e-10", "-1e15:1e15:1e13",
        "9007199254740990:9007199254740999:1", "0:1e20:1e18", "0.5:1.3:0.1",
        "-123456.789:-123455:0.001", "1000000000000.1:1000000000001:0.001"}) {
    const auto bins = NumericBins::parse(text);
    ASSERT_TRUE(bins) << text;
    for (std::size_t i = 0; i <= bins->bins(); ++i) {
      EXPECT_EQ(bins->nearest_edge(i), bins->edge(i).to_double()) << text << ' ' << i;
      EXPECT_EQ(bins->edge_text(i), bins->edge(i).text()) << text << ' ' << i;
    }
  }
}

TEST(NumericBins, RefusesInOneSentence) {
  const std::pair<const char*, const char*> cases[] = {
      {"0:100", "2 numbers instead of three"},
      {"5", "1 number instead of three"},
      {"0:100:10:3", "4 numbers instead of three"},
      {"a:100:10", "'a' is not a number"},
      {"", "'' is not a number"},
      {"0:nan:1", "'nan' is not a number"},
      {"0:inf:1", "'inf' is not a number"},
      {"10:0:1", "the lower end 10 is not below the upper end 0"},
      {"7:7:1", "the lower end 7 is not below the upper end 7"},
      {"0:10:0", "the step 0 is not above 0"},
      {"0:10:-1", "the step -1 is not above 0"},
      {"0:1000000000000:1", "that makes 1000000000000 bins and the most is 10000000"},
      {"0:1:1e-400", "that makes more than 10^20 bins and the most is 10000000"},
  };
  for (const auto& [text, why] : cases) {
    const auto bins = NumericBins::parse(text);
    ASSERT_FALSE(bins) << text;
    EXPECT_EQ(bins.error().kind, ErrorKind::invalid_request);
    EXPECT_EQ(bins.error().message, "bins '" + std::string(text) + "': " + why +
                                        "; write LO:HI:STEP, for example 0:100:10");
  }
}

}  // namespace
}  // namespace selvage
