#include "selvage/average_case/sampled_ranks.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "selvage/average_case/ranks.hpp"
#include "selvage/base/number_testing.hpp"

namespace selvage {
namespace {

// T12 and T20 of the vectors: n = 1000 at j = 475 has 0.052, K = 474525 of all pairs
// has 0.0538941; 4000 people are just enough for 64 scales at alpha0 = 1/2.
TEST(SampledRanks, AgreeWithTheVectors) {
  const PairNumbers pairs = pair_numbers(RowPairs::numbered, 1000);
  EXPECT_EQ(covered_gamma(pairs, 474), rank_gamma(500, 475));
  EXPECT_EQ(covered_pairs(pairs, number("0.052")), 474);
  const PairNumbers all = pair_numbers(RowPairs::all, 1000);
  EXPECT_EQ(covered_gamma(all, 474525 - 999), all_pairs_gamma(1000, 474525));
  EXPECT_NEAR(covered_gamma(all, 474525 - 999).to_double(), 0.05389410589410589, 1e-12);
  const PairNumbers many = pair_numbers(RowPairs::numbered, 4000);
  EXPECT_EQ(scale_gap(many, {1, 2}, number("1e-9"), 64), 100);
  EXPECT_EQ(scale_rank(many, covered_pairs(many, number("0.05")), 100), many.pairs);
}

// Of all pairs the same number of people is enough, but for the one pair a row.
TEST(SampledRanks, AllPairsNeedAsManyPeople) {
  const auto fits = [](RowPairs kind, std::int64_t people) {
    const PairNumbers numbers = pair_numbers(kind, people);
    const auto gap = scale_gap(numbers, {1, 2}, number("1e-9"), 64);
    return scale_rank(numbers, covered_pairs(numbers, number("0.05")), *gap) <=
           numbers.pairs;
  };
  EXPECT_TRUE(fits(RowPairs::numbered, 4000));
  EXPECT_FALSE(fits(RowPairs::numbered, 3998));
  EXPECT_TRUE(fits(RowPairs::all, 4080));
  EXPECT_FALSE(fits(RowPairs::all, 4000));
}

std::vector<std::int64_t> counted(const std::vector<std::int64_t>& numbers,
                                  PairDistance distance,
                                  const std::vector<std::int64_t>& scales) {
  std::vector<std::int64_t> within(scales.size(), 0);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const std::int64_t apart = distance == PairDistance::sum
                                     ? numbers[i] + numbers[j]
                                     : std::abs(numbers[i] - numbers[j]);
      for (std::size_t k = 0; k < scales.size(); ++k) within[k] += apart <= scales[k];
    }
  return within;
}

std::vector<std::int64_t> some_numbers(std::uint64_t seed, std::size_t size) {
  std::vector<std::int64_t> numbers;
  for (std::size_t i = 0; i < size; ++i) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    numbers.push_back(static_cast<std::int64_t>((seed >> 40) % 50));
  }
  return numbers;
}

// The eighth smallest difference of {0, 1, 3, 7, 12} is 9.
TEST(SampledRanks, PairsWithinScalesAreThoseOfTheLoop) {
  const std::vector<std::int64_t> few = {0, 1, 3, 7, 12};
  EXPECT_EQ(
      pairs_within(few, PairDistance::difference, std::vector<std::int64_t>{8, 9, 10}),
      (std::vector<std::int64_t>{7, 8, 8}));
  const std::vector<std::int64_t> scales = {0, 1, 2, 5, 9, 20, 48, 49, 98};
  for (std::uint64_t seed = 0; seed < 60; ++seed)
    for (const PairDistance distance : {PairDistance::difference, PairDistance::sum}) {
      const auto numbers = some_numbers(seed, 2 + seed % 17);
      EXPECT_EQ(pairs_within(numbers, distance, scales),
                counted(numbers, distance, scales));
    }
}

