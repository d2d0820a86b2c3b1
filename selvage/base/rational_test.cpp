#include "selvage/base/rational.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(Rational, ReadsEveryWayANumberIsWritten) {
  const std::pair<const char*, Rational> cases[] = {
      {"1", {1, 1}},      {"0.5", {1, 2}}, {"1/3", {1, 3}},     {"1e-3", {1, 1000}},
      {"-2.50", {-5, 2}}, {"+7", {7, 1}},  {"0.1/0.3", {1, 3}}, {"12E2", {1200, 1}},
      {".25", {1, 4}},    {"3.", {3, 1}},  {"-6/4", {-3, 2}},   {"000.10", {1, 10}}};
  for (const auto& [text, value] : cases) {
    const auto parsed = Rational::parse(text);
    ASSERT_TRUE(parsed) << text;
    EXPECT_EQ(*parsed, value) << text;
  }
}

TEST(Rational, RefusesWhatIsNotANumber) {
  for (const char* text :
       {"", "nan", "inf", "-inf", "abc", "1e", "1/0", "1//2", "1/2/3", "--1", "1 ",
        " 1", "0x10", "1e99999", "1e-99999999999999999999", ".", "e5", "1,5"}) {
    const auto parsed = Rational::parse(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().kind, ErrorKind::invalid_request);
  }
  EXPECT_FALSE(Rational::parse(std::string(20'000, '1')));
}

TEST(Rational, KeepsNumbersThatNoDoubleHolds) {
  const auto tiny = Rational::parse("1e-400");
  ASSERT_TRUE(tiny);
  EXPECT_EQ(tiny->sign(), 1);
  const auto third = Rational::parse("0.333333333333333333333333333333");
  ASSERT_TRUE(third);
  EXPECT_LT(*third, Rational(1, 3));
  EXPECT_EQ(Rational::from_double(0.1),
            Rational(3602879701896397, std::int64_t{1} << 55));
}

TEST(Rational, PrintsADecimalWhereExactAndAFractionWhereNot) {
  EXPECT_EQ(Rational(1, 20).text(), "0.05");
  EXPECT_EQ(Rational(-5, 2).text(), "-2.5");
  EXPECT_EQ(Rational(1, 3).text(), "1/3");
  EXPECT_EQ(Rational(-7, 3).text(), "-7/3");
  EXPECT_EQ(Rational(300000).text(), "300000");
  EXPECT_EQ(Rational(0).text(), "0");
  EXPECT_EQ(Rational(1, 1000000).text(), "0.000001");
}

TEST(Rational, ShortTextIsReadable) {
  EXPECT_EQ(Rational(1, 3).short_text(), "1/3");
  EXPECT_EQ(Rational::parse("1e-400")->short_text(), "1e-400");
  EXPECT_EQ(Rational::parse("1e400")->short_text(), "1e+400");
  EXPECT_EQ(Rational::parse("0.33333333333333333333333333")->short_text(), "0.333");
}

TEST(Rational, TypedTextHidesNoDigits) {
  EXPECT_EQ(Rational(1, 3).typed_text(), "1/3");
  EXPECT_EQ(Rational::parse("0.123456789123456789")->typed_text(),
            "0.123456789123456789");
  EXPECT_EQ(Rational::parse("1e-300")->typed_text(), "1e-300");
  EXPECT_EQ(Rational::parse("0.33333333333333333333333333")->typed_text(), "0.333...");
}

TEST(Rational, TextReadsBackAsTheSameNumber) {
  for (std::int64_t numerator = -40; numerator <= 40; ++numerator)
    for (std::int64_t denominator = 1; denominator <= 40; ++denominator) {
      const Rational x(numerator, denominator);
      EXPECT_EQ(*Rational::parse(x.text()), x) << x.text();
    }
}

TEST(Rational, RoundsToWholeNumbersBothWays) {
  EXPECT_EQ(Rational(-7, 2).floor(), Rational(-4));
  EXPECT_EQ(Rational(-7, 2).ceil(), Rational(-3));
  EXPECT_EQ(Rational(7, 2).floor(), Rational(3));
  EXPECT_EQ(round_up(Rational(1, 3), 4), Rational(6, 16));
  EXPECT_EQ(round_up(Rational(5, 16), 4), Rational(5, 16));
}

TEST(Rational, ConvertsToTheNearestDouble) {
  EXPECT_EQ(Rational::parse("0.3")->to_double(), 0.3);
  EXPECT_EQ(Rational::parse("1e400")->to_double(),
            std::numeric_limits<double>::infinity());
  EXPECT_EQ(Rational(std::numeric_limits<std::int64_t>::max()).to_int64(),
            std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ((Rational(std::numeric_limits<std::int64_t>::max()) + 1).to_int64(),
            std::nullopt);
  EXPECT_EQ(Rational(1, 2).to_int64(), std::nullopt);
}

TEST(Rational, WhatIsReadCanBeWrittenAndReadAgain) {
  for (const std::string& text : {std::string("1e9900"), std::string("1e4900/3e-4900"),
                                  std::string(9970, '7') + "/262144"}) {
    const auto number = Rational::parse(text);
    ASSERT_TRUE(number) << text.substr(0, 20);
    const auto again = Rational::parse(number->text());
    ASSERT_TRUE(again) << text.substr(0, 20);
    EXPECT_EQ(*again, *number);
  }
  for (const std::string& text : {std::string("1e10000"), std::string("1e9000/3e-9000"),
                                  std::string(9991, '7') + "/262144"})
    EXPECT_FALSE(Rational::parse(text)) << text.substr(0, 20);
}

TEST(Rational, TheNearestDoubleIsRoundedOnce) {
  EXPECT_EQ(Rational::parse("2.470328229206232722920623272e-324")->to_double(), 5e-324);
  EXPECT_EQ(Rational::parse("1e-400")->to_double(), 0);
  EXPECT_EQ(Rational::parse("0.1")->to_double(), 0.1);
}

}  // namespace
}  // namespace selvage
