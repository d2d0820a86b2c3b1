#include "selvage/release/bin_ends.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

using Ends = std::pair<std::string, std::string>;

Release release_of(std::vector<DomainColumn> columns) {
  const Domain domain = *Domain::make(std::move(columns));
  return {
      .question = {.verb = "histogram", .table = "t", .domain = domain, .asked = {}},
      .answer = {.domain = domain, .cells = {}, .numbers = {{"count"}}},
      .drawn = {},
      .derivations = {},
      .accuracy = {},
      .confidence = Rational(19, 20),
      .mechanism = {},
      .verification = {},
      .warnings = {}};
}

TEST(BinEnds, EveryPlaceHasTheEndsThatItHas) {
  const Release release = release_of({{"age", *parse_values("0:0.7:0.25")}});
  BinEnds ends(release);
  ASSERT_EQ(ends.columns().size(), 1u);
  EXPECT_EQ(ends.columns()[0].from_name, "age_from");
  EXPECT_EQ(ends.columns()[0].to_name, "age_to");
  const std::vector<Ends> expected = {{"", "0"},      {"0", "0.25"}, {"0.25", "0.5"},
                                      {"0.5", "0.7"}, {"0.7", ""},   {"", ""}};
  for (std::size_t cell = 0; cell < expected.size(); ++cell)
    EXPECT_EQ(ends.ends(cell, 0), expected[cell]) << cell;
  for (std::size_t cell = expected.size(); cell-- > 0;)
    EXPECT_EQ(ends.ends(cell, 0), expected[cell]) << cell << ", backwards";
}

TEST(BinEnds, DatesAreDatesAndMomentsMoments) {
  const Release days =
      release_of({{"d", *parse_values("1969-12-01:1970-03-01:1month")}});
  BinEnds months(days);
  EXPECT_EQ(months.columns()[0].kind, BinEnds::Kind::date);
  EXPECT_EQ(months.ends(0, 0), Ends("", "1969-12-01"));
  EXPECT_EQ(months.ends(1, 0), Ends("1969-12-01", "1970-01-01"));
  EXPECT_EQ(months.ends(4, 0), Ends("1970-03-01", ""));
  EXPECT_EQ(months.ends(5, 0), Ends());
  const Release times =
      release_of({{"d", *parse_values("2025-01-01:2025-01-02:6hours")}});
  BinEnds hours(times);
  EXPECT_EQ(hours.columns()[0].kind, BinEnds::Kind::moment);
  EXPECT_EQ(hours.ends(2, 0), Ends("2025-01-01 06:00:00", "2025-01-01 12:00:00"));
}

TEST(BinEnds, OnlyColumnsWithBinsHaveThemUnderNamesThatAreFree) {
  const Release release = release_of({{"dept", *parse_values("a,b")},
                                      {"Age", *parse_values("0:30:10")},
                                      {"age_FROM", *parse_values("x,y")}});
  BinEnds ends(release);
  ASSERT_EQ(ends.columns().size(), 1u);
  EXPECT_EQ(ends.columns()[0].from_name, "Age_from_cell");
  EXPECT_EQ(ends.columns()[0].to_name, "Age_to");
  // dept b, [10,20), y: places 1 of 4, 2 of 6 and 1 of 4.
  EXPECT_EQ(ends.ends((1 * 6 + 2) * 4 + 1, 0), Ends("10", "20"));
}

TEST(BinEnds, AFractionIsTheNearestDouble) {
  const Release release = release_of({{"x", *parse_values("0:1:1/3")}});
  EXPECT_EQ(BinEnds(release).ends(1, 0), Ends("0", "0.3333333333333333"));
}

}  // namespace
}  // namespace selvage
