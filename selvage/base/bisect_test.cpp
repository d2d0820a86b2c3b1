#include "selvage/base/bisect.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(Bisect, FindsWhereTheAnswerChanges) {
  for (std::int64_t edge = -4; edge <= 20; ++edge) {
    const auto holds = [edge](std::int64_t x) { return x >= edge; };
    EXPECT_EQ(least_above(-5, 20, holds), edge);
  }
  const std::int64_t far = (std::int64_t{1} << 62) + 1;
  EXPECT_EQ(least_above(0, INT64_MAX, [far](std::int64_t x) { return x >= far; }), far);
  EXPECT_EQ(least_above(6, 7, [](std::int64_t) { return true; }), 7);
}

}  // namespace
}  // namespace selvage
