#include "selvage/summary/grid.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/summary/exact_number.hpp"
#include "selvage/summary/parse_number.hpp"

namespace selvage {
namespace {

const Rational kFinest = *Rational::parse("1e-18");  // terms fit in 64 bits
const Rational kCoarsest = *Rational::parse("1e18");
const Rational kLargest = *Rational::parse("1e24");
constexpr std::size_t kMostDigits = 40;

struct Bounds {
  Rational lo, hi;
  Rational largest() const { return std::max(absolute(lo), absolute(hi)); }
};

Error wrong_bounds(std::string_view text, const std::string& why) {
  return wrong(fmt::format("'{}': {}; write LO:HI, for example 0:10000",
                           text.substr(0, 60), why));
}

Error wrong_step(const Rational& step, const std::string& why) {
  return wrong(fmt::format("the step {} {}", step.short_text(), why));
}

Result<Bounds> parse_bounds(std::string_view bounds) {
  const auto colon = bounds.find(':');
  if (colon == std::string_view::npos) return wrong_bounds(bounds, "there is no colon");
  const auto lo = Rational::parse(bounds.substr(0, colon));
  const auto hi = Rational::parse(bounds.substr(colon + 1));
  if (!lo || !hi)
    return wrong_bounds(
        bounds,
        fmt::format(
            "'{}' is not a number",
            (lo ? bounds.substr(colon + 1) : bounds.substr(0, colon)).substr(0, 40)));
  if (*lo >= *hi)
    return wrong_bounds(bounds,
                        fmt::format("the lower bound {} is not below the upper {}",
                                    lo->short_text(), hi->short_text()));
  if (lo->text().size() > kMostDigits || hi->text().size() > kMostDigits)
    return wrong_bounds(bounds, "a number has more than 40 digits");
  Bounds result{*lo, *hi};
  if (result.largest() > kLargest)
    return wrong_bounds(bounds, "the numbers are too large to be summed");
  return result;
}

// The least step that reaches these bounds.
Rational least_step(const Bounds& bounds, const Grid::Reach& reach) {
  return std::max((bounds.hi - bounds.lo) / reach.across,
                  bounds.largest() / reach.from_zero);
}

Rational rounded(const Rational& x) { return (x + Rational(1, 2)).floor(); }

// mantissa * 10^exponent
struct Decimal {
  std::int64_t mantissa;
  int exponent;
};

constexpr int kMostPower = 18;
constexpr Int128 power_of_ten(int exponent) {
  Int128 power = 1;
  for (; exponent > 0; --exponent) power *= 10;
  return power;
}

// Of a text that parse_number takes, if it has few digits and is of ordinary size.
std::optional<Decimal> short_decimal(std::string_view text) {
  text = trimmed(text);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  Decimal result{0, 0};
  int digits = 0;
  bool is_decimal = false;
  std::size_t i = 0;
  for (; i < text.size() && text[i] != 'e' && text[i] != 'E'; ++i) {
    if (text[i] == '.') {
      is_decimal = true;
      continue;
    }
    if (is_decimal) --result.exponent;
    if (result.mantissa == 0 && text[i] == '0') continue;
    if (++digits > kMostPower) return std::nullopt;
    result.mantissa = result.mantissa * 10 + (text[i] - '0');
  }
  if (i < text.size()) {
    int shift = 0;
    const char* first = text.data() + i + 1;
    if (*first == '+') ++first;
    const auto read = std::from_chars(first, text.data() + text.size(), shift);
    if (read.ec != std::errc() || std::abs(shift) > 1000) return std::nullopt;
    result.exponent += shift;
  }
  if (result.mantissa == 0) return Decimal{0, 0};
  if (std::abs(result.exponent) > kMostPower) return std::nullopt;
  if (negative) result.mantissa = -result.mantissa;
  return result;
}

int floor_log2(const Rational& x) {
  int exponent = 0;
  while (Rational::power_of_two(exponent) > x) --exponent;
  while (Rational::power_of_two(exponent + 1) <= x) ++exponent;
  return exponent;
}

}  // namespace

Rational power_of_ten_below(const Rational& x) {
  assert(x.sign() > 0);
  Rational power = 1;
  while (power > x) power = power / 10;
  while (power * 10 <= x) power = power * 10;
  return power;
}

Rational power_of_ten_above(const Rational& x) {
  const Rational below = power_of_ten_below(x);
  return below == x ? below : below * 10;
}

Result<Grid> Grid::finest(std::string_view text, const Reach& reach) {
  const auto bounds = parse_bounds(text);
  if (!bounds) return bounds.error();
  const Rational step =
      std::max(kFinest, power_of_ten_above(least_step(*bounds, reach)));
  Grid grid(bounds->lo, bounds->hi, step, false);
  if (grid.lowest_ == grid.highest_)
    return wrong_bounds(text, fmt::format("the bounds are less than a step of {} apart",
                                          step.short_text()));
  return grid;
}

Result<Grid> Grid::stepped(std::string_view text, const Rational& step,
                           const Reach& reach) {
  const auto bounds = parse_bounds(text);
  if (!bounds) return bounds.error();
  if (step.sign() <= 0)
    return wrong_step(step, "is not above 0; write a decimal such as 0.01");
  if (!(step / kFinest).is_integer())
    return wrong_step(
        step, "has more than 18 decimals; write a decimal of fewer, such as 0.01");
  if (step.numerator() > kCoarsest)
    return wrong_step(step, "has more than 18 digits; write a decimal such as 0.01");
  if (step < least_step(*bounds, reach))
    return wrong_step(
        step, fmt::format("is too fine for the bounds {}; write {} or more",
                          text.substr(0, 60),
                          power_of_ten_above(least_step(*bounds, reach)).short_text()));
  const auto chosen = finest(text, reach);
  Grid grid(bounds->lo, bounds->hi, step, !chosen || chosen->step_ != step);
  if (grid.lowest_ == grid.highest_)
    return wrong_step(step, fmt::format("is too coarse for the bounds {}, which it "
                                        "makes one number; write a smaller one",
                                        text.substr(0, 60)));
  return grid;
}

Result<Grid> Grid::codes(const Rational& step) {
  if (step.sign() <= 0)
    return wrong_step(step, "is not above 0; write a decimal such as 0.01");
  if (step.numerator() > kCoarsest || step.denominator() > kCoarsest)
    return wrong_step(step,
                      "is a fraction of numbers beyond 10^18; write a decimal such as "
                      "0.01");
  return Grid(step * -kMostCode, step * kMostCode, step, true);
}

// Powers of two are not within 18 decimals; a grid of reals asks nothing else of its
// step.
Result<Grid> Grid::places(const Rational& step, const CodeScale& scale) {
  const Rational most = scale.value(scale.most());
  if (scale == CodeScale::reals()) {
    const int halvings = step.sign() > 0 ? -floor_log2(step) : 0;
    if (step != Rational::power_of_two(-halvings) || halvings < 1 ||
        halvings >= scale.exponent())
      return wrong_step(step, "is not from 2^-95 to 2^-1; write for example 2^-32");
    Grid grid(0, 1, 1, true);
    grid.lo_ = -(step * most);
    grid.hi_ = step * most;
    grid.step_ = step;
    grid.scale_ = scale;
    grid.halvings_ = halvings;
    grid.in_one_ = Rational::power_of_two(halvings).to_double();
    grid.lowest_ = -scale.most();
    grid.highest_ = scale.most();
    grid.far_ = Rational::power_of_two(scale.exponent() - halvings).to_double();
    grid.near_ = Rational::power_of_two(scale.bits() - halvings).to_double();
    return grid;
  }
  auto made = codes(step);
  if (!made) return made;
  made->lo_ = -(step * most);
  made->hi_ = step * most;
  made->lowest_ = -scale.most();
  made->highest_ = scale.most();
  made->far_ = 4 * made->hi_.to_double();
  if (!scale.is_linear()) made->scale_ = scale;
  made->near_ = (step * Rational::power_of_two(60)).to_double();
  return made;
}

// |m| < 2^53, so |m 2^e| < 2^(53 + e), which is below half a step where e is below
// small_. From there on the step's numerator times 2^-e fits.
Grid::Grid(Rational lo, Rational hi, Rational step, bool given)
    : lo_(std::move(lo)),
      hi_(std::move(hi)),
      step_(std::move(step)),
      given_(given),
      numerator_(step_.numerator().to_int64().value()),
      denominator_(step_.denominator().to_int64().value()),
      small_(floor_log2(step_) - 56),
      lowest_(rounded(lo_ / step_).to_int64().value()),
      highest_(rounded(hi_ / step_).to_int64().value()),
      far_(4 * std::max({step_.to_double(), std::abs(lo_.to_double()),
                         std::abs(hi_.to_double())})) {}

std::string Grid::text() const { return fmt::format("{}:{}", lo_.text(), hi_.text()); }

std::int64_t Grid::clamped(Int128 steps) const {
  return static_cast<std::int64_t>(std::clamp<Int128>(steps, lowest_, highest_));
}

bool Grid::is_finer_than_doubles() const {
  return std::max(-lowest_, highest_) > kSums.from_zero;
}

Int128 Grid::exact_steps(std::int64_t value) const {
  return numerator_ == 1 ? Int128{value} * denominator_
                         : floor_quotient(Int128{value} * denominator_ * 2 + numerator_,
                                          Int128{numerator_} * 2);
}

// The bits of a double are in the order of its size, and from 2^53 steps on no bit of
// it is below a step. [T250]
std::int64_t Grid::real_place(double value) const {
  const double size = std::abs(value);
  if (size < near_) {
    const double steps = value * in_one_;  // exactly
    const auto whole = static_cast<std::int64_t>(steps);
    const double rest = steps - static_cast<double>(whole);  // exactly
    return whole + (rest >= 0.5 ? 1 : 0) - (rest < -0.5 ? 1 : 0);
  }
  if (size >= far_) return value < 0 ? lowest_ : highest_;
  constexpr int kBits = 52, kFirstPlace = 1074;
  const std::int64_t place = std::bit_cast<std::int64_t>(size) -
                             (std::int64_t{kFirstPlace - halvings_} << kBits);
  return value < 0 ? -place : place;
}

std::int64_t Grid::far_place(const Rational& value) const {
  return scale_->nearest(value / step_);
}

std::int64_t Grid::steps(std::int64_t value) const {
  if (!scale_) return clamped(exact_steps(value));
  if (halvings_ > 0) return real_place(static_cast<double>(value));
  return scale_->nearest(exact_steps(value));
}

std::optional<std::int64_t> Grid::steps(double value) const {
  if (std::isnan(value)) return std::nullopt;
  if (halvings_ > 0) return real_place(value);
  if (value >= far_) return highest_;
  if (value <= -far_) return lowest_;
  if (!scale_) return clamped(exact_steps(value));
  return std::abs(value) < near_ ? scale_->nearest(exact_steps(value))
                                 : far_place(Rational::from_double(value));
}

// value = m 2^e with |m| < 2^53, so value / step + 1/2 is a quotient of whole numbers.
// (The expression floor(value / step + 0.5) in doubles is wrong at
// 0.49999999999999994.)
Int128 Grid::exact_steps(double value) const {
  // Most numbers are whole. So is every double beyond 2^53, and is left to what
  // follows.
  if (std::abs(value) < 0x1p53)
    if (const auto whole = static_cast<std::int64_t>(value);
        static_cast<double>(whole) == value)
      return exact_steps(whole);
  const auto bits = std::bit_cast<std::uint64_t>(value);
  constexpr std::uint64_t kHidden = std::uint64_t{1} << 52;
  const auto field = static_cast<int>(bits >> 52 & 0x7ff);
  const auto size =
      static_cast<std::int64_t>((bits & (kHidden - 1)) | (field == 0 ? 0 : kHidden));
  const std::int64_t mantissa = std::signbit(value) ? -size : size;
  const int exponent = std::max(field, 1) - 1075;
  if (exponent >= 0) {
    const Int128 twice = (Int128{mantissa} << exponent) * denominator_ * 2;
    return floor_quotient(twice + numerator_, Int128{numerator_} * 2);
  }
  if (exponent < small_) return 0;
  const Int128 one = Int128{numerator_} << -exponent;
  const Int128 twice = Int128{mantissa} * denominator_ * 2 + one;
  // Divided by a power of two where the step is one over a whole number.
  return numerator_ == 1 ? twice >> (1 - exponent) : floor_quotient(twice, one * 2);
}

// Whole numbers of at most 10^18, and a value below far_, which is less than 2^62
// steps: no product reaches 2^125.
std::optional<std::int64_t> Grid::steps_of_text(std::string_view text) const {
  const auto nearest = parse_number(text);
  if (!nearest) return std::nullopt;
  if (!is_finer_than_doubles() || halvings_ > 0 || std::abs(*nearest) >= far_)
    return steps(*nearest);
  const auto decimal =
      scale_ && std::abs(*nearest) >= near_ ? std::nullopt : short_decimal(text);
  if (!decimal) {
    const Rational exact = ExactNumber::read(text)->value();
    if (scale_) return far_place(exact);
    return std::clamp(rounded(exact / step_), Rational(lowest_), Rational(highest_))
        .to_int64();
  }
  const Int128 power = power_of_ten(std::abs(decimal->exponent));
  const bool is_whole = decimal->exponent >= 0;
  const Int128 above = is_whole ? power : 1, below = is_whole ? 1 : power;
  const Int128 steps =
      floor_quotient(decimal->mantissa * above * denominator_ * 2 + numerator_ * below,
                     numerator_ * below * 2);
  return scale_ ? scale_->nearest(steps) : clamped(steps);
}

}  // namespace selvage
