// What all trials draw by: a seed for every table and every draw, and numbers of a
// seed.
#pragma once
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

}  // namespace selvage
