#include "selvage/random/sampling/reference_samplers.hpp"

#include <gtest/gtest.h>

#include "selvage/outcome/outcome_tree.hpp"

namespace selvage {
namespace {

// The samplers by their coins and uniform integers, every branch walked: for each value
// the decided mass is at most its exact probability, and what is undecided fills it up.
template <class Result>
void expect_law(const OutcomeLaw<Result>& law, const Draw& exact, int values,
                double unresolved) {
  EXPECT_LT(law.unresolved.middle(), unresolved);  // else the lines below prove little
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(values); ++i) {
    const Interval p = exact.weight(i).value();
    const auto value = static_cast<Result>(exact.value(i));
    EXPECT_LE(law.lower(value).lower(), p.upper()) << exact.value(i);
    EXPECT_GE(law.upper(value).upper(), p.lower()) << exact.value(i);
  }
}

TEST(ReferenceSamplers, BernoulliExpIsExactByCoins) {
  for (const Rational& x : {Rational(0), Rational(1, 7), Rational(2, 3), Rational(1)}) {
    const auto law = law_of<TreeDraws>({.cut = 1e-18}, [&](TreeDraws& draws) {
      return static_cast<std::int64_t>(bernoulli_exp_by_coins(draws, to_fraction(x)));
    });
    expect_law(law, Draw::bernoulli_exp(x), x.sign() == 0 ? 1 : 2, 1e-15);
  }
}

TEST(ReferenceSamplers, BernoulliExpBeyondOneIsExact) {
  for (const Rational& x : {Rational(1, 3), Rational(7, 3), Rational(4)}) {
    const auto law = law_of<TreeDraws>({.cut = 1e-18}, [&](TreeDraws& draws) {
      return static_cast<std::int64_t>(reference_bernoulli_exp(draws, x));
    });
    expect_law(law, Draw::bernoulli_exp(x), 2, 1e-15);
  }
}

// A round given that it accepts: the ratio of each value's mass to that of 0 brackets
// the ratio of their exact probabilities.
template <class Value>
void expect_law_given_acceptance(const OutcomeLaw<std::optional<Value>>& law,
                                 const Draw& exact, std::uint64_t values) {
  EXPECT_LT(law.unresolved.middle(), 1e-9);  // else the lines below prove little
  const Interval zero = exact.weight(0).value();
  const std::optional<Value> at_zero = Value{0};
  for (std::uint64_t i = 1; i < values; ++i) {
    const std::optional<Value> value = static_cast<Value>(exact.value(i));
    const Interval ratio = exact.weight(i).value() / zero;
    EXPECT_LE((law.lower(value) / law.upper(at_zero)).lower(), ratio.upper()) << i;
    EXPECT_GE((law.upper(value) / law.lower(at_zero)).upper(), ratio.lower()) << i;
  }
}

TEST(ReferenceSamplers, GeometricIsExact) {
  for (const Rational& scale :
       {Rational(1), Rational(2, 3), Rational(3, 2), Rational(1, 4), Rational(9, 2)}) {
    const auto law = law_of<TreeDraws>({.cut = 1e-14}, [&](TreeDraws& draws) {
      return geometric_round(draws, to_fraction(scale));
    });
    expect_law_given_acceptance(law, Draw::geometric(scale), 12);
  }
}

TEST(ReferenceSamplers, DiscreteLaplaceIsExact) {
  for (const Rational& scale :
       {Rational(1), Rational(2, 3), Rational(3, 2), Rational(1, 2), Rational(13, 4)}) {
    const auto law = law_of<TreeDraws>({.cut = 1e-14}, [&](TreeDraws& draws) {
      return discrete_laplace_round(draws, to_fraction(scale));
    });
    expect_law_given_acceptance(law, Draw::laplace(scale), 15);
  }
}

TEST(ReferenceSamplers, DiscreteGaussianIsExact) {
  for (const Rational& variance :
       {Rational(1, 3), Rational(4, 5), Rational(9, 2), Rational(30)}) {
    const auto law = law_of<TreeDraws>({.cut = 1e-14}, [&](TreeDraws& draws) {
      return discrete_gaussian_round(draws, variance);
    });
    expect_law_given_acceptance(law, Draw::gaussian(variance), 11);
  }
}

TEST(ReferenceSamplers, RoundsRepeatUntilOneAccepts) {
  int rounds = 0;
  const int got = first_accepted(
      [&] { return ++rounds < 4 ? std::optional<int>() : std::optional<int>(7); });
  EXPECT_EQ(got, 7);
  EXPECT_EQ(rounds, 4);
}

TEST(ReferenceSamplers, TermsOfSixtyTwoBitsDoNotOverflow) {
  const Rational huge = Rational::power_of_two(62);
  EXPECT_TRUE(fits_sampler(huge));
  EXPECT_FALSE(fits_sampler(huge + 1));
  EXPECT_FALSE(fits_sampler(Rational(1) / (huge + 1)));
  const Fraction terms = to_fraction(Rational(3) / (huge - 1));
  EXPECT_TRUE(terms.numerator == 1);  // 2^62 - 1 is divisible by 3
  EXPECT_EQ(floor_sqrt(Rational(99, 10)), 3);
  EXPECT_EQ(floor_sqrt(9), 3);
}

}  // namespace
}  // namespace selvage
