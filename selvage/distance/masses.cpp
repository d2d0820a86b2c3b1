#include "selvage/distance/masses.hpp"

#include <cassert>
#include <numeric>

namespace selvage {
namespace {

Int128 whole_of(const Rational& number) {
  // In two parts, each of which 64 bits hold.
  const Rational base = Rational::power_of_two(62);
  const Rational high = (number / base).floor();
  const auto upper = high.to_int64(), lower = (number - high * base).to_int64();
  assert(upper && lower);
  return (static_cast<Int128>(*upper) << 62) + *lower;
}

}  // namespace

std::optional<std::int64_t> size_of(std::span<const std::int64_t> counts) {
  std::int64_t size = 0;
  for (const std::int64_t count : counts) {
    if (count < 0 || count > kMostItems - size) return std::nullopt;
    size += count;
  }
  return size;
}

CommonMasses common_masses(std::int64_t from_size, std::int64_t to_size) {
  assert(from_size >= 1 && to_size >= 1);
  const std::int64_t shared = std::gcd(from_size, to_size);
  const Int128 from_factor = to_size / shared, to_factor = from_size / shared;
  return {from_factor, to_factor, from_factor * from_size};
}

Rational rational_of(Int128 whole) {
  if (whole < 0) return -rational_of(-whole);
  const auto high = static_cast<std::uint64_t>(whole >> 64);
  return Rational::from_uint64(high) * Rational::power_of_two(64) +
         Rational::from_uint64(static_cast<std::uint64_t>(whole));
}

Int128 mass_to_match(Int128 total, const Rational& theta) {
  assert(theta.sign() >= 0 && theta <= 1);
  return whole_of(((Rational(1) - theta) * rational_of(total)).ceil());
}

}  // namespace selvage
