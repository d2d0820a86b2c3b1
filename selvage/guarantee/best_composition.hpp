// Many releases about the same people, told as tightly as what is known about each
// allows: every way of composing that applies is computed, the least epsilon wins.
// Each way is a theorem of its own, so the least is as true as the others. [T28]
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "selvage/guarantee/derivation.hpp"

namespace selvage {

// A release whose conclusion is dp or zcdp, made `times` times. If its derivation tells
// of discrete Laplace or Gaussian noise, the noise is used, not only the promise.
struct RepeatedRelease {
  Derivation release;
  std::int64_t times = 1;
};

struct CompositionWay {
  std::string name;  // basic, optimal, privacy_loss, zcdp
  Derivation derivation;
  const DpPromise& promise() const;
};

struct BestComposition {
  CompositionWay best;
  std::vector<CompositionWay> ways;  // all that apply, the best among them
};

// (epsilon, at most delta) for all releases together. Refuses other kinds of promises,
// mixed neighbours, no releases, delta outside [0, 1), and deltas that no way meets.
Result<BestComposition> best_composition(const std::vector<RepeatedRelease>& releases,
                                         const Rational& delta);

}  // namespace selvage
