// How far from a centre values are looked at: 2^j codes, where j is drawn with a
// probability proportional to 2^-j exp(-slope S_j). With N_j rows farther away than
// 2^j,
//   S_j = max(0, N_j - target, target - N_(j-1)),
// so that about `target` rows lie outside. [T107]
#pragma once
#include <cstdint>
#include <vector>

#include "selvage/base/int128.hpp"
#include "selvage/mechanism/quantile/cell_bounds.hpp"
#include "selvage/random/law.hpp"

namespace selvage {

// Of counts as Reader::counts_beyond gives them: all rows, then N_0, N_1, ...
std::vector<std::int64_t> radius_scores(const std::vector<std::int64_t>& counts,
                                        std::int64_t target);

class RadiusLaw : public Law {
 public:
  // Requires 1 to 128 scores, none of them negative, and slope > 0.
  RadiusLaw(const std::vector<std::int64_t>& scores, const Rational& slope);

  std::unique_ptr<Sampler> sampler() const override;
  std::optional<std::uint64_t> size(std::int64_t) const override;
  std::int64_t value(std::int64_t, std::uint64_t index) const override;
  Weight weight(std::int64_t, std::uint64_t index) const override;
  Interval rest(std::int64_t, std::uint64_t count) const override;

 private:
  class Drawing;
  std::vector<WeighedSegment> segments_;  // by j
  std::vector<std::int64_t> order_;       // heaviest first
  Rational least_, most_;                 // of 1 / (the sum of all weights)
  std::vector<Interval> rest_;            // after none, one, ... of them
};

}  // namespace selvage
