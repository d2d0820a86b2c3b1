#include "selvage/guarantee/neighbour_preserving.hpp"

#include <gtest/gtest.h>

#include "selvage/guarantee/derivation_testing.hpp"

namespace selvage {
namespace {

TEST(NeighbourPreserving, BucketsCostNothing) {
  const auto inner = discrete_laplace_cells({9, 4}, 3);
  const auto node = after_bucketing(inner);
  expect_holds_in_a_file(node);
  EXPECT_EQ(node->conclusion, inner.conclusion);
}

TEST(NeighbourPreserving, RefusesStepsAndNeighboursOfAnotherKind) {
  const auto inner = discrete_laplace_cells(1, 1);
  EXPECT_FALSE(
      derive("neighbour_preserving", {{"step", std::string("sorting")}}, {inner}));
  EXPECT_FALSE(derive("neighbour_preserving", {{"step", std::string("bucketing")}},
                      {inner, inner}));
  EXPECT_FALSE(after_bucketing(*replace_from_add_remove(inner)));
}

TEST(NeighbourPreserving, ASmallerPromiseIsSeen) {
  auto node = *after_bucketing(discrete_laplace_cells(1, 1));
  node.conclusion.promise = DpPromise{{1, 2}, 0};
  EXPECT_FALSE(holds(node));
}

}  // namespace
}  // namespace selvage
