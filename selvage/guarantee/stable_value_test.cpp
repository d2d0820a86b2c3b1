#include "selvage/guarantee/stable_value.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(StableValue, PromisesWhatItsTableKeeps) {
  const Derivation node = stable_value({1, 2}, {1, 1'000'000});
  const auto& promise = std::get<DpPromise>(node.conclusion.promise);
  EXPECT_EQ(promise.epsilon, Rational(1, 2));
  EXPECT_EQ(promise.delta, Rational(1, 1'000'000));
  EXPECT_TRUE(holds(node));
}

TEST(StableValue, IsRecomputedAndALieIsSeen) {
  Derivation node = stable_value(1, {1, 1000});
  node.conclusion.promise = DpPromise{1, 0};
  EXPECT_FALSE(holds(node));
}

TEST(StableValue, RefusesWhatTheTheoremDoesNotSpeakOf) {
  const auto refused = [](const Rational& epsilon, const Rational& delta) {
    return !conclude("stable_value", {{"epsilon", epsilon}, {"delta", delta}}, {});
  };
  EXPECT_FALSE(refused(1, {1, 2}));
  EXPECT_TRUE(refused(0, {1, 2}));
  EXPECT_TRUE(refused(1, 0));
  EXPECT_TRUE(refused(1, 1));
  EXPECT_FALSE(conclude("stable_value",
                        {{"epsilon", Rational(1)}, {"delta", Rational(1, 2)}},
                        {Guarantee{DpPromise{1, 0}, Neighbours::add_remove_person}}));
}

}  // namespace
}  // namespace selvage
