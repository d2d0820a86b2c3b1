#include "selvage/mechanism/outlier/law/discrete_laplace.hpp"

#include <array>

#include "selvage/mechanism/outlier/law/law_testing.hpp"

namespace selvage {
namespace {

TEST(DiscreteLaplaceLaw, VectorsOfFortyDigits) {
  expect_tells(laplace_mass(exact("0.5"), 3), 0.05464874036548);
  expect_tells(laplace_mass(exact("0.5"), -3), 0.05464874036548);
  expect_tells(laplace_above(exact("0.5"), 4), 0.05109457334514);
  expect_tells(laplace_mean_absolute(1), 0.8509181282393);
  expect_tells(laplace_mean_absolute(exact("0.01")), 99.99833335278);
  expect_tells(laplace_delta(1, exact("0.2")), 0.4025727847852);
}

TEST(DiscreteLaplaceLaw, TailsAndMeansAreSumsOfMasses) {
  const Rational noise = exact("0.7");
  for (std::int64_t m = -6; m <= 6; ++m) {
    double above = 0, mean = 0;
    for (std::int64_t z = m + 1; z <= 80; ++z) {
      above += laplace_mass(noise, z).middle();
      mean += static_cast<double>(z) * laplace_mass(noise, z).middle();
    }
    EXPECT_NEAR(laplace_above(noise, m).middle(), above, 1e-14) << m;
    if (m >= -1) {
      EXPECT_NEAR(laplace_mean_above(noise, m).middle(), mean, 1e-13) << m;
    }
  }
}

TEST(DiscreteLaplaceLaw, ErrorBoundIsTheLeastThatHolds) {
  for (const char* noise : {"0.01", "0.3", "1", "5"})
    for (const char* beta : {"0.9", "0.5", "0.05", "1e-6"}) {
      const std::int64_t r = laplace_error_bound(exact(noise), exact(beta));
      const auto outside = [&](std::int64_t m) {
        return 2 * laplace_above(exact(noise), m).middle();
      };
      EXPECT_LE(outside(r), exact(beta).to_double());
      if (r > 0) {
        EXPECT_GT(outside(r - 1), exact(beta).to_double());
      }
    }
  EXPECT_EQ(laplace_error_bound(1, exact("0.05")), 3);
}

// Against the sum of positive parts, in both directions.
TEST(DiscreteLaplaceLaw, DeltaOfAGroupIsItsHockeyStick) {
  const Rational noise = exact("0.3");
  for (std::int64_t people = 1; people <= 6; ++people)
    for (const char* epsilon : {"0", "0.1", "0.3", "0.5", "0.9", "1.1", "1.8", "2"}) {
      std::array<double, 2> sums{};
      for (std::int64_t y = -150; y <= 150; ++y) {
        const double at = laplace_mass(noise, y - people).middle();
        const double from = laplace_mass(noise, y).middle();
        const double ratio = std::exp(exact(epsilon).to_double());
        sums[0] += std::max(0.0, at - ratio * from);
        sums[1] += std::max(0.0, from - ratio * at);
      }
      const double delta = laplace_delta(noise, exact(epsilon), people).middle();
      EXPECT_NEAR(delta, sums[0], 1e-13) << people << " " << epsilon;
      EXPECT_NEAR(delta, sums[1], 1e-13) << people << " " << epsilon;
    }
}

}  // namespace
}  // namespace selvage
