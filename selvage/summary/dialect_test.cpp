#include "selvage/summary/dialect.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

std::string plain(const Dialect& dialect, std::string_view text, TextUse use) {
  std::string room;
  const auto result = dialect.plain(text, use, room);
  return result ? std::string(*result) : "(none)";
}

TEST(Dialect, WithADecimalCommaAPointIsNoNumber) {
  const Dialect comma{.decimal_comma = true};
  EXPECT_EQ(plain(comma, "3,5", TextUse::number), "3.5");
  EXPECT_EQ(plain(comma, " -3 ", TextUse::number), " -3 ");
  EXPECT_EQ(plain(comma, "3.5", TextUse::number), "(none)");
  EXPECT_EQ(plain(comma, "1.234,5", TextUse::number), "(none)");
  EXPECT_EQ(plain(comma, "1,234,5", TextUse::number), "1.234.5");  // no number either
  EXPECT_EQ(plain(comma, "3,5", TextUse::text), "3,5");
  EXPECT_EQ(plain(comma, "3,5", TextUse::moment), "3,5");
}

TEST(Dialect, DatesAreReadByTheFormatAndElseAsIso) {
  const Dialect dates{.date_format = *DateFormat::parse("%d/%m/%Y")};
  EXPECT_EQ(plain(dates, " 5/1/2020 ", TextUse::moment), "2020-01-05 00:00:00");
  EXPECT_EQ(plain(dates, "2020-01-05", TextUse::moment), "2020-01-05");
  EXPECT_EQ(plain(dates, "5/1/2020", TextUse::text), "5/1/2020");
}

TEST(Dialect, TrimTakesBlanksAwayEverywhere) {
  const Dialect trim{.trim = true};
  for (const TextUse use : {TextUse::text, TextUse::number, TextUse::moment}) {
    EXPECT_EQ(plain(trim, " \ta b \r", use), "a b");
    EXPECT_EQ(plain(trim, " \t", use), "(none)");
    EXPECT_EQ(plain(trim, "", use), "(none)");
    EXPECT_EQ(plain({}, " a ", use), " a ");
    EXPECT_EQ(plain({}, "", use), "");
  }
}

}  // namespace
}  // namespace selvage
