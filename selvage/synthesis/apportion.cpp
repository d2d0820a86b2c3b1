#include "selvage/synthesis/apportion.hpp"

#include <cassert>
#include <numeric>

#include "selvage/base/int128.hpp"

namespace selvage {

std::vector<std::int64_t> apportion(std::span<const std::int64_t> weights,
                                    std::int64_t rows, std::uint64_t offset) {
  const auto total = static_cast<std::uint64_t>(
      std::accumulate(weights.begin(), weights.end(), std::int64_t{0}));
  assert(offset < total && rows >= 0);
  std::vector<std::int64_t> shares;
  shares.reserve(weights.size());
  Uint128 up_to_here = offset, taken = 0;
  for (const std::int64_t weight : weights) {
    up_to_here +=
        Uint128{static_cast<std::uint64_t>(weight)} * static_cast<std::uint64_t>(rows);
    const Uint128 next = up_to_here / total;
    shares.push_back(static_cast<std::int64_t>(next - taken));
    taken = next;
  }
  return shares;
}

}  // namespace selvage
