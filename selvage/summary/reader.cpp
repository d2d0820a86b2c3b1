#include "selvage/summary/reader.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "selvage/base/errors.hpp"
#include "selvage/summary/each_thread.hpp"

namespace selvage {
namespace {

constexpr std::size_t kBatch = 1024;  // rows

void add_to(CellSums& sum, const CellSums& more) {
  sum.rows += more.rows;
  sum.sum += more.sum;
}
void add_to(std::vector<std::int64_t>& sum, const std::vector<std::int64_t>& more) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += more[i];
}

// The last j with distance > 2^j, plus one; 0 where it is 1 at most.
std::size_t octaves_exceeded(std::uint64_t distance) {
  return distance == 0 ? 0 : static_cast<std::size_t>(std::bit_width(distance - 1));
}
std::size_t octaves_exceeded(Uint128 distance) {
  if (distance >> 64 == 0)
    return octaves_exceeded(static_cast<std::uint64_t>(distance));
  const Uint128 less = distance - 1;
  const auto high = static_cast<std::uint64_t>(less >> 64);
  return high == 0 ? 64 : 64 + static_cast<std::size_t>(std::bit_width(high));
}

}  // namespace

Outcome Reader::each_batch(const VisitRows& visit) {
  std::vector<CodedRow> batch;
  const auto done = each_row([&](const CodedRow& row) {
    batch.push_back(row);
    if (batch.size() < kBatch) return;
    visit(batch);
    batch.clear();
  });
  if (!done) return done;
  visit(batch);
  return Done{};
}

// Each thread has tallies of its own: whole numbers, whose order does not matter.
template <class Make, class Add>
auto Reader::tallied(const Make& none, const Add& add) -> Result<decltype(none())> {
  using Tallies = decltype(none());
  EachThread<Tallies> tallies([&] { return std::make_unique<Tallies>(none()); });
  const auto done = each_batch([&](std::span<const CodedRow> rows) {
    tallies.with([&](Tallies& mine) {
      for (const CodedRow& row : rows) add(mine[row.cell], row);
    });
  });
  if (!done) return done.error();
  if (tallies.all().empty()) return none();
  Tallies sum = std::move(*tallies.all().front());
  for (std::size_t i = 1; i < tallies.all().size(); ++i)
    for (std::size_t cell = 0; cell < sum.size(); ++cell)
      add_to(sum[cell], (*tallies.all()[i])[cell]);
  return sum;
}

// With nothing in them.
std::vector<CellSums> Reader::no_sums() const {
  std::vector<CellSums> sums(answered_cells());
  for (std::size_t cell = 0; cell < sums.size(); ++cell) sums[cell].cell = cell;
  return sums;
}

std::size_t Reader::answered_cells() const {
  const Reading& bound = reading();
  assert(bound.measure && !bound.domain.has_unknown_keys());
  assert(bound.domain.cells() <= kMaxCells);
  return bound.domain.cells();
}

Result<std::vector<std::vector<RankWindow>>> Reader::ranks(
    std::span<const RankRequest> requests) {
  return rank_windows(requests, answered_cells(),
                      [this](const VisitRows& visit) { return each_batch(visit); });
}

Result<std::vector<RankWindow>> Reader::ranks(const RankRequest& request) {
  auto windows = ranks(std::span(&request, 1));
  if (!windows) return windows.error();
  return std::move(windows->front());
}

// 2^63 codes of 2^63 fit in 128 bits.
Result<std::vector<CellSums>> Reader::bounded_sum(const SumRequest& request) {
  assert(request.from <= request.to);
  return tallied([&] { return no_sums(); },
                 [&](CellSums& here, const CodedRow& row) {
                   ++here.rows;
                   here.sum += std::clamp(row.steps, request.from, request.to);
                 });
}

Result<std::vector<CellSums>> Reader::rounded_sums(
    std::span<const RoundedSumRequest> requests) {
  assert(requests.size() == answered_cells());
  const auto scale = reading().measure->grid.scale();
  struct Around {
    Int128 centre, farthest;
    int shift;
  };
  std::vector<Around> all;
  for (const auto& [centre, octave, shift] : requests)
    all.push_back(
        {scale ? scale->code(centre) : centre,
         // Nothing is as far as 2^127 from anything.
         octave < 127 ? Int128{1} << octave : static_cast<Int128>(~Uint128{0} >> 1),
         shift});
  const auto add = [&all](CellSums& here, const CodedRow& row, Int128 code) {
    const auto& [centre, farthest, shift] = all[row.cell];
    const Int128 above = std::clamp<Int128>(code - centre, -farthest, farthest);
    ++here.rows;
    // Rounds down, below 0 too; the highest bit that is lost says whether to round up.
    here.sum += (above >> shift) + (shift == 0 ? 0 : above >> (shift - 1) & 1);
  };
  const auto none = [&] { return no_sums(); };
  if (scale)
    return tallied(none, [&](CellSums& here, const CodedRow& row) {
      add(here, row, scale->code(row.steps));
    });
  return tallied(
      none, [&](CellSums& here, const CodedRow& row) { add(here, row, row.steps); });
}

