// How far two histograms on the line are apart when a share theta of the mass may be
// left out: the farthest (Winf) and the mean (Wavg) way of the rest. Exact. [T150]
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "selvage/base/result.hpp"
#include "selvage/distance/average_profile.hpp"
#include "selvage/distance/line_histogram.hpp"
#include "selvage/distance/line_matching.hpp"
#include "selvage/distance/masses.hpp"

namespace selvage {

struct LossStep {
  Rational distance;  // no part of the mass moves farther ...
  Rational loss;      // ... than this share, which is left out
  bool operator==(const LossStep&) const = default;
};

class LineTransport {
 public:
  // Each counts as shares of its own size. Refuses histograms that line_histogram would
  // not make, and empty ones.
  static Result<LineTransport> make(LineHistogram from, LineHistogram to);

  // Winf_theta, in units of the places. Requires 0 <= theta <= 1.
  std::int64_t infinity(const Rational& theta) const;
  // 1 - F(radius). Requires radius >= 0.
  Rational loss(std::int64_t radius) const;
  // Every distance at which the loss falls, from 0 on; with `shares`, only those at
  // which it comes to another multiple of 1/shares or crosses one.
  std::vector<LossStep> profile(std::int64_t shares = 0) const;
  // Wavg for every loss. None where the running sums cross each other's levels too
  // often (line_average.hpp); where sizes are equal, that is never more often than
  // there are items.
  std::optional<AverageProfile> average() const;
  // Wavg, exact at these losses; between two of them it may be too large. Refuses
  // numbers whose costs may not fit in 127 bits.
  Result<AverageProfile> average_at(std::span<const Rational> losses) const;

 private:
  LineTransport(LineHistogram from, LineHistogram to, const CommonMasses& masses)
      : masses_(masses),
        matching_(from, to, masses.from_factor, masses.to_factor),
        from_(std::move(from)),
        to_(std::move(to)) {}
  CommonMasses masses_;
  LineMatching matching_;
  LineHistogram from_, to_;
};

}  // namespace selvage
