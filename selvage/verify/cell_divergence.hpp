// How far one cell of two neighbours can be told apart, from what the code was seen to
// do with its draws.
#pragma once
#include "selvage/guarantee/guarantee.hpp"
#include "selvage/verify/cell_law.hpp"

namespace selvage::verify {

// Draws with less mass than this need not be run.
inline const Rational kNegligible = Rational::power_of_two(-40);
// The longest shift, in steps, whose closed forms are summed.
inline constexpr std::int64_t kMostSteps = 1 << 12;

struct CellDivergence {
  Interval delta;         // at the promised epsilon, certified
  Interval not_executed;  // mass of the draws that were not run one by one
  bool exact;  // the law is known over all integers, and the executed part agrees
  bool agrees = false;  // with the exact curve, as far as it was executed
  // The bound before it became an interval, which rounds it.
  std::optional<Rational> at_most = std::nullopt;
  Rational upper() const { return at_most ? *at_most : delta.upper(); }
};

// The larger divergence of the two directions. Where the code is seen to be a
// translation of one discrete Laplace draw, its divergence is the closed form [T9] and
// the executed paths must agree with it; of a Gaussian draw whose walk leaves the
// promise open (too wide, or narrow beside the shift) it is that of its certified loss
// [T22] or a bound [T26]; otherwise what was cut off counts in full.
CellDivergence cell_divergence(const CellLaw& p, const CellLaw& q,
                               const DpPromise& promised);

}  // namespace selvage::verify
