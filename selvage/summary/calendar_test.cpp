#include "selvage/summary/calendar.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(Calendar, CountsDaysFrom1970) {
  EXPECT_EQ(parse_date("1970-01-01")->days, 0);
  EXPECT_EQ(parse_date("1969-12-31")->days, -1);
  EXPECT_EQ(parse_date("2000-02-29")->days, 11'016);
  EXPECT_EQ(parse_date("2025-01-31")->days, 20'119);
  EXPECT_EQ(parse_date("0001-01-01")->days, -719'162);
  EXPECT_EQ(parse_date("9999-12-31")->days, 2'932'896);
}

TEST(Calendar, EveryDateOfTheCalendarReadsBack) {
  for (std::int32_t days = -719'162; days <= 2'932'896; days += 37)
    ASSERT_EQ(parse_date(date_text({days})), Date{days});
}

TEST(Calendar, RefusesWhatIsNoDate) {
  for (const char* text : {"",
                           "2025",
                           "2025-1-31",
                           "2025-01-1",
                           "2025-02-29",
                           "1900-02-29",
                           "2025-13-01",
                           "2025-00-10",
                           "2025-01-00",
                           "2025-01-32",
                           "0000-01-01",
                           "25-01-31",
                           "20250131",
                           "2025/01/31",
                           "2025-01-31 ",
                           " 2025-01-31",
                           "2025-01-31T",
                           "-025-01-31",
                           "+025-01-31",
                           "12025-01-31",
                           "2025-01-31 00:00",
                           "today",
                           "infinity"})
    EXPECT_FALSE(parse_date(text)) << text;
}

TEST(Calendar, ReadsMomentsToTheMicrosecond) {
  const std::int64_t day = 20'119 * 86'400'000'000;
  EXPECT_EQ(parse_timestamp("2025-01-31")->microseconds, day);
  EXPECT_EQ(parse_timestamp("2025-01-31 00:01")->microseconds, day + 60'000'000);
  EXPECT_EQ(parse_timestamp("2025-01-31T01:00:02")->microseconds, day + 3'602'000'000);
  EXPECT_EQ(parse_timestamp("2025-01-31 00:00:00.25")->microseconds, day + 250'000);
  EXPECT_EQ(parse_timestamp("1969-12-31 23:59:59.999999")->microseconds, -1);
}

// A time with its offset is the instant in UTC, and finer parts are cut off.
TEST(Calendar, ReadsMomentsWithAnOffsetAndNanoseconds) {
  const auto read = [](const char* text) {
    const auto moment = parse_timestamp(text);
    return moment ? timestamp_text(*moment) : "none";
  };
  EXPECT_EQ(read("2013-01-01T10:00:00Z"), "2013-01-01 10:00:00");
  for (const char* text : {"2013-01-01T00:30:00+01:00", "2013-01-01T00:30+0100",
                           "2013-01-01 00:30:00+01", "2012-12-31T18:00:00-05:30"})
    EXPECT_EQ(read(text), "2012-12-31 23:30:00") << text;
  EXPECT_EQ(read("2013-01-01T10:00:00.123456789Z"), "2013-01-01 10:00:00.123456");
  EXPECT_EQ(read("2013-01-01T10:00:00,5"), "2013-01-01 10:00:00.5");
  EXPECT_EQ(read("1969-12-31T23:59:59.9999999"), "1969-12-31 23:59:59.999999");
}

TEST(Calendar, MomentsReadBack) {
  for (const char* text : {"1969-12-31 23:59:59.999999", "2025-01-31 12:34:56.25",
                           "0001-01-01 00:00:00", "9999-12-31 23:59:59.000001"})
    EXPECT_EQ(timestamp_text(*parse_timestamp(text)), text);
}

TEST(Calendar, RefusesWhatIsNoMoment) {
  for (const char* text : {"",
                           "2025-02-29 00:00",
                           "2025-01-31 ",
                           "2025-01-31 1:00",
                           "2025-01-31 24:00",
                           "2025-01-31 00:60",
                           "2025-01-31 00:00:60",
                           "2025-01-31 00:00:00.",
                           "2025-01-31  00:00",
                           "2025-01-31t00:00",
                           "2025-01-31 00",
                           "12:00",
                           "2025-01-31Z",
                           "2025-01-31 00:00:00 Z",
                           "2025-01-31 00:00:00ZZ",
                           "2025-01-31 00:00+1",
                           "2025-01-31 00:00+24",
                           "2025-01-31 00:00+01:60",
                           "2025-01-31 00:00+01:",
                           "2025-01-31 00:00+010",
                           "2025-01-31 00:00-",
                           "2025-01-31 00:00:00.Z",
                           "2025-01-31 00:00 CET",
                           "0001-01-01 00:00+01",
                           "9999-12-31 23:59-01"})
    EXPECT_FALSE(parse_timestamp(text)) << text;
}

}  // namespace
}  // namespace selvage
