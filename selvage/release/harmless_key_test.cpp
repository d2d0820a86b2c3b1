#include "selvage/release/harmless_key.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(HarmlessKey, OrdinaryKeysStayAsTheyAre) {
  for (const char* key : {"", "sales", "R&D", "größe", "a=b", "it's", "a, \"b\"",
                          "北京", "-5", "+1.5", "-1e3", "ends in a blank ", "'quoted'"})
    EXPECT_EQ(harmless_key(key), key);
}

TEST(HarmlessKey, NothingBeginsAsAFormulaDoes) {
  EXPECT_EQ(harmless_key("=1+1"), "'=1+1");
  EXPECT_EQ(harmless_key("@SUM(A1)"), "'@SUM(A1)");
  EXPECT_EQ(harmless_key("+cmd|' /C calc'!A0"), "'+cmd|' /C calc'!A0");
  EXPECT_EQ(harmless_key("-2+3"), "'-2+3");
  EXPECT_EQ(harmless_key("  =1"), "'  =1");
  EXPECT_EQ(harmless_key("-"), "'-");
}

TEST(HarmlessKey, NothingActs) {
  EXPECT_EQ(harmless_key("\x1b[2J"), "\\x1b[2J");
  EXPECT_EQ(harmless_key("\t=1"), "\\x09=1");
  EXPECT_EQ(harmless_key("a\r\nb"), "a\\x0d\\x0ab");
  EXPECT_EQ(harmless_key("a\u202e"), "a\\u{202e}");
  EXPECT_EQ(harmless_key("a\xff"), "a\\xff");
}

// Two keys with one name would be counted as one by whoever reads the file.
TEST(HarmlessKey, NoTwoKeysBecomeTheSame) {
  EXPECT_EQ(harmless_key("+1+1"), "'+1+1");
  EXPECT_EQ(harmless_key("'+1+1"), "''+1+1");
  for (const char* key : {"+1+1", "'+1+1", "''+1+1", "'  =1", "'", "''", "'a", "-5",
                          "'-5", "a", "", " '=1"})
    EXPECT_EQ(without_apostrophe(harmless_key(key)), key);
}

}  // namespace
}  // namespace selvage
