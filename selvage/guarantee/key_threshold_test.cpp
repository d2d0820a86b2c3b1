#include "selvage/guarantee/key_threshold.hpp"
#include "selvage/guarantee/laplace_sum_tail.hpp"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "selvage/base/interval.hpp"

namespace selvage {
namespace {

// Vectors: test/vectors/key_threshold.py, which tries every spread of a person's rows
// over new and old cells in both directions, and knows nothing of T31.
TEST(KeyThreshold, DeltaIsThatOfTheWorstOfAllSpreads) {
  const struct {
    const char* scale;
    std::int64_t threshold;
    PersonShare share;
    const char* delta;
  } vectors[] = {{"1", 3, {1, 1, 1}, "9.893801980144720084668301e-2"},
                 {"1", 15, {1, 1, 1}, "6.078962034778829223230002e-7"},
                 {"2", 8, {1, 1, 1}, "1.879664308910234412335643e-2"},
                 {"1/2", 2, {1, 1, 1}, "1.192029220221175559402709e-1"},
                 {"2", 9, {2, 1, 2}, "1.879664308910234412335643e-2"},
                 {"2", 9, {2, 2, 2}, "2.267150378628689159106031e-2"},
                 {"2", 9, {2, 2, 1}, "2.267150378628689159106031e-2"},
                 {"3", 6, {3, 2, 3}, "2.467000022932963137606054e-1"},
                 {"3", 6, {3, 3, 3}, "2.951101253124467794250195e-1"},
                 {"3", 6, {3, 3, 1}, "2.951101253124467794250195e-1"},
                 {"3/2", 5, {3, 2, 3}, "1.741734877984091992316895e-1"},
                 {"4", 12, {3, 1, 3}, "5.925296726026535961046013e-2"},
                 {"20", 3, {2, 2, 2}, "7.124110774690646284504315e-1"},
                 {"20", 4, {3, 2, 3}, "7.002826031627210634019595e-1"},
                 {"50", 2, {1, 1, 1}, "4.950001666600002698303355e-1"},
                 {"3", 6, {4, 2, 2}, "2.835458256477572390365351e-1"},
                 {"3", 6, {4, 3, 2}, "3.295880861330413153650460e-1"},
                 {"3/2", 5, {5, 3, 2}, "2.089183091721251969595628e-1"},
                 {"2", 7, {5, 3, 3}, "1.401207484612840012082200e-1"},
                 {"20", 4, {5, 3, 3}, "8.399176638038977968354899e-1"},
                 {"1", 9, {4, 4, 3}, "2.056911467253166137527975e-3"}};
  for (const auto& v : vectors) {
    const Rational exact = *Rational::parse(v.delta);
    const Rational delta =
        key_threshold_delta(*Rational::parse(v.scale), v.threshold, v.share);
    EXPECT_GE(delta * (Rational(1) + *Rational::parse("1e-20")), exact) << v.delta;
    EXPECT_LE(delta, exact * (Rational(1) + *Rational::parse("2e-11"))) << v.delta;
  }
}

// One row: T = 1 + ceil((1/eps) ln(1/(delta (1+a)))), delta = a^(T-1)/(1+a), a =
// e^-eps.
TEST(KeyThreshold, ThresholdIsTheLeast) {
  for (const char* epsilon : {"0.1", "1/3", "1", "2", "7"})
    for (const char* delta : {"1e-3", "1e-6", "1e-9", "1e-30"}) {
      const Rational e = *Rational::parse(epsilon), d = *Rational::parse(delta);
      const Rational scale = Rational(1) / e;
      const auto threshold = least_key_threshold(scale, {}, d);
      ASSERT_TRUE(threshold);
      const Interval a = exp(Interval(-e));
      const Interval steps = log(Interval(1) / ((a + 1) * d)) / e;
      EXPECT_EQ(*threshold, 1 + *steps.upper().ceil().to_int64()) << epsilon << delta;
      for (const PersonShare& share :
           {PersonShare{5, 2, 5}, PersonShare{5, 5, 5}, PersonShare{5, 5, 1},
            PersonShare{5, 3, 2}, PersonShare{6, 2, 3}}) {
        const auto least = least_key_threshold(scale * share.rows, share, d);
        ASSERT_TRUE(least);
        EXPECT_LE(key_threshold_delta(scale * share.rows, *least, share), d);
        if (*least - 1 > share.rows_in_cell) {
          EXPECT_GT(key_threshold_delta(scale * share.rows, *least - 1, share), d);
        }
      }
    }
}

// Between the two extremes no other number of cells is worse.
TEST(KeyThreshold, ExtremeSpreadsAreTheWorst) {
  for (const std::int64_t threshold : {11, 20, 40})
    for (const std::int64_t scale : {1, 3, 30}) {
      const Rational most = key_threshold_delta(scale, threshold, {10, 10, 10});
      for (std::int64_t cells = 1; cells <= 10; ++cells)
        EXPECT_LE(key_threshold_delta(scale, threshold, {10, cells, 10}), most);
    }
}

// P(a cell of theirs is shown), where a person has so many rows in their cells.
long double shown(long double scale, std::int64_t threshold,
                  const std::vector<std::int64_t>& spread) {
  const long double q = std::exp(-1 / scale);
  long double hidden = 0;
  for (const std::int64_t rows : spread)
    hidden +=
        std::log1p(-std::pow(q, static_cast<long double>(threshold - rows)) / (1 + q));
  return -std::expm1(hidden);
}

// Every possible share of up to seven rows, and every spread of each.
TEST(KeyThreshold, NoSpreadIsWorseThanTheExtremeOnes) {
  std::size_t shares = 0;
  for (std::int64_t rows = 1; rows <= 7; ++rows)
    for (std::int64_t cells = 1; cells <= rows; ++cells)
      for (std::int64_t in_cell = 1; in_cell <= rows; ++in_cell) {
        const PersonShare share{rows, cells, in_cell};
        if (!share.is_possible()) continue;
        ++shares;
        for (const std::int64_t scale : {1, 3, 30})
          for (const std::int64_t over : {1, 2, 9}) {
            long double worst = 0;
            std::vector<std::int64_t> spread;
            const std::function<void(std::int64_t)> extend = [&](std::int64_t left) {
              worst = std::max(worst, shown(static_cast<long double>(scale),
                                            in_cell + over, spread));
              if (static_cast<std::int64_t>(spread.size()) == cells) return;
              for (std::int64_t some = 1; some <= std::min(left, in_cell); ++some) {
                spread.push_back(some);
                extend(left - some);
                spread.pop_back();
              }
            };
            extend(rows);
            const double delta =
                key_threshold_delta(scale, in_cell + over, share).to_double();
            EXPECT_NEAR(delta / static_cast<double>(worst), 1, 1e-10)
                << rows << ' ' << cells << ' ' << in_cell << ' ' << scale;
          }
      }
  EXPECT_GT(shares, 80u);
}

TEST(KeyThreshold, IsARuleThatCanBeRecomputed) {
  const Derivation node = key_threshold(Rational(3, 2), 20, {3, 2, 3});
  EXPECT_TRUE(holds(node));
  const auto& dp = std::get<DpPromise>(node.conclusion.promise);
  EXPECT_EQ(dp.epsilon, Rational(2));
  Derivation changed = node;
  changed.inputs[1].second = 19;
  EXPECT_FALSE(holds(changed));
  for (const Inputs& wrong : {Inputs{},
                              Inputs{{"scale", 1},
                                     {"threshold", 3},
                                     {"rows", 3},
                                     {"cells", 1},
                                     {"rows_in_cell", 3}},
                              Inputs{{"scale", 0},
                                     {"threshold", 9},
                                     {"rows", 1},
                                     {"cells", 1},
                                     {"rows_in_cell", 1}},
                              Inputs{{"scale", 1},
                                     {"threshold", 9},
                                     {"rows", 1},
                                     {"cells", 2},
                                     {"rows_in_cell", 1}},
                              Inputs{{"scale", 1},
                                     {"threshold", 9},
                                     {"rows", 5},
                                     {"cells", 2},
                                     {"rows_in_cell", 2}}})
    EXPECT_FALSE(conclude("key_threshold", wrong, {}));
}

TEST(KeyThreshold, RefusesDeltasThatMeanNothing) {
  for (const char* delta : {"0", "-1", "1", "2", "1e-50"})
    EXPECT_FALSE(least_key_threshold(1, {}, *Rational::parse(delta))) << delta;
  EXPECT_FALSE(least_key_threshold(*Rational::parse("1e18"), {}, Rational(1, 1000)));
}

// Vectors: test/vectors/noise_sums.py, by convolution.
TEST(LaplaceSumTail, IsThatOfTheConvolution) {
  const struct {
    const char* scale;
    std::int64_t draws, least;
    const char* tail;
  } vectors[] = {{"2", 2, 5, "1.089400967177844832848359713918e-1"},
                 {"2", 3, 5, "1.566530389827997944615532318134e-1"},
                 {"1/2", 2, 3, "6.973385003281870104487136291661e-3"},
                 {"1/2", 3, 1, "2.539412750832721209991981872881e-1"},
                 {"7", 2, 90, "1.031387568569293939794917561140e-5"},
                 {"7", 3, 90, "4.101975439286026203323414788569e-5"}};
  for (const auto& v : vectors) {
    const Interval tail = laplace_sum_tail(*Rational::parse(v.scale), v.draws, v.least);
    const Rational exact = *Rational::parse(v.tail);
    const Rational off = exact * *Rational::parse("1e-29");
    EXPECT_LE(tail.lower(), exact + off) << v.scale << " " << v.draws;
    EXPECT_GE(tail.upper(), exact - off) << v.scale << " " << v.draws;
    EXPECT_LT((tail.upper() - tail.lower()) / exact, *Rational::parse("1e-30"));
  }
}

// Where the probability is far below the digits of 1.
TEST(KeyThreshold, ATinyDeltaKeepsItsDigits) {
  const Rational delta = key_threshold_delta(Rational(1, 5), 30, {});
  // exp(-145)/(1 + exp(-5)); 1 - (1 - that) would be 1e-58 or 0.
  EXPECT_GT(delta, *Rational::parse("1.0577e-63"));
  EXPECT_LT(delta, *Rational::parse("1.0578e-63"));
  EXPECT_EQ(key_threshold_delta(Rational(1, 30'000), 40, {}),
            *Rational::parse("1e-100"));
}

// A count that is a sum of numbers, in finer units: the threshold is the least that
// keeps delta, and the rule says what the functions say.
TEST(KeyThreshold, ACountThatIsASumHasTheTailOfItsNoise) {
  const KeyCount count{.draws = 2, .per_row = 1001, .sensitivity = 1001};
  const Rational scale = 2002, delta(1, 1'000'000);
  for (const PersonShare& share : {PersonShare{}, PersonShare{3, 1, 3},
                                   PersonShare{4, 4, 1}, PersonShare{5, 3, 5}}) {
    const std::int64_t least = *least_key_threshold(scale, share, delta, count);
    EXPECT_LE(key_threshold_delta(scale, least, share, count), delta);
    EXPECT_GT(key_threshold_delta(scale, least - 1, share, count), delta);
    const auto promise = std::get<DpPromise>(
        key_threshold(scale, least, share, count).conclusion.promise);
    EXPECT_EQ(promise.epsilon, Rational(share.rows) * 1001 / 2002);
    EXPECT_EQ(promise.delta, key_threshold_delta(scale, least, share, count));
    EXPECT_FALSE(is_key_threshold(scale, share.rows_in_cell * 1001, share, count));
  }
  EXPECT_FALSE(is_key_threshold(scale, 100'000, {}, {4, 1, 1}));
}

}  // namespace
}  // namespace selvage
