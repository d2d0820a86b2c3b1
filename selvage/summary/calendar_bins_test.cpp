#include "selvage/summary/calendar_bins.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace selvage {
namespace {

Timestamp at(const char* text) { return *parse_timestamp(text); }

CalendarBins bins_of(const std::string& text) {
  auto bins = CalendarBins::parse(text);
  EXPECT_TRUE(bins) << bins.error().message;
  return *std::move(bins);
}

std::string first_label(const std::string& text) { return bins_of(text).label(1); }

TEST(CalendarBins, AYearHasTwelveMonths) {
  const CalendarBins bins = bins_of("2025-01-01:2026-01-01:1month");
  ASSERT_EQ(bins.bins(), 12u);
  EXPECT_EQ(bins.cells(), 15u);
  EXPECT_EQ(bins.label(bins.below()), "before 2025-01-01");
  EXPECT_EQ(bins.label(1), "2025-01");
  EXPECT_EQ(bins.label(12), "2025-12");
  EXPECT_EQ(bins.label(bins.above()), "2026-01-01 and after");
  EXPECT_EQ(bins.label(bins.missing()), "missing");
  EXPECT_EQ(bins.edge(2), at("2025-03-01"));
  EXPECT_EQ(bins.text(), "2025-01-01:2026-01-01:1month");
}

TEST(CalendarBins, UnitsMayBePluralAndOneMayBeLeftOut) {
  const std::pair<const char*, std::size_t> cases[] = {
      {"2025-01-01:2025-01-02:second", 86'400},
      {"2025-01-01:2025-01-02:30seconds", 2880},
      {"2025-01-01:2025-01-02:minute", 1440},
      {"2025-01-01:2025-01-02:90minutes", 16},
      {"2025-01-01:2025-01-02:1hour", 24},
      {"2025-01-01:2025-01-02:1hours", 24},
      {"2025-01-01:2025-01-31:days", 30},
      {"2025-01-01:2025-01-31:15day", 2},
      {"2025-01-06:2025-01-27:week", 3},
      {"2025-01-06:2025-02-03:2weeks", 2},
      {"2025-01-01:2026-01-01:months", 12},
      {"2025-01-01:2026-01-01:6month", 2},
      {"2025-01-01:2026-01-01:quarter", 4},
      {"2025-01-01:2027-01-01:2quarters", 4},
      {"2025-01-01:2027-01-01:year", 2},
      {"1950-01-01:2030-01-01:10years", 8},
  };
  for (const auto& [text, bins] : cases) EXPECT_EQ(bins_of(text).bins(), bins) << text;
}

TEST(CalendarBins, MomentsMayHoldColons) {
  for (const char* text : {"2025-01-01T00:00:2025-01-02T00:00:1hour",
                           "2025-01-01:2025-01-02 00:00:00:1hour",
                           "2025-01-01 00:00:00.000:2025-01-02:1hour",
                           "2025-01-01T00:00:00:2025-01-02T00:00:00:1hour"})
    EXPECT_EQ(bins_of(text).bins(), 24u) << text;
}

TEST(CalendarBins, LabelsNameWhatTheCalendarNames) {
  EXPECT_EQ(first_label("2025-03-01:2025-04-01:1month"), "2025-03");
  EXPECT_EQ(first_label("2025-04-01:2026-01-01:1quarter"), "2025-Q2");
  EXPECT_EQ(first_label("2025-10-01:2026-01-01:3months"), "2025-Q4");
  EXPECT_EQ(first_label("0987-01-01:0988-01-01:1year"), "0987");
  EXPECT_EQ(first_label("2025-01-01:2026-01-01:12months"), "2025");
  EXPECT_EQ(first_label("2025-03-01:2025-03-02:1day"), "2025-03-01");
  EXPECT_EQ(first_label("2025-03-01:2025-03-02:24hours"), "2025-03-01");
}

TEST(CalendarBins, LabelsAreIntervalsElsewhere) {
  const std::pair<const char*, const char*> cases[] = {
      {"2025-01-01:2025-01-15:2weeks", "[2025-01-01,2025-01-15)"},
      {"2025-01-01:2025-02-01:31days", "[2025-01-01,2025-02-01)"},
      {"2025-01-02:2025-02-02:1month", "[2025-01-02,2025-02-02)"},
      {"2025-02-01:2025-05-01:1quarter", "[2025-02-01,2025-05-01)"},
      {"2025-03-01:2025-06-01:3months", "[2025-03-01,2025-06-01)"},
      {"2025-04-01:2026-04-01:1year", "[2025-04-01,2026-04-01)"},
      {"2025-01-01:2025-03-01:2months", "[2025-01-01,2025-03-01)"},
      {"2025-01-01T12:00:2025-01-02T12:00:1day",
       "[2025-01-01 12:00:00,2025-01-02 12:00:00)"},
      {"2025-01-01T06:00:2025-02-01T06:00:1month",
       "[2025-01-01 06:00:00,2025-02-01 06:00:00)"},
      {"2025-01-31T23:00:2025-02-01:1hour", "[2025-01-31 23:00:00,2025-02-01)"},
      {"2025-01-01T00:00:00.25:2025-01-01T00:00:01.25:1second",
       "[2025-01-01 00:00:00.25,2025-01-01 00:00:01.25)"},
  };
  for (const auto& [text, label] : cases) EXPECT_EQ(first_label(text), label) << text;
}

TEST(CalendarBins, OuterLabelsShowTheTimeWhereThereIsOne) {
  const CalendarBins bins = bins_of("2025-01-01T12:00:2025-01-02:12hours");
  EXPECT_EQ(bins.label(bins.below()), "before 2025-01-01 12:00:00");
  EXPECT_EQ(bins.label(bins.above()), "2025-01-02 and after");
}

TEST(CalendarBins, FebruaryHas29DaysInLeapYearsOnly) {
  for (const auto& [text, days] : {std::pair("1900-02-01:1900-03-01:1day", 28u),
                                   std::pair("2000-02-01:2000-03-01:1day", 29u),
                                   std::pair("2024-02-01:2024-03-01:1day", 29u),
                                   std::pair("2025-02-01:2025-03-01:1day", 28u)})
    EXPECT_EQ(bins_of(text).bins(), days) << text;
  const CalendarBins months = bins_of("2024-01-28:2024-04-28:1month");
  EXPECT_EQ(months.edge(1), at("2024-02-28"));
  EXPECT_EQ(months.cell(at("2024-02-29")), 2u);
  EXPECT_EQ(bins_of("2024-02-28:2028-02-28:1year").edge(1), at("2025-02-28"));
}

TEST(CalendarBins, HoursGoOverTheEndOfADay) {
  const CalendarBins bins = bins_of("2024-02-28T20:00:2024-03-01T05:00:11hours");
  ASSERT_EQ(bins.bins(), 3u);
  EXPECT_EQ(bins.label(1), "[2024-02-28 20:00:00,2024-02-29 07:00:00)");
  EXPECT_EQ(bins.label(3), "[2024-02-29 18:00:00,2024-03-01 05:00:00)");
  EXPECT_EQ(bins.cell(at("2024-02-29")), 1u);
  EXPECT_EQ(bins.cell(at("2024-03-01 04:59:59.999999")), 3u);
}

// Months by their edges, weeks and hours by division, before and after 1970.
TEST(CalendarBins, EveryEdgeBelongsToTheBinAboveIt) {
  for (const char* text :
       {"2023-11-28:2026-11-28:1month", "1960-01-01:1980-01-01:1quarter",
        "1969-12-28:1970-01-18:1week", "1969-12-31T12:34:1970-01-02T12:34:5minutes",
        "2024-02-27:2024-03-05:7hours", "1999-05-06:2021-05-06:2years"}) {
    const CalendarBins bins = bins_of(text);
    for (std::size_t i = 0; i <= bins.bins(); ++i) {
      const std::int64_t edge = bins.edge(i).microseconds;
      ASSERT_EQ(bins.cell({edge - 1}), i) << text;
      ASSERT_EQ(bins.cell({edge}), i + 1) << text;
      ASSERT_EQ(bins.cell({edge + 1}), i + 1) << text;
    }
  }
}

TEST(CalendarBins, TheWholeCalendarFits) {
  const CalendarBins years = bins_of("0001-01-01:9999-01-01:1year");
  EXPECT_EQ(years.bins(), 9998u);
  EXPECT_EQ(years.label(1), "0001");
  EXPECT_EQ(years.label(9998), "9998");
  EXPECT_EQ(years.cell(at("9998-12-31 23:59:59.999999")), 9998u);
  EXPECT_EQ(years.cell(at("9999-12-31")), years.above());
  EXPECT_EQ(bins_of("0001-01-01:9999-12-31:1day").bins(), 3'652'058u);
  EXPECT_EQ(bins_of("0001-01-01:9999-12-31:3652058days").bins(), 1u);
}

TEST(CalendarBins, MomentsBeyondTheCalendarHaveACell) {
  for (const char* text :
       {"0001-01-01:9999-01-01:1year", "0001-01-01:9999-12-31:1day"}) {
    const CalendarBins bins = bins_of(text);
    EXPECT_EQ(bins.cell({std::numeric_limits<std::int64_t>::min()}), bins.below());
    EXPECT_EQ(bins.cell({std::numeric_limits<std::int64_t>::max()}), bins.above());
  }
}

std::string sentence(const std::string& text, const std::string& why) {
  return "dates '" + text + "': " + why;
}

TEST(CalendarBins, SaysWhichEndsFit) {
  const std::pair<std::string, std::string> cases[] = {
      {"2025-01-01:2025-12-31:1month",
       "steps of 1month from 2025-01-01 reach 2025-12-01 and 2026-01-01, not "
       "2025-12-31; "
       "write one of these as the end"},
      {"2025-01-15:2025-03-14:month",
       "steps of month from 2025-01-15 reach 2025-02-15 and 2025-03-15, not "
       "2025-03-14; "
       "write one of these as the end"},
      {"2025-01-01:2025-01-02:7hours",
       "steps of 7hours from 2025-01-01 reach 2025-01-01 21:00:00 and 2025-01-02 "
       "04:00:00, not 2025-01-02; write one of these as the end"},
      {"2025-01-01:2025-01-05:1week",
       "steps of 1week from 2025-01-01 reach 2025-01-08, not 2025-01-05; write this as "
       "the end"},
      {"2025-01-15:2025-02-14:1month",
       "steps of 1month from 2025-01-15 reach 2025-02-15, not 2025-02-14; write this "
       "as "
       "the end"},
      {"9990-01-01:9999-12-31:1year",
       "steps of 1year from 9990-01-01 reach 9999-01-01, not 9999-12-31; write this as "
       "the end"},
      {"9999-12-27:9999-12-31:1week",
       "steps of 1week from 9999-12-27 reach beyond the year 9999, not 9999-12-31; "
       "write "
       "a shorter step"},
      {"9999-01-01:9999-12-31:10000years",
       "steps of 10000years from 9999-01-01 reach beyond the year 9999, not "
       "9999-12-31; "
       "write a shorter step"},
  };
  for (const auto& [text, why] : cases) {
    const auto bins = CalendarBins::parse(text);
    ASSERT_FALSE(bins) << text;
    EXPECT_EQ(bins.error().kind, ErrorKind::invalid_request);
    EXPECT_EQ(bins.error().message, sentence(text, why));
  }
}

TEST(CalendarBins, RefusesInOneSentence) {
  const std::string form =
      "; write FROM:TO:STEP, for example 2025-01-01:2026-01-01:1month";
  const std::string units =
      "; write a whole number of seconds, minutes, hours, days, weeks, months, "
      "quarters "
      "or years, for example 1month";
  const std::string no_moment =
      "' is not a date like 2025-01-31, nor a moment like 2025-01-31T23:59" + form;
  const std::pair<std::string, std::string> cases[] = {
      {"", "there is no step" + form},
      {"2025-01-01", "there is no step" + form},
      {"2025-01-01:2026-01-01", "there is no step" + form},
      {"2025-01-01T00:00:2025-01-02T00:00", "there is no step" + form},
      {"2025-02-30:2026-01-01:1month", "'2025-02-30" + no_moment},
      {"2025-01-01:2026-1-1:1month", "'2026-1-1" + no_moment},
      {"2025-01-01T00:00:2025-01-02T24:00:1hour", "'2025-01-02T24:00" + no_moment},
      {"2025-01-01::1month", "'" + no_moment},
      {"today:tomorrow:1hour",
       "'today:tomorrow' is not two dates with a colon between them" + form},
      {"2025-01-01:2026-01-01:10", "the step '10' has no unit" + units},
      {"2025-01-01:2026-01-01:", "the step '' has no unit" + units},
      {"2025-01-01:2026-01-01:1fortnight",
       "the step '1fortnight' is not a length of time" + units},
      {"2025-01-01:2026-01-01:1.5days",
       "the step '1.5days' is not a length of time" + units},
      {"2025-01-01:2026-01-01:-1month",
       "the step '-1month' is not a length of time" + units},
      {"2025-01-01:2026-01-01:1 month",
       "the step '1 month' is not a length of time" + units},
      {"2025-01-01:2026-01-01:1Month",
       "the step '1Month' is not a length of time" + units},
      {"2025-01-01:2026-01-01:1dayss",
       "the step '1dayss' is not a length of time" + units},
      {"2025-01-01:2026-01-01:9s", "the step '9s' is not a length of time" + units},
      {"2025-01-01:2026-01-01:0months", "the step is 0" + form},
      {"2025-01-01:2026-01-01:99999999999999999999seconds",
       "the step '99999999999999999999seconds' is longer than the calendar, which ends "
       "with the year 9999" +
           form},
      {"2025-01-01:2026-01-01:10001years",
       "the step '10001years' is longer than the calendar, which ends with the year "
       "9999" +
           form},
      {"2026-01-01:2025-01-01:1month",
       "the start 2026-01-01 is not before the end 2025-01-01" + form},
      {"2025-01-01:2025-01-01T00:00:1hour",
       "the start 2025-01-01 is not before the end 2025-01-01" + form},
      {"2025-01-29:2025-03-29:1month",
       "not every month has a day 29, the one of the start 2025-01-29; write a start "
       "from "
       "the 1st to the 28th"},
      {"2024-02-29:2028-02-29:4years",
       "not every month has a day 29, the one of the start 2024-02-29; write a start "
       "from "
       "the 1st to the 28th"},
      {"2000-01-01:2025-01-01:1second",
       "that makes 789004800 bins and the most is 10000000; write a longer step"},
  };
  for (const auto& [text, why] : cases) {
    const auto bins = CalendarBins::parse(text);
    ASSERT_FALSE(bins) << text;
    EXPECT_EQ(bins.error().kind, ErrorKind::invalid_request);
    EXPECT_EQ(bins.error().message, sentence(text, why));
  }
}

TEST(CalendarBins, DaysAfterThe28thMayStartWeeks) {
  EXPECT_EQ(first_label("2025-01-31:2025-02-14:1week"), "[2025-01-31,2025-02-07)");
}

}  // namespace
}  // namespace selvage