// With the ends of what is kept known, rows left out count as the end that they are
// beyond, and that is taken off again.
Result<std::vector<TrimmedRows>> Reader::trimmed(const TrimRequest& request) {
  assert(request.part.sign() > 0 && request.part < Rational(1, 2));
  // n - ceil(part n) + 1 is ceil((1 - part) n) or one more.
  const std::int64_t around = request.ranks + 2;
  RankRequest both[] = {{request.part, around, around},
                        {Rational(1) - request.part, around, around}};
  for (RankRequest& end : both) end.people = request.people;
  auto windows = ranks(both);
  if (!windows) return windows.error();
  struct Kept {
    std::int64_t below = 0, rows = 0, above = 0;  // than the first, from it on, ...
    std::int64_t first = 0, last = 0;             // codes
  };
  std::vector<Kept> kept(answered_cells());
  std::vector<TrimmedRows> rows(kept.size());
  for (std::size_t cell = 0; cell < kept.size(); ++cell) {
    auto& [low, high, sum] = rows[cell];
    low = std::move((*windows)[0][cell]);
    high = std::move((*windows)[1][cell]);
    const std::int64_t all = low.rows, among = request.people.value_or(all);
    const std::int64_t out = (request.part * among).ceil().to_int64().value();
    const std::int64_t middle = rows_below_middle(all, among);
    // Ends that are added count for nothing.
    const std::int64_t first = std::max<std::int64_t>(1, middle + out + 1);
    const std::int64_t last = std::min(all, middle + among - out);
    if (among - 2 * out < 1 || first > last) continue;
    const auto code_of = [](const RankWindow& window, std::int64_t rank) {
      return window.codes[static_cast<std::size_t>(rank - 1 - window.below)];
    };
    kept[cell] = {first - 1, last - first + 1, all - last, code_of(low, first),
                  code_of(high, last)};
  }
  const auto done = each_row([&](const CodedRow& row) {
    const Kept& of_cell = kept[row.cell];
    if (of_cell.rows > 0)
      rows[row.cell].sum += std::clamp(row.steps, of_cell.first, of_cell.last);
  });
  if (!done) return done.error();
  for (std::size_t cell = 0; cell < kept.size(); ++cell)
    rows[cell].sum -= Int128{kept[cell].below} * kept[cell].first +
                      Int128{kept[cell].above} * kept[cell].last;
  return rows;
}

Result<std::vector<std::vector<std::int64_t>>> Reader::counts_beyond(
    std::span<const std::int64_t> centres, int octaves) {
  assert(octaves >= 1 && octaves <= 128);
  assert(centres.size() == answered_cells());
  const auto last = static_cast<std::size_t>(octaves);
  const auto none = [&] {
    return std::vector(answered_cells(), std::vector<std::int64_t>(last + 1));
  };
  // First each row at the last distance that it exceeds, then also at those before.
  const auto of_steps = [&](std::vector<std::int64_t>& here, const CodedRow& row) {
    const std::int64_t away = row.steps - centres[row.cell];
    const auto distance = static_cast<std::uint64_t>(away < 0 ? -away : away);
    ++here[std::min(octaves_exceeded(distance), last)];
  };
  const auto scale = reading().measure->grid.scale();
  const auto of_places = [&](std::vector<std::int64_t>& here, const CodedRow& row) {
    const Int128 away = scale->code(row.steps) - scale->code(centres[row.cell]);
    const auto distance = static_cast<Uint128>(away < 0 ? -away : away);
    ++here[std::min(octaves_exceeded(distance), last)];
  };
  auto counts = scale ? tallied(none, of_places) : tallied(none, of_steps);
  if (!counts) return counts;
  for (auto& of_cell : *counts)
    for (std::size_t i = last; i-- > 0;) of_cell[i] += of_cell[i + 1];
  return counts;
}

Result<std::vector<std::vector<std::int64_t>>> Reader::counts_above(
    const std::vector<std::int64_t>& edges) {
  assert(std::is_sorted(edges.begin(), edges.end()));
  const auto none = [&] {
    return std::vector(answered_cells(), std::vector<std::int64_t>(edges.size()));
  };
  // First each row at the last edge that it reaches, then also at those before.
  auto counts =
      tallied(none, [&](std::vector<std::int64_t>& here, const CodedRow& row) {
        const auto beyond = std::upper_bound(edges.begin(), edges.end(), row.steps);
        if (beyond != edges.begin())
          ++here[static_cast<std::size_t>(beyond - edges.begin() - 1)];
      });
  if (!counts) return counts;
  for (auto& of_cell : *counts)
    for (std::size_t i = edges.size(); i-- > 1;) of_cell[i - 1] += of_cell[i];
  return counts;
}

Result<std::vector<BlockSums>> Reader::block_sums(const BlockRequest&) {
  return unreadable("this table has no columns beside the measure");
}

}  // namespace selvage
