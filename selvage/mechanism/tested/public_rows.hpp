// A table as one of a public number of rows, by rank: of more rows the middle ones, of
// fewer all of them between ends that are added on both sides. Whoever comes, leaves or
// is replaced changes one row of it. [T186]
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "selvage/base/int128.hpp"
#include "selvage/summary/rank_windows.hpp"

namespace selvage {

// Stands for what has no bound.
inline constexpr Int128 kNoBound = Int128{1} << 100;

class PublicRows {
 public:
  // All rows, rising. They must outlive it.
  PublicRows(std::int64_t people, std::span<const std::int64_t> rising);
  // Those around some ranks, all of the same table. They must outlive it.
  PublicRows(std::int64_t people, std::span<const RankWindow> windows);

  std::int64_t people() const { return people_; }
  // The code at a rank from 1 on. Before the first one, after the last one and where an
  // end was added: -kNoBound or kNoBound. Requires a rank of a window, or none at all.
  Int128 at(std::int64_t rank) const;

 private:
  struct Part {
    std::int64_t below;  // rows before the first one of `codes`
    std::span<const std::int64_t> codes;
  };
  std::int64_t people_, rows_;
  std::vector<Part> parts_;
};

// How far apart two rows are; kNoBound where one of them has no bound.
Int128 row_difference(Int128 upper, Int128 lower);

}  // namespace selvage
