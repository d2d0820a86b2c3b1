#include "selvage/summary/iso_moment.hpp"

#include <ctime>

#include <gtest/gtest.h>

namespace selvage {
namespace {

std::string read(std::string_view text) {
  const auto moment = iso_moment(text);
  return moment ? timestamp_text(*moment) : "none";
}

TEST(IsoMoment, ADayHasSixForms) {
  for (const char* text :
       {"2025-01-31", "20250131", "2025-W05-5", "2025W055", "2025-031", "2025031"})
    EXPECT_EQ(read(text), "2025-01-31 00:00:00") << text;
  EXPECT_EQ(read("2024-366"), "2024-12-31 00:00:00");
  EXPECT_EQ(read("2025-W01-1"), "2024-12-30 00:00:00");
  EXPECT_EQ(read("2020-W53-7"), "2021-01-03 00:00:00");
  EXPECT_EQ(read("2009-W53-5"), "2010-01-01 00:00:00");
  EXPECT_EQ(read("0001-W01-1"), "0001-01-01 00:00:00");
}

// Every day by its week and by its number, as the C library's %G, %V, %u and %j name
// it.
TEST(IsoMoment, EveryDayIsReadByWeekAndNumber) {
  // From 1001 on: the C library writes earlier years with fewer digits.
  for (std::int64_t day = -353'920; day <= 2'932'896; day += 23) {
    const std::time_t seconds = day * 86'400;
    std::tm parts{};
    ASSERT_NE(gmtime_r(&seconds, &parts), nullptr);
    const Timestamp expected{day * 86'400'000'000};
    for (const char* format : {"%G-W%V-%u", "%GW%V%u", "%Y-%j", "%Y%j", "%Y%m%d"}) {
      char text[32];
      strftime(text, sizeof text, format, &parts);
      ASSERT_EQ(iso_moment(text), expected) << text;
    }
  }
}

TEST(IsoMoment, ATimeHasColonsOrNoneAndDecimalsOfItsLastPart) {
  for (const char* text :
       {"2025-01-31T10:30:00", "20250131T103000", "2025-01-31 10:30", "20250131T1030",
        "2025-01-31T10.5", "2025-01-31T10,5", "2025-W05-5T10:30:00.000",
        "2025-031T10:30:00,0", "2025-01-31t10:30", "2025-01-31T1030Z",
        "20250131T093000-0100", "2025-01-31T12:00+01:30", "20250131 10:30+00"})
    EXPECT_EQ(read(text), "2025-01-31 10:30:00") << text;
  EXPECT_EQ(read("2025-01-31T10"), "2025-01-31 10:00:00");
  EXPECT_EQ(read("2025-01-31T10:30.25"), "2025-01-31 10:30:15");
  EXPECT_EQ(read("2025-01-31T10:30:00.1234569"), "2025-01-31 10:30:00.123456");
  EXPECT_EQ(read("2025-01-31T00.000000001"), "2025-01-31 00:00:00.000003");
  EXPECT_EQ(read("2025-01-31T24:00"), "2025-02-01 00:00:00");
  EXPECT_EQ(read("2025-12-31T24:00:00.0Z"), "2026-01-01 00:00:00");
  EXPECT_EQ(read("2016-12-31T23:59:60Z"), "2017-01-01 00:00:00");
}

TEST(IsoMoment, NothingElseIsOne) {
  for (const char* text : {"",
                           "2025",
                           "2025-01",
                           "202501",
                           "2025-W05",
                           "2025W05",
                           "2025-W05-0",
                           "2025-W05-8",
                           "2025-W00-1",
                           "2025-W53-1",
                           "2025-W54-1",
                           "2025-W055",
                           "2025W05-5",
                           "2025-000",
                           "2025-366",
                           "2024-367",
                           "2025-0131",
                           "202501-31",
                           "2025-1-31",
                           "20250229",
                           "20251301",
                           "0000-001",
                           "250131",
                           "12025-01-31",
                           "+12025-01-31",
                           "2025-01-31T",
                           "2025-01-31T1",
                           "2025-01-31T25",
                           "2025-01-31T24:01",
                           "2025-01-31T24:00:00.1",
                           "2025-01-31T10:60",
                           "2025-01-31T10:30:61",
                           "2025-01-31T10:30:60",
                           "2025-01-31T10:3",
                           "2025-01-31T10:30:",
                           "2025-01-31T10.",
                           "2025-01-31T10:30,",
                           "2025-01-31T103",
                           "2025-01-31T10:3000",
                           "2025-01-31Z",
                           "2025-01-31T10:30 Z",
                           "2025-01-31T10:30+1",
                           "2025-01-31T10:30+24",
                           "2025-01-31T10:30+0160",
                           "2025-01-31  10:30",
                           "2025-01-31x10:30",
                           "31.01.2025",
                           "01/31/2025",
                           "9999-12-31T24:00",
                           "0001-01-01T00:00+01",
                           "P1D",
                           "infinity"})
    EXPECT_EQ(read(text), "none") << text;
}

}  // namespace
}  // namespace selvage
