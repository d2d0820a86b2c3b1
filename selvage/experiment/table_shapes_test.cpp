#include "selvage/experiment/table_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "selvage/mechanism/outlier/count_noise.hpp"
#include "selvage/mechanism/outlier/law/discrete_laplace.hpp"
#include "selvage/mechanism/outlier/law/warped_geometric.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

TEST(TableShapes, ShapesAreWhatTheirNamesSay) {
  const auto shapes = table_shapes();
  ASSERT_EQ(shapes.size(), 3u);
  const auto& few = shapes[0].counts;
  EXPECT_LE(few.size(), 20u);
  EXPECT_GE(*std::min_element(few.begin(), few.end()), 500);
  const auto& many = shapes[1].counts;
  EXPECT_GE(many.size(), 1000u);
  EXPECT_LE(*std::max_element(many.begin(), many.end()), 10);
  EXPECT_EQ(std::count(many.begin(), many.end(), 0),
            std::count(many.begin(), many.end(), 9));
  const auto& tail = shapes[2].counts;
  EXPECT_EQ(tail[0], 10 * tail[9]);
  EXPECT_TRUE(std::is_sorted(tail.rbegin(), tail.rend()));
}

TEST(TableShapes, AllProfilesCanBeMeasuredOnAllShapes) {
  for (const TableShape& shape : table_shapes())
    for (const std::string& profile : shape_profiles()) {
      const auto result = measure(shape, profile);
      ASSERT_TRUE(result) << profile;
      // W keeps more than plain noise of the largest epsilon, and less than of the
      // smallest.
      EXPECT_LE(result->warped.usable, result->with_largest.usable + 1e-12);
      if (result->with_smallest) {
        EXPECT_LE(result->warped.absolute, result->with_smallest->absolute);
        EXPECT_GE(result->warped.usable, result->with_smallest->usable);
      }
    }
}

// Every number by hand, from the laws themselves.
TEST(TableShapes, QualityIsTheMeanOverCells) {
  const TableShape shape{"", "", {0, 0, 8, 30}};
  const auto law = *WarpedGeometric::make(*parse_profile("10:0.1,1"));
  const auto error = [&](std::int64_t k) {
    return law.mean_absolute_error(k).middle();
  };
  const auto result = measure(shape, "10:0.1,1");
  ASSERT_TRUE(result);
  const Quality& warped = result->warped;
  EXPECT_NEAR(warped.absolute, (2 * error(0) + error(8) + error(30)) / 4, 1e-12);
  EXPECT_NEAR(warped.relative, (error(8) / 8 + error(30) / 30) / 2, 1e-12);
  EXPECT_EQ(warped.usable, 0.5);
  EXPECT_EQ(result->cells_as_plain, 0.5);
  EXPECT_NEAR(result->people_as_plain, 30.0 / 38, 1e-15);
  const Quality& plain = result->with_largest;
  EXPECT_NEAR(plain.absolute, 1 / std::sinh(1), 1e-12);
  EXPECT_NEAR(plain.relative, (1.0 / 8 + 1.0 / 30) / 2 / std::sinh(1), 1e-12);
  EXPECT_EQ(plain.usable, 1);
  double variance = 0;
  for (std::int64_t z = 1; z < 60; ++z)
    variance += 2 * static_cast<double>(z * z) * laplace_mass(1, z).middle();
  EXPECT_NEAR(plain.total, std::sqrt(4 * variance), 1e-12);
}

// False alarms: the mean of 20000 squared errors is within 6.1 standard errors, but
// for one seed in 10^9.
TEST(TableShapes, TotalsErrAsTheSamplerDoes) {
  const TableShape shape{"", "", {0, 3, 8, 12, 40}};
  for (const char* profile : {"10:0.1,1", "10:0,1", "min(1, 0.1 + k/20)"}) {
    const auto law = *WarpedGeometric::make(*parse_profile(profile));
    const WarpedNoise noise{std::make_shared<const WarpedGeometric>(law)};
    SeededSource random(5);
    constexpr int runs = 20'000;
    double sum = 0, squares = 0;
    for (int i = 0; i < runs; ++i) {
      auto outputs = shape.counts;
      replace_counts(noise, outputs, random);
      double off = -std::accumulate(shape.counts.begin(), shape.counts.end(), 0.0);
      for (const std::int64_t j : outputs) off += law.unbiased(j).to_double();
      sum += off * off;
      squares += off * off * off * off;
    }
    const double mean = sum / runs;
    const double error = std::sqrt((squares / runs - mean * mean) / runs);
    const double total = measure(shape, profile)->warped.total;
    EXPECT_NEAR(mean, total * total, 6.1 * error) << profile;
    EXPECT_LT(error, 0.05 * mean);
  }
}

TEST(TableShapes, WhatIsHiddenAltogetherIsNotUsable) {
  // 20 stands for every count up to 20: right by chance, and of no use.
  const auto result = measure({"", "", {20, 500}}, "20:0,1");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->warped.usable, 0.5);
  EXPECT_EQ(result->cells_as_plain, 0.5);
  EXPECT_FALSE(result->with_smallest);
}

TEST(TableShapes, ProfilesWithoutAnEpsilonForAllAreRefused) {
  const TableShape shape{"", "", {5, 50}};
  for (const char* profile : {"20:0.1,inf", "20:x,1", ""})
    EXPECT_FALSE(measure(shape, profile)) << profile;
}

}  // namespace
}  // namespace selvage
