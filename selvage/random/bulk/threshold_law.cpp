#include "selvage/random/bulk/threshold_law.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <deque>
#include <string>

#include "selvage/base/errors.hpp"

namespace selvage {
namespace {

constexpr mpfr_prec_t kMostPrecision = 1 << 13;
constexpr std::int64_t kMostValue = std::int64_t{1} << 62;

}  // namespace

// Thresholds of one law at one precision; what they share is computed once.
class ThresholdLaw::Evaluator {
 public:
  Evaluator(const ThresholdLaw& law, mpfr_prec_t bits)
      : law_(law), bits_(bits), denominator_(bits), q_(bits), power_(bits), end_(bits) {
    if (law.shape_ == Shape::gaussian)
      sum_tails();
    else
      prepare();
  }

  void bound(std::int64_t m, RealBounds& out) {
    switch (law_.shape_) {
      case Shape::geometric:
        raise_to(m);
        set(out, power_);
        if (law_.last_) subtract(out, end_);
        break;
      case Shape::gaussian:
        set(out, tails_[std::min(static_cast<std::size_t>(m) - 1, tails_.size() - 1)]);
        // Behind the last tail kept there is anything from 0 to that tail.
        if (static_cast<std::size_t>(m) > tails_.size()) mpfr_set_zero(out.lower, 1);
        break;
    }
    if (law_.symmetric_) twice(out);
    divide(out, denominator_);
  }

 private:
  // With n = last + 1 the thresholds are (q^m - q^n) / (1 - q^n), of symmetric laws
  // 2 (q^m - q^n) / ((1 - q^n) + q (1 - q^(n-1))). The differences lose as many bits as
  // the scale has, 62 at most; the denominators lose none. [T13]
  void prepare() {
    bound_exp(steps(1), q_);
    set(denominator_, 1);
    if (law_.last_) {
      bound_exp(steps(*law_.last_ + 1), end_);
      bound_one_minus_exp(steps(*law_.last_ + 1), denominator_);
    }
    if (!law_.symmetric_) return;
    RealBounds rest(bits_);
    set(rest, 1);
    if (law_.last_) bound_one_minus_exp(steps(*law_.last_), rest);
    multiply(rest, q_);
    add(denominator_, rest);
  }

  // q^m. One threshold after the other takes a product instead of a function.
  void raise_to(std::int64_t m) {
    if (exponent_ > 0 && m == exponent_ + 1)
      multiply(power_, q_);
    else
      bound_exp(steps(m), power_);
    exponent_ = m;
  }

  // Sums of g(z) = exp(-z^2/(2 variance)) over z >= m, from the last to the first,
  // where g(z+1) = g(z) r^(2z+1), r = exp(-1/(2 variance)). From z = K on the quotient
  // of two neighbours is at most r^(2K+1), so that the sum from K is between g(K) and
  // g(K)/(1 - r^(2K+1)). The products lose 2 log2 K + 1 bits. [T13]
  void sum_tails() {
    const Rational half = Rational(1, 2) / law_.parameter_;
    const double far = std::sqrt(2 * law_.parameter_.to_double() * 0.7 *
                                 (static_cast<double>(bits_) + 64));
    const auto last = static_cast<std::size_t>(far) + 2;
    RealBounds step(bits_), square(bits_), one(bits_);
    bound_exp(half, step);
    bound_exp(half * 2, square);
    set(tails_.emplace_back(bits_), step);  // g(1) = r
    while (tails_.size() < last) {
      multiply(step, square);
      RealBounds& next = tails_.emplace_back(bits_);
      set(next, tails_[tails_.size() - 2]);
      multiply(next, step);
    }
    multiply(step, square);
    mpfr_ui_sub(one.lower, 1, step.upper, MPFR_RNDD);
    mpfr_div(tails_.back().upper, tails_.back().upper, one.lower, MPFR_RNDU);
    for (std::size_t z = tails_.size() - 1; z-- > 0;) add(tails_[z], tails_[z + 1]);
    set(denominator_, tails_.front());
    twice(denominator_);
    set(one, 1);
    add(denominator_, one);
  }

  Rational steps(std::int64_t count) const { return Rational(count) / law_.parameter_; }

