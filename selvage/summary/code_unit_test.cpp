#include "selvage/summary/code_unit.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(CodeUnit, ATextMakesTheSameUnit) {
  for (const char* text : {"1", "0.01", "1000000", "2^-32", "2^-1", "2^-95", "1:64",
                           "0.01:126", "0.000000000000000001:126"}) {
    const auto unit = CodeUnit::parse(text);
    ASSERT_TRUE(unit) << text;
    EXPECT_TRUE(unit->is_usable()) << text;
    EXPECT_EQ(unit->text(), text);
    EXPECT_EQ(CodeUnit::parse(unit->text()), *unit);
  }
  for (const char* text : {"", "day", "2^32", "2^-", "2^-032", "2^-1000", "1:", ":64",
                           "1:+64", "1:64 ", "x:64", "1:1264"})
    EXPECT_FALSE(CodeUnit::parse(text)) << text;
  for (const char* text :
       {"0", "-1", "0.02", "1e-19", "1e7", "2^-96", "1:62", "0.5:126", "1/3", "2"})
    EXPECT_FALSE(CodeUnit::parse(text)->is_usable()) << text;
}

TEST(CodeUnit, SaysItsReach) {
  const auto said = [](const char* text) {
    const CodeUnit unit = *CodeUnit::parse(text);
    return unit.reach_text() + " " + unit.half_text();
  };
  EXPECT_EQ(said("2^-32"), "2^64 2^-33");
  EXPECT_EQ(said("1"), "4611686018427387903 0.5");
  EXPECT_EQ(said("0.01"), "46116860184273879.03 0.005");
  EXPECT_EQ(said("1:64"), "2^64 0.5");
  EXPECT_EQ(said("0.01:126"), "2^126 times 0.01 0.005");
}

}  // namespace
}  // namespace selvage
