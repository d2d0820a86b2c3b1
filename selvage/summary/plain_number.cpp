#include "selvage/summary/plain_number.hpp"

#include <algorithm>
#include <cstdlib>

#include "selvage/summary/parse_number.hpp"
#include "selvage/summary/take_digits.hpp"

namespace selvage {
namespace {

constexpr std::ptrdiff_t kMostPlaces = 40;

std::string_view take_run(std::string_view& text) {
  const std::string_view run = text.substr(0, leading_digits(text));
  text.remove_prefix(run.size());
  return run;
}

// "e5", "E-3"; 0 where there is none.
std::optional<std::ptrdiff_t> take_exponent(std::string_view& text) {
  if (!take(text, 'e') && !take(text, 'E')) return 0;
  const bool negative = take(text, '-');
  if (!negative) take(text, '+');
  std::string_view digits = take_run(text);
  if (digits.empty()) return std::nullopt;
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.size() > 4) return std::nullopt;
  std::ptrdiff_t exponent = 0;
  for (const char digit : digits) exponent = exponent * 10 + (digit - '0');
  return negative ? -exponent : exponent;
}

}  // namespace

std::optional<std::string> plain_number(std::string_view text) {
  text = trimmed(text);
  const bool negative = take(text, '-');
  if (!negative) take(text, '+');
  const std::string_view whole = take_run(text);
  const std::string_view decimals = take(text, '.') ? take_run(text) : "";
  if (whole.empty() && decimals.empty()) return std::nullopt;
  const auto exponent = take_exponent(text);
  if (!exponent || !text.empty()) return std::nullopt;
  // The digits without zeros at either end, and how many stand before the point.
  std::string digits = std::string(whole).append(decimals);
  auto point = static_cast<std::ptrdiff_t>(whole.size()) + *exponent;
  const std::size_t first = std::min(digits.find_first_not_of('0'), digits.size());
  digits.erase(0, first);
  point -= static_cast<std::ptrdiff_t>(first);
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.empty()) return "0";
  const auto size = static_cast<std::ptrdiff_t>(digits.size());
  if (size > kMostPlaces || std::abs(point) > kMostPlaces) return std::nullopt;
  if (point <= 0)
    digits.insert(0, "0." + std::string(static_cast<std::size_t>(-point), '0'));
  else if (point >= size)
    digits.append(static_cast<std::size_t>(point - size), '0');
  else
    digits.insert(static_cast<std::size_t>(point), ".");
  return negative ? "-" + digits : digits;
}

}  // namespace selvage
