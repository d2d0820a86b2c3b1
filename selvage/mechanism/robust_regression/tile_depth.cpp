// Branch and bound over tiles of the sides of a cell. On a tile most rows pull one way;
// the others pull by their length at most. What a part of a tile has is not below what
// the tile has, so a tile that cannot lower the least depth so far is not cut. [T181]
#include <algorithm>
#include <cassert>
#include <cstdlib>

#include "selvage/base/bisect.hpp"
#include "selvage/mechanism/robust_regression/space.hpp"

namespace selvage {
namespace {

struct Tile {
  SpaceVector middle = {}, half = {};  // in parts of a step
  int level = 0;
};

class Tiles {
 public:
  Tiles(std::span<const SpaceRow> rows, std::size_t dimensions, const TileBound& bound)
      : rows_(rows), size_(dimensions), bound_(bound), depth_(bound.most) {}

  void add_sides(const SpaceCell& cell) {
    const std::int64_t parts = std::int64_t{2} << bound_.level;
    std::vector<std::uint32_t> all(rows_.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint32_t>(i);
    for (std::size_t fixed = 0; fixed < size_; ++fixed)
      for (const std::int64_t place : {cell.low[fixed], cell.high[fixed]}) {
        Tile side;
        for (std::size_t j = 0; j < size_; ++j) {
          const std::int64_t width = cell.high[j] - cell.low[j];
          side.middle[j] = cell.low[j] * parts + width * (parts / 2);
          side.half[j] = width * (parts / 2);
        }
        side.middle[fixed] = place * parts;
        side.half[fixed] = 0;
        visit(side, fixed, all, {});
      }
  }
  std::int64_t depth() const { return depth_; }

 private:
  // `open` are the rows that do not pull one way on what the tile is a part of, and
  // `pull` is that of the others.
  void visit(const Tile& tile, std::size_t fixed,
             const std::vector<std::uint32_t>& open, SpaceVector pull) {
    if (depth_ == 0) return;
    std::vector<std::uint32_t> left;
    std::int64_t lengths = 0;
    const std::int64_t parts = std::int64_t{2} << bound_.level;
    for (const std::uint32_t k : open) {
      const SpaceRow& row = rows_[k];
      std::int64_t missed = row.c * parts, reach = 0;
      for (std::size_t j = 0; j < size_; ++j) {
        missed -= row.u[j] * tile.middle[j];
        reach += std::abs(row.u[j]) * tile.half[j];
      }
      if (std::abs(missed) <= reach) {
        left.push_back(k);
        lengths += row.length;
        continue;
      }
      for (std::size_t j = 0; j < size_; ++j)
        pull[j] += missed > 0 ? -row.u[j] : row.u[j];
    }
    const auto reaches = [&](std::int64_t depth) {
      Int128 square = 0;
      for (std::size_t j = 0; j < size_; ++j) square += Int128{pull[j]} * pull[j];
      const Int128 most = Int128{depth} * bound_.whole + lengths;
      return square <= most * most;
    };
    if (!reaches(depth_ - 1)) return;
    if (tile.level == bound_.level) {
      depth_ = least_above(-1, depth_ - 1, reaches);
      return;
    }
    cut(tile, fixed, left, pull);
  }

  void cut(const Tile& tile, std::size_t fixed, const std::vector<std::uint32_t>& open,
           const SpaceVector& pull) {
    for (std::uint32_t part = 0; part < 1U << (size_ - 1); ++part) {
      Tile smaller = tile;
      ++smaller.level;
      for (std::size_t j = 0, bit = 0; j < size_; ++j) {
        if (j == fixed) continue;
        smaller.half[j] /= 2;
        smaller.middle[j] +=
            (part >> bit++ & 1U) != 0 ? smaller.half[j] : -smaller.half[j];
      }
      visit(smaller, fixed, open, pull);
    }
  }

  std::span<const SpaceRow> rows_;
  std::size_t size_;
  TileBound bound_;
  std::int64_t depth_;
};

}  // namespace

std::int64_t tile_depth(std::span<const SpaceRow> rows, std::size_t dimensions,
                        const SpaceCell& cell, const TileBound& bound) {
  assert(dimensions >= 2 && dimensions <= kMostDimensions && bound.level >= 0);
  Tiles tiles(rows, dimensions, bound);
  tiles.add_sides(cell);
  return tiles.depth();
}

}  // namespace selvage
