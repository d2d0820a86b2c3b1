// For tests: Pearson's goodness of fit of a sample to the law of a draw.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "selvage/outcome/draw.hpp"

namespace selvage {

// Over the 20 likeliest values and the rest: 20 degrees of freedom, and this value is
// exceeded with probability 1e-9.
inline constexpr double kChiSquareCritical = 83.4791;

inline double chi_square(const std::vector<std::int64_t>& sample, const Draw& law) {
  constexpr std::uint64_t cells = 20;
  std::map<std::int64_t, double> seen;
  for (const std::int64_t z : sample) ++seen[z];
  const auto n = static_cast<double>(sample.size());
  double statistic = 0, rest = n;
  for (std::uint64_t i = 0; i < cells; ++i) {
    const double expected = n * law.weight(i).value().middle();
    const double count = seen[law.value(i)];
    statistic += (count - expected) * (count - expected) / expected;
    rest -= count;
  }
  const double expected_rest = n * law.rest(cells).middle();
  return statistic + (rest - expected_rest) * (rest - expected_rest) / expected_rest;
}

// At most this is the probability that chi-square exceeds the statistic, by Chernoff.
inline double chi_square_tail(double statistic, std::size_t degrees) {
  const auto freedom = static_cast<double>(degrees);
  if (statistic <= freedom) return 1;
  return std::exp((freedom - statistic + freedom * std::log(statistic / freedom)) / 2);
}

// For laws on 0, 1, 2, ... with huge or few values. Cells begin at 0 and at the given
// ascending values; their probabilities are those of `law`. Returns a bound, by
// Chernoff, on the probability that a true sample fits no better: small means a bad
// fit.
inline double fit_by_cells(const std::vector<std::int64_t>& sample, const Draw& law,
                           const std::vector<std::int64_t>& cells) {
  std::vector<double> seen(cells.size() + 1);
  for (const std::int64_t z : sample)
    ++seen[static_cast<std::size_t>(std::upper_bound(cells.begin(), cells.end(), z) -
                                    cells.begin())];
  const auto n = static_cast<double>(sample.size());
  double statistic = 0;
  Interval from(1);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const Interval to =
        i < cells.size() ? law.rest(static_cast<std::uint64_t>(cells[i])) : Interval(0);
    const double expected = n * (from - to).middle();
    statistic += (seen[i] - expected) * (seen[i] - expected) / expected;
    from = to;
  }
  return chi_square_tail(statistic, cells.size());
}

}  // namespace selvage
