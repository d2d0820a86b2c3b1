#include "selvage/mechanism/quantile/tied_prior.hpp"

#include <cassert>

namespace selvage {

TiedPrior::TiedPrior(const UniversalPrior& codes, int ties)
    : codes_(codes), ties_(ties) {
  assert(0 <= ties && ties <= kMostTies);
}

Uint128 TiedPrior::mass(TiedCode first, TiedCode last) const {
  assert(lowest() <= first && first <= last && last <= most());
  const std::int64_t low = code_of(first), high = code_of(last);
  if (low == high) return codes_.weight(low) * static_cast<Uint128>(last - first + 1);
  const Uint128 ends =
      codes_.weight(low) * static_cast<Uint128>(last_of(low) - first + 1) +
      codes_.weight(high) * static_cast<Uint128>(last - first_of(high) + 1);
  return low + 1 == high ? ends : ends + (codes_.mass(low + 1, high - 1) << ties_);
}

TiedCode TiedPrior::at(TiedCode first, TiedCode last, Uint128 place) const {
  assert(place < mass(first, last));
  TiedCode low = first, high = last;  // the one sought lies between them
  while (low < high) {
    const TiedCode middle = low + (high - low) / 2;
    if (mass(first, middle) > place)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

}  // namespace selvage
