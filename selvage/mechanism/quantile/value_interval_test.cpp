// The ends of intervals: their law on all small tables, and how often they hold the
// quantile of the rows.
#include "selvage/mechanism/quantile/value_interval.hpp"

#include <cmath>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/codes_reader.hpp"
#include "selvage/mechanism/quantile/quantile_mechanism_testing.hpp"
#include "selvage/mechanism/quantile/quantile_testing.hpp"
#include "selvage/outcome/divergence.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kFar = 3;
constexpr double kCut = 1e-11;

RowsAround around(const Codes& codes) {
  const auto up_to = [&codes](std::int64_t code) {
    return std::upper_bound(codes.begin(), codes.end(), code) - codes.begin();
  };
  return {std::ssize(codes), up_to,
          [up_to](std::int64_t code) { return up_to(code - 1); }};
}

Codes sorted(Codes codes) {
  std::sort(codes.begin(), codes.end());
  return codes;
}

IntervalTerms terms_of(const QuantileRank& rank, const Rational& first,
                       const Rational& second, std::int64_t shift,
                       std::int64_t most = 6) {
  return {rank, first, second, shift, most};
}

// Over the codes -3 .. 3 around a published one.
auto law_of_end(const IntervalTerms& terms, std::int64_t published, bool upper,
                const Codes& codes) {
  return law_of<TreeSource>({.cut = kCut}, [&](RandomSource& random) {
    const PublishedCode code = {published, -kFar, kFar};
    return upper ? draw_upper(terms, code, around(codes), random)
                 : draw_lower(terms, code, around(codes), random);
  });
}

// The largest excess over this epsilon in all tables and both directions.
Interval worst_excess(const IntervalTerms& terms, bool upper, const Rational& epsilon,
                      std::size_t rows) {
  const Codes codes = {-kFar, -1, 0, 2, kFar};
  using EndLaw = decltype(law_of_end(terms, 0, upper, {}));
  Rational certain = -1, possible = -1;
  for (const std::int64_t published : {std::int64_t{0}, std::int64_t{-2}}) {
    std::map<Codes, EndLaw> laws;
    for (const Codes& table : small_tables(codes, rows))
      laws.emplace(sorted(table), law_of_end(terms, published, upper, sorted(table)));
    for (const auto& [table, law] : laws) {
      if (table.size() == rows) continue;
      for (const std::int64_t code : codes) {
        Codes more = table;
        more.push_back(code);
        const auto& other = laws.at(sorted(more));
        for (const auto& [p, q] : {std::pair(&law, &other), std::pair(&other, &law)}) {
          const Interval delta = between(*p, *q, epsilon);
          certain = std::max(certain, delta.lower());
          possible = std::max(possible, delta.upper());
        }
      }
    }
  }
  return hull(Interval(certain), Interval(possible));
}

TEST(ValueInterval, KeepsItsPromiseOnAllSmallTables) {
  for (const QuantileRank& rank :
       {QuantileRank{1, 2}, QuantileRank{1, 4}, QuantileRank{9, 10}})
    for (const bool upper : {false, true})
      for (const std::int64_t shift : {0, 2}) {
        const auto terms = terms_of(rank, {1, 2}, {1, 3}, shift);
        const std::size_t rows = rank.b == 10 ? 2 : 3;
        const Interval excess = worst_excess(terms, upper, Rational(5, 6), rows);
        EXPECT_EQ(excess.lower(), Rational(0)) << rank.a << '/' << rank.b;
        EXPECT_LE(excess.upper(), Rational(1, 10'000'000));
      }
}

// So the tables above can see something: less than the promise is not kept, and neither
// is the promise by noise of half the width.
TEST(ValueInterval, WhatIsNotKeptIsSeen) {
  const auto terms = terms_of({1, 2}, {1, 2}, {1, 3}, 0);
  EXPECT_GT(worst_excess(terms, true, Rational(4, 6), 3).lower(), Rational(0));
  const auto narrow = terms_of({1, 2}, 1, {2, 3}, 0);
  EXPECT_GT(worst_excess(narrow, true, Rational(5, 6), 3).lower(), Rational(0));
}

// The largest fractions that T116 allows, where half of the rows lie below the quantile
// and half far above it: every candidate between them is as near to the wrong side as
// it can be.
TEST(ValueInterval, TheRiskOfAnEndIsExact) {
  const Codes rows = {0, 0, 0, 1000, 1000, 1000};
  const auto terms = terms_of({1, 2}, {1, 5}, {1, 5}, 5, 200);
  const auto law = law_of<TreeSource>({.cut = kCut}, [&](RandomSource& random) {
    return draw_lower(terms, {3, 0, 1000}, around(rows), random) > 0 ? 1 : 0;
  });
  const Interval wrong = law.mass.at(1).value();
  const Interval risk = end_risk(terms);
  EXPECT_LE(wrong.lower(), risk.upper());
  EXPECT_NEAR(wrong.middle(), risk.middle(), 1e-7);
  EXPECT_NEAR(risk.middle(),
              std::exp(-0.2 * 11) * (1 - std::exp(-0.2)) / (1 - std::exp(-0.6)), 1e-12);
}

TEST(ValueInterval, TheLeastShiftIsTheLeast) {
  for (const QuantileRank& rank : {QuantileRank{1, 2}, QuantileRank{99, 100}})
    for (const Rational& risk : {Rational(1, 40), Rational(1, 1000)}) {
      auto terms = terms_of(rank, {1, 10}, {1, 10}, 0);
      terms.shift = least_shift(terms, risk);
      EXPECT_TRUE(surely_at_most(end_risk(terms), Interval(risk)));
      --terms.shift;
      EXPECT_FALSE(surely_at_most(end_risk(terms), Interval(risk)));
    }
}

