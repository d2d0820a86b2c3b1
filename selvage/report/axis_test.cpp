#include "selvage/report/axis.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "selvage/report/text.hpp"

namespace selvage {
namespace {

TEST(Axis, RoundStepsAreOneTwoFiveTimesAPowerOfTen) {
  EXPECT_EQ(round_step(0.01), 1);
  EXPECT_EQ(round_step(1.5), 2);
  EXPECT_EQ(round_step(5), 5);
  EXPECT_EQ(round_step(5.1), 10);
  EXPECT_EQ(round_step(2.1e17), 5e17);
}

TEST(Axis, EndsOnATickAboveAndAtTheDataBelow) {
  const CountAxis axis = count_axis(-37, 1251, 6);
  EXPECT_EQ(axis.low, -37);
  EXPECT_EQ(ticks(axis), (std::vector<double>{0, 500, 1000, 1500}));
  EXPECT_EQ(tick_label(axis, 1500), "1,500");
  EXPECT_EQ(unit_name(axis), "");
}

TEST(Axis, HoldsZeroWhateverTheCounts) {
  EXPECT_EQ(ticks(count_axis(0, 0, 6)), (std::vector<double>{0, 1}));
  EXPECT_EQ(ticks(count_axis(300, 400, 6)).front(), 0);
  EXPECT_EQ(ticks(count_axis(-90, -40, 6)),
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
      const CountAxis axis = count_axis(lowest, highest, 6);
      const auto places = ticks(axis);
      EXPECT_GE(places.size(), 2u);
      EXPECT_LE(places.size(), 9u) << lowest << " to " << highest;
      EXPECT_GE(axis.high, static_cast<double>(highest));
      std::string before;
      for (const double tick : places) {
        const std::string label = tick_label(axis, tick);
        EXPECT_LE(label.size(), 10u);
        EXPECT_NE(label, before);  // the unit is not coarser than the step
        before = label;
      }
    }
  EXPECT_EQ(unit_name(count_axis(0, 12'000'000, 6)), "millions");
  EXPECT_EQ(unit_name(count_axis(0, std::int64_t{1} << 61, 6)), "10¹⁵");
}

TEST(Axis, EdgeLabelsNeverTouch) {
  for (const char* text : {"0:100:10", "-5:100:30", "0:300000:5000", "0:1:1/13",
                           "1e6:1000001:1e-5", "-1e9:1e9:1e3", "0:1:1", "0:7:1"}) {
    const auto bins = NumericBins::parse(text);
    ASSERT_TRUE(bins) << text;
    const LabelRoom room{640 / static_cast<double>(bins->bins()), 8};
    const auto labels = edge_labels(*bins, room);
    ASSERT_FALSE(labels.empty());
    double free_from = -1e9;
    for (const auto& label : labels) {
      EXPECT_EQ(label.text, edge_text(bins->edge(label.edge)));
      const double half = 4 * static_cast<double>(code_points(label.text));
      const double middle = static_cast<double>(label.edge) * room.bin_width;
      EXPECT_GE(middle - half, free_from) << text << ' ' << label.text;
      free_from = middle + half + room.character_width;
    }
  }
}

TEST(Axis, EveryEdgeIsLabelledWhereThereIsRoom) {
  EXPECT_EQ(edge_labels(*NumericBins::parse("0:100:10"), {64, 8}).size(), 11u);
  EXPECT_EQ(edge_labels(*NumericBins::parse("0:1:1"), {120, 8}).size(), 2u);
}

TEST(Axis, LongEdgesAreRoundedForReading) {
  EXPECT_EQ(edge_text(Rational(1, 3)), "1/3");
  EXPECT_EQ(edge_text(Rational(1'000'000'007, 3'000'000)), "333.333");
  EXPECT_EQ(code_points(edge_text(*Rational::parse("1e4000"))), kMostEdgeText);
}

}  // namespace
}  // namespace selvage
