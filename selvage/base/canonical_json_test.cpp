#include "selvage/base/canonical_json.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

TEST(CanonicalJson, SortsNamesByBytesAndLeavesNoBlanks) {
  const auto json = Json::parse(R"( {"b": [1, {"z": null, "a": true}], "B": "", "é": -7,
      "times_2": "1/3", "times_10": "0.1"} )");
  EXPECT_EQ(canonical_json(json),
            R"({"B":"","b":[1,{"a":true,"z":null}],"times_10":"0.1",)"
            R"("times_2":"1/3","é":-7})");
}

TEST(CanonicalJson, EscapesOnlyWhatJsonDemands) {
  EXPECT_EQ(canonical_json(Json("\"\\/\b\f\n\r\t\x01\x1f\x7f ü 😀")),
            "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\x7f ü 😀\"");
}

TEST(CanonicalJson, ReplacesWhatIsNotUtf8) {
  EXPECT_EQ(canonical_json(Json("a\xff")), "\"a\xEF\xBF\xBD\"");
}

TEST(CanonicalJson, ComesBackAsItself) {
  const std::string text = R"({"a":[{},[],-9223372036854775808,9223372036854775807]})";
  EXPECT_EQ(canonical_json(Json::parse(text)), text);
}

TEST(CanonicalJson, MembersThatAreWrittenAlreadyTakeTheirPlace) {
  const Json json = {{"b", {{"z", 1}, {"a", 2}}}, {"long", nullptr}, {"é\xff", "x"}};
  EXPECT_EQ(
      canonical_object(json, {{"long", "[1,2]"}, {"Also", "{}"}}),
      "{\"Also\":{},\"b\":{\"a\":2,\"z\":1},\"long\":[1,2],\"é\xEF\xBF\xBD\":\"x\"}");
  EXPECT_EQ(canonical_object(json, {}), canonical_json(json));
  EXPECT_EQ(canonical_object(Json::object(), {}), "{}");
}

}  // namespace
}  // namespace selvage
