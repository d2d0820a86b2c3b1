// Rows of a regression of up to five coefficients as planes of their space, in whole
// numbers: the row is explained exactly by b where u b = c, and misses by |c - u b|.
// The length of u is the row's weight. [T180]
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "selvage/base/int128.hpp"

namespace selvage {

inline constexpr std::size_t kMostDimensions = 5;
// With these sizes determinants of rows fit in 80 bits, and those with misses in 127.
inline constexpr int kSpaceWeightBits = 16;
inline constexpr std::int64_t kSpaceWeight = std::int64_t{1} << kSpaceWeightBits;
inline constexpr std::int64_t kMostSpaceCoordinate = std::int64_t{1} << 28;

using SpaceVector = std::array<std::int64_t, kMostDimensions>;

// Requires |u| <= length <= 2^16 and |c| <= 2^44.
struct SpaceRow {
  SpaceVector u = {};
  std::int64_t c = 0;
  std::int64_t length = 0;  // a whole number, not below |u|
};

// The point numerators / det, det > 0.
struct SpacePoint {
  std::array<Int128, kMostDimensions> numerators = {};
  Int128 det = 1;
  // floor((coordinate - origin) / width). Requires width > 0.
  std::int64_t cell(std::size_t coordinate, std::int64_t origin,
                    std::int64_t width) const;
};

// Where the sum of all misses is least, exactly. None where the rows do not span the
// space: then the least misses lie along a whole line at least. Requires 1 <=
// dimensions <= 5. [T180]
std::optional<SpacePoint> least_misses(std::span<const SpaceRow> rows,
                                       std::size_t dimensions);

// A closed box, at most 2^28 from the origin.
struct SpaceCell {
  SpaceVector low = {}, high = {};
};

// At most the least length of a subgradient on the boundary of the cell, in whole
// weights, rounded up and at most `most`: the least bound over all tiles into which
// each side is cut, 2^level along each direction. [T181]
struct TileBound {
  int level;
  std::int64_t most;
  std::int64_t whole = kSpaceWeight;
};
std::int64_t tile_depth(std::span<const SpaceRow> rows, std::size_t dimensions,
                        const SpaceCell& cell, const TileBound& bound);

}  // namespace selvage
