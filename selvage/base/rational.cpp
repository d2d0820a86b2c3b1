#include "selvage/base/rational.hpp"

#include <mpfr.h>

#include <cassert>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/stopping.hpp"

namespace selvage {
namespace {

constexpr std::size_t kMaxText = 10'000;
constexpr long kMaxExponent = 10'000;  // 10^10000 takes 4 KB; larger is never meant

Error not_a_number(std::string_view text) {
  const std::string shown(text.substr(0, 40));
  return wrong(fmt::format(
      "'{}' is not a number; write for example 1, 0.5, 1/3 or 1e-3", shown));
}

// [+-] digits [. digits] [e [+-] digits], at least one digit, nothing else.
Result<Rational> parse_decimal(std::string_view text) {
  std::size_t at = 0;
  const auto digit = [&] {
    return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at]));
  };
  const auto sign = [&] {
    if (at < text.size() && (text[at] == '+' || text[at] == '-'))
      return text[at++] == '-';
    return false;
  };
  const bool negative = sign();
  std::string digits;
  long exponent = 0;
  while (digit()) digits += text[at++];
  if (at < text.size() && text[at] == '.') {
    ++at;
    for (; digit(); --exponent) digits += text[at++];
  }
  if (digits.empty()) return not_a_number(text);
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    const bool down = sign();
    if (!digit()) return not_a_number(text);
    long size = 0;
    for (; digit(); ++at)
      if (size <= kMaxExponent) size = size * 10 + (text[at] - '0');
    if (size > kMaxExponent)
      return wrong(fmt::format("'{}' has an exponent beyond {}", text.substr(0, 40),
                               kMaxExponent));
    exponent += down ? -size : size;
  }
  if (at != text.size()) return not_a_number(text);

  mpz_t mantissa, ten;
  mpz_init_set_str(mantissa, digits.c_str(), 10);
  mpz_init(ten);
  mpz_ui_pow_ui(ten, 10, static_cast<unsigned long>(std::labs(exponent)));
  Rational result;
  auto* raw = const_cast<mpq_ptr>(result.raw());
  if (exponent >= 0) {
    mpz_mul(mpq_numref(raw), mantissa, ten);
  } else {
    mpz_set(mpq_numref(raw), mantissa);
    mpz_set(mpq_denref(raw), ten);
  }
  if (negative) mpz_neg(mpq_numref(raw), mpq_numref(raw));
  mpq_canonicalize(raw);
  mpz_clears(mantissa, ten, nullptr);
  return result;
}

std::string integer_text(mpz_srcptr z) {
  std::string text(mpz_sizeinbase(z, 10) + 2, '\0');
  mpz_get_str(text.data(), 10, z);
  text.resize(std::char_traits<char>::length(text.c_str()));
  return text;
}

}  // namespace

Rational::Rational(std::int64_t whole) : Rational(whole, 1) {}

Rational::Rational(std::int64_t numerator, std::int64_t denominator) {
  static_assert(sizeof(long) == sizeof(std::int64_t));
  assert(denominator != 0);
  mpq_init(value_);
  mpz_set_si(mpq_numref(value_), numerator);
  mpz_set_si(mpq_denref(value_), denominator);
  mpq_canonicalize(value_);
}

Rational::Rational(const Rational& other) {
  mpq_init(value_);
  mpq_set(value_, other.value_);
}

Rational::Rational(Rational&& other) noexcept {
  mpq_init(value_);
  mpq_swap(value_, other.value_);
}

Rational& Rational::operator=(const Rational& other) {
  if (this != &other) mpq_set(value_, other.value_);
  return *this;
}

Rational& Rational::operator=(Rational&& other) noexcept {
  mpq_swap(value_, other.value_);
  return *this;
}

// What is read can be written, and read again.
Result<Rational> Rational::of_readable_size(Rational number) {
  const std::size_t digits = mpz_sizeinbase(mpq_numref(number.value_), 10) +
                             mpz_sizeinbase(mpq_denref(number.value_), 10);
  if (digits + 20 > kMaxText)  // a sign, a point and 18 places, where it is a decimal
    return wrong(fmt::format("a number of {} digits is too long", digits));
  return number;
}

Result<Rational> Rational::parse(std::string_view text) {
  if (text.size() > kMaxText)
    return wrong(fmt::format("a number of {} characters is too long", text.size()));
  const auto slash = text.find('/');
  if (slash == std::string_view::npos) {
    auto decimal = parse_decimal(text);
    if (!decimal) return decimal;
    return of_readable_size(*std::move(decimal));
  }
  auto numerator = parse_decimal(text.substr(0, slash));
  auto denominator = parse_decimal(text.substr(slash + 1));
  if (!numerator || !denominator || denominator->sign() == 0) return not_a_number(text);
  return of_readable_size(*numerator / *denominator);
}

Rational Rational::from_double(double x) {
  assert(std::isfinite(x));
  Rational result;
  mpq_set_d(result.value_, x);
  return result;
}

Rational Rational::power_of_two(long exponent) {
  Rational result(1);
  const auto size = static_cast<mp_bitcnt_t>(std::labs(exponent));
  if (exponent >= 0)
    mpq_mul_2exp(result.value_, result.value_, size);
  else
    mpq_div_2exp(result.value_, result.value_, size);
  return result;
}

Rational operator+(const Rational& a, const Rational& b) {
  ask_to_go_on();
  Rational result;
  mpq_add(result.value_, a.value_, b.value_);
  return result;
}

