#include "selvage/mechanism/number_text.hpp"

#include <fmt/format.h>

namespace selvage {

std::string number_text(std::int64_t multiple, const Rational& unit) {
  if (unit == 1) return std::to_string(multiple);
  const Rational value = unit * multiple;
  // Units are powers of ten: all digits that the unit has are said.
  std::size_t places = 0;
  for (Rational scaled = unit; scaled < 1; scaled = scaled * 10) ++places;
  Rational whole = value;
  for (std::size_t i = 0; i < places; ++i) whole = whole * 10;
  std::string digits = absolute(whole).text();
  if (places > 0) {
    if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
    digits.insert(digits.size() - places, 1, '.');
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.') digits.pop_back();
  }
  return fmt::format("{}{}", value.sign() < 0 ? "-" : "", digits);
}

}  // namespace selvage
