#include "selvage/experiment/rivals/smooth_median.hpp"

#include <bit>
#include <cassert>

#include "selvage/base/errors.hpp"
#include "selvage/base/int128.hpp"
#include "selvage/base/interval.hpp"
#include "selvage/random/random_source.hpp"

namespace selvage {
namespace {

// The largest multiple of 2^-kBits that is surely at most epsilon / (2 ln(2/delta)).
Rational ladder_step(const Rational& epsilon, const Rational& delta) {
  const Rational exact =
      (Interval(epsilon) / (log(Interval(Rational(2) / delta)) * 2)).lower();
  const Rational unit = Rational::power_of_two(-ScaleLadder::kBits);
  return std::min((exact / unit).floor() * unit, Rational(1));
}

// ceil(x / 2).
std::int64_t upper_half(std::int64_t x) { return x >= 0 ? (x + 1) / 2 : x / 2; }

}  // namespace

ScaleLadder::ScaleLadder(const Rational& step) {
  const std::int64_t first = std::int64_t{1} << kBits;
  assert(step >= Rational::power_of_two(-kBits) && step <= Rational(1));
  for (std::int64_t next = first; next < 2 * first;
       next = (Rational(next) * (Rational(1) + step)).floor().to_int64().value())
    octave_.push_back(next);
}

Rational ScaleLadder::at(std::int64_t index) const {
  const auto size = static_cast<std::int64_t>(octave_.size());
  return Rational(octave_[static_cast<std::size_t>(index % size)]) *
         Rational::power_of_two(static_cast<long>(index / size) - kBits);
}

std::int64_t ScaleLadder::index(std::int64_t at_least) const {
  if (at_least < 2) return 0;
  const auto octave =
      static_cast<int>(std::bit_width(static_cast<std::uint64_t>(at_least))) - 1;
  const Int128 wanted = Int128{at_least} << kBits;
  const auto found = std::partition_point(
      octave_.begin(), octave_.end(),
      [&](std::int64_t fraction) { return (Int128{fraction} << octave) < wanted; });
  return octave * static_cast<std::int64_t>(octave_.size()) + (found - octave_.begin());
}

SmoothMedian::SmoothMedian(Parameters parameters, ScaleLadder ladder)
    : parameters_(std::move(parameters)), ladder_(std::move(ladder)) {}

Result<SmoothMedian> SmoothMedian::make(const Parameters& p) {
  if (p.epsilon.sign() <= 0) return wrong_field("epsilon", "`epsilon` is not above 0");
  if (p.delta.sign() <= 0 || p.delta > Rational(1, 2))
    return wrong_field("delta", "`delta` is not above 0 and at most 1/2", "1e-6");
  if (p.bounds.lower >= p.bounds.upper)
    return wrong_field("bounds", "`bounds` hold no two numbers");
  const Rational step = ladder_step(p.epsilon, p.delta);
  if (step.sign() <= 0)
    return wrong_field("epsilon", "`epsilon` is too small for this `delta`");
  const SmoothMedian made(p, ScaleLadder(step));
  for (std::int64_t i = made.ladder_.index(p.bounds.width()); i >= 0; --i)
    if (!fits_sampler(made.noise_scale(i)))
      return wrong_field("bounds", "`bounds` are too far apart for this `epsilon`");
  return made;
}

Guarantee SmoothMedian::guarantee() const {
  return {DpPromise{parameters_.epsilon, parameters_.delta}};
}

Rational SmoothMedian::noise_scale(std::int64_t index) const {
  return ladder_.at(index) * 2 / parameters_.epsilon;
}

std::int64_t SmoothMedian::at_rank(SortedRows rows, std::int64_t rank) const {
  if (rank < 1) return parameters_.bounds.lower;
  if (rank > static_cast<std::int64_t>(rows.size())) return parameters_.bounds.upper;
  return parameters_.bounds.clamped(rows[static_cast<std::size_t>(rank - 1)]);
}

std::int64_t SmoothMedian::median(SortedRows rows) const {
  return at_rank(rows, upper_half(static_cast<std::int64_t>(rows.size())));
}

std::int64_t SmoothMedian::reach(SortedRows rows, std::int64_t t) const {
  const auto n = static_cast<std::int64_t>(rows.size());
  return at_rank(rows, upper_half(n + t + 1)) - at_rank(rows, upper_half(n - t - 1));
}

// No t counts whose index cannot exceed what was found, however far it reaches.
Rational SmoothMedian::smooth_sensitivity(SortedRows rows) const {
  const std::int64_t most = ladder_.index(parameters_.bounds.width());
  std::int64_t best = 0;
  for (std::int64_t t = 0; most - t > best; ++t)
    best = std::max(best, ladder_.index(reach(rows, t)) - t);
  return ladder_.at(best);
}

std::int64_t SmoothMedian::run(SortedRows rows, RandomSource& random) const {
  std::int64_t noise = 0;
  random.discrete_laplace(std::span(&noise, 1),
                          smooth_sensitivity(rows) * 2 / parameters_.epsilon);
  const Int128 noisy = Int128{median(rows)} + noise;
  return static_cast<std::int64_t>(
      std::clamp<Int128>(noisy, parameters_.bounds.lower, parameters_.bounds.upper));
}

}  // namespace selvage
