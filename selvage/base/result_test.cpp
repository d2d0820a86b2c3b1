#include "selvage/base/result.hpp"

#include <memory>

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(Result, HoldsAValueOrAnError) {
  const Result<int> good = 7;
  ASSERT_TRUE(good);
  EXPECT_EQ(*good, 7);
  const Result<int> bad = Error{ErrorKind::unreadable, "no such file"};
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().kind, ErrorKind::unreadable);
  EXPECT_EQ(bad.error().message, "no such file");
}

TEST(Result, MovesWhatCannotBeCopied) {
  Result<std::unique_ptr<int>> made = std::make_unique<int>(5);
  const std::unique_ptr<int> taken = *std::move(made);
  EXPECT_EQ(*taken, 5);
}

}  // namespace
}  // namespace selvage
