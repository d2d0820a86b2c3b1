// SanPoints [BNS13]: the highest bars of a histogram, one a round, chosen by the
// exponential mechanism and published with noise; the others are taken for empty. The
// paper leaves constants open; these are ours. Privacy: T200.
#pragma once
#include "selvage/base/interval.hpp"
#include "selvage/base/result.hpp"
#include "selvage/experiment/rivals/bar_answers.hpp"
#include "selvage/guarantee/guarantee.hpp"

namespace selvage {

class RandomSource;

class ChosenBars {
 public:
  struct Parameters {
    Rational epsilon, delta;
    Rational share = Rational(1, 10);    // of the people in a bar that matters
    Rational failure = Rational(1, 10);  // of a round, in the threshold
    // Whether all bars compete, also empty ones, since they are public: then no round
    // needs a threshold. Else a round ends all unless the best bar is high.
    bool all_compete = false;
  };

  // Refuses epsilon that is not above 0 and at most 20, delta that is not above 0 and
  // at most 1/2, and shares that make no round or more than a thousand.
  static Result<ChosenBars> make(const Parameters& parameters);

  Guarantee guarantee() const;
  std::int64_t rounds() const { return rounds_; }
  const Rational& round_epsilon() const { return round_; }
  std::int64_t threshold() const { return threshold_; }  // 0 where all compete
  // What one round's choice costs beside epsilon. [T200]
  Interval choice_delta() const;
  std::vector<std::int64_t> run(Bars bars, RandomSource& random) const;

 private:
  ChosenBars(Parameters parameters, std::int64_t rounds, Rational round,
             std::int64_t threshold);
  Parameters parameters_;
  std::int64_t rounds_;
  Rational round_;  // the epsilon of each half of a round
  std::int64_t threshold_;
};

}  // namespace selvage
