#include "selvage/random/inversion/scale_per_cell.hpp"

#include <cassert>
#include <map>

namespace selvage {

ScalePerCell::ScalePerCell(std::span<const Rational> scales,
                           const FilteredGeometric::Tuning& tuning)
    : tuning_(tuning) {
  std::map<Rational, std::uint32_t> known;
  for (const Rational& scale : scales) {
    const auto [found, fresh] =
        known.try_emplace(scale, static_cast<std::uint32_t>(laws_.size()));
    if (fresh) laws_.emplace_back(FilteredGeometric::Sides::two, scale, tuning);
    law_of_.push_back(found->second);
    offsets_.push_back(laws_[found->second].filter_offset());
    scales_.push_back(laws_[found->second].filter_scale());
  }
}

std::size_t ScalePerCell::decide(std::size_t first,
                                 std::span<const std::uint64_t> words,
                                 std::span<std::int64_t> out,
                                 std::span<std::uint32_t, kBatch> unsure) const {
  assert(first + words.size() <= law_of_.size() && words.size() == out.size());
  return run_filter(tuning_.kernel, {.words = words.data(),
                                     .count = words.size(),
                                     .offsets = offsets_.data() + first,
                                     .scales = scales_.data() + first,
                                     .each = true,
                                     .two_sided = true,
                                     .slack = tuning_.slack,
                                     .out = out.data(),
                                     .unsure = unsure.data()});
}

}  // namespace selvage
