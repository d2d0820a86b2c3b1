// T104 by samples: how often more rows lie beyond an answer than was promised, or
// nobody does. A promise that holds with 95 % fails in more than 300 of 4,000 runs with
// a probability below 1e-9 (Chernoff); the seeds are fixed.
#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "selvage/mechanism/extremes/above_threshold_law.hpp"
#include "selvage/mechanism/extremes/exponential_law.hpp"
#include "selvage/mechanism/extremes/extremes_testing.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

constexpr std::size_t kBins = 2000;
constexpr int kRuns = 4000;
const Rational kUsual(19, 20);

// Salaries of 10,000 people in bins of 1,000, one in fifty in a long tail: lognormal
// around 45,000, and Pareto from 150,000 on.
Reach payroll() {
  std::mt19937_64 words(7);
  const auto uniform = [&] {
    return (static_cast<double>(words() >> 11) + 0.5) * 0x1p-53;
  };
  Codes bins;
  for (int i = 0; i < 10'000; ++i) {
    const double normal =
        std::sqrt(-2 * std::log(uniform())) * std::cos(6.283185307179586 * uniform());
    const double pay = i % 50 == 0 ? 150'000 * std::pow(uniform(), -1 / 1.8)
                                   : 45'000 * std::exp(0.5 * normal);
    bins.push_back(std::min<std::int64_t>(static_cast<std::int64_t>(pay / 1000),
                                          static_cast<std::int64_t>(kBins) - 1));
  }
  return reach_of(bins, kBins);
}

struct Failures {
  int many = 0, nobody = 0;  // more beyond than promised; nobody at the place or beyond
  std::int64_t median = 0;   // of the rows beyond
  int all() const { return many + nobody; }
};

template <class PlacesLaw, class Terms>
Failures failures_of(const Terms& terms, const Reach& reach, std::int64_t promised,
                     std::uint64_t seed, int runs = kRuns) {
  const auto law = std::make_shared<const PlacesLaw>(terms, std::vector<Reach>{reach});
  SeededSource source(seed);
  Failures result;
  Codes beyond;
  for (int run = 0; run < runs; ++run) {
    std::int64_t place = 0;
    source.draw(std::span(&place, 1), law);
    const auto next = static_cast<std::size_t>(place) + 1;
    beyond.push_back(next < reach.size() ? reach[next] : 0);
    result.many += beyond.back() > promised;
    result.nobody += reach[next - 1] == 0;
  }
  std::nth_element(beyond.begin(), beyond.begin() + runs / 2, beyond.end());
  result.median = beyond[static_cast<std::size_t>(runs) / 2];
  return result;
}

TEST(ExtremesPromise, HoldsOnAPayroll) {
  const Reach reach = payroll();
  // With several rows a person: an epsilon for each of them, and rows are counted.
  for (const std::int64_t rows : {1, 3}) {
    const auto terms = best_above_threshold(Rational(1) / rows, kBins, kUsual);
    const std::int64_t promised = *most_beyond(terms, kBins, kUsual);
    EXPECT_EQ(promised, rows == 1 ? 24 : 74);
    const Failures found = failures_of<AboveThresholdLaw>(terms, reach, promised, 31);
    EXPECT_LE(found.all(), 300);
    EXPECT_GT(found.median, 8 * rows);
    EXPECT_LT(found.median, 16 * rows);
  }
  const auto other = best_exponential(1, kBins, kUsual);
  const Failures found = failures_of<ExponentialLaw>(other, reach, 43, 32, 400);
  EXPECT_LE(found.all(), 60);
  EXPECT_GT(found.median, 15);
  EXPECT_LT(found.median, 26);
}

// Where it is hardest to keep: everybody in the last bin, and one row in the first. A
// bound that is smaller by four rows does not hold there.
TEST(ExtremesPromise, HoldsWhereItIsHardestToKeep) {
  const auto terms = best_above_threshold(1, kBins, kUsual);
  const std::int64_t promised = *most_beyond(terms, kBins, kUsual);
  const auto at_the_top = [](std::int64_t rows) {
    return reach_of(
        Codes(static_cast<std::size_t>(rows), static_cast<std::int64_t>(kBins) - 1),
        kBins);
  };
  const Failures full =
      failures_of<AboveThresholdLaw>(terms, at_the_top(promised + 1), promised, 33);
  EXPECT_LE(full.many, 300);
  EXPECT_GT(full.many, 20);
  EXPECT_GT(
      failures_of<AboveThresholdLaw>(terms, at_the_top(promised - 3), promised - 4, 34)
          .many,
      300);
  const Failures one =
      failures_of<AboveThresholdLaw>(terms, reach_of({0}, kBins), promised, 35);
  EXPECT_LE(one.all(), 300);
  EXPECT_GT(one.nobody, 100);
}

}  // namespace
}  // namespace selvage
