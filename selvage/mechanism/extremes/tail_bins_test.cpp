#include "selvage/mechanism/extremes/tail_bins.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace selvage {
namespace {

struct Bin {
  std::int64_t number, smallest, largest;
  bool operator==(const Bin&) const = default;
};

// Numbered from that of the code 0.
Bin bin_of(const TailBins& bins, std::int64_t code) {
  const auto& firsts = bins.firsts();
  const auto at = [&](std::int64_t k) {
    return static_cast<std::size_t>(std::upper_bound(firsts.begin(), firsts.end(), k) -
                                    firsts.begin() - 1);
  };
  const std::size_t bin = at(code);
  return {static_cast<std::int64_t>(bin) - static_cast<std::int64_t>(at(0)),
          bins.first(bin), bins.last(bin)};
}

// By the formula of T102.
std::int64_t number_of(std::int64_t code) {
  const std::int64_t size = code < 0 ? -code : code;
  if (size < 16) return code;
  int e = 0;
  while (size >> (e + 1) != 0) ++e;
  const std::int64_t number = 16 * (e - 4) + (size >> (e - 4));
  return code < 0 ? -number : number;
}

TEST(TailBins, OctavesHaveSixteenBinsEach) {
  EXPECT_EQ(TailBins::octaves(CodeScale::linear(60)).size(), 32u * 60 - 97);
  EXPECT_EQ(TailBins::octaves(CodeScale::linear(5)).size(), 63u);
  const TailBins bins = TailBins::octaves(CodeScale::linear(60));
  EXPECT_EQ(bin_of(bins, 15), (Bin{15, 15, 15}));
  EXPECT_EQ(bin_of(bins, 16), (Bin{16, 16, 16}));
  EXPECT_EQ(bin_of(bins, 33), (Bin{32, 32, 33}));
  EXPECT_EQ(bin_of(bins, 100), (Bin{57, 100, 103}));
  EXPECT_EQ(bin_of(bins, 1000), (Bin{111, 992, 1023}));
  EXPECT_EQ(bin_of(bins, 1'000'000'000'000), (Bin{589, 996432412672, 1030792151039}));
  EXPECT_EQ(bin_of(bins, -33), (Bin{-32, -33, -32}));
  EXPECT_EQ(bin_of(bins, (std::int64_t{1} << 60) - 1).number, 16 * 60 - 49);
  EXPECT_EQ(bins.first(0), -Grid::kMostCode);
  EXPECT_EQ(bins.last(bins.size() - 1), Grid::kMostCode);
}

// The bins of codes of 96 bits, as places of the scale of doubles.
TEST(TailBins, ThoseOfDoublesAreTheBinsOf96Bits) {
  const CodeScale scale = CodeScale::reals();
  const TailBins bins = TailBins::octaves(scale);
  EXPECT_EQ(bins.size(), 2975u);
  EXPECT_EQ(bin_of(bins, 1000), (Bin{111, 992, 1023}));
  EXPECT_EQ(bin_of(bins, 1'000'000'000'000), (Bin{589, 996432412672, 1030792151039}));
  EXPECT_EQ(bin_of(bins, -33), (Bin{-32, -33, -32}));
  EXPECT_EQ(bin_of(bins, scale.most()).number, 1487);
  EXPECT_EQ(bins.first(0), -scale.most());
  EXPECT_EQ(bins.last(bins.size() - 1), scale.most());
  // Beyond 2^53 every edge is that of a code.
  for (std::size_t bin = 1488; bin < bins.size(); ++bin) {
    const auto number = static_cast<std::int64_t>(bin) - 1487;
    const Int128 first =
        number < 16 ? number : Int128{16 + number % 16} << (number / 16 - 1);
    EXPECT_TRUE(scale.code(bins.first(bin)) == first) << bin;
  }
  for (const CodeScale& other : {CodeScale::narrow(), CodeScale::wide()})
    EXPECT_EQ(TailBins::octaves(other).size(),
              static_cast<std::size_t>(32 * other.exponent() - 97));
}

TEST(TailBins, EveryCodeIsInTheBinOfItsFormula) {
  const TailBins bins = TailBins::octaves(CodeScale::linear(12));
  for (std::int64_t code = -4095; code <= 4095; ++code)
    EXPECT_EQ(bin_of(bins, code).number, number_of(code)) << code;
  EXPECT_EQ(bins.first(0), -4095);
  EXPECT_EQ(bins.end(bins.size() - 1), 4096);
  for (int bits = 5; bits <= 12; ++bits) {
    const CodeScale scale(12, bits);
    const TailBins places = TailBins::octaves(scale);
    for (std::int64_t place = -scale.most(); place <= scale.most(); ++place)
      EXPECT_EQ(bin_of(places, place).number,
                number_of(static_cast<std::int64_t>(scale.code(place))))
          << bits << ' ' << place;
  }
}

Result<TailBins> given(const std::string& text) {
  const auto bins = NumericBins::parse(text);
  if (!bins) return bins.error();
  const auto grid = grid_of(*bins);
  if (!grid) return grid.error();
  return TailBins::given(*bins, *grid);
}

TEST(TailBins, GivenBinsAreThoseOfAHistogramWithAllBelowAndAbove) {
  const auto bins = NumericBins::parse("-10:20.5:10");
  const auto grid = grid_of(*bins);
  ASSERT_TRUE(grid);
  const auto tail = TailBins::given(*bins, *grid);
  ASSERT_TRUE(tail);
  ASSERT_EQ(tail->size(), 6u);
  const auto value = [&](std::int64_t code) { return grid->step() * code; };
  EXPECT_EQ(value(tail->first(0)), Rational(-20));  // all below -10
  EXPECT_EQ(value(tail->first(1)), Rational(-10));
  EXPECT_EQ(value(tail->first(3)), Rational(10));
  EXPECT_EQ(value(tail->end(3)), Rational(20));
  EXPECT_EQ(value(tail->end(4)), Rational(41, 2));  // the last bin is shorter
  EXPECT_EQ(value(tail->end(5)), Rational(61, 2));  // all from 20.5 on
  EXPECT_EQ(grid->steps(-1e300), tail->first(0));
  EXPECT_EQ(grid->steps(1e300), tail->end(5));
  EXPECT_LE(grid->step(), Rational(1, 1'000'000'000'000));
  EXPECT_EQ(given("0:2000000:1000")->size(), 2002u);
}

TEST(TailBins, RefusesWhatHasNoBins) {
  EXPECT_FALSE(given("0:10:10"));        // one bin
  EXPECT_FALSE(given("0:1:0.0000001"));  // ten million
  EXPECT_FALSE(given("0:1:1/3"));        // no decimals
  EXPECT_FALSE(given("0:1/3:0.1"));
  EXPECT_FALSE(given("0:1e24:1e23"));  // beyond all codes of one unit
  EXPECT_TRUE(given("0:1:0.000001"));
}

TEST(TailBins, OfTheCalendarBeginWhereItsStepsDo) {
  const auto months = *CalendarBins::parse("1969-11-01:1970-04-01:1month");
  EXPECT_EQ(coarsest_unit(months).word(), "day");
  const auto bins = TailBins::given(months, coarsest_unit(months));
  ASSERT_TRUE(bins);
  EXPECT_EQ(bins->firsts(), (std::vector<std::int64_t>{-62, -61, -31, 0, 31, 59, 90}));
  EXPECT_EQ(bins->end(6), 91);
  EXPECT_EQ(
      coarsest_unit(*CalendarBins::parse("2020-01-01:2020-01-02:90minute")).word(),
      "minute");
  EXPECT_EQ(coarsest_unit(*CalendarBins::parse(
                              "2020-01-01 00:00:00.5:2020-01-02 00:00:00.5:1day"))
                .word(),
            "millisecond");
  const auto one = *CalendarBins::parse("2020-01-01:2021-01-01:1year");
  EXPECT_FALSE(TailBins::given(one, coarsest_unit(one)));
}

// Nothing lies before the year 1, and after 9999-12-31.
TEST(TailBins, OfTheCalendarEndWithIt) {
  const auto outside = [](const char* text) {
    const auto bins = *CalendarBins::parse(text);
    return TailBins::given(bins, coarsest_unit(bins))->size() - bins.bins();
  };
  EXPECT_EQ(outside("0001-01-01:0001-01-05:1day"), 1u);
  EXPECT_EQ(outside("0001-01-02:0001-01-05:1day"), 2u);
  EXPECT_EQ(outside("9999-12-01:9999-12-31:1day"), 1u);
  EXPECT_EQ(outside("9999-12-01:9999-12-30:1day"), 2u);
}

}  // namespace
}  // namespace selvage
