// Exact fractions of any size. Requests are read from their text without loss:
// "1", "0.5", "1/3", "1e-3". Always in lowest terms, denominator positive.
#pragma once
#include <gmp.h>

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "selvage/base/result.hpp"

namespace selvage {

class Rational {
 public:
  Rational() { mpq_init(value_); }
  Rational(std::int64_t whole);  // NOLINT: implicit on purpose, a whole number is one
  // Requires denominator != 0.
  Rational(std::int64_t numerator, std::int64_t denominator);
  Rational(const Rational& other);
  Rational(Rational&& other) noexcept;
  Rational& operator=(const Rational& other);
  Rational& operator=(Rational&& other) noexcept;
  ~Rational() { mpq_clear(value_); }

  // Reads an integer, a decimal with optional exponent, or a fraction of two of these.
  // Refuses nan, inf, exponents beyond 10^4 in size and texts beyond 10^4 characters.
  static Result<Rational> parse(std::string_view text);
  // The exact value of a finite double. Requires std::isfinite(x).
  static Rational from_double(double x);
  static Rational from_uint64(std::uint64_t x);
  // 2^exponent.
  static Rational power_of_two(long exponent);

  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  friend Rational operator/(const Rational& a, const Rational& b);  // Requires b != 0.
  Rational operator-() const;
  friend bool operator==(const Rational& a, const Rational& b);
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);

  int sign() const { return mpq_sgn(value_); }
  bool is_integer() const;
  Rational floor() const;
  Rational ceil() const;
  Rational numerator() const;
  Rational denominator() const;
  // The value if it is an integer that fits.
  std::optional<std::int64_t> to_int64() const;
  double to_double() const;  // the nearest double, ties to even
  // "0.05" where that is short and exact, "1/3" where it is not.
  std::string text() const;
  std::size_t bits() const;  // of numerator and denominator together
  // text(), or three digits where that is long: for sentences, never for promises.
  std::string short_text() const;
  // text(), or short_text() where nobody types so much, with "..." for what is left
  // out: for sentences about digits.
  std::string typed_text() const;

  mpq_srcptr raw() const { return value_; }

 private:
  static Result<Rational> of_readable_size(Rational number);
  mpq_t value_;
};

Rational absolute(const Rational& x);
// Requires 0 <= x < 2^62.
std::int64_t floor_sqrt(const Rational& x);
// The least multiple of 2^-bits that is >= x.
Rational round_up(const Rational& x, unsigned bits);

}  // namespace selvage
