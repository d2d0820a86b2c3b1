// A public weight for every whole number from -(2^E - 1) to 2^E - 1, in which every
// octave (2^e <= |k| < 2^(e+1), of either sign) and 0 weigh the same:
//   w(0) = 2^(E-1),  w(k) = 2^(E-1-e) with e = floor(log2 |k|),  total (2E+1) 2^(E-1).
// So no scale is preferred, and no bounds have to be known. All exact. [T90]
#pragma once
#include <cstdint>

#include "selvage/base/int128.hpp"

namespace selvage {

class UniversalPrior {
 public:
  static constexpr int kMostExponent = 60;

  // Requires 1 <= exponent <= kMostExponent.
  explicit UniversalPrior(int exponent);

  int exponent() const { return exponent_; }
  std::int64_t most() const { return (std::int64_t{1} << exponent_) - 1; }

  // Every code below is from -most() to most().
  Uint128 weight(std::int64_t code) const;
  // Of first..last. Requires first <= last.
  Uint128 mass(std::int64_t first, std::int64_t last) const;
  Uint128 total() const { return mass(-most(), most()); }
  // The codes first..last side by side, each as wide as its weight: the one at `place`.
  // A uniform place gives a draw from the prior within them.
  // Requires first <= last, place < mass(first, last).
  std::int64_t at(std::int64_t first, std::int64_t last, Uint128 place) const;

 private:
  Uint128 of_first(std::int64_t code) const;  // mass of 1..code; 0 for code 0
  int exponent_;
};

}  // namespace selvage
