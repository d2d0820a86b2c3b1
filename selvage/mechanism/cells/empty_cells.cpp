#include "selvage/mechanism/cells/empty_cells.hpp"

#include <algorithm>
#include <cassert>

namespace selvage {

// A cell passes iff a coin of probability q^T = exp(-T/scale) falls well and then a
// draw Z is not negative; its count is T + Z: P = q^T (1-q)/(1+q) q^z, as for one draw
// that is T + z. Other noise has a coin and a draw of its own. The coins that fall
// badly are jumped over. [T34, T47]
std::vector<std::pair<std::uint64_t, std::int64_t>> passing_empty_cells(
    const EmptyCells& domain, const std::vector<std::uint64_t>& full,
    RandomSource& random) {
  assert(domain.threshold >= 1 && full.size() <= domain.cells);
  const std::uint64_t empty = domain.cells - full.size();
  const auto lifted = domain.noise->lifted_cells(domain.threshold);
  std::vector<std::pair<std::uint64_t, std::int64_t>> passing;
  if (lifted == nullptr) return passing;
  std::size_t before = 0;  // full cells before the place
  for (std::uint64_t place = 0;; ++place) {
    const std::int64_t jumped = lifted->jump(random);
    if (static_cast<std::uint64_t>(jumped) >= empty - place) return passing;
    place += static_cast<std::uint64_t>(jumped);
    const std::int64_t count = lifted->draw(random);
    if (count >= domain.threshold) {
      // The place-th empty cell: full ones up to there come on top.
      while (before < full.size() && full[before] <= place + before) ++before;
      // Released as the other cells are: see add_noise.
      passing.emplace_back(place + before, std::min(count, kMaxRelease));
    }
    if (place + 1 == empty) return passing;
  }
}

}  // namespace selvage
