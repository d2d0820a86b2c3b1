#include "selvage/mechanism/tested/tested_location.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

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
  const auto scale = [](std::int64_t people) {
    return *TestedScale::make({people, 3, kTinyDelta * 2});
  };
  const RowCodes hundred = even_rows(100, 1), thousand = even_rows(1000, 1),
                 same(1000, 7);
  EXPECT_EQ(scale(100).depth(public_rows(hundred), false), 1);
  EXPECT_EQ(scale(100).depth(public_rows(hundred), true), 4);
  EXPECT_EQ(scale(1000).depth(public_rows(thousand), false), 3);
  EXPECT_EQ(scale(1000).depth(public_rows(thousand), true),
            std::min<std::int64_t>(31, scale(1000).depth(public_rows(same), true)));
  EXPECT_EQ(scale(1000).step_of(500) / 16, 45);
  EXPECT_EQ(scale(1000).step_of(0), TestedScale::kZero);
  // 1 + 1/ln 1000 is 1.144764827301; its sixteenth root.
  EXPECT_EQ(scale(1000).growth().text(), "1.00848575317");
}

OutcomeLaw<bool> passing(const TestShare& share, std::int64_t distance) {
  return law_of<TreeSource>({.cut = 1e-18}, [&](RandomSource& random) {
    return share.passes(distance, 1, random);
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

// Over all tables of so many rows and all rows replaced, both ways.
template <class Tested, class Run>
void expect_hidden(const Tested& tested, const Run& run, std::size_t rows, double cut,
                   const Rational& left_out) {
  const RowCodes codes = {0, 1, 3, 9};
  const DpPromise promise = promised(tested.guarantee());
  const auto law_on = [&](const RowCodes& table) {
    return law_of<TreeSource>({.cut = cut},
                              [&](RandomSource& random) { return run(table, random); });
  };
  std::map<RowCodes, decltype(law_on({}))> laws;
  for (const RowCodes& table : tables_of(codes, rows))
    if (table.size() == rows) laws.emplace(table, law_on(table));
  Rational largest = -1, certain = -1, at_one = -1;
  for (const auto& [table, law] : laws)
    for (const RowCodes& other : with_one_replaced(table, codes)) {
      const auto& there = laws.at(other);
      const Interval delta = between(law, there, promise.epsilon);
      largest = std::max(largest, delta.upper() - promise.delta);
      certain = std::max(certain, delta.lower() - promise.delta);
      at_one = std::max(at_one, between(law, there, 1).lower());
    }
  EXPECT_LE(certain, Rational(0));
  EXPECT_LE(largest, left_out) << largest.to_double();
  EXPECT_GT(at_one, promise.delta / 100);  // else little was seen
}

TEST(TestedLocation, HideEveryRowThatIsReplaced) {
  const auto scale = *TestedScale::make({5, 6, {3, 10}, 2});
  expect_hidden(scale,
                [&](const RowCodes& table, RandomSource& random) {
                  return scale.run(public_rows(table), random);
                },
                5, 1e-6, {1, 1000});
  const auto median = *TestedMedian::make({4, 24, {3, 10}, 2});
  expect_hidden(median,
                [&](const RowCodes& table, RandomSource& random) {
                  return median.run(public_rows(table), random);
                },
                4, 1e-5, {1, 100});
}

// What [DL09] says literally, where it is not private.

// The exact spread times a power of the base: neighbours in one bin have no output in
// common, though the test passes for both.
TEST(TestedLocation, TheExactSpreadMustNotBePublished) {
  const auto literal = [](const RowCodes& rows) {
    return law_of<TreeSource>({.cut = 1e-9}, [&](RandomSource& random) {
      std::int64_t noise = 0;
      random.discrete_laplace(std::span(&noise, 1), 1);
      return std::pair(spread_between(public_rows(rows), {25, 75}), noise);
    });
  };
  const RowCodes one = even_rows(100, 1000);
  RowCodes other = one;
  other[24] = other[24] + 1;  // 25001
  const auto scale = *TestedScale::make({100, 3, kTinyDelta});
  EXPECT_EQ(scale.step_of(spread_between(public_rows(one), {25, 75})),
            scale.step_of(spread_between(public_rows(other), {25, 75})));
  EXPECT_GT(between(literal(one), literal(other), 3).lower(), Rational(99, 100));
}

// n rows and a share of 0.2 as the paper numbers them: the divisor of its noise exceeds
// the rows that it keeps, and the noise does not depend on epsilon.
TEST(TestedLocation, TheNoiseOfTheTrimmedMeanIsTooSmallInThePaper) {
  const auto kept = [](std::int64_t n) {
    const Rational end = Rational(n) / 10;
    return *(Rational(n) - end).floor().to_int64() - 1 - *end.ceil().to_int64();
  };
  EXPECT_EQ(kept(20), 15);
  EXPECT_EQ(kept(21), 14);
  const double divisor = 0.8 * 21 - 2, width = 1, kappa = 0.25;
  EXPECT_GT(divisor, 14);
  // Loss of a row that moves the mean by width / 14 beside noise of scale width n^kappa
  // / divisor: more than epsilon wherever epsilon is below 0.49.
  const double loss = (width / 14) / (width * std::pow(21, kappa) / divisor);
  EXPECT_GT(loss, 0.49);
  // Ours keeps 15 of 21, as many at either end.
  EXPECT_EQ(TestedTrimmedMean::make({21, 1, kTinyDelta}, {1, 10})->left_out(), 3);
}

TEST(TestedLocation, RefusesWhatHasNoLaw) {
  const auto field_of = [](const auto& made) {
    return made ? std::string() : made.error().field;
  };
  EXPECT_EQ(field_of(TestedScale::make({2, 1, kTinyDelta})), "people");
  EXPECT_EQ(field_of(TestedScale::make({10, 0, kTinyDelta})), "epsilon");
  EXPECT_EQ(field_of(TestedMedian::make({10, 1, 0})), "delta");
  EXPECT_EQ(field_of(TestedMedian::make({10, 1, 1})), "delta");
  EXPECT_EQ(field_of(TestedTrimmedMean::make({10, 1, kTinyDelta}, {1, 2})), "trimmed");
  EXPECT_EQ(field_of(TestedTrimmedMean::make({10, 1, kTinyDelta}, 0)), "trimmed");
}

}  // namespace
}  // namespace selvage
