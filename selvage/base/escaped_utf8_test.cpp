#include "selvage/base/escaped_utf8.hpp"

#include <set>

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(EscapedUtf8, LeavesTextAsItIs) {
  for (const char* text : {"", "a", "C:\\temp", "北京", "\xf0\x9f\x98\x80", "a\nb"})
    EXPECT_EQ(escaped_utf8(text), text);
}

TEST(EscapedUtf8, TellsOtherBytes) {
  EXPECT_EQ(escaped_utf8("bad\xff"), "bad\\xff");
  EXPECT_EQ(escaped_utf8("bad\\xff"), "bad\\\\xff");
  EXPECT_EQ(escaped_utf8("\\\xc3"), "\\\\\\xc3");
  EXPECT_EQ(escaped_utf8("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // a surrogate
  EXPECT_EQ(escaped_utf8("\xc0\xaf"), "\\xc0\\xaf");           // overlong
}

// All texts of up to five of these pieces.
TEST(EscapedUtf8, NoTwoTextsMeet) {
  const std::string pieces[] = {"\\", "x", "f", "\xff", "é"};
  std::set<std::string> texts = {""}, results;
  for (int length = 0; length < 5; ++length) {
    std::set<std::string> longer = texts;
    for (const std::string& text : texts)
      for (const std::string& piece : pieces) longer.insert(text + piece);
    texts = longer;
  }
  for (const std::string& text : texts) results.insert(escaped_utf8(text));
  EXPECT_EQ(results.size(), texts.size());
}

}  // namespace
}  // namespace selvage
