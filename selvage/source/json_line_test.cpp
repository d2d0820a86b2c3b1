#include "selvage/source/json_line.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(JsonLine, ANumberOrItsTextIsTheValue) {
  const std::pair<const char*, double> cases[] = {
      {R"({"x": 12})", 12},
      {R"( {"x":-3.5e1} )", -35},
      {R"({"x":"12.5"})", 12.5},
      {R"({"x":" +7 "})", 7},
      {R"({"a":{"x":1},"x":2})", 2},
      {R"({"a":[{"x":1}],"x":2,"b":{"x":3}})", 2},
      {R"({"x":1,"x":2})", 2},
      {R"({"x":18446744073709551616})", 18446744073709551616.0},
      {R"({"x":18446744073709551615})", 18446744073709551615.0},
      {R"({"x":-9223372036854775808})", -9223372036854775808.0},
      {R"({"x":0.3})", 0.3},
      {R"({"x":"inf"})", INFINITY},
      {R"({"x":1e400})", INFINITY},
      {R"({"a":0,"x":-1e400,"b":1})", -INFINITY},
      {R"({"\u0078":4})", 4},
      {"{\"x\":5}\r", 5}};
  for (const auto& [line, value] : cases) {
    const auto number = json_number(line, "x");
    ASSERT_TRUE(number) << line;
    EXPECT_EQ(*number, value) << line;
  }
}

TEST(JsonLine, AnythingElseIsMissing) {
  for (const char* line : {"",
                           " ",
                           "{}",
                           R"({"y":1})",
                           R"({"X":1})",
                           R"({"x":null})",
                           R"({"x":true})",
                           R"({"x":[1]})",
                           R"({"x":{"x":1}})",
                           R"({"x":"n/a"})",
                           R"({"x":1)",
                           R"({"x":})",
                           R"({"x":1} 2)",
                           R"({"x":NaN})",
                           R"({"x":"nan"})",
                           R"([{"x":1}])",
                           "1",
                           "\"x\"",
                           R"({"x":1,})",
                           R"({'x':1})",
                           R"({"x":01})",
                           R"({"x":1,"x":null})",
                           R"({"x":1,"x":[2]})",
                           "{\"x\":\"\xff\"}",
                           "not json",
                           "{\"x\":\"1"})
    EXPECT_FALSE(json_number(line, "x")) << line;
  EXPECT_FALSE(json_number(std::string_view("{\"x\":1\0}", 8), "x"));
  EXPECT_FALSE(json_number(std::string_view("{\"x\":1}\0", 8), "x"));
  EXPECT_FALSE(json_number(std::string_view("{\"x\":1}\0{\"x\":2}", 15), "x"));
}

TEST(JsonLine, HostileKeysAreOnlyText) {
  EXPECT_EQ(
      json_number(R"({"x\"; DROP TABLE people; --":3})", "x\"; DROP TABLE people; --"),
      3);
  EXPECT_EQ(json_number("{\"größe\":3}", "größe"), 3);
  EXPECT_EQ(json_number(R"({"":3})", ""), 3);
}

TEST(JsonLine, DeepNestingDoesNotOverflow) {
  const std::string deep(1'000'000, '[');
  EXPECT_FALSE(json_number("{\"a\":" + deep, "x"));
  const std::string closed(1'000'000, ']');
  EXPECT_EQ(json_number("{\"a\":" + deep + closed + ",\"x\":1}", "x"), 1);
}

}  // namespace
}  // namespace selvage