  const ThresholdLaw& law_;
  mpfr_prec_t bits_;
  RealBounds denominator_;
  RealBounds q_, power_, end_;  // q, q^exponent, q^n
  std::int64_t exponent_ = 0;
  std::deque<RealBounds> tails_;  // of 1, 2, ...
};

Result<ThresholdLaw> ThresholdLaw::make(const char* what, Shape shape, bool symmetric,
                                        const Rational& parameter,
                                        std::optional<std::int64_t> last) {
  // Exact paths hold the tails of a Gaussian law, about 20 sigma of them.
  const long most = shape == Shape::gaussian ? 20 : 62;
  if (parameter < Rational::power_of_two(-62) ||
      parameter > Rational::power_of_two(most))
    return wrong(std::string(what) + " is " + parameter.short_text() +
                 ", not between 2^-62 and 2^" + std::to_string(most));
  if (last && (*last < 1 || *last >= kMostValue))
    return wrong("the largest value is " + std::to_string(*last) +
                 ", not between 1 and 2^62");
  return ThresholdLaw(shape, symmetric, parameter, last);
}

Result<ThresholdLaw> ThresholdLaw::geometric(const Rational& scale) {
  return make("the scale", Shape::geometric, false, scale, std::nullopt);
}

Result<ThresholdLaw> ThresholdLaw::two_sided(const Rational& scale) {
  return make("the scale", Shape::geometric, true, scale, std::nullopt);
}

Result<ThresholdLaw> ThresholdLaw::truncated(const Rational& scale, std::int64_t last) {
  return make("the scale", Shape::geometric, false, scale, last);
}

Result<ThresholdLaw> ThresholdLaw::truncated_two_sided(const Rational& scale,
                                                       std::int64_t last) {
  return make("the scale", Shape::geometric, true, scale, last);
}

Result<ThresholdLaw> ThresholdLaw::gaussian(const Rational& variance) {
  return make("the variance", Shape::gaussian, true, variance, std::nullopt);
}

double ThresholdLaw::about_count(unsigned places) const {
  const double exponent = 0.6931472 * (places + 1);
  const double most = last_ ? static_cast<double>(*last_) : HUGE_VAL;
  const double parameter = parameter_.to_double();
  return std::min(most,
                  1 + (shape_ == Shape::gaussian ? std::sqrt(2 * parameter * exponent)
                                                 : parameter * exponent));
}

void ThresholdLaw::bound(std::int64_t m, RealBounds& threshold,
                         mpfr_prec_t bits) const {
  assert(m >= 1 && (!last_ || m <= *last_));
  Evaluator(*this, bits).bound(m, threshold);
}

std::optional<std::vector<std::uint64_t>> ThresholdLaw::floors(unsigned places) const {
  assert(places <= 64);
  // The thresholds of geometric laws are irrational, so that some precision tells their
  // floors; nobody has proved it of Gaussian ones, hence the limit. [T13]
  for (mpfr_prec_t bits = 192; bits <= kMostPrecision; bits *= 2) {
    Evaluator evaluator(*this, bits);
    RealBounds threshold(bits);
    std::vector<std::uint64_t> floors;
    std::optional<std::uint64_t> floor = 1;
    for (std::int64_t m = 1; floor && *floor != 0 && (!last_ || m <= *last_); ++m) {
      evaluator.bound(m, threshold);
      floor = floor_of(threshold, places);
      if (floor && *floor != 0) floors.push_back(*floor);
    }
    if (floor) return floors;
  }
  return std::nullopt;
}

std::optional<std::int64_t> ThresholdLaw::at(const PartialReal& u) const {
  if (!last_ && mpz_sgn(u.k()) == 0) return std::nullopt;  // u may be 0
  const mpfr_prec_t bits = static_cast<mpfr_prec_t>(u.places()) + 160;
  Evaluator evaluator(*this, bits);
  RealBounds place(bits, u), threshold(bits);
  const auto surely_below = [&](std::int64_t m) {
    evaluator.bound(m, threshold);
    return mpfr_lessequal_p(place.upper, threshold.lower) != 0;
  };
  const std::int64_t most = last_ ? *last_ : kMostValue;
  std::int64_t below = 0, step = 1;
  while (below + step <= most && surely_below(below + step)) {
    below += step;
    step = std::min(step * 2, std::max<std::int64_t>(most - below, 1));
  }
  // u is surely below the threshold of `below`, and not surely below the one of the
  // end.
  for (std::int64_t end = std::min(below + step, most + 1); end - below > 1;) {
    const std::int64_t middle = below + (end - below) / 2;
    if (surely_below(middle))
      below = middle;
    else
      end = middle;
  }
  if (below == most) return last_;  // nothing where there is no last value
  evaluator.bound(below + 1, threshold);
  if (mpfr_lessequal_p(threshold.upper, place.lower)) return below;
  return std::nullopt;
}

}  // namespace selvage
