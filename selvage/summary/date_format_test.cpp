#include "selvage/summary/date_format.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

std::string read(const char* format, std::string_view text) {
  const auto parsed = DateFormat::parse(format);
  EXPECT_TRUE(parsed) << format;
  const auto moment = parsed->read(text);
  return moment ? timestamp_text(*moment) : "none";
}

TEST(DateFormat, ReadsWhatItsLettersSay) {
  EXPECT_EQ(read("%d/%m/%Y", "31/01/2025"), "2025-01-31 00:00:00");
  EXPECT_EQ(read("%m/%d/%Y", "1/5/2020"), "2020-01-05 00:00:00");
  EXPECT_EQ(read("%d.%m.%Y", "5.1.2020"), "2020-01-05 00:00:00");
  EXPECT_EQ(read("%d.%m.%y %H:%M", "05.01.68 7:08"), "2068-01-05 07:08:00");
  EXPECT_EQ(read("%d%m%y", "050169"), "1969-01-05 00:00:00");
  EXPECT_EQ(read("%d %b %Y", "31 JAN 2025"), "2025-01-31 00:00:00");
  EXPECT_EQ(read("%B %d, %Y", "May 7, 2024"), "2024-05-07 00:00:00");
  EXPECT_EQ(read("%m/%d/%Y %I:%M:%S %p", "1/31/2025 12:30:05 AM"),
            "2025-01-31 00:30:05");
  EXPECT_EQ(read("%m/%d/%Y %I:%M %p", "1/31/2025 3:45 pm"), "2025-01-31 15:45:00");
  EXPECT_EQ(read("%Y%m%d-%H%M%S.%f", "20250131-103005.25"), "2025-01-31 10:30:05.25");
  EXPECT_EQ(read("%d/%m/%Y %H:%M %z", "31/01/2025 10:30 +0100"), "2025-01-31 09:30:00");
  EXPECT_EQ(read("%d/%m/%Y %H:%M%z", "31/01/2025 10:30Z"), "2025-01-31 10:30:00");
  EXPECT_EQ(read("%d%%%m%%%Y", "31%1%2025"), "2025-01-31 00:00:00");
}

TEST(DateFormat, WhatIsNotWrittenSoIsMissing) {
  for (const char* text : {"", "31/01/25", "2025-01-31", "31/13/2025", "29/02/2025",
                           "0/1/2025", "31/01/2025 ", "31-01-2025", "31/01/2025 10:30",
                           "/01/2025", "031/01/2025", "31/01/12025"})
    EXPECT_EQ(read("%d/%m/%Y", text), "none") << text;
  EXPECT_EQ(read("%d %b %Y", "31 Mai 2025"), "none");
  EXPECT_EQ(read("%d/%m/%Y %I%p", "31/01/2025 13pm"), "none");
  EXPECT_EQ(read("%d/%m/%Y %I%p", "31/01/2025 0am"), "none");
  EXPECT_EQ(read("%d/%m/%Y %H:%M", "31/01/2025 24:00"), "none");
  EXPECT_EQ(read("%d/%m/%Y %H:%M %z", "31/01/2025 10:30 "), "none");
  EXPECT_EQ(read("%d/%m/%Y %H:%M %z", "31/01/2025 10:30 CET"), "none");
}

TEST(DateFormat, WhatNamesNoDayIsRefused) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "must have one of %Y and %y"},
      {"dd/mm/yyyy", "must have one of %Y and %y"},
      {"%Y %y %m %d", "must have one of %Y and %y"},
      {"%Y-%d", "must have one of %m, %b and %B"},
      {"%Y-%m", "must have the day, %d"},
      {"%d/%m/%Y %d", "has %d twice"},
      {"%d/%m/%Y %I", "must have %H, or %I and %p, for hours"},
      {"%d/%m/%Y %M", "has a part of a time without the larger one"},
      {"%d/%m/%Y %H:%S", "has a part of a time without the larger one"},
      {"%d/%m/%Y%",
       "has % at character 9, and the fields are %Y %y %m %b %B %d %H %I %p %M %S %f "
       "%z"},
      {"%d/%q/%Y",
       "has %q at character 4, and the fields are %Y %y %m %b %B %d %H %I %p %M %S %f "
       "%z"}};
  for (const auto& [text, why] : cases) {
    const auto format = DateFormat::parse(text);
    ASSERT_FALSE(format) << text;
    EXPECT_EQ(format.error().message, "`date_format` '" + std::string(text) + "' " +
                                          why + "; write for example %d/%m/%Y");
  }
  EXPECT_FALSE(DateFormat::parse("%d/%m/%Y\xff"));
  EXPECT_FALSE(DateFormat::parse("%d/%m/%Y" + std::string(100, ' ')));
}

}  // namespace
}  // namespace selvage
