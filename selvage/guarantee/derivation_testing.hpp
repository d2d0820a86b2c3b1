// For tests: what holds for every derivation that is kept in a file.
#pragma once
#include <gtest/gtest.h>

#include "selvage/guarantee/derivation_text.hpp"

namespace selvage {

// It follows, and it comes back from its text as it was.
inline void expect_holds_in_a_file(const Result<Derivation>& node) {
  ASSERT_TRUE(node) << node.error().message;
  EXPECT_TRUE(holds(*node));
  const auto again = parse_derivation(derivation_text(*node));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->inputs, node->inputs);
  EXPECT_EQ(again->conclusion, node->conclusion);
  EXPECT_TRUE(holds(*again));
}

}  // namespace selvage
