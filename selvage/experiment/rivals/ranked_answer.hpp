// The exponential mechanism on ranks: an answer read off bars comes with a chance that
// falls with the people who must come or leave until it is the true one [AD20]. For a
// maximum those are the people above, which is where the name is from. Privacy: T201.
#pragma once
#include <memory>

#include "selvage/experiment/rivals/bar_rivals.hpp"
#include "selvage/random/law.hpp"

namespace selvage {

// P(r) proportional to exp(-epsilon edits(r) / 2), over all answers: (epsilon, 0).
class RankedAnswer {
 public:
  // Requires epsilon > 0.
  RankedAnswer(BarAnswer f, const Rational& epsilon) : f_(f), epsilon_(epsilon) {}
  Guarantee guarantee() const;
  std::int64_t run(Bars bars, RandomSource& random) const;

 private:
  BarAnswer f_;
  Rational epsilon_;
};

// The answer where people are many who must come or leave before it changes, with the
// largest chance that any (epsilon, delta)-private rule allows, and else none. [T125]
class ShownAnswer {
 public:
  static constexpr std::int64_t kNotShown = -1;
  // Requires 0 < epsilon <= 20 and 2^-60 <= delta < 1.
  ShownAnswer(BarAnswer f, const Rational& epsilon, const Rational& delta);
  Guarantee guarantee() const;
  std::int64_t run(Bars bars, RandomSource& random) const;

 private:
  BarAnswer f_;
  Rational epsilon_, delta_;
  std::shared_ptr<const Law> law_;
};

}  // namespace selvage
