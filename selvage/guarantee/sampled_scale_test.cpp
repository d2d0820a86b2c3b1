#include "selvage/guarantee/sampled_scale.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

Rational number(const char* text) { return *Rational::parse(text); }

SampledScale numbered(std::int64_t people, std::int64_t covered) {
  return {RowPairs::numbered, people, covered, number("1e-9"), number("0.05")};
}

// T20: 4000 people, 64 scales, a gap of 100 at alpha0 = 1/2.
TEST(SampledScale, PromisesWhatItsRanksSay) {
  const auto node = sampled_scale(numbered(4000, 1900), {1, 2}, {3, 4}, 64, 100);
  ASSERT_TRUE(node) << node.error().message;
  EXPECT_EQ(std::get<RandomDpPromise>(node->conclusion.promise),
            (RandomDpPromise{number("1.25"), number("1e-9"), number("0.05")}));
  EXPECT_EQ(node->conclusion.neighbours, Neighbours::replace_person);
  EXPECT_TRUE(holds(*node));
  EXPECT_FALSE(sampled_scale(numbered(4000, 1900), {1, 2}, {3, 4}, 64, 99));   // eta
  EXPECT_FALSE(sampled_scale(numbered(4000, 1899), {1, 2}, {3, 4}, 64, 100));  // gamma
  EXPECT_FALSE(sampled_scale(numbered(3998, 1900), {1, 2}, {3, 4}, 64, 100));  // people
  EXPECT_FALSE(sampled_scale(numbered(4000, 1900), 0, {3, 4}, 64, 100));
  EXPECT_FALSE(sampled_scale(numbered(4000, 1900), {1, 2}, 0, 64, 100));
  EXPECT_FALSE(sampled_scale(numbered(4000, 1900), {1, 2}, {3, 4}, 0, 100));
  EXPECT_FALSE(sampled_scale(numbered(1, 1), {1, 2}, {3, 4}, 64, 100));
}

TEST(SampledScale, OfAllPairsTheGapIsThatOfManyPairs) {
  const std::int64_t n = 5000;
  const PairNumbers all = pair_numbers(RowPairs::all, n);
  const std::int64_t covered = covered_pairs(all, number("0.05")),
                     gap = *scale_gap(all, {1, 2}, number("1e-9"), 64);
  const SampledScale scale{RowPairs::all, n, covered, number("1e-9"), number("0.05")};
  EXPECT_GT(gap, 99 * (n - 1));
  EXPECT_TRUE(sampled_scale(scale, {1, 2}, 1, 64, gap));
  EXPECT_FALSE(sampled_scale(scale, {1, 2}, 1, 64, gap - 1));
  EXPECT_FALSE(
      sampled_scale({RowPairs::numbered, n, covered, number("1e-9"), number("0.05")},
                    {1, 2}, 1, 64, gap));
}

TEST(SampledScale, ASmoothOneNeedsADecayForItsEta) {
  // e^beta - 1 = c / ln(2 / eta) at most.
  const Rational good(4284, 4384), bad(42, 43);
  EXPECT_TRUE(smooth_sampled_scale(numbered(4000, 1900), {1, 2}, {1, 2}, good, 1));
  EXPECT_FALSE(smooth_sampled_scale(numbered(4000, 1900), {1, 2}, {1, 2}, bad, 1));
  EXPECT_FALSE(smooth_sampled_scale(numbered(4000, 1899), {1, 2}, {1, 2}, good, 1));
  EXPECT_FALSE(smooth_sampled_scale(numbered(4000, 1900), {1, 2}, {1, 2}, 1, 1));
  EXPECT_FALSE(smooth_sampled_scale(numbered(4000, 1900), 0, {1, 2}, good, 1));
  // Several values have as many normalisers.
  EXPECT_FALSE(smooth_sampled_scale(numbered(4000, 1900), {1, 2}, {1, 2}, good, 2));
  EXPECT_TRUE(
      smooth_sampled_scale(numbered(4000, 1900), {1, 2}, {1, 2}, {999, 1000}, 9));
  SampledScale none = numbered(4000, 1900);
  none.gamma = 0;
  EXPECT_FALSE(smooth_sampled_scale(none, {1, 2}, {1, 2}, good, 1));
  none.gamma = 1;
  EXPECT_FALSE(smooth_sampled_scale(none, {1, 2}, {1, 2}, good, 1));
}

}  // namespace
}  // namespace selvage