TEST(SampledRanks, OneRowMovesAsManyPairsAsItIsIn) {
  const std::vector<std::int64_t> scales = {0, 3, 7, 20, 60, 98};
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    auto numbers = some_numbers(seed, 9);
    for (const PairDistance distance : {PairDistance::difference, PairDistance::sum}) {
      const auto before = pairs_within(numbers, distance, scales);
      auto other = numbers;
      other[seed % 9] = static_cast<std::int64_t>(seed % 50);
      const auto after = pairs_within(other, distance, scales);
      for (std::size_t i = 0; i < scales.size(); ++i)
        EXPECT_LE(std::abs(before[i] - after[i]), pair_numbers(RowPairs::all, 9).moved);
    }
  }
}

// A smooth scale is at least the distance at the rank, and one row changes it by the
// decay at most; that is reached.
TEST(SampledRanks, OneRowChangesASmoothScaleByTheDecay) {
  const std::vector<std::int64_t> scales = {1, 2, 4, 8, 16, 32, 64, 98};
  const Rational decay(3, 4);
  double largest = 0;
  for (const std::int64_t rank : {5, 12, 20})
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
      auto numbers = some_numbers(seed, 8);
      auto other = numbers;
      other[seed % 8] = seed % 3 == 0 ? 49 : static_cast<std::int64_t>(seed % 50);
      const auto within = pairs_within(numbers, PairDistance::difference, scales),
                 moved = pairs_within(other, PairDistance::difference, scales);
      const std::int64_t one = smooth_scale(scales, within, rank, 7, decay),
                         two = smooth_scale(scales, moved, rank, 7, decay);
      EXPECT_LE(Rational(one) * decay, Rational(two));
      EXPECT_LE(Rational(two) * decay, Rational(one));
      const auto at = std::find_if(within.begin(), within.end(),
                                   [&](std::int64_t n) { return n >= rank; });
      EXPECT_GE(one,
                scales[static_cast<std::size_t>(at - within.begin())] * kSmoothParts);
      largest = std::max(largest, static_cast<double>(one) / static_cast<double>(two));
    }
  EXPECT_GT(largest, 1.1);
  const std::vector<std::int64_t> two_scales = {1, 98}, one = {20, 28},
                                  other = {13, 28};
  EXPECT_NEAR(static_cast<double>(smooth_scale(two_scales, other, 12, 7, decay)) /
                  static_cast<double>(smooth_scale(two_scales, one, 12, 7, decay)),
              4.0 / 3, 1e-6);
}

// T17 of the vectors, with the distances as their own list of scales: 47.2366... at
// beta = 1/4 and 6 at beta = 1.
TEST(SampledRanks, SmoothScalesHaveTheNumbersOfTheVector) {
  const std::vector<std::int64_t> scales = {1, 2, 3, 4, 5, 6, 8, 10, 100};
  const std::vector<std::int64_t> within = {1, 2, 3, 4, 5, 6, 7, 8, 8};
  const auto at = [&](const Rational& beta) {
    const Rational decay = exp(Interval(-beta)).upper();
    return static_cast<double>(smooth_scale(scales, within, 6, 1, decay)) /
           static_cast<double>(kSmoothParts);
  };
  EXPECT_NEAR(at({1, 4}), 47.23665527410147, 2e-5);
  EXPECT_NEAR(at(1), 6, 1e-6);
}

// The lattice's eta is above that of Laplace noise on a line, and below any that is
// asked for.
TEST(SampledRanks, ADecayKeepsItsEta) {
  EXPECT_NEAR(decay_eta({1, 2}, {9, 10}, 1).middle(), 2 * std::exp(-4.5), 1e-12);
  EXPECT_NEAR(decay_eta({1, 2}, {9, 10}, 3).middle(), 6 * std::exp(-1.5), 1e-12);
  EXPECT_TRUE(surely_at_most(decay_eta({1, 2}, number("0.99"), 1), number("1e-15")));
}

}  // namespace
}  // namespace selvage
