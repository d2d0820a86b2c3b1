#include "selvage/mechanism/column_unit.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(ColumnUnit, WhatIsGivenComesBeforeWhatASchemaDeclares) {
  const auto unit = [](const Asked& asked) {
    const auto made = asked_column_unit(asked);
    return made ? made->text() : made.error().field;
  };
  EXPECT_EQ(unit({}), "2^-32");
  EXPECT_EQ(unit({{"declared_unit", "1:126"}}), "1:126");
  EXPECT_EQ(unit({{"declared_unit", "0.01"}}), "0.01");
  EXPECT_EQ(unit({{"declared_unit", "day"}}), "day");
  EXPECT_EQ(unit({{"declared_unit", "day"}, {"unit", "hour"}}), "hour");
  EXPECT_EQ(unit({{"declared_unit", "0.01"}, {"unit", "1"}}), "1");
  EXPECT_EQ(unit({{"unit", "week"}}), "unit");
}

TEST(ColumnUnit, ATextMakesTheSameUnit) {
  for (const char* text : {"1", "0.01", "1000", "day", "hour", "microsecond",
                           "hour-of-day", "microsecond-of-day"})
    EXPECT_EQ(ColumnUnit::parse(text)->text(), text);
  for (const char* text : {"", "days", "day-of-day", "-of-day"})
    EXPECT_FALSE(ColumnUnit::parse(text)) << text;
}

// Every code has a text, also those at the ends.
TEST(ColumnUnit, CodesOfMomentsAreThoseOfTheCalendar) {
  for (const char* text : {"day", "hour", "microsecond", "hour-of-day", "minute-of-day",
                           "microsecond-of-day"}) {
    const ColumnUnit unit = *ColumnUnit::parse(text);
    const auto codes = codes_of(unit);
    ASSERT_TRUE(codes);
    EXPECT_EQ(codes->lowest(), unit.moments->first());
    EXPECT_EQ(codes->highest(), unit.moments->last());
    for (const std::int64_t code : {codes->lowest(), codes->highest()})
      EXPECT_EQ(unit.moments->parse_code(unit.moments->text(code)), code) << text;
  }
}

TEST(ColumnUnit, SaysItsRange) {
  const auto said = [](const char* text) {
    const ColumnUnit unit = *ColumnUnit::parse(text);
    return cut_sentence(unit) + "; " + range_sentence(unit);
  };
  EXPECT_EQ(said("0.01"),
            "values are rounded to multiples of 0.01; sizes of 46116860184273879.03 "
            "and more count as that bound, and sizes below 0.005 as 0");
  EXPECT_EQ(
      said("2^-32"),
      "values are rounded to multiples of 2^-32 and to 53 binary digits; sizes of "
      "2^64 and more count as that bound, and sizes below 2^-33 as 0");
  EXPECT_EQ(
      said("0.01:126"),
      "values are rounded to multiples of 0.01 and to 56 binary digits; sizes of "
      "2^126 times 0.01 and more count as that bound, and sizes below 0.005 as 0");
  EXPECT_EQ(said("day"),
            "moments are cut to the day; values beyond 0001-01-01:9999-12-31 count as "
            "the bound that is next to them; times with a zone count in UTC");
  EXPECT_EQ(said("second-of-day"),
            "moments are cut to the second-of-day; values beyond 00:00:00 to 23:59:59 "
            "count as the bound that is next to them");
}

TEST(ColumnUnit, RefusesWhatIsNoPowerOfTen) {
  for (const char* text : {"1e-18", "0.01", "1", "1000000"})
    EXPECT_FALSE(fault_of_decimal_unit(*Rational::parse(text))) << text;
  for (const char* text : {"1e-19", "0.02", "3", "10000000", "0", "-1"}) {
    EXPECT_EQ(fault_of_decimal_unit(*Rational::parse(text))->field, "unit") << text;
    EXPECT_EQ(fault_of_unit(*ColumnUnit::parse(text))->field, "unit") << text;
  }
  for (const char* text : {"2^-96", "1:62", "0.02:126"})
    EXPECT_EQ(fault_of_unit(*ColumnUnit::parse(text))->field, "unit") << text;
  EXPECT_FALSE(fault_of_unit(*ColumnUnit::parse("2^-32")));
  EXPECT_EQ(fault_of_decimal_unit(Rational::power_of_two(-32))->field, "unit");
}

}  // namespace
}  // namespace selvage
