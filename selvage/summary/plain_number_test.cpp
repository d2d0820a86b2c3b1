#include "selvage/summary/plain_number.hpp"

#include <gtest/gtest.h>

#include "selvage/summary/parse_number.hpp"

namespace selvage {
namespace {

TEST(PlainNumber, EqualNumbersAreEqualTexts) {
  for (const char* text : {"2020", "2020.0", "02020", "+2020.", " 2020\t", "2.02e3",
                           "202000E-2", "0.00202e+06", "2020e0", "0000002020.000"})
    EXPECT_EQ(plain_number(text), "2020") << text;
  for (const char* text : {"-0.5", "-.5", "-5e-1", "-00.50"})
    EXPECT_EQ(plain_number(text), "-0.5") << text;
  for (const char* text : {"0", "-0", "0.0", "+00", "0e9999", ".0"})
    EXPECT_EQ(plain_number(text), "0") << text;
  EXPECT_EQ(plain_number("12.5"), "12.5");
  EXPECT_EQ(plain_number("1e-3"), "0.001");
  EXPECT_EQ(plain_number("9007199254740993"), "9007199254740993");
}

TEST(PlainNumber, WhatIsNoNumberHasNone) {
  for (const char* text : {"",    " ",   ".",    "-",     "+-5",     "1,5", "1.2.3",
                           "e5",  "5e",  "5e+",  "0x10",  "nan",     "inf", "-infinity",
                           "12a", "1 2", "1e41", "1e-45", "1e99999", "--1"})
    EXPECT_EQ(plain_number(text), std::nullopt) << text;
}

// Wherever there is one, it reads as the same number, and it is its own plain form.
TEST(PlainNumber, ReadsAsTheSameNumber) {
  std::uint64_t state = 3;
  const auto below = [&](std::uint64_t n) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (state >> 33) % n;
  };
  for (int i = 0; i < 100'000; ++i) {
    std::string text;
    for (auto n = below(9); n-- > 0;) text += "0123456789.-+e0010"[below(18)];
    const auto plain = plain_number(text);
    const auto number = parse_number(text);
    if (plain) {
      ASSERT_EQ(parse_number(*plain), number) << text;
      ASSERT_EQ(plain_number(*plain), plain) << text;
    } else if (number) {
      ASSERT_TRUE(text.find('e') != std::string::npos) << text;  // too long
    }
  }
}

}  // namespace
}  // namespace selvage
