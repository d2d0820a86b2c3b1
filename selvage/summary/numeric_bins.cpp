#include "selvage/summary/numeric_bins.hpp"

#include <charconv>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"

namespace selvage {
namespace {

Error wrong_numeric_bins(std::string_view text, const std::string& why) {
  return wrong(fmt::format("bins '{}': {}; write LO:HI:STEP, for example 0:100:10",
                           text.substr(0, 60), why));
}

}  // namespace

Result<NumericBins> NumericBins::parse(std::string_view text) {
  std::vector<Rational> numbers;
  for (std::string_view rest = text;;) {
    const auto colon = rest.find(':');
    const std::string_view part = rest.substr(0, colon);
    const auto number = Rational::parse(part);
    if (!number)
      return wrong_numeric_bins(
          text, fmt::format("'{}' is not a number", part.substr(0, 40)));
    numbers.push_back(*number);
    if (colon == std::string_view::npos) break;
    rest.remove_prefix(colon + 1);
  }
  if (numbers.size() != 3)
    return wrong_numeric_bins(
        text, fmt::format("{} number{} instead of three", numbers.size(),
                          numbers.size() == 1 ? "" : "s"));
  const Rational& lo = numbers[0];
  const Rational& hi = numbers[1];
  const Rational& step = numbers[2];
  if (lo >= hi)
    return wrong_numeric_bins(
        text, fmt::format("the lower end {} is not below the upper end {}", lo.text(),
                          hi.text()));
  if (step.sign() <= 0)
    return wrong_numeric_bins(text,
                              fmt::format("the step {} is not above 0", step.text()));
  const Rational bins = ((hi - lo) / step).ceil();
  if (bins > kMaxBins)
    return wrong_numeric_bins(
        text, fmt::format("that makes {} bins and the most is {}",
                          bins.text().size() > 20 ? "more than 10^20" : bins.text(),
                          kMaxBins));
  for (const Rational& number : numbers)
    if (number.text().size() > 40)
      return wrong_numeric_bins(text, "a number has more than 40 digits");
  return NumericBins(lo, hi, step, static_cast<std::size_t>(*bins.to_int64()));
}

Rational NumericBins::edge(std::size_t i) const {
  if (i >= bins_) return hi_;
  return lo_ + step_ * static_cast<std::int64_t>(i);
}

void NumericBins::find_decimals() {
  constexpr std::int64_t kMostScale = 1'000'000'000;
  const Rational most = Rational::power_of_two(53);
  for (std::int64_t scale = 1; scale <= kMostScale; scale *= 10) {
    const Rational first = lo_ * scale, width = step_ * scale;
    if (absolute(first) + width * static_cast<std::int64_t>(bins_) > most) return;
    if (!first.is_integer() || !width.is_integer()) continue;
    decimals_ = {*first.to_int64(), *width.to_int64(), scale};
    return;
  }
}

// A quotient of two integers that are doubles is rounded once.
double NumericBins::nearest_edge(std::size_t i) const {
  if (!decimals_ || i >= bins_) return edge(i).to_double();
  return static_cast<double>(decimals_->edge(i)) /
         static_cast<double>(decimals_->scale);
}

namespace {

constexpr std::size_t kLongestDecimal = 32;  // a sign, 16 digits, a point, 9 digits

// Number / scale, where the scale is a power of ten; returns the end.
char* write_decimal(std::int64_t number, std::int64_t scale, char* at) {
  const auto write_whole = [&](std::int64_t whole) {
    return std::to_chars(at, at + kLongestDecimal, whole).ptr;
  };
  if (scale == 1) return write_whole(number);
  if (number < 0) *at++ = '-';
  at = write_whole(std::abs(number) / scale);
  std::int64_t part = std::abs(number) % scale;
  if (part > 0) *at++ = '.';
  for (std::int64_t place = scale / 10; part > 0; place /= 10) {
    *at++ = static_cast<char>('0' + part / place);
    part %= place;
  }
  return at;
}

}  // namespace

void NumericBins::append_edge(std::size_t i, std::string& text) const {
  if (!decimals_ || i >= bins_) {
    text += edge(i).text();
    return;
  }
  char digits[kLongestDecimal];
  char* const end = write_decimal(decimals_->edge(i), decimals_->scale, digits);
  text.append(digits, static_cast<std::size_t>(end - digits));
}

std::string NumericBins::edge_text(std::size_t i) const {
  std::string text;
  append_edge(i, text);
  return text;
}

void NumericBins::append_label(std::size_t cell, std::string& text) const {
  if (cell == below()) {
    text.append("below ").append(lo_.text());
  } else if (cell == above()) {
    text.append(hi_.text()).append(" and above");
  } else if (cell == missing()) {
    text += "missing";
  } else if (decimals_ && cell < bins_) {  // most of them, when there are many
    char words[2 * kLongestDecimal + 3], *at = words;
    *at++ = '[';
    at = write_decimal(decimals_->edge(cell - 1), decimals_->scale, at);
    *at++ = ',';
    at = write_decimal(decimals_->edge(cell), decimals_->scale, at);
    *at++ = ')';
    text.append(words, static_cast<std::size_t>(at - words));
  } else {
    text += '[';
    append_edge(cell - 1, text);
    text += ',';
    append_edge(cell, text);
    text += ')';
  }
}

std::string NumericBins::label(std::size_t cell) const {
  std::string text;
  append_label(cell, text);
  return text;
}

std::string NumericBins::text() const {
  return fmt::format("{}:{}:{}", lo_.text(), hi_.text(), step_.text());
}

}  // namespace selvage
