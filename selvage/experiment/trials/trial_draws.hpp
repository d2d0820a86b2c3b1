// What all trials draw by: a seed for every table and every draw, numbers of a
// seed, and what is told of many.
#pragma once
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "selvage/random/stream/seeded_words.hpp"

namespace selvage {

// The words of a seed and a number.
inline std::uint64_t mixed_seed(std::uint64_t seed, std::uint64_t number) {
  std::uint64_t x = seed + 0x9e3779b97f4a7c15 * (number + 1);
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

// Strictly between 0 and 1.
inline double uniform(SeededWords& words) {
  return (static_cast<double>(words() >> 11) + 0.5) * 0x1p-53;
}

// From N(0, 1).
inline double normal(SeededWords& words) {
  const double radius = std::sqrt(-2 * std::log(uniform(words)));
  return radius * std::cos(2 * std::numbers::pi * uniform(words));
}

// From the law of Laplace.
inline double laplace(SeededWords& words) {
  return std::log(uniform(words)) - std::log(uniform(words));
}

// The number that this share of all of them lies below.
inline double at_share(std::vector<double> numbers, double share) {
  const auto place = numbers.begin() + static_cast<std::ptrdiff_t>(
                                           share * static_cast<double>(numbers.size()));
  std::nth_element(numbers.begin(), place, numbers.end());
  return *place;
}

}  // namespace selvage
