#include "selvage/mechanism/cells/empty_cells.hpp"

#include <map>

#include <gtest/gtest.h>

#include "selvage/outcome/divergence.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

using Passing = std::vector<std::pair<std::uint64_t, std::int64_t>>;

Noise warped(const char* profile) {
  return WarpedNoise{std::make_shared<const WarpedGeometric>(
      *WarpedGeometric::make(*parse_profile(profile)))};
}

// T34 on the code itself: the law of the jumps against the law of visiting every cell.
TEST(EmptyCells, JumpingHasExactlyTheLawOfVisiting) {
  const struct {
    EmptyCells domain;
    std::vector<std::uint64_t> full;
  } worlds[] = {{{3, 1, LaplaceNoise{Rational(1, 2)}}, {}},
                {{4, 2, LaplaceNoise{Rational(2, 3)}}, {1}},
                {{5, 2, LaplaceNoise{Rational(1, 2)}}, {0, 4}},
                {{3, 3, LaplaceNoise{1}}, {1, 2}},
                {{2, 1, LaplaceNoise{1}}, {0, 1}},
                {{3, 1, warped("2")}, {}},
                {{3, 3, warped("1:0.5,2:1.5,3")}, {1}},
                {{3, 4, warped("2:0,2")}, {0}},
                {{3, 2, warped("2:1,inf")}, {0}},
                {{3, 3, warped("2:1,inf")}, {}}};
  for (const auto& [domain, full] : worlds) {
    const auto jumped = law_of<TreeSource>({.cut = 1e-9}, [&](RandomSource& random) {
      return passing_empty_cells(domain, full, random);
    });
    const auto visited = law_of<TreeSource>({.cut = 1e-9}, [&](RandomSource& random) {
      Passing passing;
      for (std::uint64_t cell = 0; cell < domain.cells; ++cell) {
        if (std::find(full.begin(), full.end(), cell) != full.end()) continue;
        std::int64_t z = 0;
        add_noise(domain.noise, std::span(&z, 1), random);
        if (z >= domain.threshold) passing.emplace_back(cell, z);
      }
      return passing;
    });
    EXPECT_LT(jumped.unresolved.upper(), Rational(1, 100'000));
    EXPECT_LT(visited.unresolved.upper(), Rational(1, 100'000));
    for (const auto& [outcome, mass] : jumped.mass) {
      EXPECT_LE(mass.value().lower(), visited.upper(outcome).upper());
      EXPECT_GE(jumped.upper(outcome).upper(), visited.lower(outcome).lower());
    }
    for (const auto& [outcome, mass] : visited.mass)
      EXPECT_LE(mass.value().lower(), jumped.upper(outcome).upper());
  }
}

// A hundred million cells, about 67,000 of which pass: each place equally likely.
TEST(EmptyCells, HugeDomainsTakeNoLongerThanTheirAnswer) {
  SeededSource random(8);
  const std::vector<std::uint64_t> full = {0, 5, 99'999'999};
  const auto passing =
      passing_empty_cells({100'000'000, 7, LaplaceNoise{1}}, full, random);
  // q^7 / (1 + q) = 0.000666654...; 6 standard deviations are 1550.
  EXPECT_NEAR(static_cast<double>(passing.size()), 66665.4, 1550);
  double sum = 0;
  for (std::size_t i = 0; i < passing.size(); ++i) {
    EXPECT_GE(passing[i].second, 7);
    EXPECT_LT(passing[i].first, 100'000'000u);
    if (i > 0) {
      EXPECT_GT(passing[i].first, passing[i - 1].first);
    }
    sum += static_cast<double>(passing[i].first);
  }
  EXPECT_NEAR(sum / static_cast<double>(passing.size()), 5e7, 6 * 2.887e7 / 258);
}

TEST(EmptyCells, NothingPassesWhereNothingIsEmpty) {
  SeededSource random(1);
  EXPECT_TRUE(
      passing_empty_cells({3, 1, LaplaceNoise{1000}}, {0, 1, 2}, random).empty());
  EXPECT_TRUE(passing_empty_cells({100'000'000, 1'000'000, LaplaceNoise{1}}, {}, random)
                  .empty());
}

}  // namespace
}  // namespace selvage
