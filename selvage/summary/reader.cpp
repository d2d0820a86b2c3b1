#include "selvage/summary/reader.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "selvage/base/errors.hpp"

namespace selvage {

std::size_t Reader::answered_cells() const {
  const Reading& bound = reading();
  assert(bound.measure && !bound.domain.has_unknown_keys());
  assert(bound.domain.cells() <= kMaxCells);
  return bound.domain.cells();
}

Result<std::vector<std::vector<RankWindow>>> Reader::ranks(
    std::span<const RankRequest> requests) {
  return rank_windows(requests, answered_cells(),
                      [this](const VisitRow& visit) { return each_row(visit); });
}

Result<std::vector<RankWindow>> Reader::ranks(const RankRequest& request) {
  auto windows = ranks(std::span(&request, 1));
  if (!windows) return windows.error();
  return std::move(windows->front());
}

// 2^63 codes of 2^63 fit in 128 bits.
Result<std::vector<CellSums>> Reader::bounded_sum(const SumRequest& request) {
  assert(request.from <= request.to);
  std::vector<CellSums> sums(answered_cells());
  for (std::size_t cell = 0; cell < sums.size(); ++cell) sums[cell].cell = cell;
  const auto done = each_row([&](const CodedRow& row) {
    CellSums& here = sums[row.cell];
    ++here.rows;
    here.sum += std::clamp(row.steps, request.from, request.to);
  });
  if (!done) return done.error();
  return sums;
}

Result<std::vector<CellSums>> Reader::rounded_sums(
    std::span<const RoundedSumRequest> requests) {
  std::vector<CellSums> sums(answered_cells());
  assert(requests.size() == sums.size());
  for (std::size_t cell = 0; cell < sums.size(); ++cell) sums[cell].cell = cell;
  const auto done = each_row([&](const CodedRow& row) {
    const auto& [from, to, origin, shift] = requests[row.cell];
    const std::int64_t above = std::clamp(row.steps, from, to) - origin;
    const std::int64_t half = shift == 0 ? 0 : std::int64_t{1} << (shift - 1);
    CellSums& here = sums[row.cell];
    ++here.rows;
    here.sum += (above + half) >> shift;  // rounds down, below 0 too
  });
  if (!done) return done.error();
  return sums;
}

Result<std::vector<std::vector<std::int64_t>>> Reader::counts_beyond(
    std::span<const std::int64_t> centres, int octaves) {
  assert(octaves >= 1 && octaves <= 63);
  const auto last = static_cast<std::size_t>(octaves);
  std::vector<std::vector<std::int64_t>> counts(answered_cells(),
                                                std::vector<std::int64_t>(last + 1));
  assert(centres.size() == counts.size());
  // First each row at the last distance that it exceeds, then also at those before.
  const auto done = each_row([&](const CodedRow& row) {
    const std::int64_t away = row.steps - centres[row.cell];
    const auto distance = static_cast<std::uint64_t>(away < 0 ? -away : away);
    const std::size_t exceeded = distance == 0 ? 0 : std::bit_width(distance - 1);
    ++counts[row.cell][std::min(exceeded, last)];
  });
  if (!done) return done.error();
  for (auto& of_cell : counts)
    for (std::size_t i = last; i-- > 0;) of_cell[i] += of_cell[i + 1];
  return counts;
}

Result<std::vector<std::vector<std::int64_t>>> Reader::counts_above(
    const std::vector<std::int64_t>& edges) {
  assert(std::is_sorted(edges.begin(), edges.end()));
  std::vector<std::vector<std::int64_t>> counts(
      answered_cells(), std::vector<std::int64_t>(edges.size()));
  // First each row at the last edge that it reaches, then also at those before.
  const auto done = each_row([&](const CodedRow& row) {
    const auto beyond = std::upper_bound(edges.begin(), edges.end(), row.steps);
    if (beyond != edges.begin())
      ++counts[row.cell][static_cast<std::size_t>(beyond - edges.begin() - 1)];
  });
  if (!done) return done.error();
  for (auto& of_cell : counts)
    for (std::size_t i = edges.size(); i-- > 1;) of_cell[i - 1] += of_cell[i];
  return counts;
}

Result<std::vector<BlockSums>> Reader::block_sums(const BlockRequest&) {
  return unreadable("this table has no columns beside the measure");
}

}  // namespace selvage
