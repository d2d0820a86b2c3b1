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
  EXPECT_FALSE(MomentUnit::parse("days"));
  EXPECT_FALSE(MomentUnit::parse(""));
}

}  // namespace
}  // namespace selvage
