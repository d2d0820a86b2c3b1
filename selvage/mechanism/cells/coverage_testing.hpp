// How often intervals hold the truth, through the shipped mechanism, on rows with
// decimals.
#pragma once
#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "selvage/mechanism/cells/cells_plan.hpp"
#include "selvage/mechanism/cells/estimate.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage::coverage {

inline const Rational kUsual(19, 20);

// The rows of a cell on a grid, and the truth about them, exactly.
struct Rows {
  CellSums sums;
  Rational sum, mean, variance;
};

inline Rational of(Int128 x) {
  return Rational(static_cast<std::int64_t>(x >> 60)) * Rational::power_of_two(60) +
         Rational(static_cast<std::int64_t>(x & ((Int128{1} << 60) - 1)));
}

// Values around a middle, whole multiples of 10^-decimals.
inline Rows rows_of(const Grid& grid, std::int64_t rows, int decimals, double middle,
                    double spread) {
  std::mt19937_64 random(static_cast<std::uint64_t>(rows + decimals));  // NOLINT
  const auto per_one = static_cast<std::int64_t>(std::llround(std::pow(10, decimals)));
  const double low = grid.lower_bound().to_double();
  const double high = grid.upper_bound().to_double();
  Int128 sum = 0, squares = 0;
  Rows result{};
  for (std::int64_t i = 0; i < rows; ++i) {
    const double uniform = static_cast<double>(random() >> 11) * 0x1p-53;
    const double wanted = std::clamp(middle + spread * (2 * uniform - 1), low, high);
    const std::int64_t multiple = std::llround(wanted * static_cast<double>(per_one));
    const auto steps =
        *grid.steps(static_cast<double>(multiple) / static_cast<double>(per_one));
    result.sums.sum += steps;
    result.sums.squares += Int128{steps} * steps;
    sum += multiple;
    squares += Int128{multiple} * multiple;
  }
  result.sums.rows = rows;
  result.sum = of(sum) / per_one;
  result.mean = result.sum / rows;
  result.variance = of(squares) / per_one / per_one / rows - result.mean * result.mean;
  return result;
}

struct Case {
  Statistic statistic;
  const char* bounds;
  Rational epsilon;
  std::int64_t rows;
  int decimals;
  double middle, spread;
  std::optional<Rational> step = std::nullopt;
  Rational delta = 0;
  WantedNoise wanted = WantedNoise::any;
  Person person = {};
};

inline CellsPlan plan_of(const Case& c) {
  Reading reading{*Domain::make({}),
                  Measure{"x", *grid_for(c.statistic, c.bounds, c.step)}, c.person};
  auto plan = plan_cells({.statistic = c.statistic,
                          .reading = reading,
                          .epsilon = c.epsilon,
                          .delta = c.delta,
                          .wanted = c.wanted});
  EXPECT_TRUE(plan) << plan.error().message;
  return *plan;
}

// How often the interval misses the truth, how often the estimate misses it by more
// than was planned, and how wide the interval is on average.
struct Misses {
  int interval = 0, planned = 0;
  double width = 0;
};

inline Misses misses(const Case& c, int rounds) {
  const CellsPlan plan = plan_of(c);
  const Rows rows =
      rows_of(plan.reading.measure->grid, c.rows, c.decimals, c.middle, c.spread);
  const Rational truth = c.statistic == Statistic::sum    ? rows.sum
                         : c.statistic == Statistic::mean ? rows.mean
                                                          : rows.variance;
  const Estimator estimator(plan, kUsual);
  const auto planned = estimator.planned_bound(c.rows);
  SeededSource random(static_cast<std::uint64_t>(c.rows * 7 + c.decimals));
  Misses result;
  for (int i = 0; i < rounds; ++i) {
    const auto answer = release_cells(plan, {{rows.sums}, {}}, random);
    std::vector<std::int64_t> numbers;
    for (const auto& number : answer.numbers) numbers.push_back(number[0]);
    const Estimate e = estimator.estimate(numbers);
    const Rational unit = estimator.unit();
    result.interval += truth < unit * e.lower || truth > unit * e.upper;
    result.planned += planned && absolute(unit * e.value - truth) > unit * *planned;
    result.width += (unit * e.upper - unit * e.lower).to_double() / rounds;
  }
  return result;
}

// More misses than this have a probability of at most 1e-6 if one has beta, and fewer
// than the other one if one has `least`: both by Chernoff's bound.
struct Allowed {
  double fewest, most;
};
inline Allowed allowed(double rounds, double beta, double least) {
  const auto far = [&](double p, double q) {  // rounds * divergence of q from p
    const double rest = q < 1 ? (1 - q) * std::log((1 - q) / (1 - p)) : 0;
    return rounds * ((q > 0 ? q * std::log(q / p) : 0) + rest) >= std::log(1e6);
  };
  double most = beta, fewest = least;
  while (most < 1 && !far(beta, most)) most += 1 / rounds;
  while (fewest > 0 && !far(least, fewest)) fewest -= 1 / rounds;
  return {fewest * rounds, most * rounds};
}

}  // namespace selvage::coverage
