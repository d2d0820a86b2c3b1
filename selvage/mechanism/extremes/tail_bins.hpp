// The public bins in which an extreme is sought, on the codes of a grid: those that a
// request gives, LO:HI:STEP, and one more at either end for all that lies outside; or,
// for a column of which nothing is known, 16 to every octave of codes:
//   |k| < 16 alone, else sign(k) (16 (e-4) + (|k| >> (e-4))), e = floor(log2 |k|).
//   [T102]
#pragma once
#include <cstdint>
#include <vector>

#include "selvage/base/result.hpp"
#include "selvage/summary/calendar_bins.hpp"
#include "selvage/summary/grid.hpp"
#include "selvage/summary/moment_unit.hpp"
#include "selvage/summary/numeric_bins.hpp"

namespace selvage {

class TailBins {
 public:
  static constexpr std::size_t kMost = 1'000'000;
  static constexpr int kLeastExponent = 5;

  // These and the two outside, each as wide as a step, on their grid (grid_of). Refuses
  // fewer than two bins, more than kMost, and edges that are no steps of the grid.
  static Result<TailBins> given(const NumericBins& bins, const Grid& grid);
  // On codes of this unit (coarsest_unit); the two outside are a unit each, where the
  // years 1 to 9999 have it. Refuses too few bins and too many.
  static Result<TailBins> given(const CalendarBins& bins, const MomentUnit& unit);
  // Of all codes of a scale, as places of it: 32 exponent - 97 bins. Requires five bits
  // or more, so that every edge is a place.
  static TailBins octaves(const CodeScale& scale);
  // One bin for each of the codes 0..count-1: for times of day, and for evidence.
  static TailBins single(std::size_t count);

  std::size_t size() const { return firsts_.size(); }
  // The least code of every bin, rising. Lesser codes belong to the first bin, and all
  // from the last one on to the last bin.
  const std::vector<std::int64_t>& firsts() const { return firsts_; }
  std::int64_t first(std::size_t bin) const { return firsts_[bin]; }
  // The largest code of a bin, and where the next one begins: for the last bin the end
  // of all.
  std::int64_t last(std::size_t bin) const { return end(bin) - 1; }
  std::int64_t end(std::size_t bin) const {
    return bin + 1 < firsts_.size() ? firsts_[bin + 1] : end_;
  }

 private:
  TailBins(std::vector<std::int64_t> firsts, std::int64_t end)
      : firsts_(std::move(firsts)), end_(end) {}
  std::vector<std::int64_t> firsts_;
  std::int64_t end_;
};

// The longest unit of which all edges are multiples.
MomentUnit coarsest_unit(const CalendarBins& bins);
// The finest grid on which all edges of the bins are steps; it reaches a step beyond
// them on both sides.
Result<Grid> grid_of(const NumericBins& bins);
// The largest power of ten, 1 at most, of which all edges are multiples.
Rational unit_of_edges(const NumericBins& bins);

}  // namespace selvage
