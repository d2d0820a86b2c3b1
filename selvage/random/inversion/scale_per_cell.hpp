// Two-sided geometric noise whose scale differs from draw to draw: the same filter,
// with the constants of each scale in its lane. Theory: T12.
#pragma once
#include <functional>
#include <vector>

#include "selvage/random/inversion/filtered_geometric.hpp"

namespace selvage {

class ScalePerCell {
 public:
  // Requires that FilteredGeometric::fits each scale.
  explicit ScalePerCell(std::span<const Rational> scales,
                        const FilteredGeometric::Tuning& tuning = {});

  // One draw for each scale. Requires as many places.
  template <class Words>
  void draw(std::span<std::int64_t> out, Words& words) const {
    std::size_t first = 0;
    for_each_batch(words, out, [&](auto batch, auto part) {
      std::array<std::uint32_t, kBatch> unsure;
      const std::size_t count = decide(first, batch, part, unsure);
      for (std::size_t i = 0; i < count; ++i)
        part[unsure[i]] =
            laws_[law_of_[first + unsure[i]]].exact(batch[unsure[i]], std::ref(words));
      first += batch.size();
    });
  }

 private:
  std::size_t decide(std::size_t first, std::span<const std::uint64_t> words,
                     std::span<std::int64_t> out,
                     std::span<std::uint32_t, kBatch> unsure) const;

  FilteredGeometric::Tuning tuning_;
  std::vector<FilteredGeometric> laws_;  // one for each different scale
  std::vector<std::uint32_t> law_of_;
  std::vector<double> offsets_, scales_;
};

}  // namespace selvage
