// The steps of a function that grows, by halving: shared by the line, whose radii are
// whole numbers, and by finite metrics, whose radii are numbered.
#pragma once
#include <cstdint>
#include <vector>

#include "selvage/base/int128.hpp"

namespace selvage {

struct MatchedStep {
  std::int64_t radius;  // the least at which ...
  Int128 matched;       // ... so much mass is matched
};

// The radii from 0 to `last` at which `matched` is greater than just before, in order,
// with what it is there; the first is 0. A step is looked for only where
// `wanted(before, after)` says so: it is asked of masses between which steps lie.
// Requires that matched does not fall, and that wanted holds of a part only if of the
// whole.
template <class Matched, class Wanted>
std::vector<MatchedStep> matched_steps(std::int64_t last, const Matched& matched,
                                       const Wanted& wanted) {
  struct Part {
    MatchedStep low, high;
  };
  std::vector<MatchedStep> steps = {{0, matched(0)}};
  if (last == 0) return steps;
  std::vector<Part> parts = {{steps[0], {last, matched(last)}}};
  while (!parts.empty()) {
    const Part part = parts.back();
    parts.pop_back();
    if (!wanted(part.low.matched, part.high.matched)) continue;
    if (part.high.radius - part.low.radius == 1) {
      steps.push_back(part.high);
      continue;
    }
    const std::int64_t middle =
        part.low.radius + (part.high.radius - part.low.radius) / 2;
    const MatchedStep between = {middle, matched(middle)};
    parts.push_back({between, part.high});
    parts.push_back({part.low, between});  // taken first, so that steps are in order
  }
  return steps;
}

}  // namespace selvage
