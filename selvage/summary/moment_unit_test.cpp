#include "selvage/summary/moment_unit.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(MomentUnit, AMomentBelongsToTheDayThatItLiesIn) {
  const MomentUnit day = *MomentUnit::parse("day");
  EXPECT_EQ(day.code(*parse_timestamp("1970-01-01 00:00")), 0);
  EXPECT_EQ(day.code(*parse_timestamp("1970-01-02 23:59:59.999999")), 1);
  EXPECT_EQ(day.code(*parse_timestamp("1969-12-31 23:59:59.999999")), -1);
  EXPECT_EQ(day.code(*parse_timestamp("1969-12-31 00:00")), -1);
  EXPECT_EQ(day.code(*parse_timestamp("1969-12-30 12:00")), -2);
  EXPECT_EQ(day.text(19'797), "2024-03-15");
}

TEST(MomentUnit, CodesAndTextsAreTheSameThing) {
  for (const char* word :
       {"day", "hour", "minute", "second", "millisecond", "microsecond"}) {
    const auto unit = MomentUnit::parse(word);
    ASSERT_TRUE(unit) << word;
    EXPECT_EQ(unit->word(), word);
    EXPECT_EQ(unit->text(unit->first()).substr(0, 10), "0001-01-01");
    EXPECT_EQ(unit->text(unit->last()).substr(0, 10), "9999-12-31");
    for (const char* text : {"2024-02-29 12:34:56.789012", "1583-10-15 23:59:59"}) {
      const std::int64_t code = unit->code(*parse_timestamp(text));
      EXPECT_EQ(unit->parse_code(unit->text(code)), code) << word << ' ' << text;
      EXPECT_EQ(unit->parse_code(unit->text(code) + " "), std::nullopt);
    }
    const Date leap = *parse_date("2024-02-29");
    EXPECT_EQ(unit->last_of(leap) - unit->first_of(leap) + 1,
              unit->first_of({leap.days + 1}) - unit->first_of(leap));
  }
  EXPECT_FALSE(MomentUnit::parse("day-of-day"));
  EXPECT_FALSE(MomentUnit::parse("days"));
  EXPECT_FALSE(MomentUnit::parse(""));
}

TEST(MomentUnit, TimesOfDayAreThoseOfOneDay) {
  for (const char* word : {"hour-of-day", "minute-of-day", "second-of-day",
                           "millisecond-of-day", "microsecond-of-day"}) {
    const auto unit = MomentUnit::parse(word);
    ASSERT_TRUE(unit) << word;
    EXPECT_EQ(unit->word(), word);
    EXPECT_EQ(unit->first(), 0);
    EXPECT_EQ((unit->last() + 1) * unit->microseconds(), 86'400'000'000);
    EXPECT_EQ(unit->text(0), "00:00:00");
    for (const std::int64_t code : {unit->first(), std::int64_t{17}, unit->last()})
      EXPECT_EQ(unit->parse_code(unit->text(code)), code) << word;
  }
  const MomentUnit minute = *MomentUnit::parse("minute-of-day");
  EXPECT_EQ(minute.plural(), "minutes");
  EXPECT_EQ(minute.text(1050), "17:30:00");
  EXPECT_EQ(minute.parse_code("17:30"), std::nullopt);
  EXPECT_EQ(minute.parse_code("17:30:01"), std::nullopt);
  const auto code = [&](const char* text) -> std::optional<std::int64_t> {
    const auto moment = minute.moment_of(text);
    return moment ? std::optional(minute.code(*moment)) : std::nullopt;
  };
  for (const char* text : {"17:30", "17:30:59.999999", "17:30:00"})
    EXPECT_EQ(code(text), 1050) << text;
  EXPECT_EQ(code("24:00"), 1440);  // beyond the last one, which the grid makes of it
  for (const char* text : {"", "17", "1730", "17:60", "25:00", "2024-01-01 17:30",
                           "17:30Z", "17:30+01", "noon"})
    EXPECT_EQ(code(text), std::nullopt) << text;
}

}  // namespace
}  // namespace selvage
