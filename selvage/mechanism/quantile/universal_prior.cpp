#include "selvage/mechanism/quantile/universal_prior.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace selvage {
namespace {

int floor_log2(std::int64_t k) {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(k))) - 1;
}

std::int64_t most_of(int exponent) { return (std::int64_t{1} << exponent) - 1; }

}  // namespace

UniversalPrior::UniversalPrior(int exponent, std::int64_t one, std::int64_t lowest,
                               std::int64_t most)
    : exponent_(exponent), one_(one), lowest_(lowest), most_(most) {}

UniversalPrior::UniversalPrior(int exponent)
    : UniversalPrior(exponent, 0, -most_of(exponent), most_of(exponent)) {
  assert(1 <= exponent && exponent <= kMostExponent);
}

UniversalPrior UniversalPrior::whole_numbers(int exponent, std::int64_t one) {
  assert(1 <= exponent && exponent <= kMostExponent);
  assert(1 < one && one <= most_of(exponent));
  return {exponent, one, -most_of(exponent), most_of(exponent)};
}

UniversalPrior UniversalPrior::flat(std::int64_t first, std::int64_t last) {
  assert(-most_of(kMostExponent) <= first && first <= last &&
         last <= most_of(kMostExponent));
  return {0, 0, first, last};
}

const char* UniversalPrior::name() const {
  return exponent_ == 0 ? "flat" : one_ == 0 ? "octaves" : "whole_numbers";
}

Uint128 UniversalPrior::weight(std::int64_t code) const { return mass(code, code); }

// e whole octaves, and the codes of the last one.
Uint128 UniversalPrior::of_octaves(std::int64_t code) const {
  if (code == 0) return 0;
  const int octave = floor_log2(code);
  const Uint128 whole = static_cast<Uint128>(octave) << (exponent_ - 1);
  const auto begun = static_cast<Uint128>(code - (std::int64_t{1} << octave) + 1);
  return whole + (begun << (exponent_ - 1 - octave));
}

Uint128 UniversalPrior::of_first(std::int64_t code) const {
  if (one_ == 0) return of_octaves(code);
  return of_octaves(code) + of_octaves(std::min(code, one_ - 1)) +
         of_octaves(code / one_);
}

Uint128 UniversalPrior::mass(std::int64_t first, std::int64_t last) const {
  assert(lowest_ <= first && first <= last && last <= most_);
  if (exponent_ == 0) return static_cast<Uint128>(last - first) + 1;
  if (first > 0) return of_first(last) - of_first(first - 1);
  if (last < 0) return of_first(-first) - of_first(-last - 1);
  const Uint128 of_zero = Uint128{1} << (exponent_ - (one_ == 0 ? 1 : 0));
  return of_first(-first) + of_zero + of_first(last);
}

}  // namespace selvage
