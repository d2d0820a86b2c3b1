// How far two neighbours can be told apart, from what the code was seen to do with its
// draws.
#pragma once
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/outcome/divergence.hpp"
#include "selvage/verify/pair_walk.hpp"

namespace selvage::verify {

struct PairDivergence {
  Interval delta;         // at the promised epsilon, certified
  Interval not_executed;  // mass of the outcomes that were not run one by one
  // What is known of all outcomes agrees with what was executed, as far as it was.
  bool agrees = false;
  // Both tables are one draw of a law that a mechanism brings, and nothing else.
  bool of_law = false;
  // The bound before it became an interval, which rounds it.
  std::optional<Rational> at_most = std::nullopt;
  // By how much delta may be too large, for what was not executed: next to nothing.
  Interval slack = Interval(0);

  bool keeps(const Rational& promised) const {
    return (at_most ? *at_most : delta.upper()) <= promised + slack.upper();
  }
};

// The larger divergence of the two directions. Where the pair brings its exact delta,
// that is it, and the executed paths must agree with it. Else, where the code is seen
// to be a translation of one discrete Laplace draw, its divergence is the closed form
// [T9] and the executed paths must agree with it; of a Gaussian draw whose walk leaves
// the promise open (too wide, or narrow beside the shift) it is that of its certified
// loss [T22] or a bound [T26]; otherwise what was cut off counts in full, and may
// exceed the promise by itself where it is next to nothing.
PairDivergence pair_divergence(const NeighbourPair& pair, const PairWalk& with,
                               const PairWalk& without);

}  // namespace selvage::verify
