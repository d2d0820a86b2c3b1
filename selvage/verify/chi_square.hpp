// For tests: Pearson's goodness of fit of a sample to the law of a draw.
#pragma once
#include <cstdint>
#include <map>
#include <vector>

#include "selvage/verify/draw.hpp"

namespace selvage::verify {

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

}  // namespace selvage::verify
