#include "selvage/summary/exact_number.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace selvage {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

ExactNumber read(const char* text) {
  const auto number = ExactNumber::read(text);
  EXPECT_TRUE(number) << text;
  return *number;
}

TEST(ExactNumber, BytesHaveTheOrderOfTheNumbers) {
  const std::vector<std::vector<const char*>> rising = {
      {"-inf", "-1e400", "-1.7976931348623159e308"},
      {"-1e308"},
      {"-1001"},
      {"-1000.5"},
      {"-1000", "-1e3", "-1000.000", " -1000 "},
      {"-999"},
      {"-12.3"},
      {"-12", "-0012"},
      {"-1.5"},
      {"-1"},
      {"-0.123"},
      {"-0.12"},
      {"-5e-324"},
      {"0", "-0", "0.000", "1e-400", "-1e-400", "0e99999999999999999999", "+0"},
      {"5e-324", "0.05e-322"},
      {"0.00999"},
      {"0.01", "1e-2", ".01", "0.010"},
      {"0.3"},
      {"0.30000000000000000001"},
      {"5", "+5", "5.", "05", "\t5\r", "0.5E1", "50e-1"},
      {"9"},
      {"10"},
      {"9007199254740992"},
      {"9007199254740993"},
      {"9007199254740994"},
      {"1e308"},
      {"inf", "Infinity", "1e400", "+inf"}};
  for (std::size_t i = 0; i < rising.size(); ++i)
    for (std::size_t j = 0; j < rising.size(); ++j)
      for (const char* a : rising[i])
        for (const char* b : rising[j])
          EXPECT_EQ(read(a) <=> read(b), i <=> j) << a << " and " << b;
}

TEST(ExactNumber, RandomDecimalsHaveTheOrderOfTheirFractions) {
  std::mt19937 random(7);
  std::vector<std::string> texts;
  for (int i = 0; i < 300; ++i) {
    std::string text = random() % 2 == 0 ? "-" : "";
    for (auto n = random() % 12 + 1; n > 0; --n) text += std::to_string(random() % 3);
    if (random() % 2 == 0) text.insert(text.size() - random() % 1, ".");
    if (random() % 2 == 0)
      text += fmt::format("e{}", static_cast<int>(random() % 9) - 4);
    texts.push_back(text);
  }
  for (const std::string& a : texts)
    for (const std::string& b : texts) {
      const Rational x = *Rational::parse(a), y = *Rational::parse(b);
      ASSERT_EQ(read(a.c_str()) <=> read(b.c_str()), x <=> y) << a << " and " << b;
      ASSERT_EQ(ExactNumber::of(x), read(a.c_str())) << a;
    }
}

TEST(ExactNumber, ADoubleIsTheShortestDecimalThatReadsBack) {
  EXPECT_EQ(ExactNumber::of(0.3), read("0.3"));
  EXPECT_EQ(ExactNumber::of(0.3F), read("0.3"));
  EXPECT_LT(ExactNumber::of(0.3F), ExactNumber::of(double{0.3F}));
  EXPECT_EQ(ExactNumber::of(0.1 + 0.2), read("0.30000000000000004"));
  EXPECT_EQ(ExactNumber::of(-0.0), read("0"));
  EXPECT_EQ(ExactNumber::of(5e-324), read("5e-324"));
  EXPECT_EQ(ExactNumber::of(1e22), read("10000000000000000000000"));
  EXPECT_EQ(ExactNumber::of(-kInfinity), read("-inf"));
  EXPECT_EQ(ExactNumber::of(std::numeric_limits<float>::infinity()), read("inf"));
}

TEST(ExactNumber, NumbersBeyondTheDoublesLieBelowTheInfiniteOnesWhereTheyAreExact) {
  const ExactNumber large = ExactNumber::of(*Rational::parse("1e400"));
  EXPECT_LT(large, read("inf"));
  EXPECT_GT(large, read("1.7976931348623157e308"));
  EXPECT_GT(ExactNumber::of(*Rational::parse("1e-400")), read("0"));
}

TEST(ExactNumber, GivesItsValueBack) {
  for (const char* text : {"0", "-12.5", "0.00125", "1e300", "-1e-300", "120", "7"})
    EXPECT_EQ(ExactNumber::of(*Rational::parse(text)).value(), *Rational::parse(text));
  EXPECT_TRUE(read("-inf").is_infinite());
  EXPECT_FALSE(read("-5").is_infinite());
}

TEST(ExactNumber, ReadsWhatParseNumberReads) {
  for (const char* text :
       {"", " ", "abc", "1,234", "0x10", "nan", "+-5", "5 5", "1_0", "--5", "e5", ".",
        "\xc2\xa0"
        "5",
        "5\n"})
    EXPECT_FALSE(ExactNumber::read(text)) << text;
}

}  // namespace
}  // namespace selvage
