#include "selvage/outcome/near_words.hpp"

namespace selvage {

std::optional<std::uint64_t> place_of(const Rational& x, unsigned places, int away) {
  const Rational moved = x *
                         (Rational(1) + Rational(away) * Rational::power_of_two(-43)) *
                         Rational::power_of_two(static_cast<int>(places));
  const auto place = moved.floor().to_int64();
  if (!place || *place <= 0 || (places < 63 && *place >> places != 0))
    return std::nullopt;
  return static_cast<std::uint64_t>(*place);
}

}  // namespace selvage
