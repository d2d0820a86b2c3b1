#include "selvage/base/whole_number.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

TEST(WholeNumber, EveryNumberOf64BitsIsRead) {
  for (const std::int64_t number :
       {INT64_MIN, std::int64_t{-2}, std::int64_t{0}, std::int64_t{17}, INT64_MAX})
    EXPECT_EQ(whole_number(Json::parse(std::to_string(number))), number);
}

// 18446744073709551614 is -2 to whoever counts modulo 2^64.
TEST(WholeNumber, NothingElseIsTakenForAWholeNumber) {
  for (const char* text :
       {"9223372036854775808", "18446744073709551614", "18446744073709551615",
        "18446744073709551616", "-9223372036854775809", "1e400", "1.0", "1e0", "1E5",
        "0.5", "-0.0", "null", "true", "\"1\"", "[1]", "{}"}) {
    const Json json = Json::parse(text, nullptr, false);
    EXPECT_FALSE(whole_number(json)) << text;
  }
}

TEST(WholeNumber, MinusZeroIsNotCanonical) {
  EXPECT_NE(canonical_json(Json::parse("-0")), "-0");
}

}  // namespace
}  // namespace selvage
