#include "selvage/mechanism/quantile/universal_prior.hpp"

#include <bit>
#include <cassert>

namespace selvage {
namespace {

int floor_log2(std::int64_t k) {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(k))) - 1;
}

}  // namespace

UniversalPrior::UniversalPrior(int exponent) : exponent_(exponent) {
  assert(1 <= exponent && exponent <= kMostExponent);
}

Uint128 UniversalPrior::weight(std::int64_t code) const {
  const int octave = code == 0 ? 0 : floor_log2(code < 0 ? -code : code);
  return Uint128{1} << (exponent_ - 1 - octave);
}

// e whole octaves, and the codes of the last one.
Uint128 UniversalPrior::of_first(std::int64_t code) const {
  if (code == 0) return 0;
  const int octave = floor_log2(code);
  const Uint128 whole = static_cast<Uint128>(octave) << (exponent_ - 1);
  const auto begun = static_cast<Uint128>(code - (std::int64_t{1} << octave) + 1);
  return whole + (begun << (exponent_ - 1 - octave));
}

Uint128 UniversalPrior::mass(std::int64_t first, std::int64_t last) const {
  assert(-most() <= first && first <= last && last <= most());
  if (first > 0) return of_first(last) - of_first(first - 1);
  if (last < 0) return of_first(-first) - of_first(-last - 1);
  return of_first(-first) + weight(0) + of_first(last);
}

std::int64_t UniversalPrior::at(std::int64_t first, std::int64_t last,
                                Uint128 place) const {
  assert(place < mass(first, last));
  std::int64_t low = first, high = last;  // the one sought lies between them
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (mass(first, middle) > place)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

}  // namespace selvage
