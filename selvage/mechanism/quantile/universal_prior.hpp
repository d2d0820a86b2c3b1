// A public weight for every code, that is every place of a scale. Three kinds, all
// exact:
// - octaves: every octave of codes (2^e <= |k| < 2^(e+1), of either sign) and 0 weigh
//   the same, 2^(B-1) with B the bits of the scale, and within an octave every place:
//     p(0) = 2^(B-1),  p(k) = 2^(B-1-e), from e = B - 1 on 1;
// - whole numbers: codes are fractions of which one = 2^h make 1. From 1 on half of
// what
//   an octave weighs lies on whole numbers:
//     w(k) = 2 p(k) for |k| < one,  p(k) + (p of k / one, where one divides a code of
//     this place) beyond;
// - flat: 1 between bounds.
// So no scale is preferred, and no bounds have to be known. Where B is the exponent of
// the scale, places are codes and T90 has the numbers; a scale with fewer bits has the
// same masses of octaves, over 2^(exponent - B). [T90, T251]
#pragma once
#include <cstdint>

#include "selvage/base/int128.hpp"
#include "selvage/summary/code_scale.hpp"

namespace selvage {

class UniversalPrior {
 public:
  // Octaves.
  explicit UniversalPrior(const CodeScale& scale);
  explicit UniversalPrior(int exponent) : UniversalPrior(CodeScale::linear(exponent)) {}
  // With 2^halvings codes in 1. Requires 1 <= halvings < exponent.
  static UniversalPrior whole_numbers(const CodeScale& scale, int halvings);
  static UniversalPrior whole_numbers(int exponent, int halvings) {
    return whole_numbers(CodeScale::linear(exponent), halvings);
  }
  // Requires -2^62 < first <= last < 2^62.
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
  enum class Kind { octaves, whole_numbers, flat };
  UniversalPrior(Kind kind, const CodeScale& scale, int halvings, std::int64_t lowest,
                 std::int64_t most);
  Uint128 of_octaves(std::int64_t code) const;   // p of 1..code; 0 for code 0
  std::int64_t wholes(std::int64_t code) const;  // the last k / one up to this place
  Uint128 of_first(std::int64_t code) const;     // w of 1..code
  Kind kind_;
  CodeScale scale_;
  int halvings_;
  std::int64_t last_part_;  // the last place below 1
  std::int64_t lowest_, most_;
};

}  // namespace selvage
