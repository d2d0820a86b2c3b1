// A public weight for every whole number that a code can be. Three kinds, all exact:
// - octaves: from -(2^E - 1) to 2^E - 1, where every octave (2^e <= |k| < 2^(e+1), of
//   either sign) and 0 weigh the same:
//     p(0) = 2^(E-1),  p(k) = 2^(E-1-e) with e = floor(log2 |k|);
// - whole numbers: codes are fractions of which `one` make 1. From 1 on half of what an
//   octave weighs lies on whole numbers:
//     w(k) = 2 p(k) for |k| < one,  p(k) + [one divides k] p(k / one) beyond;
// - flat: 1 between bounds.
// So no scale is preferred, and no bounds have to be known. [T90]
#pragma once
#include <cstdint>

#include "selvage/base/int128.hpp"

namespace selvage {

class UniversalPrior {
 public:
  static constexpr int kMostExponent = 60;

  // Octaves. Requires 1 <= exponent <= kMostExponent.
  explicit UniversalPrior(int exponent);
  // Requires also 1 < one < 2^exponent.
  static UniversalPrior whole_numbers(int exponent, std::int64_t one);
  // Requires -2^60 < first <= last < 2^60.
  static UniversalPrior flat(std::int64_t first, std::int64_t last);

  const char* name() const;  // "octaves", "whole_numbers", "flat"
  std::int64_t lowest() const { return lowest_; }
  std::int64_t most() const { return most_; }

  // Every code below is from lowest() to most().
  Uint128 weight(std::int64_t code) const;
  // Of first..last. Requires first <= last.
  Uint128 mass(std::int64_t first, std::int64_t last) const;
  Uint128 total() const { return mass(lowest_, most_); }

 private:
  UniversalPrior(int exponent, std::int64_t one, std::int64_t lowest,
                 std::int64_t most);
  Uint128 of_octaves(std::int64_t code) const;  // p of 1..code; 0 for code 0
  Uint128 of_first(std::int64_t code) const;    // w of 1..code
  int exponent_;
  std::int64_t one_;  // 0 where whole numbers are nothing special
  std::int64_t lowest_, most_;
};

}  // namespace selvage
