#include "selvage/experiment/shown_count.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "selvage/mechanism/outlier/count_noise.hpp"
#include "selvage/mechanism/outlier/law/noise_then_suppress.hpp"
#include "selvage/mechanism/outlier/law/warped_geometric.hpp"

namespace selvage {
namespace {

WarpedNoise warped(const char* profile) {
  return {std::make_shared<const WarpedGeometric>(
      *WarpedGeometric::make(*parse_profile(profile)))};
}

// E f(seen) by adding up all outputs up to 90; beyond is less than e^-60.
template <class F>
double summed(const ShownCount& shown, std::int64_t count, const F& f) {
  const auto& law = *std::get<WarpedNoise>(shown.noise).law;
  Rational sum = 0;
  for (std::int64_t j = law.least(); j <= 90; ++j)
    sum = sum + law.mass(count, j) * f(seen(shown, j));
  return sum.to_double();
}

TEST(ShownCount, SmallOutputsAndSuppressedOnesAreSeenAsZero) {
  const ShownCount shown{warped("10:0.1,1"), 12};
  EXPECT_EQ(seen(shown, 12), 0);
  EXPECT_EQ(seen(shown, 13), 13);
  EXPECT_EQ(seen({LaplaceNoise{2}}, -3), -3);
  EXPECT_EQ(seen({StaircaseNoise{noise_then_suppress(1, 8)}}, kSuppressed), 0);
}

TEST(ShownCount, ErrorOfWWithZerosIsTheSumOverItsOutputs) {
  for (const char* profile : {"10:0.1,1", "10:0,1", "4:0.2,9:0.5,2"})
    for (const std::int64_t limit : {0, 3, 9, 12})
      for (const std::int64_t count : {0, 2, 9, 10, 11, 12, 13, 14, 20}) {
        const ShownCount shown{warped(profile), limit};
        const double error = mean_absolute_error(shown, count)->middle();
        EXPECT_NEAR(
            error,
            summed(shown, count,
                   [&](std::int64_t x) { return Rational(std::abs(x - count)); }),
            1e-12)
            << profile << " " << limit << " " << count;
      }
}

TEST(ShownCount, AttackersSeeWhatIsLeftOfTheOutputs) {
  for (const std::optional<std::int64_t> limit : {std::optional<std::int64_t>(), {12}})
    for (const std::int64_t least : {1, 7, 12, 13, 20})
      for (const std::int64_t count : {0, 9, 13}) {
        const ShownCount shown{warped("10:0.1,1"), limit};
        EXPECT_NEAR(
            seen_at_least(shown, count, least)->middle(),
            summed(shown, count,
                   [&](std::int64_t x) { return Rational(x >= least ? 1 : 0); }),
            1e-12);
      }
}

// Two ways to the same numbers: closed forms, and the windows of the staircase's law.
TEST(ShownCount, PaperMechanismsAgreeWithTheirClosedForms) {
  const NoiseThenSuppress closed{Rational(3, 4), 8};
  const ShownCount shown{StaircaseNoise{noise_then_suppress(Rational(3, 4), 8)}};
  for (const std::int64_t count : {0, 5, 8, 9, 15}) {
    EXPECT_NEAR(mean_absolute_error(shown, count)->middle(),
                suppressed_mean_error(closed, count)->middle(), 1e-12);
    // Told or not is all that an attacker with a limit below the threshold learns.
    EXPECT_NEAR(seen_at_least(shown, count, 4)->middle(),
                seen_at_least({LaplaceNoise{Rational(4, 3)}}, count, 9)->middle(),
                1e-15);
    // Above it nothing is suppressed.
    EXPECT_NEAR(seen_at_least(shown, count, 11)->middle(),
                seen_at_least({LaplaceNoise{Rational(4, 3)}}, count, 11)->middle(),
                1e-15);
  }
}

TEST(ShownCount, PlainNoiseErrsByTheSameWhateverTheCount) {
  const ShownCount shown{LaplaceNoise{2}};
  EXPECT_NEAR(mean_absolute_error(shown, 7)->middle(), 1 / std::sinh(0.5), 1e-14);
  // P(Z >= 3) = q^3 / (1 + q), q = e^(-1/2).
  EXPECT_NEAR(seen_at_least(shown, 7, 10)->middle(),
              std::exp(-1.5) / (1 + std::exp(-0.5)), 1e-14);
  EXPECT_NEAR(seen_at_least(shown, 7, 5)->middle(),
              1 - std::exp(-1.5) / (1 + std::exp(-0.5)), 1e-14);
}

}  // namespace
}  // namespace selvage
