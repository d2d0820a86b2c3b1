#include "selvage/guarantee/clamped_sums.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

const DpPromise& dp(const Derivation& derivation) {
  return std::get<DpPromise>(derivation.conclusion.promise);
}

TEST(ClampedSums, AChoiceCostsTwiceItsSlopeForEachRow) {
  const Derivation choice = scored_choice({1, 5}, 3);
  EXPECT_EQ(dp(choice).epsilon, Rational(6, 5));
  EXPECT_EQ(dp(choice).delta, Rational(0));
  EXPECT_EQ(choice.conclusion.neighbours, Neighbours::add_remove_person);
}

TEST(ClampedSums, SumsCostTheirWidthOverTheScale) {
  const Derivation sums = clamped_sums({5, 2}, 1);
  EXPECT_EQ(dp(sums).epsilon, Rational(2, 5));
  EXPECT_EQ(dp(clamped_sums({15, 2}, 3)).epsilon, Rational(2, 5));
}

TEST(ClampedSums, NothingElseIsConcluded) {
  for (const char* rule : {"scored_choice", "clamped_sums"})
    for (const auto& [value, rows] :
         {std::pair<Rational, Rational>{0, 1}, {-1, 1}, {1, 0}, {1, {1, 2}}}) {
      const char* name = rule == std::string("clamped_sums") ? "scale" : "slope";
      EXPECT_FALSE(derive(rule, {{name, value}, {"rows_per_person", rows}}, {}));
    }
}

}  // namespace
}  // namespace selvage
