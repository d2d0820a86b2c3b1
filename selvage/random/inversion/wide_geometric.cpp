#include "selvage/random/inversion/wide_geometric.hpp"

#include <cassert>

namespace selvage {
namespace {

unsigned digits_above(const Rational& scale, int kept) {
  unsigned digits = 0;
  while (scale > Rational::power_of_two(kept + static_cast<int>(digits))) ++digits;
  return digits;
}

}  // namespace

bool WideGeometric::fits(const Rational& scale) {
  return scale > Rational::power_of_two(30) && scale <= Rational::power_of_two(62);
}

WideGeometric::WideGeometric(Sides sides, const Rational& scale)
    : sides_(sides),
      scale_(scale),
      digits_(digits_above(scale, kHighBits)),
      high_(Sides::one, scale * Rational::power_of_two(-static_cast<int>(digits_))) {
  assert(fits(scale));
}

bool WideGeometric::accepts(std::uint64_t r, std::uint64_t coin,
                            const std::function<std::uint64_t()>& words) const {
  PartialReal u(coin, 64);
  return below_exp(u, Rational(static_cast<std::int64_t>(r)) / scale_, words);
}

std::int64_t WideGeometric::joined(std::int64_t high, std::uint64_t low) const {
  const Uint128 whole = (static_cast<Uint128>(high) << digits_) + low;
  return static_cast<std::int64_t>(std::min(whole, static_cast<Uint128>(kMost)));
}

}  // namespace selvage
