#include "selvage/summary/chosen_cells.hpp"

#include <cassert>

namespace selvage {
namespace {

std::uint64_t place(std::uint64_t cell, std::uint32_t key) { return cell << 32 | key; }

// The rows of any reader, which only readers may have.
struct RowsOf : Reader {
  using Reader::each_batch;
  using Reader::each_row;
};

}  // namespace

ChosenCells::ChosenCells(Reader& all, Reading reading, std::span<const CellSums> chosen)
    : all_(all), reading_(std::move(reading)) {
  assert(!reading_.domain.has_unknown_keys());
  assert(chosen.size() <= reading_.domain.cells());
  for (const CellSums& one : chosen)
    cells_.emplace(place(one.cell, one.key), cells_.size());
}

Result<Cells> ChosenCells::cells() {
  CellTally tally(reading_);
  const auto done = each_row([&](const CodedRow& row) { tally.add(row); });
  if (!done) return done.error();
  return Cells{tally.sums(), {}};
}

std::optional<CodedRow> ChosenCells::here(const CodedRow& row) const {
  const auto found = cells_.find(place(row.cell, row.key));
  if (found == cells_.end()) return std::nullopt;
  return CodedRow{.cell = found->second, .key = 0, .steps = row.steps};
}

Outcome ChosenCells::each_row(const VisitRow& visit) {
  return (all_.*&RowsOf::each_row)([&](const CodedRow& row) {
    if (const auto mine = here(row)) visit(*mine);
  });
}

Outcome ChosenCells::each_batch(const VisitRows& visit) {
  return (all_.*&RowsOf::each_batch)([&](std::span<const CodedRow> rows) {
    thread_local std::vector<CodedRow> kept;
    kept.clear();
    for (const CodedRow& row : rows)
      if (const auto mine = here(row)) kept.push_back(*mine);
    visit(kept);
  });
}

}  // namespace selvage
