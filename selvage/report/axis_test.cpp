#include "selvage/report/axis.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "selvage/report/text.hpp"

namespace selvage {
namespace {

TEST(Axis, RoundStepsAreOneTwoFiveTimesAPowerOfTen) {
  EXPECT_EQ(round_step(0.01, 1), 1);
  EXPECT_EQ(round_step(1.5, 1), 2);
  EXPECT_EQ(round_step(5, 1), 5);
  EXPECT_EQ(round_step(5.1, 1), 10);
  EXPECT_EQ(round_step(2.1e17, 1), 5e17);
  EXPECT_DOUBLE_EQ(round_step(0.3, 0.01), 0.5);
}

TEST(Axis, EndsOnATickAboveAndAtTheDataBelow) {
  const NumberAxis axis = number_axis(-37, 1251, {6});
  EXPECT_EQ(axis.low, -37);
  EXPECT_EQ(ticks(axis), (std::vector<double>{0, 500, 1000, 1500}));
  EXPECT_EQ(tick_label(axis, 1500), "1,500");
  EXPECT_EQ(unit_name(axis), "");
}

TEST(Axis, HoldsZeroWhateverTheCounts) {
  EXPECT_EQ(ticks(number_axis(0, 0, {6})), (std::vector<double>{0, 1}));
  EXPECT_EQ(ticks(number_axis(300, 400, {6})).front(), 0);
  EXPECT_EQ(ticks(number_axis(-90, -40, {6})),
            (std::vector<double>{-80, -60, -40, -20, 0}));
}

TEST(Axis, LabelsStayShortUpToTheLimits) {
  using Limits = std::numeric_limits<std::int64_t>;
  const std::int64_t ends[] = {1,
                               9'999'999,
                               10'000'000,
                               987'654'321,
                               10'000'000'000,
                               std::int64_t{1} << 61,
                               Limits::max()};
  for (const std::int64_t highest : ends)
    for (const std::int64_t lowest : {std::int64_t{0}, -highest, Limits::min()}) {
      const NumberAxis axis =
          number_axis(static_cast<double>(lowest), static_cast<double>(highest), {6});
      const auto at = ticks(axis);
      EXPECT_GE(at.size(), 2u);
      EXPECT_LE(at.size(), 9u) << lowest << " to " << highest;
      EXPECT_GE(axis.high, static_cast<double>(highest));
      std::string before;
      for (const double tick : at) {
        const std::string label = tick_label(axis, tick);
        EXPECT_LE(label.size(), 10u);
        EXPECT_NE(label, before);  // the unit is not coarser than the step
        before = label;
      }
    }
  EXPECT_EQ(unit_name(number_axis(0, 12e6, {6})), "millions");
  EXPECT_EQ(unit_name(number_axis(0, 0x1p61, {6})), "10¹⁵");
}

TEST(Axis, WithoutAZeroItIsAsLongAsTheData) {
  const NumberAxis axis = number_axis(1234.56, 1250.01, {5, 0.01, false});
  EXPECT_EQ(ticks(axis).size(), 6u);
  EXPECT_EQ(tick_label(axis, ticks(axis).front()), "1,230");
  EXPECT_EQ(tick_label(axis, ticks(axis).back()), "1,255");
  const NumberAxis point = number_axis(-0.5, -0.5, {5, 0.01, false});
  EXPECT_EQ(tick_label(point, ticks(point).front()), "-0.50");
  EXPECT_EQ(tick_label(point, ticks(point).back()), "-0.49");
}

TEST(Axis, SmallNumbersAreLabelledInASmallUnit) {
  const NumberAxis cents = number_axis(-0.25, 1.21, {6, 0.01});
  EXPECT_EQ(tick_label(cents, ticks(cents)[0]), "0");
  EXPECT_EQ(tick_label(cents, ticks(cents)[1]), "0.5");
  EXPECT_EQ(unit_name(cents), "");
  const NumberAxis tiny = number_axis(0, 4e-8, {4, 1e-12});
  EXPECT_EQ(unit_name(tiny), "10⁻⁹");
  EXPECT_EQ(tick_label(tiny, ticks(tiny).back()), "40");
}

TEST(Axis, DatesAreAsShortAsAllEdgesAllow) {
  const auto second = [](const char* text) {
    return edges_of(*CalendarBins::parse(text)).text(1);
  };
  EXPECT_EQ(second("2020-01-01:2025-01-01:1year"), "2021");
  EXPECT_EQ(second("2025-01-01:2026-01-01:1month"), "2025-02");
  EXPECT_EQ(second("2025-01-31:2025-02-02:1day"), "2025-02-01");
  EXPECT_EQ(second("2001-01-01:2009-01-01:1461days"), "2005");
  EXPECT_EQ(second("1901-01-01:2101-01-02:1461days"), "1905-01-01");
  EXPECT_EQ(second("2025-01-01:2025-01-02:15minutes"), "2025-01-01 00:15");
  EXPECT_EQ(second("2025-01-01:2025-01-01 00:01:1second"), "2025-01-01 00:00:01");
}

TEST(Axis, EdgeLabelsNeverTouch) {
  for (const char* text : {"0:100:10", "-5:100:30", "0:300000:5000", "0:1:1/13",
                           "1e6:1000001:1e-5", "-1e9:1e9:1e3", "0:1:1", "0:7:1"}) {
    const auto bins = NumericBins::parse(text);
    ASSERT_TRUE(bins) << text;
    const LabelRoom room{640 / static_cast<double>(bins->bins()), 8};
    const auto labels = edge_labels(edges_of(*bins), room);
    ASSERT_FALSE(labels.empty());
    double free_from = -1e9;
    for (const auto& label : labels) {
      EXPECT_EQ(label.text, edges_of(*bins).text(label.edge));
      const double half = 4 * static_cast<double>(places(label.text));
      const double middle = static_cast<double>(label.edge) * room.bin_width;
      EXPECT_GE(middle - half, free_from) << text << ' ' << label.text;
      free_from = middle + half + room.character_width;
    }
  }
}

TEST(Axis, MonthsAndHoursAreLabelledInWholePartsOfTheirCycle) {
  const auto labels = [](const char* text, double bin_width) {
    const auto bins = CalendarBins::parse(text);
    std::string result;
    for (const auto& label : edge_labels(edges_of(*bins), {bin_width, 8}))
      result += label.text + ' ';
    return result;
  };
  EXPECT_EQ(labels("2024-01-01:2025-07-01:1month", 24),
            "2024-01 2024-04 2024-07 2024-10 2025-01 2025-04 2025-07 ");
  EXPECT_EQ(labels("2024-01-01:2028-01-01:1month", 4), "2024-01 2026-01 2028-01 ");
  EXPECT_EQ(labels("2025-01-01:2025-01-02:1hour", 25),
            "2025-01-01 00:00 2025-01-01 06:00 2025-01-01 12:00 2025-01-01 18:00 "
            "2025-01-02 00:00 ");
}

TEST(Axis, EveryEdgeIsLabelledWhereThereIsRoom) {
  EXPECT_EQ(edge_labels(edges_of(*NumericBins::parse("0:100:10")), {64, 8}).size(),
            11u);
  EXPECT_EQ(edge_labels(edges_of(*NumericBins::parse("0:1:1")), {120, 8}).size(), 2u);
}

TEST(Axis, LongEdgesAreRoundedForReading) {
  const auto first = [](const char* text) {
    return edges_of(*NumericBins::parse(text)).text(0);
  };
  EXPECT_EQ(first("1/3:1:1"), "1/3");
  EXPECT_EQ(first("1000000007/3000000:1e9:1e9"), "333.333");
}

}  // namespace
}  // namespace selvage
