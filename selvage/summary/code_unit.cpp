#include "selvage/summary/code_unit.hpp"

#include <charconv>

#include <fmt/format.h>

#include "selvage/summary/grid.hpp"

namespace selvage {
namespace {

constexpr std::string_view kHalvings = "2^-";
constexpr int kMostHalvings = 95;

std::optional<int> small_number(std::string_view digits) {
  int number = 0;
  const auto read =
      std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (digits.empty() || digits.size() > 3 || digits[0] < '1' || digits[0] > '9' ||
      read.ec != std::errc() || read.ptr != digits.data() + digits.size())
    return std::nullopt;
  return number;
}

}  // namespace

std::optional<CodeUnit> CodeUnit::parse(std::string_view text) {
  if (text.starts_with(kHalvings)) {
    const auto halvings = small_number(text.substr(kHalvings.size()));
    if (!halvings) return std::nullopt;
    return CodeUnit{Rational::power_of_two(-*halvings)};
  }
  const auto colon = text.find(':');
  const auto number = Rational::parse(text.substr(0, colon));
  if (!number) return std::nullopt;
  if (colon == std::string_view::npos) return CodeUnit{*number};
  const auto exponent = small_number(text.substr(colon + 1));
  if (!exponent) return std::nullopt;
  return CodeUnit{*number, *exponent};
}

std::string CodeUnit::text() const {
  if (const auto h = halvings()) return fmt::format("2^-{}", *h);
  return exponent == 0 ? number.text() : fmt::format("{}:{}", number.text(), exponent);
}

std::optional<int> CodeUnit::halvings() const {
  if (exponent != 0 || number >= 1 || number.numerator() != Rational(1))
    return std::nullopt;
  for (int h = 1; h <= kMostHalvings; ++h)
    if (number == Rational::power_of_two(-h)) return h;
  return std::nullopt;
}

bool CodeUnit::is_usable() const {
  static const Rational kFinest = *Rational::parse("1e-18"), kCoarsest = 1'000'000;
  if (halvings()) return true;
  return (exponent == 0 || exponent == 64 || exponent == 126) && number >= kFinest &&
         number <= kCoarsest && number == power_of_ten_below(number);
}

CodeScale CodeUnit::scale() const {
  if (halvings()) return CodeScale::reals();
  return exponent == 64    ? CodeScale::unsigned_64()
         : exponent == 126 ? CodeScale::wide()
                           : CodeScale::narrow();
}

std::string CodeUnit::half_text() const {
  const auto h = halvings();
  return h ? fmt::format("2^-{}", *h + 1) : (number / 2).text();
}

std::string CodeUnit::reach_text(int octaves) const {
  const CodeScale scale = this->scale();
  if (scale.is_linear()) return (number * scale.most()).text();
  const int reached = scale.exponent() + octaves;
  if (const auto h = halvings()) return fmt::format("2^{}", reached - *h);
  return number == 1 ? fmt::format("2^{}", reached)
                     : fmt::format("2^{} times {}", reached, number.text());
}

}  // namespace selvage
