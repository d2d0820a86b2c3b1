// The only window on the data: bound once to what a mechanism needs (a Reading), then
// asked as often as it likes. A later request may depend on parameters and on what was
// released, never on what was only read. All requests of one run see the same bounded
// rows. source/ opens it on real tables, verify/ on small worlds.
//
// The numbers of rows are codes: steps of the grid of the bound measure, or places of
// them on its scale.
#pragma once
#include <optional>
#include <vector>

#include "selvage/summary/block_tally.hpp"
#include "selvage/summary/cell_tally.hpp"
#include "selvage/summary/rank_windows.hpp"

namespace selvage {

// Codes are clamped to [from, to], then summed. Requires from <= to.
struct SumRequest {
  std::int64_t from, to;
};

// Codes are clamped to 2^octave about the centre; what they are above it is counted in
// steps of 2^shift, to the nearest one (halves up), row by row; then it is summed. On a
// grid of places all of this is said of the codes of places and centre.
// Requires 0 <= octave <= 127 and 0 <= shift <= 126.
struct RoundedSumRequest {
  std::int64_t centre;
  int octave;
  int shift = 0;
};

// ceil(part n) of the n rows of a cell are left out at either end. Requires 0 < part <
// 1/2, and no negative number of ranks.
struct TrimRequest {
  Rational part;
  std::int64_t ranks = 0;  // to read on either side of the last row left out
  // Where n is not to be known: of the middle `people` rows, as RankRequest has it.
  std::optional<std::int64_t> people = std::nullopt;
};
struct TrimmedRows {
  RankWindow low, high;  // around the last row left out below, the first one above
  Int128 sum = 0;        // of the codes that are kept; 0 where none are
};

class Reader {
 public:
  // More cells are not asked with ranks, bounded_sum and counts_above, which answer
  // with something for each of them.
  static constexpr std::uint64_t kMaxCells = 1'000'000;

  virtual ~Reader() = default;
  virtual const Reading& reading() const = 0;

  // All of these are about the rows that bounding each person has left, and fail only
  // if the container breaks while it is read or the caller stops it, never for what
  // the values are.

  // Rows and sums in each cell that holds rows.
  virtual Result<Cells> cells() = 0;

  // The others have one element for each cell of the domain, in order. They require a
  // measure, known keys and at most kMaxCells cells.

  // The codes around ranks, by request and cell, all by the same few scans: usually
  // one, as far as the memory for the windows and for some millions of codes allows.
  Result<std::vector<std::vector<RankWindow>>> ranks(
      std::span<const RankRequest> requests);
  // Around one of them, by cell.
  Result<std::vector<RankWindow>> ranks(const RankRequest& request);
  // Rows and the sum of their clamped codes; no squares.
  Result<std::vector<CellSums>> bounded_sum(const SumRequest& request);
  // Rows and the sum of their rounded codes, with a request of its own for each cell.
  Result<std::vector<CellSums>> rounded_sums(
      std::span<const RoundedSumRequest> requests);
  // The rows around what is left out at either end, and the sum of the rest.
  Result<std::vector<TrimmedRows>> trimmed(const TrimRequest& request);
  // With a centre for each cell: first all rows of the cell, then those that lie more
  // than 2^j from the centre, for j from 0 to octaves - 1; on a grid of places this is
  // said of the codes of places and centres. Requires 1 <= octaves <= 128.
  Result<std::vector<std::vector<std::int64_t>>> counts_beyond(
      std::span<const std::int64_t> centres, int octaves);
  // How many rows have codes of at least each edge. Requires rising edges.
  Result<std::vector<std::vector<std::int64_t>>> counts_above(
      const std::vector<std::int64_t>& edges);

  // The rows by block, those that have a number in the measure's column and in each one
  // beside it: these are v_0, v_1, ... One scan. Fails where the reader has no such
  // columns.
  virtual Result<std::vector<BlockSums>> block_sums(const BlockRequest& request);

 protected:
  // Hands every kept row to `visit`, in any order: the same rows each time.
  virtual Outcome each_row(const VisitRow& visit) = 0;
  // The same in batches, by as many threads as there are.
  virtual Outcome each_batch(const VisitRows& visit);

 private:
  std::size_t answered_cells() const;
  std::vector<CellSums> no_sums() const;
  template <class Make, class Add>
  auto tallied(const Make& none, const Add& add) -> Result<decltype(none())>;
};

}  // namespace selvage
