#include "selvage/mechanism/ladder/ladder_search.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "selvage/random/sampling/system_source.hpp"

namespace selvage {
namespace {

RankWindow all_of(std::vector<std::int64_t> codes) {
  const auto rows = static_cast<std::int64_t>(codes.size());
  return {.rows = rows, .below = 0, .codes = std::move(codes)};
}

// Every code lies in one step, and a step is a thousandth of its codes at most.
TEST(LadderSteps, CoverAllCodes) {
  EXPECT_EQ(LadderSteps(CodeScale::linear(60)).count(), 104'447);
  for (const CodeScale& scale : {CodeScale::narrow(), CodeScale::reals(),
                                 CodeScale::wide(), CodeScale::unsigned_64()}) {
    const LadderSteps steps(scale);
    EXPECT_EQ(steps.count(), 2 * (1024 * (scale.exponent() - 9) - 1) + 1);
    EXPECT_EQ(steps.largest(steps.last()), scale.most());
    EXPECT_EQ(steps.smallest(-steps.last()), -scale.most());
    for (std::int64_t step = -steps.last(); step < steps.last(); ++step) {
      ASSERT_EQ(steps.largest(step) + 1, steps.smallest(step + 1)) << step;
      const Int128 first = scale.code(steps.smallest(step)),
                   wide = scale.code(steps.largest(step)) - first + 1;
      ASSERT_TRUE(wide - 1 <= (first < 0 ? -first : first) >> 10) << step;
    }
    for (const std::int64_t code : {0, 5, -5, 2047})
      EXPECT_EQ(steps.smallest(code), steps.largest(code));
  }
}

// Half of it: the risk of T170 with K is above the asked one with K - 1.
TEST(LadderSearch, WhatIsPromisedBeforeTheData) {
  const Rational half(1, 2), confidence(19, 20);
  const LadderSteps steps(CodeScale::linear(60));
  const auto terms = ladder_terms({9, 10}, half, half);
  EXPECT_EQ(terms.most, 80);
  const std::int64_t error = *ladder_error(terms, steps, confidence);
  const double m = static_cast<double>(steps.count() - 1);
  const auto risk = [&](double k) {
    const double late = std::exp(-0.5 * (10 * k + 1) / 9), s = std::exp(-0.5);
    return m * std::exp(-0.5 * (k + 1)) + late * (1 - s) / (1 - s * std::exp(-5.0 / 9));
  };
  EXPECT_LE(risk(static_cast<double>(error)), 0.05);
  EXPECT_GT(risk(static_cast<double>(error) - 1), 0.05);
  // A tenth of what a draw by ranks needs.
  const std::int64_t rows = *ladder_rows(terms, steps, confidence);
  EXPECT_GT(rows, 40);
  EXPECT_LT(rows, 60);
  EXPECT_EQ(*ladder_rows(ladder_terms({1, 10}, half, half), steps, confidence), rows);
  EXPECT_LT(*ladder_rows(ladder_terms({99, 100}, half, half), steps, confidence), 600);
  EXPECT_FALSE(ladder_error(terms, steps, Rational(1) - Rational::power_of_two(-60)));
}

// What T170 promises, on columns of steps, atoms and gaps: the chance of a failure of
// one of these is below 1e-9, as the confidence is.
TEST(LadderSearch, FindsTheRank) {
  const auto random = make_system_source();
  const Rational confidence = Rational(1) - *Rational::parse("1e-12");
  const LadderSteps steps(CodeScale::linear(60));
  for (const QuantileRank& rank :
       {QuantileRank{9, 10}, QuantileRank{1, 10}, QuantileRank{1, 2}}) {
    const auto terms = ladder_terms(rank, 4, 4);
    const auto error = ladder_error(terms, steps, confidence);
    ASSERT_TRUE(error);
    for (const std::int64_t apart : {0, 1, 1'000'000}) {
      std::vector<std::int64_t> codes;
      for (std::int64_t i = 0; i < 1000; ++i) codes.push_back((i - 500) * apart + 7);
      const std::int64_t step = draw_step(terms, steps, all_of(codes), **random);
      const auto up_to = [&](std::int64_t code) {
        return std::upper_bound(codes.begin(), codes.end(), code) - codes.begin();
      };
      const std::int64_t wanted = 1000 * rank.a / rank.b;
      EXPECT_GE(up_to(steps.largest(step)) + *error, wanted) << apart;
      EXPECT_LE(up_to(steps.smallest(step) - 1) - *error, wanted) << apart;
    }
  }
}

// Rows outside the window are all the same to the search: the law of the first draws.
TEST(LadderSearch, AnEmptyTableStopsAtOnce) {
  const auto random = make_system_source();
  const LadderSteps steps(CodeScale::linear(60));
  for (const QuantileRank& rank : {QuantileRank{9, 10}, QuantileRank{1, 10}}) {
    int at_once = 0;
    for (int i = 0; i < 200; ++i)
      at_once += draw_step(ladder_terms(rank, 40, 40), steps, all_of({}), **random) ==
                 first_step(rank, steps);
    EXPECT_GT(at_once, 100);  // rho is 0 with a probability of 1 - exp(-40/9)
  }
}

}  // namespace
}  // namespace selvage
