// Masses at the points of any finite ground set, and how much of them can be matched
// within a radius, by a maximum flow in whole numbers. [T153]
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "selvage/base/extended_rational.hpp"
#include "selvage/base/int128.hpp"

namespace selvage {

// distances[i][j]: from point i of the first side to point j of the second. Infinity
// where nothing may be moved. Any numbers will do: no triangle is asked for.
using Distances = std::vector<std::vector<ExtendedRational>>;

class FiniteMatching {
 public:
  // Requires masses >= 0 of less than 2^125 in all, and a distance for each pair, none
  // below 0.
  FiniteMatching(std::vector<Int128> from, std::vector<Int128> to,
                 const Distances& distances);

  // The distances that are there, in rising order: a radius is a number in this list.
  const std::vector<Rational>& radii() const { return radii_; }
  // F(radii[radius]). Requires a number of the list.
  Int128 matched(std::int64_t radius) const;
  // min{ r : F(r) >= mass }; infinity if more is wanted than can be matched at all.
  ExtendedRational least_radius(Int128 mass) const;

 private:
  std::vector<Int128> from_, to_;
  std::vector<Rational> radii_;
  std::vector<std::vector<std::int64_t>> rank_;  // of each pair; -1 for infinity
};

}  // namespace selvage
