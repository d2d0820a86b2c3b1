// The reference sampler of W: a walk from the count, one coin a step, all coins of
// whole-number probabilities. Theory: T40.
#pragma once
#include <algorithm>
#include <cstdint>

#include "selvage/base/int128.hpp"
#include "selvage/mechanism/outlier/law/warped_geometric.hpp"
#include "selvage/random/sampling/uniform.hpp"

namespace selvage {

// `Draws` offers coin (WordDraws, or the outcome tree of outcome/).
template <class Draws>
std::int64_t warped_walk(Draws& draws, const WarpedGeometric& law, std::int64_t count) {
  constexpr Uint128 one = WarpedGeometric::kOne;
  std::int64_t m = std::max(count, law.least());
  Uint128 here = law.n(m), next = law.n(m + 1);
  if (draws.coin(next, one + next)) {  // up: on with q' (1 + q) / (1 + q')
    for (;;) {
      ++m;
      here = next;
      next = law.n(m + 1);
      if (!draws.coin(next * (one + here), one * (one + next))) return m;
    }
  }
  // Down: on with q (1 + q') / (1 + q); q is 0 at the least output.
  while (draws.coin(here * (one + next), one * (one + here))) {
    --m;
    next = here;
    here = law.n(m);
  }
  return m;
}

}  // namespace selvage