TEST(ValueInterval, OnlyWhatCanBeDrawnIsTaken) {
  const PublishedCode published = {100, -5000, 5000};
  EXPECT_TRUE(can_be({-5000, 5000}, published));
  EXPECT_TRUE(can_be({100, 100}, published));
  EXPECT_TRUE(can_be({68, 134}, published));   // 32, 34
  EXPECT_FALSE(can_be({67, 134}, published));  // 33 is no distance
  EXPECT_FALSE(can_be({101, 134}, published));
  EXPECT_FALSE(can_be({68, 99}, published));
  EXPECT_FALSE(can_be({-5001, 134}, published));
  const std::int64_t most = (std::int64_t{1} << 60) - 1;
  EXPECT_TRUE(can_be({-most, most}, {most, -most, most}));
}

// The shipped mechanism on tables of one law, for each list of quantiles. The seed is
// fixed, and the limit has a false alarm of 1e-7.
class IntervalCoverage : public testing::TestWithParam<std::vector<Rational>> {};

int most_failures(int runs, double risk) {  // but for 1e-7
  double tail = 0;
  int k = runs;
  for (; k > 0; --k) {
    tail += std::exp(std::lgamma(runs + 1.0) - std::lgamma(k + 1.0) -
                     std::lgamma(runs - k + 1.0) + k * std::log(risk) +
                     (runs - k) * std::log1p(-risk));
    if (tail > 1e-7) break;
  }
  return k;
}

TEST_P(IntervalCoverage, AllIntervalsHoldTheirQuantilesTogether) {
  const Rational confidence(4, 5);  // a small one, so that failures are seen
  constexpr int kRuns = 60;
  QuantileRequest request{.at = GetParam(), .epsilon = 2, .unit = 1, .guard = false};
  request.shifts = interval_shifts(request, 1, confidence);
  const auto mechanism = made(request, 1, {});
  SeededSource source(71);
  int failures = 0;
  std::int64_t widest = 0;
  for (int run = 0; run < kRuns; ++run) {
    Codes rows;  // cubes: sparse at the ends
    for (int i = 0; i < 700; ++i) {
      std::uint64_t word = 0;
      source.uniform_below(std::span(&word, 1), 2001);
      const std::int64_t x = static_cast<std::int64_t>(word) - 1000;
      rows.push_back(x * x * x);
    }
    rows = sorted(std::move(rows));
    CodesReader reader(mechanism->needs().reading, rows);
    const auto drawn = mechanism->run(reader, source);
    ASSERT_TRUE(mechanism->can_draw(*drawn));
    const Answer answer = mechanism->answer(*drawn, confidence);
    bool held = true;
    std::int64_t last_lower = std::numeric_limits<std::int64_t>::min();
    std::int64_t last_upper = last_lower;
    for (std::size_t i = 0; i < request.at.size(); ++i) {
      const Estimate& one = answer.numbers[i].rows[0];
      ASSERT_TRUE(one.has_interval);
      EXPECT_LE(one.lower, one.value);
      EXPECT_GE(one.upper, one.value);
      EXPECT_GE(one.lower, last_lower);
      EXPECT_GE(one.upper, last_upper);
      last_lower = one.lower;
      last_upper = one.upper;
      const auto rank = (request.at[i] * 700).ceil().to_int64().value();
      const std::int64_t truth = rows[static_cast<std::size_t>(rank) - 1];
      held = held && one.lower <= truth && truth <= one.upper;
      widest = std::max<std::int64_t>(
          widest, std::upper_bound(rows.begin(), rows.end(), one.upper) -
                      std::lower_bound(rows.begin(), rows.end(), one.lower));
    }
    failures += held ? 0 : 1;
  }
  EXPECT_LE(failures, most_failures(kRuns, 0.2));
  EXPECT_LT(widest, 500);  // of 700: an interval says something
}

INSTANTIATE_TEST_SUITE_P(
    Lists, IntervalCoverage,
    testing::Values(std::vector<Rational>{{1, 2}}, std::vector<Rational>{{9, 10}},
                    std::vector<Rational>{{1, 4}, {1, 2}, {3, 4}}));

// Shifts are those of one confidence, and at another one nothing is claimed.
TEST(ValueInterval, NoMoreIsClaimedThanWasPaidFor) {
  QuantileRequest request{.at = {{1, 2}}, .epsilon = 1, .unit = 1};
  request.shifts = interval_shifts(request, 1, {19, 20});
  const auto mechanism = made(request, 1, {});
  SeededSource source(5);
  Codes rows;
  for (int i = 0; i < 500; ++i) rows.push_back(i);
  CodesReader reader(mechanism->needs().reading, rows);
  const auto drawn = mechanism->run(reader, source);
  for (const auto& [confidence, shown] :
       {std::pair(Rational(19, 20), true), std::pair(Rational(9, 10), false),
        std::pair(Rational(99, 100), false)})
    EXPECT_EQ(mechanism->answer(*drawn, confidence).numbers[0].rows[0].has_interval,
              shown);
  const Guarantee whole = mechanism->guarantees().front().conclusion;
  EXPECT_EQ(std::get<DpPromise>(whole.promise).epsilon, Rational(1));
}

}  // namespace
}  // namespace selvage
