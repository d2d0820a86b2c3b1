#include "selvage/source/json_path.hpp"

#include <gtest/gtest.h>

#include "selvage/source/json_line.hpp"

namespace selvage {
namespace {

std::string field(std::string_view line, const std::string& column) {
  return json_path_fields(line, {column})[0].value_or("(none)");
}

TEST(JsonPath, AColumnIsAKeyInAnObject) {
  const char* line = R"({"id": 7, "address": {"income": 41.50, "city": {"name": "Ulm"}},
                        "tags": [{"name": "x"}], "a.b": 1, "a": {"b": null}})";
  EXPECT_EQ(field(line, "id"), "7");
  EXPECT_EQ(field(line, "address.income"), "41.50");
  EXPECT_EQ(field(line, "address.city.name"), "Ulm");
  for (const char* none :
       {"income", "address", "address.city", "address.", ".id", "name", "tags.name",
        "tags.0.name", "address.income.x", "city.name"})
    EXPECT_EQ(field(line, none), "(none)") << none;
  EXPECT_EQ(field(line, "a.b"), "(none)");  // the last one counts
  EXPECT_EQ(field(R"({"a": {"b": 2}, "a.b": 1})", "a.b"), "1");
  EXPECT_EQ(field(R"({"a": {"b.c": 2}})", "a.b.c"), "2");
  EXPECT_EQ(field(R"({"": {"": 2}})", "."), "2");
  EXPECT_EQ(field(R"({"a": {}, "b": {"c": true}})", "b.c"), "true");
  EXPECT_EQ(field(R"({"a": {"b": 1e999}})", "a.b"), "1e999");
  EXPECT_EQ(field(R"({"a": {"b": 1}, "c": 1e999})", "a.b"), "(none)");
}

TEST(JsonPath, ALineThatIsNoObjectHasNone) {
  for (const char* line : {"", "[{\"a\": {\"b\": 1}}]", "{\"a\": {\"b\": 1}",
                           "{\"a\": {\"b\": 1}} x", "{\"a\": {\"b\": 1]}", "7", "null"})
    EXPECT_EQ(field(line, "a.b"), "(none)") << line;
}

TEST(JsonPath, WithoutPointsItIsTheRuleOfJsonFields) {
  for (const char* line :
       {R"({"a": 1, "b": "x", "a": 2})", R"({"a": {"b": 1}, "b": [2]})",
        R"({"b": 1e999, "a": 3})", R"({"a": tru)", R"( {"b": "\u00e9"})"})
    EXPECT_EQ(json_path_fields(line, {"a", "b"}), json_fields(line, {"a", "b"}))
        << line;
}

}  // namespace
}  // namespace selvage
