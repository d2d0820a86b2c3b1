#include "selvage/summary/parse_number.hpp"

#include <locale.h>
#include <charconv>
#include <clocale>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace selvage {
namespace {

// std::from_chars says "out of range" for both ends; strtod tells them apart.
double beyond_range(std::string_view text) {
  static const locale_t plain = newlocale(LC_ALL_MASK, "C", nullptr);
  return strtod_l(std::string(text).c_str(), nullptr, plain);
}

// Up to 15 digits with a point among them, as most numbers have. Digits and power of
// ten are doubles without rounding, and their quotient is rounded once: so it is the
// double nearest to the text, as std::from_chars finds it.
std::optional<double> few_digits(std::string_view text) {
  constexpr std::size_t kMost = 15;
  static constexpr double kPowers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                       1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.size() > kMost) return std::nullopt;
  std::int64_t digits = 0;
  std::size_t point = text.size();
  for (std::size_t i = 0; i < text.size(); ++i) {
    const unsigned digit = static_cast<unsigned char>(text[i]) - unsigned{'0'};
    if (digit <= 9)
      digits = digits * 10 + digit;
    else if (text[i] == '.' && point == text.size())
      point = i;
    else
      return std::nullopt;
  }
  const std::size_t decimals = point == text.size() ? 0 : text.size() - point - 1;
  if (text.size() == (point == text.size() ? 0U : 1U)) return std::nullopt;
  const auto whole = static_cast<double>(digits);
  const double size = decimals == 0 ? whole : whole / kPowers[decimals];
  return negative ? -size : size;
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

}  // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::optional<double> parse_number(std::string_view text) {
  text = trimmed(text);
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  if (const auto number = few_digits(text)) return number;
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (stop != end || problem == std::errc::invalid_argument) return std::nullopt;
  if (problem == std::errc::result_out_of_range) value = beyond_range(text);
  if (std::isnan(value)) return std::nullopt;
  return value;
}

}  // namespace selvage
