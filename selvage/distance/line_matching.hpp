// Masses at places of the line, and how much of them can be matched within a radius:
// F(r), the greatest mass of a plan that moves nothing farther than r. [T151]
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "selvage/base/int128.hpp"
#include "selvage/distance/line_histogram.hpp"

namespace selvage {

class LineMatching {
 public:
  // An item of the first has the mass from_factor, one of the second to_factor.
  // Requires histograms of line_histogram, factors >= 1, and masses below 2^125.
  LineMatching(const LineHistogram& from, const LineHistogram& to, Int128 from_factor,
               Int128 to_factor);

  // F(radius), in one pass over both. Requires radius >= 0.
  Int128 matched(std::int64_t radius) const;
  // The distance of the farthest pair: no plan needs more.
  std::int64_t farthest() const;
  // min{ r : F(r) >= mass }. None if more is wanted than can be matched at all.
  std::optional<std::int64_t> least_radius(Int128 mass) const;

 private:
  template <class Mass>
  struct Part {
    std::int64_t place;
    Mass mass;
  };
  template <class Mass>
  struct Sides {
    std::vector<Part<Mass>> from, to;
  };
  template <class Mass>
  static Mass matched(const Sides<Mass>& sides, std::int64_t radius);

  std::int64_t farthest_ = 0;
  Int128 most_ = 0;  // F(farthest)
  bool is_short_ = true;
  Sides<std::int64_t> short_;  // where all masses fit in 62 bits: twice as fast
  Sides<Int128> long_;
};

}  // namespace selvage
