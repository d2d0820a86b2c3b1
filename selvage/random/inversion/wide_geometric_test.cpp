#include "selvage/random/inversion/wide_geometric.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "selvage/outcome/chi_square.hpp"
#include "selvage/random/inversion/word_testing.hpp"
#include "selvage/random/stream/seeded_words.hpp"

namespace selvage {
namespace {

using WideSides = WideGeometric::Sides;

TEST(WideGeometric, ItsRangeBeginsWhereTheFilterEnds) {
  const Rational edge = Rational::power_of_two(30);
  EXPECT_FALSE(WideGeometric::fits(edge));
  EXPECT_TRUE(WideGeometric::fits(edge + 1));
  EXPECT_TRUE(WideGeometric::fits(Rational::power_of_two(62)));
  EXPECT_FALSE(WideGeometric::fits(Rational::power_of_two(63)));
  EXPECT_FALSE(WideGeometric::fits(-1));
  EXPECT_DEATH(WideGeometric(WideSides::two, 5), "");
}

// Cells of equal probability on a wide law, and the low digits, which are nearly
// uniform. Fixed seeds; false-alarm rate 1e-9. A scale 1 % off is found.
TEST(WideGeometric, FitsItsLaw) {
  for (const Rational& scale :
       {Rational::power_of_two(30) + Rational(1, 3), Rational(1'000'000'000'000, 7),
        Rational::power_of_two(55)}) {
    SeededWords words(8);
    std::vector<std::int64_t> sample(1 << 21);
    WideGeometric(WideSides::one, scale).draw(sample, words);
    const double s = scale.to_double();
    std::vector<std::int64_t> cells;
    for (int i = 1; i < 20; ++i)
      cells.push_back(static_cast<std::int64_t>(-s * std::log(1 - i / 20.0)));
    EXPECT_GT(fit_by_cells(sample, Draw::geometric(scale), cells), 1e-9) << s;
    EXPECT_LT(fit_by_cells(sample, Draw::geometric(scale * Rational(101, 100)), cells),
              1e-9)
        << s;
    std::vector<double> low(16);
    for (const std::int64_t g : sample) ++low[static_cast<std::size_t>(g % 16)];
    double statistic = 0;
    for (const double count : low) {
      const double expected = static_cast<double>(sample.size()) / 16;
      statistic += (count - expected) * (count - expected) / expected;
    }
    EXPECT_GT(chi_square_tail(statistic, 15), 1e-9) << s;
  }
}

TEST(WideGeometric, TwoSidesAreSymmetric) {
  SeededWords words(9);
  const Rational scale = Rational::power_of_two(40);
  std::vector<std::int64_t> sample(1 << 18);
  WideGeometric(WideSides::two, scale).draw(sample, words);
  double negative = 0;
  std::vector<std::int64_t> sizes;
  for (const std::int64_t z : sample) {
    negative += z < 0 ? 1 : 0;
    sizes.push_back(std::abs(z));
  }
  const double n = static_cast<double>(sample.size());
  EXPECT_LT(std::abs(negative - n / 2), 6.2 * std::sqrt(n) / 2);
  // At this scale |Z| and one-sided noise differ by 2^-40.
  std::vector<std::int64_t> cells;
  for (int i = 1; i < 20; ++i)
    cells.push_back(static_cast<std::int64_t>(-0x1p40 * std::log(1 - i / 20.0)));
  EXPECT_GT(fit_by_cells(sizes, Draw::geometric(scale), cells), 1e-9);
}

// Words chosen by hand: the low digits, a coin that leaves the fast lane, and the two
// ways that it can go.
TEST(WideGeometric, LowDigitsAreRefusedExactly) {
  // Scale 2^40 has 20 low digits; r is the upper 20 bits of a word.
  const WideGeometric noise(WideSides::one, Rational::power_of_two(40));
  const std::uint64_t half = std::uint64_t{1} << 63;  // the rest: floor(ln 2 * 2^20)
  const std::int64_t high = 726'817;
  const auto drawn = [&](std::vector<std::uint64_t> words) {
    GivenWords source{std::move(words)};
    std::int64_t value = 0;
    noise.draw(std::span(&value, 1), source);
    EXPECT_TRUE(source.left.empty());
    return value;
  };
  const auto low = [](std::uint64_t r) { return r << 44; };
  EXPECT_EQ(drawn({half, low(5), 0}), (high << 20) + 5);
  // exp(-r/2^40) with r = 2^20 - 1 is 1 - 2^-20 + ...: a coin above it refuses r, one
  // below accepts it; both are beyond the fast lane, which ends at 1 - 2^-19.
  const std::uint64_t r = (1 << 20) - 1, most = ~std::uint64_t{0};
  EXPECT_EQ(drawn({half, low(r), most, low(9), 0}), (high << 20) + 9);
  EXPECT_EQ(drawn({half, low(r), most - (std::uint64_t{1} << 44)}),
            (high << 20) + static_cast<std::int64_t>(r));
}

// The widest low digits for their scale: s/R is a little more than 2^19, and the
// largest r has exp(-r/s) just above 1 - 2^-19, where the fast lane ends.
TEST(WideGeometric, TheFastLaneEndsBeforeTheThreshold) {
  const Rational scale = Rational::power_of_two(39) + 1;
  const WideGeometric noise(WideSides::one, scale);
  const std::uint64_t half = std::uint64_t{1} << 63, r = (1 << 20) - 1;
  const auto low = [](std::uint64_t digits) { return digits << 44; };
  const auto low_digits = [&](std::vector<std::uint64_t> words) {
    GivenWords source{std::move(words)};
    std::int64_t value = 0;
    noise.draw(std::span(&value, 1), source);
    EXPECT_TRUE(source.left.empty());
    return static_cast<std::uint64_t>(value) % (1 << 20);
  };
  // floor(2^64 exp(-r/s)): coins below accept r, coins above refuse it.
  RealBounds power(256);
  const Rational exponent = Rational(-static_cast<std::int64_t>(r)) / scale;
  mpfr_set_q(power.lower, exponent.raw(), MPFR_RNDN);
  mpfr_exp(power.lower, power.lower, MPFR_RNDN);
  mpfr_mul_2ui(power.lower, power.lower, 64, MPFR_RNDN);
  const std::uint64_t edge = mpfr_get_ui(power.lower, MPFR_RNDD);
  const std::uint64_t lane = 0 - (std::uint64_t{1} << 45);  // 2^64 (1 - 2^-19)
  ASSERT_GT(edge, lane);
  EXPECT_LT(edge - lane, std::uint64_t{1} << 30);
  for (const std::uint64_t below : {lane - 1, lane, lane + 1, edge - 1})
    EXPECT_EQ(low_digits({half, low(r), below}), r) << below;
  for (const std::uint64_t above : {edge + 1, edge + (1 << 20), ~std::uint64_t{0}})
    EXPECT_EQ(low_digits({half, low(r), above, low(9), 0}), 9u) << above;
  // At the edge, what follows decides.
  EXPECT_EQ(low_digits({half, low(r), edge, 0}), r);
  EXPECT_EQ(low_digits({half, low(r), edge, ~std::uint64_t{0}, low(9), 0}), 9u);
}

// r = 0 and a rest of 0 with the sign "minus": drawn again, all of it.
TEST(WideGeometric, MinusZeroIsRefused) {
  const WideGeometric noise(WideSides::two, Rational::power_of_two(40));
  const std::uint64_t zero = ~std::uint64_t{0} - 1, half = std::uint64_t{1} << 63;
  // The largest u has the value 0, if what follows agrees; then r = 0, minus, and a
  // coin.
  GivenWords source{{zero, 1, 0, half, (std::uint64_t{3} << 44) + 1, 0}};
  std::int64_t value = 0;
  noise.draw(std::span(&value, 1), source);
  EXPECT_EQ(value, -((std::int64_t{726'817} << 20) + 3));
  EXPECT_TRUE(source.left.empty());
}

// At the widest scale values are capped, far outside of all releases.
TEST(WideGeometric, ValuesAreCapped) {
  SeededWords words(10);
  std::vector<std::int64_t> sample(1 << 14);
  WideGeometric(WideSides::two, Rational::power_of_two(62)).draw(sample, words);
  std::int64_t capped = 0;
  for (const std::int64_t z : sample) {
    EXPECT_LE(std::abs(z), WideGeometric::kMost);
    capped += std::abs(z) == WideGeometric::kMost ? 1 : 0;
  }
  const double n = static_cast<double>(sample.size()), p = std::exp(-1);
  EXPECT_NEAR(static_cast<double>(capped), n * p, 6.2 * std::sqrt(n * p * (1 - p)));
}

}  // namespace
}  // namespace selvage
