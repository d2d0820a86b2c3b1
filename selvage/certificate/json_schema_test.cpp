#include "selvage/certificate/json_schema.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

bool fits(const char* schema, const char* value) {
  return static_cast<bool>(check_schema(Json::parse(schema), Json::parse(value)));
}

TEST(JsonSchema, EveryKeywordAllowsAndRefuses) {
  struct Case {
    const char *schema, *good, *bad;
  };
  for (const auto& [schema, good, bad] :
       {Case{R"({"type":"object"})", "{}", "[]"},
        Case{R"({"type":"array"})", "[]", "{}"},
        Case{R"({"type":"string"})", "\"\"", "1"},
        Case{R"({"type":"integer"})", "-1", "1.5"},
        Case{R"({"type":"integer"})", "0", "true"},
        Case{R"({"type":"null"})", "null", "0"},
        Case{R"({"const":"a"})", "\"a\"", "\"b\""},
        Case{R"({"enum":["a",2]})", "2", "3"},
        Case{R"({"items":{"type":"integer"}})", "[1,2]", "[1,\"2\"]"},
        Case{R"({"minItems":2})", "[1,2]", "[1]"},
        Case{R"({"maxItems":1})", "[1]", "[1,2]"},
        Case{R"({"required":["a"]})", R"({"a":1})", R"({"b":1})"},
        Case{R"({"properties":{"a":{"type":"integer"}}})", R"({"a":1})", R"({"a":""})"},
        Case{R"({"properties":{"a":{}},"additionalProperties":false})", R"({"a":1})",
             R"({"a":1,"b":1})"},
        Case{R"({"properties":{"a":{}},"additionalProperties":false})", R"({"a":1})",
             R"({"a\u0000b":1})"},
        Case{R"({"additionalProperties":{"type":"string"}})", R"({"x":""})",
             R"({"x":1})"},
        Case{R"({"anyOf":[{"type":"null"},{"type":"integer"}]})", "null", "\"\""},
        Case{R"({"$ref":"#/$defs/x","$defs":{"x":{"type":"null"}}})", "null", "1"}}) {
    EXPECT_TRUE(fits(schema, good)) << schema << good;
    EXPECT_FALSE(fits(schema, bad)) << schema << bad;
  }
}

TEST(JsonSchema, EveryPatternOfOurSchema) {
  const auto matches = [](const char* name, const std::string& text) {
    const Json schema = {{"$ref", std::string("#/$defs/") + name},
                         {"$defs", certificate_schema()["$defs"]}};
    return static_cast<bool>(check_schema(schema, Json(text)));
  };
  for (const char* good :
       {"0", "-1", "0.05", "1/3", "-22/7", "123456789012345678901234"})
    EXPECT_TRUE(matches("number", good)) << good;
  for (const char* bad : {"", "-", "1.", ".5", "1/", "/3", "1e5", " 1", "1 ", "+1",
                          "--1", "1//3", "1.2.3", "1/3/4", "0x1", "nan"})
    EXPECT_FALSE(matches("number", bad)) << bad;
  EXPECT_TRUE(matches("hex64", std::string(64, 'a')));
  EXPECT_FALSE(matches("hex64", std::string(63, 'a')));
  EXPECT_FALSE(matches("hex64", std::string(64, 'A')));
  EXPECT_TRUE(matches("hex128", std::string(128, '0')));
  EXPECT_FALSE(matches("hex128", std::string(64, '0')));
  EXPECT_TRUE(matches("time", "2026-03-01T12:00:00Z"));
  for (const char* bad : {"", "2026-03-01 12:00:00Z", "2026-03-01T12:00:00", "T"})
    EXPECT_FALSE(matches("time", bad)) << bad;
}

TEST(JsonSchema, RefusesWhatItDoesNotKnow) {
  EXPECT_FALSE(fits(R"({"minimum":3})", "4"));
  EXPECT_FALSE(fits(R"({"pattern":"a+"})", "\"aa\""));
  EXPECT_EQ(check_schema(Json::parse(R"({"required":["a"]})"), Json::object())
                .error()
                .message,
            "'/a' is missing");
}

}  // namespace
}  // namespace selvage
