#include "selvage/report/text.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(Text, WideCharactersTakeTwoPlacesAndMarksNone) {
  EXPECT_EQ(places("北京"), 4u);
  EXPECT_EQ(places("서울 ソ"), 7u);
  EXPECT_EQ(places("e\u0301te\u0301"), 3u);
  EXPECT_EQ(places("שָׁלוֹם"), 4u);
  EXPECT_EQ(places("✓ 😀"), 4u);
  EXPECT_EQ(cut("北京市", 5, Script::unicode), "北京…");
  EXPECT_EQ(cut("北京市", 4, Script::unicode), "北…");  // half a character is none
  EXPECT_EQ(cut("e\u0301te\u0301s", 3, Script::unicode), "e\u0301t…");
  EXPECT_EQ(wrap("北京市 abc", 5), (std::vector<std::string>{"北京", "市", "abc"}));
}

TEST(Text, PlacesAreCodePointsAndStrayBytes) {
  EXPECT_EQ(places(""), 0u);
  EXPECT_EQ(places("Löhne €𝄞"), 8u);
  EXPECT_EQ(places("a\xff\xc3"), 3u);         // never UTF-8; cut short
  EXPECT_EQ(places("\xc0\xaf"), 2u);          // overlong
  EXPECT_EQ(places("\xed\xa0\x80"), 3u);      // a surrogate
  EXPECT_EQ(places("\xf4\x90\x80\x80"), 4u);  // beyond U+10FFFF
}

TEST(Text, PrintableSpellsOutWhatATerminalWouldObey) {
  EXPECT_EQ(printable("a\x1b[31mb\r\n\x7f", Script::unicode),
            "a\\x1b[31mb\\x0d\\x0a\\x7f");
  EXPECT_EQ(printable("\xc2\x9b", Script::unicode),
            "\\u{9b}");  // C1: starts a sequence
  EXPECT_EQ(printable("\u202ecba", Script::unicode), "\\u{202e}cba");
  EXPECT_EQ(printable("\xff\xc3(", Script::unicode), "\\xff\\xc3(");
  EXPECT_EQ(printable(std::string_view("a\0b", 3), Script::unicode), "a\\x00b");
  EXPECT_EQ(printable("Löhne", Script::unicode), "Löhne");
  EXPECT_EQ(printable("Löhne", Script::ascii), "L\\u{f6}hne");
}

TEST(Text, XmlTextHoldsNoMarkupAndNoControls) {
  EXPECT_EQ(xml_text("<a b='\"'>&amp;"), "&lt;a b=&apos;&quot;&apos;&gt;&amp;amp;");
  EXPECT_EQ(xml_text("a\x1b\x01z\tb\nc"), "az b c");
  EXPECT_EQ(xml_text("\xff|\xed\xa0\x80"), "\uFFFD|\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(xml_text("\xef\xbf\xbe\xef\xbf\xbfö"), "ö");  // U+FFFE, U+FFFF
}

TEST(Text, CutKeepsWithinTheWidthAndSaysSo) {
  EXPECT_EQ(cut("Löhne", 5, Script::unicode), "Löhne");
  EXPECT_EQ(cut("Löhne", 4, Script::unicode), "Löh…");
  EXPECT_EQ(cut("salaries", 7, Script::ascii), "sala...");
  for (std::size_t width = 0; width < 12; ++width)
    for (const Script script : {Script::unicode, Script::ascii})
      EXPECT_LE(places(cut("Löhne\xffund€", width, script)), width);
}

TEST(Text, WrapBreaksAtBlanksAndLosesNoWord) {
  EXPECT_EQ(wrap("one two  three", 7), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrap("a incomprehensible b", 6),
            (std::vector<std::string>{"a", "incomp", "rehens", "ible b"}));
  EXPECT_EQ(wrap("Löhne €", 7), (std::vector<std::string>{"Löhne €"}));
  EXPECT_TRUE(wrap("", 7).empty());
  EXPECT_TRUE(wrap("  ", 7).empty());
}

TEST(Text, ThousandsAreSeparatedUpToTheLimits) {
  EXPECT_EQ(thousands(0), "0");
  EXPECT_EQ(thousands(-999), "-999");
  EXPECT_EQ(thousands(1000), "1,000");
  EXPECT_EQ(thousands(-123456), "-123,456");
  EXPECT_EQ(thousands(std::numeric_limits<std::int64_t>::min()),
            "-9,223,372,036,854,775,808");
  EXPECT_EQ(thousands("-1234567.125"), "-1,234,567.125");
  EXPECT_EQ(thousands("0.12345"), "0.12345");
  EXPECT_EQ(thousands("100000000000000000000"), "100,000,000,000,000,000,000");
}

}  // namespace
}  // namespace selvage
