// A count as a reader sees it: with its noise, and then by a rule that shows small
// outputs as 0. The rule is post-processing. What is suppressed is seen as 0 too.
#pragma once
#include "selvage/base/interval.hpp"
#include "selvage/mechanism/outlier/count_noise.hpp"

namespace selvage {

using ShownNoise = std::variant<LaplaceNoise, WarpedNoise, StaircaseNoise>;
// The same as the noise of cells.
std::shared_ptr<const CellNoise> cell_noise(const ShownNoise& noise);

struct ShownCount {
  ShownNoise noise;
  // Outputs up to this are shown as 0. Only with W.
  std::optional<std::int64_t> zero_up_to = std::nullopt;
};

// What is seen of an output of its noise.
std::int64_t seen(const ShownCount& shown, std::int64_t output);
// E|seen - count|. Fails where a staircase's law is too wide to compute, as below.
Result<Interval> mean_absolute_error(const ShownCount& shown, std::int64_t count);
// P(seen >= least | count). Requires least >= 1.
Result<Interval> seen_at_least(const ShownCount& shown, std::int64_t count,
                               std::int64_t least);

}  // namespace selvage