Rational operator-(const Rational& a, const Rational& b) {
  ask_to_go_on();
  Rational result;
  mpq_sub(result.value_, a.value_, b.value_);
  return result;
}

Rational operator*(const Rational& a, const Rational& b) {
  ask_to_go_on();
  Rational result;
  mpq_mul(result.value_, a.value_, b.value_);
  return result;
}

Rational operator/(const Rational& a, const Rational& b) {
  ask_to_go_on();
  assert(b.sign() != 0);
  Rational result;
  mpq_div(result.value_, a.value_, b.value_);
  return result;
}

Rational Rational::operator-() const {
  Rational result(*this);
  mpq_neg(result.value_, result.value_);
  return result;
}

bool operator==(const Rational& a, const Rational& b) {
  return mpq_equal(a.value_, b.value_) != 0;
}

std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
  return mpq_cmp(a.value_, b.value_) <=> 0;
}

bool Rational::is_integer() const { return mpz_cmp_ui(mpq_denref(value_), 1) == 0; }

Rational Rational::floor() const {
  Rational result;
  mpz_fdiv_q(mpq_numref(result.value_), mpq_numref(value_), mpq_denref(value_));
  return result;
}

Rational Rational::ceil() const {
  Rational result;
  mpz_cdiv_q(mpq_numref(result.value_), mpq_numref(value_), mpq_denref(value_));
  return result;
}

Rational Rational::numerator() const {
  Rational result;
  mpz_set(mpq_numref(result.value_), mpq_numref(value_));
  return result;
}

Rational Rational::denominator() const {
  Rational result;
  mpz_set(mpq_numref(result.value_), mpq_denref(value_));
  return result;
}

std::optional<std::int64_t> Rational::to_int64() const {
  if (!is_integer() || !mpz_fits_slong_p(mpq_numref(value_))) return std::nullopt;
  return mpz_get_si(mpq_numref(value_));
}

double Rational::to_double() const {
  // Rounded once, in the range of doubles: a subnormal one has fewer bits.
  const mpfr_exp_t least = mpfr_get_emin(), most = mpfr_get_emax();
  mpfr_set_emin(-1073);
  mpfr_set_emax(1024);
  mpfr_t nearest;
  mpfr_init2(nearest, 53);
  const int side = mpfr_set_q(nearest, value_, MPFR_RNDN);
  mpfr_subnormalize(nearest, side, MPFR_RNDN);
  const double result = mpfr_get_d(nearest, MPFR_RNDN);
  mpfr_clear(nearest);
  mpfr_set_emin(least);
  mpfr_set_emax(most);
  return result;
}

std::size_t Rational::bits() const {
  return mpz_sizeinbase(mpq_numref(value_), 2) + mpz_sizeinbase(mpq_denref(value_), 2);
}

std::string Rational::text() const {
  if (is_integer()) return integer_text(mpq_numref(value_));
  // A decimal is exact only if the denominator is 2^a 5^b; longer than 18 places
  // nobody reads it, and the fraction is as exact.
  mpz_t scaled, remainder;
  mpz_inits(scaled, remainder, nullptr);
  std::string result;
  for (unsigned long places = 1; places <= 18 && result.empty(); ++places) {
    mpz_ui_pow_ui(scaled, 10, places);
    mpz_mul(scaled, scaled, mpq_numref(value_));
    mpz_tdiv_qr(scaled, remainder, scaled, mpq_denref(value_));
    if (mpz_sgn(remainder) != 0) continue;
    std::string digits = integer_text(scaled);
    const bool negative = digits[0] == '-';
    if (negative) digits.erase(0, 1);
    if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
    digits.insert(digits.size() - places, ".");
    result = (negative ? "-" : "") + digits;
  }
  mpz_clears(scaled, remainder, nullptr);
  if (result.empty())
    result = integer_text(mpq_numref(value_)) + "/" + integer_text(mpq_denref(value_));
  return result;
}

std::string Rational::short_text() const {
  std::string exact = text();
  if (exact.size() <= 12) return exact;
  mpfr_t nearest;
  mpfr_init2(nearest, 64);
  mpfr_set_q(nearest, value_, MPFR_RNDN);
  char buffer[64];
  mpfr_snprintf(buffer, sizeof buffer, "%.3Rg", nearest);
  mpfr_clear(nearest);
  return buffer;
}

std::string Rational::typed_text() const {
  constexpr std::size_t kTyped = 24;
  std::string exact = text();
  if (exact.size() <= kTyped) return exact;
  const std::string few = short_text();
  return *parse(few) == *this ? few : few + "...";
}

Rational absolute(const Rational& x) { return x.sign() < 0 ? -x : x; }

Rational round_up(const Rational& x, unsigned bits) {
  const Rational unit = Rational::power_of_two(-static_cast<long>(bits));
  return (x / unit).ceil() * unit;
}

std::int64_t floor_sqrt(const Rational& x) {
  mpz_t root;
  mpz_init(root);
  mpz_sqrt(root, mpq_numref(x.floor().raw()));
  const std::int64_t result = mpz_get_si(root);
  mpz_clear(root);
  return result;
}

Rational Rational::from_uint64(std::uint64_t x) {
  return Rational(static_cast<std::int64_t>(x >> 1)) * 2 +
         static_cast<std::int64_t>(x & 1);
}

}  // namespace selvage
