#include "selvage/base/utf8.hpp"

#include <string>

#include <gtest/gtest.h>

namespace selvage {
namespace {

std::string encoded(char32_t c) {
  const auto byte = [](char32_t x) { return static_cast<char>(x); };
  if (c < 0x80) return {byte(c)};
  if (c < 0x800) return {byte(0xc0 | c >> 6), byte(0x80 | (c & 0x3f))};
  if (c < 0x10000)
    return {byte(0xe0 | c >> 12), byte(0x80 | (c >> 6 & 0x3f)),
            byte(0x80 | (c & 0x3f))};
  return {byte(0xf0 | c >> 18), byte(0x80 | (c >> 12 & 0x3f)),
          byte(0x80 | (c >> 6 & 0x3f)), byte(0x80 | (c & 0x3f))};
}

TEST(Utf8, EveryCodePointIsReadAndNoSurrogate) {
  for (char32_t c = 0; c <= 0x110000; ++c) {
    const std::string text = encoded(c) + "x";
    const auto read = first_code_point(text);
    const bool good = c <= 0x10ffff && (c < 0xd800 || c > 0xdfff);
    ASSERT_EQ(read.has_value(), good) << static_cast<unsigned>(c);
    if (!good) continue;
    ASSERT_EQ(read->value, c);
    ASSERT_EQ(read->bytes, text.size() - 1);
  }
}

TEST(Utf8, OverlongCutAndStrayBytesAreNone) {
  for (const std::string text :
       {"\xc0\xaf", "\xc1\xbf", "\xe0\x9f\xbf", "\xf0\x8f\xbf\xbf", "\x80", "\xff",
        "\xc3", "\xe2\x82", "\xf0\x9f\x98", "\xc3x", "\xf8\x88\x80\x80\x80"})
    EXPECT_FALSE(first_code_point(text)) << text.size();
}

TEST(Utf8, TheGoodPartEndsAtTheFirstWrongByte) {
  EXPECT_EQ(utf8_part(""), "");
  EXPECT_EQ(utf8_part("Köln"), "Köln");
  EXPECT_EQ(utf8_part("a\xffz"), "a");
}

}  // namespace
}  // namespace selvage
