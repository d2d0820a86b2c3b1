#include "selvage/mechanism/tested/tested_location.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "selvage/mechanism/row_codes_testing.hpp"
#include "selvage/outcome/divergence.hpp"

namespace selvage {
namespace {

const Rational kTinyDelta(1, 1'000'000);

RowCodes even_rows(std::int64_t rows, std::int64_t apart) {
  RowCodes all;
  for (std::int64_t i = 1; i <= rows; ++i) all.push_back(i * apart);
  return all;
}

DpPromise promised(const Guarantee& guarantee) {
  EXPECT_EQ(guarantee.neighbours, Neighbours::replace_person);
  return std::get<DpPromise>(guarantee.promise);
}

PublicRows public_rows(const RowCodes& rows) {
  return {std::ssize(rows), std::span<const std::int64_t>(rows)};
}

// By another program: bins of [DL09] at n = 100 and 1000, offsets 0 and 1/2.
TEST(TestedLocation, DepthsOfTheBinsOfThePaper) {
  // Of the thousand the last distance is 31: with more epsilon it is capped.
  const auto scale = [](std::int64_t people, const Rational& epsilon = 1) {
    return *TestedScale::make({people, epsilon, kTinyDelta * 2});
  };
  const RowCodes hundred = even_rows(100, 1), thousand = even_rows(1000, 1);
  EXPECT_EQ(scale(100).depth(public_rows(hundred), false), 1);
  EXPECT_EQ(scale(100).depth(public_rows(hundred), true), 4);
  EXPECT_EQ(scale(1000).depth(public_rows(thousand), false), 3);
  EXPECT_EQ(scale(1000).depth(public_rows(thousand), true), 31);
  EXPECT_GT(scale(1000).share().cap(1), 31);
  EXPECT_EQ(scale(1000, 3).depth(public_rows(thousand), true), 28);
  EXPECT_EQ(scale(1000, 3).share().cap(1), 28);
  EXPECT_EQ(scale(1000).step_of(500) / 16, 45);
  EXPECT_EQ(scale(1000).step_of(0), TestedScale::kZero);
  // 1 + 1/ln 1000 is 1.144764827301; its sixteenth root.
  EXPECT_EQ(scale(1000).growth().text(), "1.00848575317");
}

OutcomeLaw<bool> passing(const TestShare& share, std::int64_t distance,
                         std::int64_t bad = 1) {
  return law_of<TreeSource>({.cut = 1e-18}, [&](RandomSource& random) {
    return share.passes(distance, bad, random);
  });
}

// Vector: epsilon 1, delta 1e-6, one bad distance: the threshold is 15.
TEST(TestedLocation, PassesAsOftenAsItShould) {
  const TestShare share(1, kTinyDelta, std::nullopt);
  EXPECT_EQ(share.margin + 1, 15);
  const std::pair<std::int64_t, double> vector[] = {
      {1, 6.078962034779e-07}, {5, 3.319000812206e-05}, {14, 0.2689414213700},
      {15, 0.7310585786300},   {16, 0.9010619801986},   {20, 0.9981878869570},
      {35, 0.9999999994457}};
  for (const auto& [distance, chance] : vector) {
    const auto law = passing(share, distance);
    EXPECT_NEAR(law.mass.at(true).value().middle(), chance, chance * 1e-11) << distance;
  }
}

// The median of 1 to 100: how far it is from moving by more than 5, 10, 20 and 40, and
// how often a test at 14 passes; the last is capped at 35. Then 40 zeros and 60 ones,
// as a jump and as a value, whose bad distance is one more.
TEST(TestedLocation, MediansPassAsOftenAsTheyShould) {
  const TestShare share(1, kTinyDelta, std::nullopt);
  EXPECT_EQ(share.margin, 14);
  const auto expect_chance = [&](std::int64_t distance, std::int64_t bad,
                                 double chance) {
    const auto law = passing(share, distance, bad);
    EXPECT_NEAR(law.mass.at(true).value().middle(), chance, 1e-12) << distance;
  };
  struct Row {
    std::int64_t bound, distance;
    double chance;
  };
  const RowCodes hundred = even_rows(100, 1);
  for (const auto& [bound, distance, chance] :
       {Row{5, 5, 0.000090219796}, Row{10, 10, 0.013389804933},
        Row{20, 20, 0.999333360866}, Row{40, 35, 0.999999999796}}) {
    const std::int64_t found = jump_depth_replaced(public_rows(hundred), 50, bound, 35);
    EXPECT_EQ(found, distance);
    expect_chance(found, 0, chance);
  }
  RowCodes coins(100, 1);
  std::fill_n(coins.begin(), 40, 0);
  const auto itself = [](Int128 code) {
    return static_cast<std::int64_t>(std::clamp<Int128>(code, -9, 9));
  };
  expect_chance(jump_depth_replaced(public_rows(coins), 50, 0, 35), 0, 0.004925833956);
  expect_chance(value_depth_replaced(public_rows(coins), 50, itself, 35), 1,
                0.004925833956);
}

// Noise of half the width, or of twice: neighbours differ by epsilon, and not by less.
TEST(TestedLocation, NoiseIsAsWideAsItsEpsilonAsks) {
  for (const Rational& epsilon : {Rational(1, 2), Rational(1), Rational(3)}) {
    const TestShare share(epsilon, kTinyDelta * 1000, std::nullopt);
    const auto kept = [&](const auto& one, const auto& other) {
      const Rational most = std::max(between(one, other, epsilon).upper(),
                                     between(other, one, epsilon).upper());
      EXPECT_LE(most, Rational(1, 1'000'000'000)) << most.to_double();
      const Rational less =
          std::max(between(one, other, epsilon * Rational(9, 10)).lower(),
                   between(other, one, epsilon * Rational(9, 10)).lower());
      EXPECT_GT(less, Rational(1, 1'000'000)) << epsilon.text();
    };
    for (std::int64_t distance = 2; distance < 8; ++distance)
      kept(passing(share, distance), passing(share, distance + 1));
    const auto told = [&](std::int64_t number) {
      return law_of<TreeSource>({.cut = 1e-14}, [&](RandomSource& random) {
        return number + share.noise(3, random);
      });
    };
    kept(told(0), told(3));
  }
}

// [DL09, Theorems 4 and 5]: the scale costs 3 epsilon and 2 delta, the median 6 and 4.
// The trimmed mean has one test more, which the paper lacks: 5 and 3.
TEST(TestedLocation, CostsWhatTheTheoremsSay) {
  const TestedParameters asked{1000, 1, kTinyDelta};
  const auto scale = promised(TestedScale::make(asked)->guarantee());
  const auto median = promised(TestedMedian::make(asked)->guarantee());
  const auto mean = promised(TestedTrimmedMean::make(asked, {1, 20})->guarantee());
  for (const DpPromise& promise : {scale, median, mean}) {
    EXPECT_EQ(promise.epsilon, Rational(1));
    EXPECT_LE(promise.delta, kTinyDelta);
    EXPECT_GT(promise.delta, kTinyDelta / 20);
  }
}

// Over all tables of so many rows and all rows replaced, both ways. With a part of
// epsilon the promise is certainly not kept.
template <class Tested>
void expect_hidden(const Tested& tested, std::size_t rows, double cut,
                   const Rational& part) {
  const RowCodes codes = {0, 1, 3, 9};
  const DpPromise promise = promised(tested.guarantee());
  const auto law_on = [&](const RowCodes& table) {
    return law_of<TreeSource>({.cut = cut}, [&](RandomSource& random) {
      return tested.run(public_rows(table), random);
    });
  };
  std::map<RowCodes, decltype(law_on({}))> laws;
  for (const RowCodes& table : tables_of(codes, rows))
    if (table.size() == rows) laws.emplace(table, law_on(table));
  Rational largest = -1, at_part = -1;
  for (const auto& [table, law] : laws)
    for (const RowCodes& other : with_one_replaced(table, codes)) {
      const auto& there = laws.at(other);
      largest = std::max(largest, between(law, there, promise.epsilon).upper());
      at_part = std::max(at_part, between(law, there, promise.epsilon * part).lower());
    }
  EXPECT_LE(largest, promise.delta) << largest.to_double();
  EXPECT_GT(at_part, promise.delta + Rational(1, 10)) << at_part.to_double();
}

TEST(TestedLocation, HideEveryRowThatIsReplaced) {
  expect_hidden(*TestedScale::make({5, 6, {3, 10}, 2}), 5, 1e-6, {1, 2});
  expect_hidden(*TestedMedian::make({5, 24, {3, 10}, 2}), 5, 1e-5, {1, 4});
}

// Where tests always pass: neighbours in one bin, from its first step to its last one,
// and sums as far apart as one row may move them. They differ by epsilon of one share,
// and not by much less.
TEST(TestedLocation, NoiseHidesWhatATestHasShown) {
  constexpr std::int64_t kAlways = -1000;
  const auto expect_kept = [](const TestShare& share, const auto& law_on,
                              const RowCodes& one, const RowCodes& other) {
    const auto here = law_on(one), there = law_on(other);
    for (const auto& [p, q] : {std::pair(&here, &there), std::pair(&there, &here)}) {
      EXPECT_LE(between(*p, *q, share.epsilon).upper(), Rational(1, 1'000'000'000));
      EXPECT_GT(between(*p, *q, share.epsilon * Rational(4, 5)).lower(),
                Rational(1, 100));
    }
  };
  const auto law_by = [](const auto& run) {
    return [run](const RowCodes& rows) {
      return law_of<TreeSource>(
          {.cut = 1e-12}, [&](RandomSource& random) { return run(rows, random); });
    };
  };
  // The first step of a scale for which this holds.
  const auto first_step = [](const TestedScale& of, const auto& holds) {
    std::int64_t step = 0;
    while (step < of.steps() && !holds(step)) ++step;
    return step;
  };

  const auto scale = *TestedScale::make({8, 9, kTinyDelta, 16, kAlways});
  std::int64_t low = 1000;
  while (scale.step_of(low) % 16 != 0) ++low;
  std::int64_t high = low;
  while (scale.step_of(high) < scale.step_of(low) + 15) ++high;
  EXPECT_EQ(scale.step_of(high), scale.step_of(low) + 15);
  expect_kept(scale.share(), law_by([&](const RowCodes& rows, RandomSource& random) {
                return scale.run(public_rows(rows), random);
              }),
              {0, 0, 0, 0, 0, low, high, high}, {0, 0, 0, 0, 0, high, high, high});

  const auto median = *TestedMedian::make({7, 18, kTinyDelta, 8, kAlways});
  const std::int64_t eights = first_step(median.scale(), [&](std::int64_t step) {
    return median.width(step).bin_bits == 3;
  });
  EXPECT_EQ(median.width(eights).step_bits, 0);
  expect_kept(median.scale().share(),
              law_by([&](const RowCodes& rows, RandomSource& random) {
                return median.second(public_rows(rows), eights, random);
              }),
              {0, 0, 0, 0, 7, 7, 7}, {0, 0, 0, 7, 7, 7, 7});

  const auto mean = *TestedTrimmedMean::make({8, 15, kTinyDelta, 8, kAlways}, {1, 4});
  const std::int64_t by_eight = first_step(
      mean.scale(), [&](std::int64_t step) { return mean.reach(step).moved >= 8; });
  EXPECT_EQ(mean.reach(by_eight).moved, 8);
  expect_kept(mean.scale().share(),
              law_by([&](const RowCodes& rows, RandomSource& random) {
                const Int128 sum = std::accumulate(rows.begin() + 2, rows.end() - 2, 0);
                return mean.second(public_rows(rows), sum, by_eight, random);
              }),
              {0, 0, 0, 0, 8, 8, 8, 8}, {0, 0, 0, 8, 8, 8, 8, 8});
}

// What [DL09] says literally, where it is not private.

// What 2^20 words make of spread * base^z, z Laplace noise by the inverse of its law,
// in floats as a textbook has it.
std::vector<float> textbook_outputs(float spread, float base) {
  constexpr int kWords = 1 << 20;
  std::vector<float> outputs;
  for (int word = 0; word < kWords; ++word) {
    const float u = (static_cast<float>(word) + 0.5F) / kWords - 0.5F;
    const float size = -std::log(1 - 2 * std::abs(u));
    outputs.push_back(spread * std::pow(base, u < 0 ? -size : size));
  }
  std::sort(outputs.begin(), outputs.end());
  return outputs;
}

// The exact spread times a power of the base: neighbours in one bin, for which the test
// passes alike, have few outputs in common with noise in floats, and none with noise in
// whole numbers. Steps of a bin hide the same two.
TEST(TestedLocation, TheExactSpreadMustNotBePublished) {
  const RowCodes one = even_rows(100, 1000);
  RowCodes other = one;
  other[24] = other[24] + 1;  // 25001
  const auto spread = [](const RowCodes& rows) {
    return spread_between(public_rows(rows), {25, 75});
  };
  EXPECT_TRUE(spread(one) == 50'000 && spread(other) == 49'999);
  // A threshold that is often passed.
  const auto scale = *TestedScale::make({100, 3, kTinyDelta, 16, 0});
  for (const bool beside : {false, true})
    EXPECT_EQ(scale.depth(public_rows(one), beside),
              scale.depth(public_rows(other), beside));
  const auto literal = [&](const RowCodes& rows) {
    return law_of<TreeSource>({.cut = 1e-9}, [&](RandomSource& random) {
      std::int64_t noise = 0;
      random.discrete_laplace(std::span(&noise, 1), 1);
      return std::pair(spread(rows), noise);
    });
  };
  EXPECT_GT(between(literal(one), literal(other), 3).lower(), Rational(99, 100));
  const float base = 1 + 1 / std::log(100.0F);
  const auto here = textbook_outputs(50'000, base),
             there = textbook_outputs(49'999, base);
  std::size_t impossible = 0;
  for (const float output : here)
    if (!std::binary_search(there.begin(), there.end(), output)) ++impossible;
  EXPECT_GT(impossible, here.size() / 2);  // a delta at every epsilon
  const auto shipped = [&](const RowCodes& rows) {
    return law_of<TreeSource>({.cut = 1e-9}, [&](RandomSource& random) {
      return scale.run(public_rows(rows), random);
    });
  };
  const auto told = shipped(one);
  EXPECT_LT(told.mass.at(kNotTold).value().upper(), Rational(1, 2));
  EXPECT_LE(between(told, shipped(other), 0).upper(), Rational(1, 100'000));
}

// The ranks that [DL09] keeps of n rows, at a share of 0.2.
RankPair ranks_of_the_paper(std::int64_t n) {
  const Rational end = Rational(n) / 10;
  return {*end.ceil().to_int64() + 1, *(Rational(n) - end).floor().to_int64() - 1};
}

// n rows and a share of 0.2 as the paper numbers them: the divisor of its noise exceeds
// the rows that it keeps, and the noise does not depend on epsilon. Half of the rows at
// 0 and half at 8, one of which is replaced, and a scale of 8, which is right.
TEST(TestedLocation, TheNoiseOfTheTrimmedMeanIsTooSmallInThePaper) {
  const auto kept = [](std::int64_t n) {
    const RankPair ranks = ranks_of_the_paper(n);
    return ranks.high - ranks.low + 1;
  };
  EXPECT_EQ(ranks_of_the_paper(20).low, 3);
  EXPECT_EQ(ranks_of_the_paper(20).high, 17);
  EXPECT_EQ(kept(20), 15);
  EXPECT_EQ(kept(21), 14);
  EXPECT_GT(Rational(4, 5) * 21 - 2, kept(21));  // 14.8
  // Ours keeps 15 of 21, as many at either end.
  EXPECT_EQ(TestedTrimmedMean::make({21, 1, kTinyDelta}, {1, 10})->left_out(), 3);
  constexpr std::int64_t n = 1001, kWidth = 8;
  RowCodes one(501, 0);
  one.resize(n, kWidth);
  RowCodes other = one;
  other[500] = kWidth;
  const auto sum = [&](const RowCodes& rows) {
    const auto [low, high] = ranks_of_the_paper(n);
    return std::accumulate(rows.begin() + (low - 1), rows.begin() + high,
                           std::int64_t{0});
  };
  const Rational divisor = Rational(4, 5) * n - 2;
  EXPECT_EQ(kept(n), 798);
  EXPECT_GT(divisor, kept(n));
  EXPECT_EQ(sum(other) - sum(one), kWidth);
  // The noise of the mean, s n^kappa / divisor, as noise of the sum.
  const double kappa = 0.01, epsilon = 0.1;
  const Rational factor = *Rational::parse("1.0716");
  EXPECT_GT(factor.to_double(), std::pow(n, kappa));
  const auto literal = [&](const RowCodes& rows) {
    return law_of<TreeSource>({.cut = 1e-9}, [&](RandomSource& random) {
      std::int64_t noise = 0;
      random.discrete_laplace(std::span(&noise, 1),
                              factor * kWidth * kept(n) / divisor);
      return sum(rows) + noise;
    });
  };
  // The scale, 3 epsilon, and then epsilon; 2 n^(-epsilon ln n).
  const double claimed = 2 * std::pow(n, -epsilon * std::log(n));
  EXPECT_LT(claimed, 0.02);
  const Rational certain =
      between(literal(one), literal(other), Rational(4, 10)).lower();
  EXPECT_GT(certain.to_double(), claimed * 10);
  // With 1/epsilon, and nothing to spare from kappa, the divisor alone breaks epsilon;
  // the number of rows that are kept does not.
  EXPECT_GT(
      laplace_divergence(Rational(10 * kWidth) * kept(n) / divisor, kWidth, {1, 10})
          .lower(),
      Rational(0));
  EXPECT_EQ(laplace_divergence(10 * kWidth, kWidth, {1, 10}).upper(), Rational(0));
  // Ours, with the step that such a scale has: noise for all that passes its test.
  const auto mean = *TestedTrimmedMean::make({n, {1, 2}, kTinyDelta}, {1, 10});
  EXPECT_EQ(mean.kept(), 799);
  const auto reach = mean.reach(mean.scale().step_of(kWidth));
  EXPECT_GE(Int128{reach.moved} << reach.step_bits, kWidth);
  EXPECT_EQ(mean.scale().share().epsilon, Rational(1, 10));
  EXPECT_EQ(
      laplace_divergence(mean.scale().share().scale(reach.moved), reach.moved, {1, 10})
          .upper(),
      Rational(0));
}

// "If the answer is less than ln^2 n + 2" compares the distance itself in the paper: of
// two neighbours one is always told, and the other never. With noise they are alike.
TEST(TestedLocation, ATestWithoutNoiseTellsNeighboursApart) {
  RowCodes one = even_rows(100, 1);
  for (auto& code : one) code += 23;  // the median is 73, in a bin from 50 to 99
  RowCodes other = one;
  other.erase(other.begin() + 26);  // 50
  other.insert(other.begin(), 0);
  const auto depth = [](const RowCodes& rows) {
    const RisingLabel bin = [](Int128 code) {
      return static_cast<std::int64_t>(floor_quotient(code, 50) % (Int128{1} << 40));
    };
    return value_depth_replaced(public_rows(rows), 50, bin, 40);
  };
  EXPECT_EQ(depth(one), 24);
  EXPECT_EQ(depth(other), 23);
  const double threshold = std::pow(std::log(100), 2) + 2;
  const auto literal = [&](const RowCodes& rows) {
    return law_of<TreeSource>({.cut = 0}, [&](RandomSource&) {
      return static_cast<double>(depth(rows)) >= threshold;
    });
  };
  EXPECT_EQ(between(literal(one), literal(other), 1000).lower(), Rational(1));
  const TestShare share(1, kTinyDelta, 22);
  const auto here = passing(share, depth(one)), there = passing(share, depth(other));
  for (const auto& [p, q] : {std::pair(&here, &there), std::pair(&there, &here)})
    EXPECT_LE(between(*p, *q, 1).upper(), Rational(1, 1'000'000'000));
}

TEST(TestedLocation, RefusesWhatHasNoLaw) {
  const auto field_of = [](const auto& made) {
    return made ? std::string() : made.error().field;
  };
  EXPECT_EQ(field_of(TestedScale::make({2, 1, kTinyDelta})), "people");
  EXPECT_EQ(field_of(TestedScale::make({10, 0, kTinyDelta})), "epsilon");
  EXPECT_EQ(field_of(TestedMedian::make({10, 1, 0})), "delta");
  EXPECT_EQ(field_of(TestedMedian::make({10, 1, 1})), "delta");
  EXPECT_EQ(field_of(TestedTrimmedMean::make({10, 1, kTinyDelta}, {1, 2})), "trim");
  EXPECT_EQ(field_of(TestedTrimmedMean::make({10, 1, kTinyDelta}, 0)), "trim");
}

}  // namespace
}  // namespace selvage
