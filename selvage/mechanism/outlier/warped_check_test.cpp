#include "selvage/mechanism/outlier/warped_check.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(WarpedCheck, FindsTablesOfAnotherLaw) {
  const auto law = WarpedGeometric::make(*parse_profile("3:0.5,7:2/3,1.5"));
  const auto other =
      WarpedGeometric::make(*parse_profile("3:0.5,7:2/3,1.500000000001"));
  const auto table = WarpedTable::make(*law), moved = WarpedTable::make(*other);
  ASSERT_TRUE(law && other && table && moved);
  for (const std::int64_t count : {0, 3, 7, 12}) {
    EXPECT_TRUE(warped_table_is_exact(*table, *law, count)) << count;
    EXPECT_FALSE(warped_table_is_exact(*moved, *law, count)) << count;
  }
}

TEST(WarpedCheck, ConfirmsTheWalkAndTheTableOfW) {
  for (const char* text : {"1", "3:0.5,7:2/3,1.5", "min(1, 0.1 + k/100)"}) {
    const auto law = WarpedGeometric::make(*parse_profile(text));
    ASSERT_TRUE(law);
    EXPECT_TRUE(warped_sampler_is_exact(*law)) << text;
  }
}

}  // namespace
}  // namespace selvage
