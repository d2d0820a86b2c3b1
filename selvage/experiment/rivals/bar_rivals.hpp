// Mechanisms of the literature for answers read off bars, to compare with those that
// only take away: the exponential mechanism on the error of the answer [MT07], the
// answer itself where it is stable [DL09], the answer with noise by its smooth
// sensitivity [NRS07], and the answer of a stability histogram. One person is one row
// of one bar. Privacy: T166, and T121 for smooth sensitivity.
#pragma once
#include <variant>
#include <vector>

#include "selvage/base/interval.hpp"
#include "selvage/base/result.hpp"
#include "selvage/experiment/rivals/bar_answers.hpp"
#include "selvage/experiment/rivals/smooth_median.hpp"
#include "selvage/guarantee/guarantee.hpp"

namespace selvage {

using BarAnswer = std::variant<HighestBar, FirstMode>;

// P(r) proportional to exp(-epsilon |r - f| / (2 (B - 1))), 1 <= r <= B, with none
// taken for 1: (epsilon, 0).
class ExponentialAnswer {
 public:
  // Requires epsilon > 0, at least 2 bars.
  ExponentialAnswer(BarAnswer f, const Rational& epsilon, std::int64_t bars);
  Guarantee guarantee() const;
  std::int64_t run(Bars bars, RandomSource& random) const;
  // That a bar comes for an answer, and the mean distance from it: for comparisons.
  double probability(std::int64_t answer, std::int64_t place) const;
  double mean_error(std::int64_t answer) const;

 private:
  BarAnswer f_;
  Rational epsilon_, scale_;
  std::int64_t bars_;
};

// The answer where stability + DLap(epsilon) > T, else any bar:
// (epsilon, a^(T+1) / (1+a)), a = exp(-epsilon).
class StableAnswer {
 public:
  StableAnswer(BarAnswer f, const Rational& epsilon, const Rational& delta);
  Guarantee guarantee() const;
  std::int64_t threshold() const { return threshold_; }
  std::int64_t run(Bars bars, RandomSource& random) const;

 private:
  BarAnswer f_;
  Rational epsilon_;
  std::int64_t threshold_;
};

// The answer + DLap(2 S / epsilon), clamped to 0..B; S by the ladder of T121 with the
// step epsilon / (2 ln(2/delta)): (epsilon, delta).
class SmoothAnswer {
 public:
  static Result<SmoothAnswer> make(BarAnswer f, const Rational& epsilon,
                                   const Rational& delta);
  Guarantee guarantee() const;
  Rational smooth_sensitivity(std::span<const std::int64_t> least_edits) const;
  std::int64_t run(Bars bars, RandomSource& random) const;
  // The same where the least edits by distance are known: they take the time.
  std::int64_t run(Bars bars, std::span<const std::int64_t> least_edits,
                   RandomSource& random) const;

 private:
  SmoothAnswer(BarAnswer f, Rational epsilon, Rational delta, ScaleLadder ladder);
  BarAnswer f_;
  Rational epsilon_, delta_;
  ScaleLadder ladder_;
};

// Bars with somebody in them and noise: x + DLap(epsilon / part), kept from T on, the
// others empty. part = 1 is calibrated for one person more or less, part = 2 for one
// who is replaced, as textbooks have it: (epsilon, a^(T-1) / (1+a)), or twice that.
class StabilityHistogram {
 public:
  StabilityHistogram(const Rational& epsilon, const Rational& delta, int part = 1);
  Guarantee guarantee() const;  // for one person more or less
  std::int64_t threshold() const { return threshold_; }
  std::vector<std::int64_t> run(Bars bars, RandomSource& random) const;

 private:
  Rational epsilon_;  // of the noise
  std::int64_t threshold_;
};

// exp(-epsilon t) / (1 + exp(-epsilon)), t >= 1: P(DLap >= t).
Interval laplace_tail_from(const Rational& epsilon, std::int64_t t);

std::int64_t answer_in(const BarAnswer& f, Bars bars);
std::vector<std::int64_t> least_edits_in(const BarAnswer& f, Bars bars);

// max over pairs of |u - v| exp(-b c(u, v)): the paper's S, for comparison.
double literal_smooth_sensitivity(const BarAnswer& f, Bars bars, double b);

}  // namespace selvage
