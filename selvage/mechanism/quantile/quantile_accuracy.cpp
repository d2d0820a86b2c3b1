#include "selvage/mechanism/quantile/quantile_accuracy.hpp"

#include <algorithm>
#include <cassert>

namespace selvage {
namespace {

// ln(1 / (1 - confidence)).
Interval log_of_risk(const Rational& confidence) {
  assert(confidence.sign() > 0 && confidence < 1);
  return Interval(0) - log(Interval(Rational(1) - confidence));
}

// A bound may be one too large, never too small.
std::int64_t ceil_of(const Interval& x) { return x.upper().ceil().to_int64().value(); }

}  // namespace

Interval certain_log(const UniversalPrior& prior) {
  const int exponent = prior.exponent();
  return log(Rational(2 * exponent + 1) * Rational::power_of_two(exponent - 1));
}

std::int64_t rank_error(const Slopes& slopes, const Interval& log,
                        const Rational& confidence) {
  return ceil_of((log + log_of_risk(confidence)) / std::min(slopes.left, slopes.right));
}

std::int64_t rows_needed(const Rational& at, const Slopes& slopes, const Interval& log,
                         const Rational& confidence) {
  return ceil_of((log + log_of_risk(confidence)) / slope_outside(at, slopes));
}

}  // namespace selvage
