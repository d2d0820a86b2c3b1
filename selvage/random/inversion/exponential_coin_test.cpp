#include "selvage/random/inversion/exponential_coin.hpp"

#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "selvage/base/interval.hpp"
#include "selvage/random/inversion/real_bounds.hpp"
#include "selvage/random/inversion/word_testing.hpp"
#include "selvage/random/stream/seeded_words.hpp"

namespace selvage {
namespace {

TEST(ExponentialCoin, ThresholdIsTheFirst64Places) {
  EXPECT_EQ(ExponentialCoin(1).threshold(), 6786177901268885274ull);
  EXPECT_EQ(ExponentialCoin({1, 2}).threshold(), 11188515852577165299ull);
  EXPECT_EQ(ExponentialCoin({1, 18}).threshold(), 17449872227025310662ull);
  // exp(-0.1) for the double next to 0.1: 0.90483741803595956814...
  EXPECT_NEAR(
      static_cast<double>(ExponentialCoin(Rational::from_double(0.1)).threshold()) *
          0x1p-64,
      0.90483741803595956814, 1e-15);
  for (const Rational& x : {Rational(1, 7), Rational(1, 10), Rational(3), Rational(40),
                            Rational::power_of_two(-62)}) {
    const Interval scaled = exp(Interval(-x)) * Interval(Rational::power_of_two(64));
    const std::uint64_t t = ExponentialCoin(x).threshold();
    const Rational whole = Rational(static_cast<std::int64_t>(t >> 1)) * 2 +
                           static_cast<std::int64_t>(t & 1);
    EXPECT_LE(whole, scaled.lower()) << x.text();
    EXPECT_GT(whole + 1, scaled.upper()) << x.text();
  }
  EXPECT_EQ(ExponentialCoin(Rational::power_of_two(62)).threshold(), 0u);
  EXPECT_EQ(ExponentialCoin(Rational::power_of_two(-62)).threshold(),
            ~std::uint64_t{0} - 3);
}

// A word that equals the first places: what follows decides, on either side.
TEST(ExponentialCoin, MoreBitsOfTheSameNumberDecide) {
  const ExponentialCoin coin(1);
  const std::uint64_t t = coin.threshold();
  EXPECT_TRUE(coin.exact(t, [] { return 0; }));
  EXPECT_FALSE(coin.exact(t, [] { return ~std::uint64_t{0}; }));
  EXPECT_TRUE(coin.exact(t - 1, [] { return ~std::uint64_t{0}; }));
  EXPECT_FALSE(coin.exact(t + 1, [] { return 0; }));
}

// The stream is made of the threshold and its neighbours: the exact path is taken in
// the middle of a batch and the rest of the batch is not disturbed. The word that
// follows says one thing as the next places of u and the other as the first of another
// u.
TEST(ExponentialCoin, TheExactPathIsTakenInABatch) {
  const ExponentialCoin coin(1);
  const std::uint64_t t = coin.threshold();
  RealBounds power(256);
  mpfr_set_si(power.lower, -1, MPFR_RNDN);
  mpfr_exp(power.lower, power.lower, MPFR_RNDN);
  mpfr_mul_2ui(power.lower, power.lower, 64, MPFR_RNDN);
  mpfr_frac(power.lower, power.lower, MPFR_RNDN);
  mpfr_mul_2ui(power.lower, power.lower, 64, MPFR_RNDN);
  const std::uint64_t next = mpfr_get_ui(power.lower, MPFR_RNDD);  // places of exp(-1)
  const std::uint64_t between = t / 2 + next / 2;
  const std::uint8_t prolonged = between < next ? 1 : 0;
  ASSERT_NE(prolonged, between < t ? 1 : 0);  // what it would say by itself
  GivenWords words{{t - 1, t, t + 1, t, 0, between, ~std::uint64_t{0}}};
  std::vector<std::uint8_t> out(5);
  coin.draw(out, words);
  EXPECT_EQ(out, (std::vector<std::uint8_t>{1, prolonged, 0, 0, 1}));
  EXPECT_TRUE(words.left.empty());
}

TEST(ExponentialCoin, BelowExpIsExactOnAllSixteenBitNumbers) {
  for (const Rational& x :
       {Rational(0), Rational(1, 1000), Rational(2, 3), Rational(5), Rational(12)}) {
    std::int64_t below = 0, open = 0;
    for (std::uint64_t k = 0; k < 65536; ++k) {
      const auto answer = below_exp(PartialReal(k, 16), x);
      below += answer.value_or(false) ? 1 : 0;
      open += answer ? 0 : 1;
    }
    const Interval expected = exp(Interval(-x)) * Interval(65536);
    EXPECT_LE(Rational(below), expected.upper());
    EXPECT_GE(Rational(below + open), expected.lower());
    EXPECT_LE(open, 1) << x.text();
  }
}

TEST(ExponentialCoin, CertainAndHopelessCoins) {
  SeededWords words(3);
  std::vector<std::uint8_t> out(3000);
  ExponentialCoin(0).draw(out, words);
  EXPECT_EQ(std::accumulate(out.begin(), out.end(), 0), 3000);
  ExponentialCoin(Rational::power_of_two(62)).draw(out, words);
  EXPECT_EQ(std::accumulate(out.begin(), out.end(), 0), 0);
  EXPECT_DEATH(ExponentialCoin(-1), "");
}

// 6.2 standard deviations: below 1e-9. One per cent more is found.
TEST(ExponentialCoin, FitsItsLaw) {
  SeededWords words(4);
  std::vector<std::uint8_t> out(1 << 22);
  ExponentialCoin(Rational(8, 5)).draw(out, words);
  const double ones = std::accumulate(out.begin(), out.end(), 0.0);
  const double n = 1 << 22, p = std::exp(-1.6);
  const double deviation = std::sqrt(n * p * (1 - p));
  EXPECT_LT(std::abs(ones - n * p), 6.2 * deviation);
  EXPECT_GT(std::abs(ones - 1.01 * n * p), 6.2 * deviation);
}

}  // namespace
}  // namespace selvage
