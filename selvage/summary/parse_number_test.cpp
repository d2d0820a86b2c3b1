#include "selvage/summary/parse_number.hpp"

#include <cmath>

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

}  // namespace
}  // namespace selvage
