#include "selvage/one_sided/growth.hpp"

#include "selvage/base/interval.hpp"

namespace selvage {

std::uint64_t floor_in_word(const Rational& x) {
  const Rational high = (x / Rational::power_of_two(32)).floor();
  const Rational low = (x - high * Rational::power_of_two(32)).floor();
  return (static_cast<std::uint64_t>(high.to_int64().value()) << 32) |
         static_cast<std::uint64_t>(low.to_int64().value());
}

Growth growth_of(const Rational& epsilon) {
  int bits = 2;  // of the whole part
  while (Rational::power_of_two(bits) < exp(Interval(epsilon)).upper()) ++bits;
  const int shift = 64 - bits;
  return {floor_in_word(exp(Interval(epsilon)).lower() * Rational::power_of_two(shift)),
          shift};
}

Rational Growth::rational() const {
  return Rational::from_uint64(multiple) / Rational::power_of_two(shift);
}

Rational probability_of(Uint128 units) {
  static const Rational kWhole = Rational::power_of_two(64);
  return units >= kWholeWord
             ? Rational(1)
             : Rational::from_uint64(static_cast<std::uint64_t>(units)) / kWhole;
}

}  // namespace selvage
