#include "selvage/mechanism/quantile/universal_prior.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(UniversalPrior, HasTheWeightsOfItsFormula) {
  const UniversalPrior prior(8);
  EXPECT_EQ(prior.most(), 255);
  EXPECT_TRUE(prior.total() == 2176);
  const std::int64_t codes[] = {0, 1, 2, 5, 200, -5};
  const int weights[] = {128, 128, 64, 32, 1, 32};
  for (int i = 0; i < 6; ++i)
    EXPECT_TRUE(prior.weight(codes[i]) == static_cast<Uint128>(weights[i])) << i;
  EXPECT_TRUE(prior.mass(10, 20) == 136);
  EXPECT_TRUE(prior.mass(-20, -10) == 136);
}

// The mass of 1..10^12 with E = 96 is 1577392681809022407871372984320; a smaller E
// divides it by a power of two.
TEST(UniversalPrior, MassOfALargeStretchIsExact) {
  const UniversalPrior prior(60);
  const Uint128 vector =
      Uint128{1577392681809022407ULL} * 1'000'000'000'000ULL + Uint128{871372984320ULL};
  EXPECT_TRUE(prior.mass(1, 1'000'000'000'000) << 36 == vector);
  EXPECT_TRUE(prior.total() == Uint128{121} << 59);
}

TEST(UniversalPrior, MassesAreSumsOfWeights) {
  for (int exponent = 1; exponent <= 6; ++exponent) {
    const UniversalPrior prior(exponent);
    const std::int64_t most = prior.most();
    for (std::int64_t first = -most; first <= most; ++first) {
      Uint128 sum = 0;
      for (std::int64_t last = first; last <= most; ++last) {
        sum += prior.weight(last);
        ASSERT_TRUE(prior.mass(first, last) == sum) << first << ' ' << last;
      }
    }
  }
}

TEST(UniversalPrior, EveryOctaveWeighsTheSame) {
  const UniversalPrior prior(60);
  for (int e = 0; e < 60; ++e) {
    const std::int64_t first = std::int64_t{1} << e;
    EXPECT_TRUE(prior.mass(first, first - 1 + first) == Uint128{1} << 59) << e;
    EXPECT_TRUE(prior.mass(1 - first - first, -first) == Uint128{1} << 59) << e;
  }
  EXPECT_TRUE(prior.weight(0) == Uint128{1} << 59);
}

// The scale of reals has the masses of E = 96, over 2^43.
TEST(UniversalPrior, TheScaleOfRealsHasTheMassesOf96Bits) {
  const auto written = [](const char* digits) {
    Uint128 number = 0;
    for (const char* c = digits; *c != '\0'; ++c)
      number = number * 10 + static_cast<Uint128>(*c - '0');
    return number;
  };
  const CodeScale reals = CodeScale::reals();
  const UniversalPrior plain(reals);
  EXPECT_TRUE(plain.mass(1, 1'000'000'000'000) << 43 ==
              written("1577392681809022407871372984320"));
  EXPECT_TRUE(plain.total() == Uint128{193} << 52);
  const auto whole = UniversalPrior::whole_numbers(reals, 32);
  EXPECT_TRUE(whole.total() == Uint128{193} << 53);
  EXPECT_TRUE(whole.mass(1, 1'000'000'000'000) << 43 ==
              written("3154837776868418223161582026752"));
  constexpr std::int64_t k37 = 158913789952, k37and5 = 161061273600;
  EXPECT_TRUE(whole.mass(1, k37) << 43 == written("2945059353460207904361168240640"));
  EXPECT_TRUE(whole.weight(k37) << 43 == written("1237940039573610651050835968"));
  EXPECT_TRUE(whole.weight(k37and5) << 43 == written("288230376151711744"));
}

// On every small scale: a place weighs what its codes weigh, over 2^(exponent - bits).
TEST(UniversalPrior, APlaceWeighsWhatItsCodesWeigh) {
  for (int exponent = 2; exponent <= 9; ++exponent)
    for (int bits = 1; bits <= exponent; ++bits)
      for (int halvings = 0; halvings < exponent; ++halvings) {
        const CodeScale scale(exponent, bits);
        const auto of = [&](const CodeScale& on) {
          return halvings == 0 ? UniversalPrior(on)
                               : UniversalPrior::whole_numbers(on, halvings);
        };
        const UniversalPrior places = of(scale),
                             codes = of(CodeScale::linear(exponent));
        EXPECT_TRUE(places.total() << (exponent - bits) == codes.total());
        Uint128 sum = 0;
        for (std::int64_t place = -scale.most(); place <= scale.most(); ++place) {
          sum += places.weight(place);
          ASSERT_TRUE(places.weight(place) >= 1);
          ASSERT_TRUE(places.mass(-scale.most(), place) == sum) << place;
          if (place <= 0) continue;
          const auto last = static_cast<std::int64_t>(
              place < scale.most() ? scale.code(place + 1) : Int128{1} << exponent);
          ASSERT_TRUE(places.mass(1, place) << (exponent - bits) ==
                      codes.mass(1, last - 1))
              << exponent << ' ' << bits << ' ' << halvings << ' ' << place;
        }
      }
}

// By the definition, code by code.
Uint128 whole_weight(int exponent, std::int64_t one, std::int64_t code) {
  const UniversalPrior octaves(exponent);
  if (std::abs(code) < one) return octaves.weight(code) * 2;
  return octaves.weight(code) + (code % one == 0 ? octaves.weight(code / one) : 0);
}

TEST(UniversalPrior, WholeNumbersWeighMore) {
  for (int exponent = 2; exponent <= 8; ++exponent)
    for (int halvings = 1; halvings < exponent; ++halvings) {
      const std::int64_t one = std::int64_t{1} << halvings;
      const auto prior = UniversalPrior::whole_numbers(exponent, halvings);
      const std::int64_t most = prior.most();
      Uint128 sum = 0;
      for (std::int64_t code = -most; code <= most; ++code) {
        ASSERT_TRUE(prior.weight(code) == whole_weight(exponent, one, code)) << code;
        sum += prior.weight(code);
        ASSERT_TRUE(prior.mass(-most, code) == sum) << code;
        ASSERT_TRUE(prior.mass(-code, most) == sum) << code;
      }
    }
}

// One is 8: every octave weighs 256, 0 as much.
TEST(UniversalPrior, WholeNumbersHaveTheWeightsOfTheirFormula) {
  const auto prior = UniversalPrior::whole_numbers(8, 3);
  EXPECT_TRUE(prior.total() == 4352);
  const std::int64_t codes[] = {0, 1, 5, 8, 9, 200};
  const int weights[] = {256, 256, 64, 144, 16, 9};
  for (int i = 0; i < 6; ++i)
    EXPECT_TRUE(prior.weight(codes[i]) == static_cast<Uint128>(weights[i])) << i;
  EXPECT_TRUE(prior.mass(10, 20) == 200);
  EXPECT_TRUE(prior.mass(1, 200) == 1945);
}

TEST(UniversalPrior, FlatIsOneBetweenItsBounds) {
  const auto prior = UniversalPrior::flat(-3, 10);
  EXPECT_EQ(prior.lowest(), -3);
  EXPECT_EQ(prior.most(), 10);
  EXPECT_TRUE(prior.total() == 14 && prior.weight(-3) == 1 && prior.mass(4, 6) == 3);
}

}  // namespace
}  // namespace selvage
