#include "selvage/report/number_format.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "selvage/mechanism/number_text.hpp"
#include "selvage/summary/grid.hpp"
#include "selvage/summary/predicate.hpp"

namespace selvage {
namespace {

constexpr std::size_t kMostDecimals = 9;

Int128 floor_of(Int128 number, Int128 divisor) {
  return number / divisor - (number % divisor < 0 ? 1 : 0);
}
Int128 ceil_of(Int128 number, Int128 divisor) { return -floor_of(-number, divisor); }
Int128 nearest(Int128 number, Int128 divisor) {
  return floor_of(2 * number + divisor, 2 * divisor);
}

bool fits(Int128 number) {
  return number <= std::numeric_limits<std::int64_t>::max() &&
         number >= std::numeric_limits<std::int64_t>::min();
}

// An interval is at least 500 of what is shown long.
constexpr Int128 kWideEnough = 5'000;

// The units that are shown as one.
std::int64_t needless_factor(const Series& series) {
  if (series.name == "count") return 1;
  Int128 shortest = 0;
  for (const Estimate& number : series.rows) {
    const Int128 width = Int128{number.upper} - number.lower;
    if (number.known && width > 0 && (shortest == 0 || width < shortest))
      shortest = width;
  }
  std::int64_t factor = 1;
  if (series.moments) return factor;
  // Without intervals the decimals that none of the numbers has.
  const auto ends_in_zeros = [&](const Estimate& number) {
    return !number.has_interval && number.value % (factor * 10) == 0;
  };
  while (series.unit * factor < 1 && !series.rows.empty() &&
         std::all_of(series.rows.begin(), series.rows.end(), ends_in_zeros))
    factor *= 10;
  while (shortest / factor >= kWideEnough) factor *= 10;
  return factor;
}

// The same for places: a power of ten, 0 where all digits say something.
Rational needless_step(const Series& series) {
  std::optional<Rational> shortest;
  for (const Estimate& number : series.rows) {
    if (!number.known || !number.has_interval || number.lower == number.upper) continue;
    const Rational width = series.exactly(number.upper) - series.exactly(number.lower);
    if (!shortest || width < *shortest) shortest = width;
  }
  if (!shortest) return 0;
  const Rational step = power_of_ten_below(*shortest / 500);
  return step > series.unit ? step : Rational(0);
}

}  // namespace

const Rational NumberFormat::kMostStep = *Rational::parse("1e40");

NumberFormat::NumberFormat(const Rational& unit, Script script)
    : NumberFormat(unit, script, 1, 1) {}

NumberFormat::NumberFormat(const Series& series, Script script)
    : NumberFormat(series.places ? Rational(1) : series.unit * needless_factor(series),
                   script, series.places ? 1 : needless_factor(series),
                   series.places ? 1 : needless_factor(series)) {
  moments_ = series.moments;
  if (!series.places) return;
  places_ = Series{.name = {}, .unit = series.unit, .places = series.places};
  step_ = least_step_ = needless_step(series);
}

NumberFormat::NumberFormat(const Release& release, std::size_t series, Script script)
    : NumberFormat(release.answer.numbers[series], script) {
  ends_ = open_ends_of(release, series);
}

NumberFormat::NumberFormat(const Rational& unit, Script script, std::int64_t factor,
                           std::int64_t least_factor)
    : unit_(unit), script_(script), factor_(factor), least_factor_(least_factor) {
  const std::string one = number_text(1, unit_);  // "0.01", "1", "1000"
  const auto point = one.find('.');
  if (point != std::string::npos) decimals_ = one.size() - point - 1;
  if (decimals_ > kMostDecimals)
    exponent_ = -static_cast<int>(decimals_);
  else if (decimals_ == 0 && factor_ > least_factor_)
    exponent_ = static_cast<int>(one.size()) - 1;
}

NumberFormat NumberFormat::coarser() const {
  if (is_coarsest()) return *this;
  if (places_) {
    NumberFormat made = *this;
    made.step_ = step_.sign() == 0 ? Rational(1, 1'000'000) : step_ * 10;
    return made;
  }
  NumberFormat made(unit_ * 10, script_, factor_ * 10, least_factor_);
  made.ends_ = ends_;
  return made;
}

std::string NumberFormat::written(Int128 multiple) const {
  const auto number = static_cast<std::int64_t>(multiple);
  if (exponent_ != 0) return fmt::format("{}e{}", thousands(number), exponent_);
  std::string text = number_text(number, unit_);
  if (decimals_ > 0) {  // every number with the same decimals
    auto point = text.find('.');
    if (point == std::string::npos) {
      point = text.size();
      text += '.';
    }
    text.resize(point + 1 + decimals_, '0');
  }
  return thousands(text);
}

// Where digits were dropped for want of room, the zeros that stand for them go too.
std::string NumberFormat::written(const Rational& number) const {
  if (step_ > least_step_ && step_ > 1) {
    int zeros = 0;
    for (Rational power = 1; power < step_; power = power * 10) ++zeros;
    return fmt::format("{}e{}", thousands(decimal_text(number / step_)), zeros);
  }
  return thousands(decimal_text(number));
}

Rational NumberFormat::rounded(const Rational& number) const {
  return step_.sign() == 0 ? number : (number / step_ + Rational(1, 2)).floor() * step_;
}

// The ends are those of codes, not of the decimals that name them.
std::string NumberFormat::spread_of_places(const Estimate& number) const {
  const Rational lower = places_->exactly(number.lower),
                 upper = places_->exactly(number.upper);
  const Rational value = rounded(places_->number(number.value));
  const Rational step = step_.sign() == 0 ? places_->unit : step_;
  const Rational below = value - lower, above = upper - value;
  if (step_.sign() != 0 && below.sign() >= 0 && above.sign() >= 0 &&
      absolute(below - above) <= step * 2)
    return (script_ == Script::unicode ? "±" : "+-") +
           written((std::max(below, above) / step).ceil() * step);
  if (below.sign() == 0 && above.sign() == 0)
    return script_ == Script::unicode ? "±0" : "+-0";
  if (step_.sign() == 0)
    return fmt::format("[{}, {}]", written(places_->number(number.lower)),
                       written(places_->number(number.upper)));
  return fmt::format("[{}, {}]", written((lower / step).floor() * step),
                     written((upper / step).ceil() * step));
}

std::string NumberFormat::value(std::int64_t multiple) const {
  if (moments_) return moments_->text(multiple);
  if (places_) return written(rounded(places_->number(multiple)));
  return written(nearest(multiple, factor_));
}

std::string NumberFormat::value(const Estimate& number) const {
  if (!number.known) return "unknown";
  const auto& [above, below] = ends_;
  if (above && number.value == above->at) return value(above->from) + " and above";
  if (below && number.value == below->at) return "below " + value(below->from);
  return value(number.value);
}

std::string NumberFormat::spread(const Estimate& number) const {
  if (!number.known || !number.has_interval) return "";
  if (moments_)
    return fmt::format("[{}, {}]", moments_->text(number.lower),
                       moments_->text(number.upper));
  if (places_) return spread_of_places(number);
  const Int128 value = number.value;
  const Int128 below = value - number.lower, above = number.upper - value;
  if (below == above && below >= 0) {
    // What rounding moved the value by belongs to the interval.
    const Int128 moved = value - nearest(value, factor_) * factor_;
    const Int128 half = ceil_of(below + (moved < 0 ? -moved : moved), factor_);
    if (fits(half)) return (script_ == Script::unicode ? "±" : "+-") + written(half);
  }
  return fmt::format("[{}, {}]", written(floor_of(number.lower, factor_)),
                     written(ceil_of(number.upper, factor_)));
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
