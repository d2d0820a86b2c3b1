// A count as a reader sees it: with its noise, and then by a rule that shows small
// outputs as 0. The rule is post-processing. What is suppressed is seen as 0 too.
#pragma once
#include "selvage/base/interval.hpp"
#include "selvage/mechanism/cells/noise.hpp"

namespace selvage {

struct ShownCount {
  Noise noise;  // discrete Laplace, W or a staircase
  // Outputs up to this are shown as 0. Only with W.
  std::optional<std::int64_t> zero_up_to = std::nullopt;
};

// What is seen of an output of add_noise.
std::int64_t seen(const ShownCount& shown, std::int64_t output);
// E|seen - count|. Fails where a staircase's law is too wide to compute, as below.
Result<Interval> mean_absolute_error(const ShownCount& shown, std::int64_t count);
// P(seen >= least | count). Requires least >= 1.
Result<Interval> seen_at_least(const ShownCount& shown, std::int64_t count,
                               std::int64_t least);

}  // namespace selvage
