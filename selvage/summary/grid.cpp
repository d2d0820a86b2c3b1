#include "selvage/summary/grid.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "selvage/base/int128.hpp"

namespace selvage {
namespace {

constexpr int kFinest = -12, kCoarsest = 18;  // powers of ten: terms fit in 64 bits
constexpr std::size_t kMostDigits = 40;

Error wrong(std::string_view text, const std::string& why) {
  return {ErrorKind::invalid_request,
          fmt::format("'{}': {}; write LO:HI, for example 0:10000", text.substr(0, 60),
                      why)};
}

Rational power_of_ten(int exponent) {
  Rational result = 1;
  for (int i = 0; i < std::abs(exponent); ++i) result = result * 10;
  return exponent < 0 ? Rational(1) / result : result;
}

Rational rounded(const Rational& x) { return (x + Rational(1, 2)).floor(); }

}  // namespace

Result<Grid> Grid::parse(std::string_view bounds, std::int64_t most_steps) {
  assert(most_steps >= 1);
  const auto colon = bounds.find(':');
  if (colon == std::string_view::npos) return wrong(bounds, "there is no colon");
  const auto lo = Rational::parse(bounds.substr(0, colon));
  const auto hi = Rational::parse(bounds.substr(colon + 1));
  if (!lo || !hi)
    return wrong(
        bounds,
        fmt::format(
            "'{}' is not a number",
            (lo ? bounds.substr(colon + 1) : bounds.substr(0, colon)).substr(0, 40)));
  if (*lo >= *hi)
    return wrong(bounds, fmt::format("the lower bound {} is not below the upper {}",
                                     lo->short_text(), hi->short_text()));
  if (lo->text().size() > kMostDigits || hi->text().size() > kMostDigits)
    return wrong(bounds, "a number has more than 40 digits");
  const auto size = [](const Rational& x) { return x.sign() < 0 ? -x : x; };
  const Rational largest = std::max(size(*lo), size(*hi));
  // As fine as is useful, and no finer than there are steps for.
  int exponent = 0;
  while (exponent > kFinest && power_of_ten(exponent) * 1000 > largest) --exponent;
  while (exponent < kCoarsest && power_of_ten(exponent) * most_steps < largest)
    ++exponent;
  if (power_of_ten(exponent) * most_steps < largest)
    return wrong(bounds, "the numbers are too large to be summed");
  Grid grid(*lo, *hi, exponent);
  if (grid.lowest_ == grid.highest_)
    return wrong(bounds, fmt::format("the bounds are less than a step of {} apart",
                                     grid.step_.short_text()));
  return grid;
}

Result<Grid> Grid::stepped(std::string_view bounds, const Rational& step) {
  const auto grid = parse(bounds, kMostSteps);
  if (!grid) return grid.error();
  for (int exponent = kFinest; exponent <= kCoarsest; ++exponent) {
    if (power_of_ten(exponent) != step) continue;
    if (!rounded(grid->lo_ / step).to_int64() || !rounded(grid->hi_ / step).to_int64())
      break;
    return Grid(grid->lo_, grid->hi_, exponent);
  }
  return wrong(bounds, fmt::format("{} is no step between them", step.short_text()));
}

Grid::Grid(Rational lo, Rational hi, int exponent)
    : lo_(std::move(lo)),
      hi_(std::move(hi)),
      step_(power_of_ten(exponent)),
      numerator_(exponent > 0 ? power_of_ten(exponent).to_int64().value() : 1),
      denominator_(exponent < 0 ? power_of_ten(-exponent).to_int64().value() : 1),
      lowest_(rounded(lo_ / step_).to_int64().value()),
      highest_(rounded(hi_ / step_).to_int64().value()),
      far_(4 * std::max({1.0, std::abs(lo_.to_double()), std::abs(hi_.to_double())})) {}

std::string Grid::text() const { return fmt::format("{}:{}", lo_.text(), hi_.text()); }

std::int64_t Grid::steps(std::int64_t value) const {
  const Int128 twice = Int128{value} * denominator_ * 2 + numerator_;
  const Int128 steps = floor_quotient(twice, Int128{numerator_} * 2);
  return static_cast<std::int64_t>(std::clamp<Int128>(steps, lowest_, highest_));
}

// value = m 2^e with |m| < 2^53, so value / step + 1/2 is a quotient of whole numbers.
// (The expression floor(value / step + 0.5) in doubles is wrong at
// 0.49999999999999994.)
std::optional<std::int64_t> Grid::steps(double value) const {
  if (std::isnan(value)) return std::nullopt;
  if (value >= far_) return highest_;
  if (value <= -far_) return lowest_;
  int exponent = 0;
  const auto mantissa =
      static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), 53));  // exact
  exponent -= 53;
  Int128 steps = 0;
  // Below 2^-57, or 2^-7 where a step is 1 or more, a value is nearest to 0.
  const int smallest = denominator_ > 1 ? -110 : -60;
  if (exponent >= 0) {
    const Int128 twice = (Int128{mantissa} << exponent) * denominator_ * 2;
    steps = floor_quotient(twice + numerator_, Int128{numerator_} * 2);
  } else if (exponent >= smallest) {
    const Int128 one = Int128{numerator_} << -exponent;
    steps = floor_quotient(Int128{mantissa} * denominator_ * 2 + one, one * 2);
  }
  return static_cast<std::int64_t>(std::clamp<Int128>(steps, lowest_, highest_));
}

}  // namespace selvage
