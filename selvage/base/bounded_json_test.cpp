#include "selvage/base/bounded_json.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace selvage {
namespace {

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

std::string with_names(int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += fmt::format("{}\"{}\":1", i == 0 ? "" : ",", i);
  return "[{" + text + "}]";
}

TEST(BoundedJson, ReadsJsonUpToItsBounds) {
  EXPECT_EQ(parse_bounded_json(R"({"b":[1,"[[[[\"{"],"a":null})")->dump(),
            R"({"a":null,"b":[1,"[[[[\"{"]})");
  EXPECT_TRUE(parse_bounded_json(nested(200)));
  EXPECT_FALSE(parse_bounded_json(nested(201)));
  EXPECT_TRUE(parse_bounded_json(with_names(20'000)));
  EXPECT_FALSE(parse_bounded_json(with_names(20'001)));
}

TEST(BoundedJson, RefusesEverythingElse) {
  for (const char* text :
       {"", " ", "{", "[1,]", "{\"a\"}", "nul", "\"\xff\"", "1 2", "]"})
    EXPECT_FALSE(parse_bounded_json(text)) << text;
  EXPECT_FALSE(parse_bounded_json(std::string(10'000'000, '[')));
}

}  // namespace
}  // namespace selvage
