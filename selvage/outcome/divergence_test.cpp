#include "selvage/outcome/divergence.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

OutcomeLaw<std::int64_t> shifted_laplace(std::int64_t count, const Rational& scale) {
  return law_of<TreeSource>({.cut = 1e-30}, [&](RandomSource& random) {
    std::int64_t z[1];
    random.discrete_laplace(z, scale);
    return count + z[0];
  });
}

// Vectors: test/vectors/discrete_noise.py.
TEST(Divergence, ClosedFormMatchesTheVectors) {
  EXPECT_NEAR(laplace_divergence(2, 2, 0).middle(), 0.3934693402873665764, 1e-16);
  EXPECT_NEAR(laplace_divergence(2, 2, Rational(1, 2)).middle(), 0.24491866240370912928,
              1e-16);
  EXPECT_EQ(laplace_divergence(2, 2, 1).upper(), Rational(0));
  EXPECT_NEAR(laplace_divergence(10, 10, Rational(1, 2)).middle(),
              0.22217170487383540119, 1e-16);
}

TEST(Divergence, ClosedFormIsTheWalkedSum) {
  for (const Rational& scale : {Rational(2, 3), Rational(5, 2), Rational(4)})
    for (std::int64_t shift = 1; shift <= 4; ++shift)
      for (int i = 0; i <= 6; ++i) {
        const Rational epsilon = Rational(shift) / scale * Rational(i, 5);
        const auto p = shifted_laplace(7 + shift, scale), q = shifted_laplace(7, scale);
        const Interval exact = laplace_divergence(scale, shift, epsilon);
        EXPECT_NEAR(hockey_stick(p, q, epsilon).upper().middle(), exact.middle(),
                    1e-25);
        EXPECT_NEAR(hockey_stick(q, p, epsilon).upper().middle(), exact.middle(),
                    1e-25);
      }
}

TEST(Divergence, IsExactlyZeroFromTheExactEpsilonOn) {
  const Rational scale(7, 3);
  EXPECT_EQ(laplace_divergence(scale, 2, Rational(6, 7)).upper(), Rational(0));
  const Rational less = Rational(6, 7) - Rational(1, 1000000000);
  EXPECT_GT(laplace_divergence(scale, 2, less).lower(), Rational(0));
}

TEST(Divergence, AnOutcomeThatOnlyOneLawHasCountsInFull) {
  const auto p = law_of<TreeSource>({}, [](RandomSource& random) {
    std::uint64_t x[1];
    random.uniform_below(x, 4);
    return x[0];
  });
  const auto q = law_of<TreeSource>({}, [](RandomSource& random) {
    std::uint64_t x[1];
    random.uniform_below(x, 2);
    return x[0];
  });
  EXPECT_EQ(hockey_stick(p, q, 5).resolved.upper(), Rational(1, 2));
  EXPECT_EQ(hockey_stick(p, q, 0).unresolved.upper(), Rational(0));
}

}  // namespace
}  // namespace selvage
