#include "selvage/base/nearest_name.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(NearestName, FindsTheMisspeltAndLeavesTheStrange) {
  const std::vector<std::string> names = {"salary", "age", "department"};
  EXPECT_EQ(nearest_name(names, "salry"), "salary");
  EXPECT_EQ(nearest_name(names, "Salary"), "salary");
  EXPECT_EQ(nearest_name(names, "agee"), "age");
  EXPECT_EQ(nearest_name(names, "departement"), "department");
  EXPECT_EQ(nearest_name(names, "bonus"), std::nullopt);
  EXPECT_EQ(nearest_name(names, std::string(1000, 'x')), std::nullopt);
  EXPECT_EQ(nearest_name({}, "age"), std::nullopt);
}

}  // namespace
}  // namespace selvage
