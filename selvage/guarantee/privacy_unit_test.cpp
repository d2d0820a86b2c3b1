#include "selvage/guarantee/privacy_unit.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(PrivacyUnit, EveryUnitHasATextOfItsOwnAndComesBack) {
  for (const char* column :
       {"", "who", "Who", "one row", "people of who", " who", "wh\xc3\xb6"}) {
    const PrivacyUnit unit{column};
    const auto again = PrivacyUnit::parse(unit.text());
    ASSERT_TRUE(again) << unit.text();
    EXPECT_EQ(*again, unit);
  }
  EXPECT_EQ(PrivacyUnit{}.text(), "one row");
  EXPECT_EQ(PrivacyUnit{"who"}.text(), "people of who");
}

TEST(PrivacyUnit, OtherTextsAreNone) {
  for (const char* text : {"", "row", "One row", "one row ", "people of ", "people"})
    EXPECT_FALSE(PrivacyUnit::parse(text)) << text;
}

}  // namespace
}  // namespace selvage
