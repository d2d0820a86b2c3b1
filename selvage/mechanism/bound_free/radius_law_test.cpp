#include "selvage/mechanism/bound_free/radius_law.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

// Deviations 4, 10, 24, 28, 72, 240, 800.
const std::vector<std::int64_t> kCounts = {7, 7, 7, 6, 6, 5, 3, 3, 2, 1, 1, 0, 0, 0, 0};

std::vector<double> masses_of(const RadiusLaw& law) {
  std::vector<double> masses(*law.size(0));
  for (std::uint64_t i = 0; i < masses.size(); ++i)
    masses[static_cast<std::size_t>(law.value(0, i))] =
        law.weight(0, i).value().middle();
  return masses;
}

TEST(RadiusLaw, HasTheScoresAndProbabilitiesOfTheVectors) {
  const auto scores = radius_scores(kCounts, 2);
  EXPECT_EQ(scores,
            (std::vector<std::int64_t>{5, 5, 4, 4, 3, 1, 1, 0, 0, 1, 1, 2, 2, 2}));
  const auto masses = masses_of(RadiusLaw(scores, {1, 5}));
  EXPECT_NEAR(masses[0], 0.455473108379, 1e-12);
  EXPECT_NEAR(masses[4], 0.042467877012, 1e-12);
  EXPECT_NEAR(masses[7], 0.009672689640, 1e-12);
  EXPECT_NEAR(masses[8], 0.004836344820, 1e-12);
  EXPECT_NEAR(masses[13], 0.000101309340, 1e-12);
}

TEST(RadiusLaw, ListsTheHeaviestFirstAndAllOfThem) {
  const RadiusLaw law(radius_scores(kCounts, 2), {7, 2});
  for (std::uint64_t i = 1; i < *law.size(0); ++i)
    EXPECT_GE(law.weight(0, i - 1).value().middle(), law.weight(0, i).value().middle());
  EXPECT_NEAR(law.rest(0, 0).middle(), 1, 1e-15);
  EXPECT_NEAR(law.rest(0, 1).middle(), 1 - law.weight(0, 0).value().middle(), 1e-15);
  EXPECT_EQ(law.rest(0, *law.size(0)).upper(), Rational(0));
}

// No score of a row more or less differs by more than 1.
TEST(RadiusLaw, OneRowChangesNoScoreByMoreThanOne) {
  for (std::size_t beyond = 0; beyond < kCounts.size(); ++beyond)
    for (const std::int64_t target : {0, 1, 2, 5, 9}) {
      auto with = kCounts;
      for (std::size_t i = 0; i <= beyond; ++i) ++with[i];
      const auto before = radius_scores(kCounts, target),
                 after = radius_scores(with, target);
      for (std::size_t j = 0; j < before.size(); ++j)
        EXPECT_LE(std::abs(after[j] - before[j]), 1) << beyond << ' ' << j;
    }
}

TEST(RadiusLaw, IsDrawnAsItIsWeighed) {
  for (const auto& scores : {radius_scores(kCounts, 2), {0}, {40, 0, 1, 300, 0}}) {
    const auto law = std::make_shared<const RadiusLaw>(scores, Rational(2, 5));
    constexpr int kDraws = 40'000;
    std::vector<std::int64_t> drawn(kDraws);
    SeededSource(11).draw(drawn, law);
    std::vector<double> seen(scores.size());
    for (const std::int64_t j : drawn) ++seen[static_cast<std::size_t>(j)];
    const auto masses = masses_of(*law);
    for (std::size_t j = 0; j < scores.size(); ++j)
      EXPECT_NEAR(seen[j] / kDraws, masses[j],
                  5 * std::sqrt(masses[j] * (1 - masses[j]) / kDraws) + 1e-12)
          << j;
  }
}

}  // namespace
}  // namespace selvage
