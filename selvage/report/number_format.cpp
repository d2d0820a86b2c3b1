#include "selvage/report/number_format.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "selvage/summary/grid.hpp"
#include "selvage/summary/predicate.hpp"

namespace selvage {
namespace {

const Rational kMostStep = *Rational::parse("1e40");
const Rational kLongNumber = *Rational::parse("1e15");  // too long to be counted
constexpr int kMostDecimals = 15, kDecimalsOfRoom = 9;

// A step is at most this part of a side: an interval is 500 of them long, or more.
Rational step_of(const Rational& side) { return power_of_ten_below(side / 250); }

Rational floor_to(const Rational& number, const Rational& step) {
  return step.sign() == 0 ? number : (number / step).floor() * step;
}
Rational ceil_to(const Rational& number, const Rational& step) {
  return step.sign() == 0 ? number : (number / step).ceil() * step;
}
Rational nearest(const Rational& number, const Rational& step) {
  return step.sign() == 0 ? number : floor_to(number + step / 2, step);
}

// Of a number alone: what its whole interval leaves to say, or, where one end is far
// away, the nearer one; but not more than four digits for that.
std::optional<Rational> step_beside(const Rational& value, const Rational& below,
                                    const Rational& above) {
  if (below + above <= 0) return std::nullopt;
  const Rational whole = step_of((below + above) / 2);
  const Rational near = below <= 0   ? above
                        : above <= 0 ? below
                                     : std::min(below, above);
  Rational fine = step_of(near);
  if (value.sign() != 0)
    fine = std::max(fine, power_of_ten_below(absolute(value) / 1000));
  return std::min(whole, fine);
}

// The digits that none of the numbers has.
Rational without_needless_zeros(const Series& series) {
  std::int64_t factor = 1;
  const auto ends_in_zeros = [&](const Estimate& number) {
    return !number.has_interval && number.value % (factor * 10) == 0;
  };
  while (series.unit * factor < 1 && !series.rows.empty() &&
         std::all_of(series.rows.begin(), series.rows.end(), ends_in_zeros))
    factor *= 10;
  return series.unit * factor;
}

Rational exact_number(const Series& series, std::int64_t multiple) {
  return series.places ? series.exactly(multiple) : series.unit * multiple;
}

// The largest power of ten that is at most a / b, and 1 at least.
Int128 power_below(Int128 a, Int128 b) {
  Int128 power = 1;
  while (a / b >= power * 10) power *= 10;
  return power;
}

// The same in units, in whole numbers: a table may have millions of rows.
Int128 units_beside(const Estimate& number) {
  const Int128 below = Int128{number.value} - number.lower,
               above = Int128{number.upper} - number.value;
  const Int128 near = below <= 0 ? above : above <= 0 ? below : std::min(below, above);
  const Int128 size = number.value < 0 ? -Int128{number.value} : number.value;
  return std::min(power_below(below + above, 500),
                  std::max(power_below(near, 250), power_below(size, 1000)));
}

// The step that the number needs which is known best.
Rational needed_step(const Series& series) {
  Rational all = series.places ? Rational(0) : series.unit;
  if (series.name == "count" || series.moments) return all;
  std::optional<Rational> least;
  std::optional<Int128> least_units;
  for (const Estimate& number : series.rows) {
    if (!number.known || !number.has_interval || number.lower >= number.upper) continue;
    if (!series.places) {
      const Int128 units = units_beside(number);
      if (!least_units || units < *least_units) least_units = units;
      continue;
    }
    const Rational value = series.exactly(number.value);
    const auto step = step_beside(value, value - series.exactly(number.lower),
                                  series.exactly(number.upper) - value);
    if (step && (!least || *step < *least)) least = step;
  }
  if (least_units) return series.unit * static_cast<std::int64_t>(*least_units);
  if (!least) return series.places ? all : without_needless_zeros(series);
  return *least > series.unit ? *least : all;
}

Series without_rows(const Series& series) {
  Series bare = series;
  bare.rows.clear();
  return bare;
}

// Decimals of a power of ten.
int decimals_of(Rational step) {
  int decimals = 0;
  for (; step < 1 && decimals < 40; step = step * 10) ++decimals;
  return decimals;
}

// "9.23e18": with all digits that there are. Requires a number that is not 0.
std::string scientific(const Rational& number) {
  const Rational power = power_of_ten_below(absolute(number));
  int exponent = 0;
  for (Rational x = power; x >= 10; x = x / 10) ++exponent;
  for (Rational x = power; x < 1; x = x * 10) --exponent;
  return fmt::format("{}e{}", decimal_text(number / power), exponent);
}

}  // namespace

NumberFormat::NumberFormat(const Rational& unit, Script script)
    : NumberFormat(Series{.name = "count", .unit = unit}, script) {}

NumberFormat::NumberFormat(const Series& series, Script script)
    : series_(without_rows(series)),
      script_(script),
      step_(needed_step(series)),
      least_step_(step_),
      most_step_(series.places ? kMostStep
                               : series.unit * Rational(1'000'000'000'000'000'000)) {}

NumberFormat::NumberFormat(const Release& release, std::size_t series, Script script)
    : NumberFormat(release.answer.numbers[series], script) {
  ends_ = open_ends_of(release, series);
}

NumberFormat NumberFormat::coarser() const {
  NumberFormat made = *this;
  if (!is_coarsest())
    made.step_ = step_.sign() == 0 ? Rational(1, 1'000'000) : step_ * 10;
  return made;
}

Rational NumberFormat::exactly(std::int64_t multiple) const {
  return exact_number(series_, multiple);
}

// A multiple of the step, all with the same decimals; where digits were dropped for
// want of room, the zeros that stand for them go too.
std::string NumberFormat::written(const Rational& number, const Rational& step) const {
  if (step.sign() == 0) return thousands(decimal_text(number));
  const int decimals = decimals_of(step);
  const bool too_long = absolute(number) >= kLongNumber && step > 1'000'000;
  if (number.sign() != 0 && (too_long || is_shortened() ||
                             decimals > (is_exact() ? kMostDecimals : kDecimalsOfRoom)))
    return scientific(number);
  std::string text = decimal_text(number);
  if (decimals > 0 && !series_.places) {
    auto point = text.find('.');
    if (point == std::string::npos) {
      point = text.size();
      text += '.';
    }
    text.resize(point + 1 + static_cast<std::size_t>(std::min(decimals, kMostDecimals)),
                '0');
  }
  return thousands(text);
}

NumberFormat::Sides NumberFormat::sides_of(const Estimate& number) const {
  const Rational value = nearest(
      series_.places ? series_.number(number.value) : exactly(number.value), step_);
  return {value, value - exactly(number.lower), exactly(number.upper) - value};
}

// Outward, with as many digits as its own side leaves to say.
std::string NumberFormat::end(const Rational& number, const Rational& side,
                              bool up) const {
  const Rational step = side.sign() > 0 ? std::max(step_, step_of(side)) : step_;
  if (step.sign() == 0) return written(number, step);
  return written(up ? ceil_to(number, step) : floor_to(number, step), step);
}

std::string NumberFormat::within(std::string lower, std::string upper) const {
  return fmt::format("[{}, {}]", lower, upper);
}

std::string NumberFormat::plus_minus(const Rational& half) const {
  return (script_ == Script::unicode ? "±" : "+-") + written(half, step_);
}

std::string NumberFormat::value(std::int64_t multiple) const {
  if (series_.moments) return series_.moments->text(multiple);
  const Rational number = series_.places ? series_.number(multiple) : exactly(multiple);
  return written(nearest(number, step_), step_);
}

std::string NumberFormat::value(const Estimate& number) const {
  if (!number.known) return "unknown";
  const auto& above = ends_.above;
  const auto& below = ends_.below;
  if (above && number.value == above->at) return value(above->from) + " and above";
  if (below && number.value == below->at)
    return ends_.of_range ? value(below->at) + " and below"
                          : "below " + value(below->from);
  return value(number.value);
}

std::string NumberFormat::spread(const Estimate& number) const {
  if (!number.known || !number.has_interval) return "";
  const bool no_lower = ends_.of_range && number.lower <= ends_.below->at,
             no_upper = ends_.of_range && number.upper >= ends_.above->at;
  if (no_lower || no_upper)
    return within(no_lower ? "no lower end" : value(number.lower),
                  no_upper ? "no upper end" : value(number.upper));
  if (series_.moments)
    return within(series_.moments->text(number.lower),
                  series_.moments->text(number.upper));
  const auto [value, below, above] = sides_of(number);
  const Rational unit = step_.sign() == 0 ? series_.unit : step_;
  const bool even = series_.places ? step_.sign() != 0 && below >= 0 && above >= 0 &&
                                         absolute(below - above) <= unit * 2
                                   : number.lower <= number.value &&
                                         Int128{number.value} - number.lower ==
                                             Int128{number.upper} - number.value;
  // What rounding moved the value by belongs to the interval.
  if (even) return plus_minus(ceil_to(std::max(below, above), unit));
  if (below.sign() == 0 && above.sign() == 0)
    return script_ == Script::unicode ? "±0" : "+-0";
  if (step_.sign() == 0)
    return within(written(series_.number(number.lower), step_),
                  written(series_.number(number.upper), step_));
  return within(end(exactly(number.lower), below, false),
                end(exactly(number.upper), above, true));
}

std::string NumberFormat::both(const Estimate& number) const {
  const std::string interval = spread(number);
  return value(number) + (interval.empty() ? "" : ' ' + interval);
}

std::vector<std::string> rounding_note(const NumberFormat& format) {
  if (format.is_exact()) return {};
  return {"numbers are rounded to fit the width, their intervals outward"};
}

}  // namespace selvage
