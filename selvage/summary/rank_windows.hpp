// The codes around a rank, in each cell, without memory for all rows: one scan where
// they come in no particular order (rank_collection.hpp). Else scans count rows in
// buckets and narrow down where the two ends of a window lie, until what is left fits;
// one more scan collects it. Whole numbers only, and no value can make it fail.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "selvage/base/rational.hpp"
#include "selvage/base/result.hpp"
#include "selvage/summary/cell_tally.hpp"

namespace selvage {

// The window around the ceil(rank n)-th of the n rows, with so many ranks before and
// after it as there are. Requires 0 < rank < 1 and no negative number of ranks.
struct RankRequest {
  Rational rank;
  std::int64_t below = 0, above = 0;
  // Only rows with codes in [from, to); n counts these.
  std::optional<std::int64_t> from = std::nullopt, to = std::nullopt;
  // Where n is not to be known: the ceil(rank people)-th of the middle `people` rows,
  // or the row nearest to where that would be. Requires people >= 1.
  std::optional<std::int64_t> people = std::nullopt;
};

// Of `rows` rows those below the middle `people` of them; where there are fewer, minus
// the number of ends that are added below. [T186]
constexpr std::int64_t rows_below_middle(std::int64_t rows, std::int64_t people) {
  const std::int64_t more = rows - people;
  return more >= 0 ? more / 2 : -((1 - more) / 2);
}

struct RankWindow {
  std::int64_t rows = 0;                 // n
  std::int64_t below = 0;                // of these before the first one of `codes`
  std::vector<std::int64_t> codes = {};  // one for each row of the window, rising
  // Rows with the first code that lie before the window, and with the last code that
  // lie after it: what it leaves of a number that it cuts.
  std::int64_t cut_below = 0, cut_above = 0;
  friend bool operator==(const RankWindow&, const RankWindow&) = default;
};

// A scan that can be made again: hands every row to the function.
using RowScan = std::function<Outcome(const VisitRows& visit)>;

// What is kept in memory beside the windows, over all cells and requests, by each
// thread that scans.
struct RankLimits {
  std::size_t codes = std::size_t{1} << 22;    // of single rows
  std::size_t buckets = std::size_t{1} << 18;  // at least four in each cell
};

// For each request one window for each cell, all by the same scans: one where all rows
// fit in the limits or come in no particular order, usually two where they do not, and
// at most about 64 / log2(buckets of a cell) + 4.
Result<std::vector<std::vector<RankWindow>>> rank_windows(
    std::span<const RankRequest> requests, std::size_t cells, const RowScan& scan,
    const RankLimits& limits = {});

}  // namespace selvage
