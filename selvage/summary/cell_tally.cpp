#include "selvage/summary/cell_tally.hpp"

#include <algorithm>
#include <cassert>

#include "selvage/summary/parse_number.hpp"

namespace selvage {
namespace {

constexpr std::uint64_t kMostDense = NumericBins::kMaxBins + 3;
constexpr std::uint64_t kMostDenseSums = 1 << 20;
constexpr std::size_t kFewCells = 256;

}  // namespace

std::optional<std::int64_t> Measure::steps_of_text(std::string_view text) const {
  if (!moments) return grid.steps_of_text(text);
  const auto moment = moments->moment_of(trimmed(text));
  return moment ? std::optional(steps(*moment)) : std::nullopt;
}

CellTally::CellTally(const Reading& reading) : measured_(reading.measure.has_value()) {
  const std::uint64_t cells = reading.domain.cells();
  dense_ = !reading.domain.has_unknown_keys() &&
           cells <= (measured_ ? kMostDenseSums : kMostDense);
  if (dense_ && measured_) entries_.resize(cells);
  if (dense_ && !measured_) rows_.resize(cells);
}

void CellTally::add_to(Entry& entry, std::int64_t steps) {
  ++entry.rows;
  entry.sum += steps;
  entry.squares += static_cast<Uint128>(Int128{steps} * steps);
}

void CellTally::add(const CodedRow& row) {
  if (!dense_)
    add_to(sparse_[row.cell << 32 | row.key], row.steps);
  else if (measured_)
    add_to(entries_[row.cell], row.steps);
  else
    ++rows_[row.cell];
}

void CellTally::add(std::span<const CodedRow> rows) {
  for (const CodedRow& row : rows) add(row);
}

// With few cells neighbouring rows often meet in one, and an increment waits for the
// one before it: four tallies take turns.
void CellTally::add_cells(std::span<const std::uint32_t> cells) {
  assert(!measured_);
  if (!dense_) {
    for (const std::uint32_t cell : cells) ++sparse_[std::uint64_t{cell} << 32].rows;
    return;
  }
  if (rows_.size() > kFewCells) {
    for (const std::uint32_t cell : cells) ++rows_[cell];
    return;
  }
  std::uint32_t tallies[4][kFewCells] = {};
  std::size_t row = 0;
  for (; row + 4 <= cells.size(); row += 4)
    for (std::size_t lane = 0; lane < 4; ++lane) ++tallies[lane][cells[row + lane]];
  for (; row < cells.size(); ++row) ++tallies[0][cells[row]];
  for (std::size_t cell = 0; cell < rows_.size(); ++cell)
    rows_[cell] += std::int64_t{tallies[0][cell]} + tallies[1][cell] +
                   tallies[2][cell] + tallies[3][cell];
}

std::vector<CellSums> CellTally::sums() const {
  std::vector<CellSums> result;
  result.reserve(static_cast<std::size_t>(
      std::count_if(rows_.begin(), rows_.end(), [](auto rows) { return rows > 0; })));
  for (std::size_t cell = 0; cell < rows_.size(); ++cell)
    if (rows_[cell] > 0) result.push_back({.cell = cell, .rows = rows_[cell]});
  for (std::size_t cell = 0; cell < entries_.size(); ++cell)
    if (const Entry& entry = entries_[cell]; entry.rows > 0)
      result.push_back(
          {cell, 0, entry.rows, entry.sum, static_cast<Int128>(entry.squares)});
  for (const auto& [code, entry] : sparse_)
    result.push_back({code >> 32, static_cast<std::uint32_t>(code), entry.rows,
                      entry.sum, static_cast<Int128>(entry.squares)});
  if (!dense_)
    std::sort(result.begin(), result.end(), [](const CellSums& a, const CellSums& b) {
      return std::pair(a.cell, a.key) < std::pair(b.cell, b.key);
    });
  return result;
}

}  // namespace selvage
