#include "selvage/summary/parse_number.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(NumberText, ReadsNumbersAsPeopleWriteThem) {
  const std::pair<const char*, double> cases[] = {{"12", 12},
                                                  {" 12.5 ", 12.5},
                                                  {"-3e2", -300},
                                                  {"+7", 7},
                                                  {".5", 0.5},
                                                  {"5.", 5},
                                                  {"0.3", 0.3},
                                                  {"1e-400", 0},
                                                  {"12\r", 12},
                                                  {"-0", -0.0},
                                                  {"\t9\t", 9},
                                                  {"1e5", 1e5},
                                                  {"inf", INFINITY},
                                                  {"-inf", -INFINITY},
                                                  {"1e400", INFINITY},
                                                  {"-1e400", -INFINITY},
                                                  {"Infinity", INFINITY}};
  for (const auto& [text, value] : cases) {
    const auto number = parse_number(text);
    ASSERT_TRUE(number) << text;
    EXPECT_EQ(*number, value) << text;
  }
}

TEST(NumberText, AnythingElseIsMissing) {
  for (const char* text : {"", " ", "n/a", "1,234", "1 2", "12abc", "nan", "NaN", "--1",
                           "+-1", "0x1f", "1e", "e5", "$5", "12%", "true", "NULL", "+"})
    EXPECT_FALSE(parse_number(text)) << text;
  EXPECT_FALSE(parse_number(std::string_view("1\0", 2)));
}

// Short ones are read in a way of their own, and to the same bits as by the library.
TEST(NumberText, IsTheNearestDoubleOfWhateverLength) {
  std::mt19937_64 random(6);
  for (int i = 0; i < 200'000; ++i) {
    std::string text = random() % 3 == 0 ? "-" : "";
    const std::size_t digits = 1 + random() % 20;
    for (std::size_t k = 0; k < digits; ++k)
      text += static_cast<char>('0' + (random() % 4 == 0 ? 0 : random() % 10));
    if (random() % 3 != 0) text.insert(text.size() - random() % (digits + 1), ".");
    double value = 0;
    const auto read =
        std::from_chars(text.data(), text.data() + text.size(), value).ptr;
    ASSERT_EQ(read, text.data() + text.size()) << text;
    const auto number = parse_number(text);
    ASSERT_TRUE(number) << text;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(*number),
              std::bit_cast<std::uint64_t>(value))
        << text;
  }
  for (const char* text :
       {".", "-.", "-", "1.2.3", "..1", "1-2", "12:3", "1/2", "1 .5"})
    EXPECT_FALSE(parse_number(text)) << text;
}

}  // namespace
}  // namespace selvage
