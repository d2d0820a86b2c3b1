#include "selvage/summary/exact_number.hpp"

#include <array>
#include <cassert>
#include <charconv>
#include <cmath>

#include "selvage/summary/parse_number.hpp"
#include "selvage/summary/predicate.hpp"

namespace selvage {
namespace {

// The first byte. A positive number 0.d1d2...dn * 10^e goes on with e + 2^15 in two
// bytes and its digits; a negative one with the complement of these and a last byte
// that is above all digits, so that the shorter of two is the greater.
constexpr char kBelowAll = 0, kNegative = 1, kZero = 2, kPositive = 3, kAboveAll = 4;
constexpr std::int64_t kMiddle = 0x8000;
constexpr char kEnd = '\xff';

std::string one_byte(char first) { return std::string(1, first); }

template <class Real>
std::string_view shortest(Real number, std::array<char, 64>& space) {
  const auto [end, problem] =
      std::to_chars(space.data(), space.data() + space.size(), number);
  assert(problem == std::errc());
  return {space.data(), static_cast<std::size_t>(end - space.data())};
}

}  // namespace

ExactNumber ExactNumber::infinite(bool negative) {
  return ExactNumber(one_byte(negative ? kBelowAll : kAboveAll));
}

// Requires "-12.50e3": digits with a sign, a point and an exponent or without.
ExactNumber ExactNumber::of_digits(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  std::string bytes(3, negative ? kNegative : kPositive);
  std::int64_t exponent = 0;
  bool after_point = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '.') {
      after_point = true;
    } else if (c == 'e' || c == 'E') {
      std::string_view power = text.substr(i + 1);
      if (power.starts_with('+')) power.remove_prefix(1);
      std::int64_t more = 0;
      std::from_chars(power.data(), power.data() + power.size(), more);
      exponent += more;
      break;
    } else if (bytes.size() == 3 && c == '0') {  // before the first digit that counts
      exponent -= after_point ? 1 : 0;
    } else {
      bytes += c;
      exponent += after_point ? 0 : 1;
    }
  }
  while (bytes.size() > 3 && bytes.back() == '0') bytes.pop_back();
  if (bytes.size() == 3) return ExactNumber(one_byte(kZero));
  assert(-kMiddle <= exponent && exponent < kMiddle);
  const std::int64_t place = exponent + kMiddle;
  bytes[1] = static_cast<char>(place >> 8);
  bytes[2] = static_cast<char>(place & 0xff);
  if (negative) {
    for (std::size_t i = 1; i < bytes.size(); ++i)
      bytes[i] = static_cast<char>(~bytes[i]);
    bytes += kEnd;
  }
  return ExactNumber(std::move(bytes));
}

std::optional<ExactNumber> ExactNumber::read(std::string_view text) {
  const auto nearest = parse_number(text);
  if (!nearest) return std::nullopt;
  if (std::isinf(*nearest)) return infinite(*nearest < 0);
  if (*nearest == 0) return ExactNumber(one_byte(kZero));
  text = trimmed(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  return of_digits(text);
}

ExactNumber ExactNumber::of(double number) {
  if (std::isinf(number)) return infinite(number < 0);
  std::array<char, 64> space;
  return of_digits(shortest(number, space));
}

ExactNumber ExactNumber::of(float number) {
  if (std::isinf(number)) return infinite(number < 0);
  std::array<char, 64> space;
  return of_digits(shortest(number, space));
}

ExactNumber ExactNumber::of(const Rational& number) {
  return of_digits(decimal_text(number));
}

bool ExactNumber::is_infinite() const {
  return bytes_[0] == kBelowAll || bytes_[0] == kAboveAll;
}

Rational ExactNumber::value() const {
  assert(!is_infinite());
  if (bytes_[0] == kZero) return 0;
  const bool negative = bytes_[0] == kNegative;
  std::string plain = bytes_;
  if (negative) {
    plain.pop_back();
    for (char& c : plain) c = static_cast<char>(~c);
  }
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(plain[i]); };
  const std::int64_t exponent = byte(1) * 256 + byte(2) - kMiddle;
  const std::string digits = plain.substr(3);
  const auto read = Rational::parse(
      (negative ? "-" : "") + digits + "e" +
      std::to_string(exponent - static_cast<std::int64_t>(digits.size())));
  assert(read);
  return *read;
}

}  // namespace selvage
