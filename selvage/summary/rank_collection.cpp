#include "selvage/summary/rank_collection.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "selvage/summary/window_taking.hpp"

namespace selvage {
namespace {

constexpr std::size_t kMostFirstRoom = 1 << 16;
constexpr std::size_t kMostSample = 1 << 21;
constexpr std::size_t kUsualSample = 1 << 16;
constexpr std::size_t kSampledInCell = 512;

// Not less than the square root, and less than twice it.
std::int64_t about_root(std::int64_t x) {
  const auto bits = std::bit_width(static_cast<std::uint64_t>(x));
  std::int64_t root = std::int64_t{1} << ((bits + 1) / 2);
  for (int i = 0; i < 3; ++i) root = (root + x / root) / 2 + 1;
  return root;
}

std::int64_t plus(std::int64_t a, std::int64_t b) {
  return a > kGreatestCode - b ? kGreatestCode : a + b;
}

bool is_asked(const RankRequest& request, std::int64_t code) {
  return (!request.from || code >= *request.from) &&
         (!request.to || code < *request.to);
}

// Ranks of a sample between which the window of all rows lies: four standard errors of
// a rank, of which one is at most half the root of the sample.
Ranks sampled_window(RankRequest request, std::int64_t sampled, std::uint64_t stride) {
  request.below /= static_cast<std::int64_t>(stride);
  request.above /= static_cast<std::int64_t>(stride);
  const std::int64_t wide = 2 * about_root(sampled) + 4;
  const Ranks ranks = likely_window_of(request, sampled);
  return {ranks.first - wide, ranks.last + wide};
}

}  // namespace

std::span<const HeldCode> of_cell(const std::vector<HeldCode>& held, std::size_t cell) {
  const auto range = std::equal_range(
      held.begin(), held.end(), HeldCode{static_cast<std::uint32_t>(cell), 0},
      [](const HeldCode& a, const HeldCode& b) { return a.cell < b.cell; });
  return {range.first, range.second};
}

std::vector<HeldCode> asked_of(const std::vector<HeldCode>& held,
                               const RankRequest& request) {
  std::vector<HeldCode> asked;
  for (const HeldCode& row : held)
    if (is_asked(request, row.code)) asked.push_back(row);
  return asked;
}

void RowSample::add(std::span<const CodedRow> rows) {
  std::uint64_t at = skip_;
  for (; at < rows.size(); at += stride_) {
    rows_.push_back({static_cast<std::uint32_t>(rows[at].cell), rows[at].steps});
    if (rows_.size() >= 2 * most_) halve();
  }
  skip_ = at - rows.size();
}

void RowSample::halve() {
  for (std::size_t i = 0; 2 * i < rows_.size(); ++i) rows_[i] = rows_[2 * i];
  rows_.resize((rows_.size() + 1) / 2);
  stride_ *= 2;
}

void RowSample::merge(RowSample other) {
  while (stride_ < other.stride_) halve();
  while (other.stride_ < stride_) other.halve();
  rows_.insert(rows_.end(), other.rows_.begin(), other.rows_.end());
}

SortedSample RowSample::sorted() && {
  std::sort(rows_.begin(), rows_.end());
  return {std::move(rows_), stride_};
}

std::int64_t CellBracket::rows() const {
  return below_ + at_low_ + std::ssize(held_) + at_high_ + above_;
}

// The rank, among all rows so far, of a code that is held, or beyond them.
void CellBracket::raise_low(std::int64_t rank) {
  rank -= below_ + at_low_;
  if (low_ == high_ || rank < 0) return;
  std::int64_t low = high_;
  if (rank < std::ssize(held_)) {
    std::nth_element(held_.begin(), held_.begin() + rank, held_.end());
    low = held_[static_cast<std::size_t>(rank)];
  }
  below_ += at_low_;
  at_low_ = 0;
  std::size_t kept = 0;
  for (const std::int64_t code : held_) {
    below_ += code < low ? 1 : 0;
    at_low_ += code == low ? 1 : 0;
    held_[kept] = code;
    kept += code > low ? 1 : 0;
  }
  held_.resize(kept);
  low_ = low;
  if (low_ == high_) at_low_ = std::exchange(at_high_, 0);
}

void CellBracket::lower_high(std::int64_t rank) {
  rank -= below_ + at_low_;
  if (low_ == high_ || rank >= std::ssize(held_)) return;
  std::int64_t high = low_;
  if (rank >= 0) {
    std::nth_element(held_.begin(), held_.begin() + rank, held_.end());
    high = held_[static_cast<std::size_t>(rank)];
  }
  above_ += at_high_;
  at_high_ = 0;
  std::size_t kept = 0;
  for (const std::int64_t code : held_) {
    above_ += code > high ? 1 : 0;
    at_high_ += code == high ? 1 : 0;
    held_[kept] = code;
    kept += code < high ? 1 : 0;
  }
  held_.resize(kept);
  high_ = high;
  if (low_ == high_) at_high_ = 0;
}

// Six standard errors of a rank on either side.
void CellBracket::narrow(const RankRequest& request) {
  const std::int64_t seen = rows(), wide = 3 * about_root(seen) + 8;
  const Ranks ranks = likely_window_of(request, seen);
  if (ranks.first - wide > 0) raise_low(ranks.first - wide);
  lower_high(plus(ranks.last, wide));
}

RankCollection::RankCollection(std::span<const RankRequest> requests, std::size_t cells,
                               const RankLimits& limits)
    : requests_(requests),
      cells_(cells),
      closes_in_(true),
      spare_(static_cast<std::int64_t>(limits.codes)),
      seen_([this] {
        return std::make_unique<Seen>(Seen{
            first_,
            RowSample(std::clamp(kSampledInCell * cells_, kUsualSample, kMostSample))});
      }) {
  const std::size_t room = std::clamp<std::size_t>(
      limits.codes / (cells * std::max<std::size_t>(1, requests.size())), 1,
      kMostFirstRoom);
  for (std::size_t i = 0; i < requests.size(); ++i)
    first_.emplace_back(cells, CellBracket(kLeastCode, kGreatestCode, room));
}

RankCollection::RankCollection(std::span<const RankRequest> requests, std::size_t cells,
                               const RankLimits& limits, const SortedSample& sample)
    : RankCollection(requests, cells, limits) {
  closes_in_ = false;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const std::vector<HeldCode> asked = asked_of(sample.rows, requests[i]);
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const auto codes = of_cell(asked, cell);
      const auto sampled = std::ssize(codes);
      const Ranks ranks = sampled_window(requests[i], sampled, sample.stride);
      const auto at = [&](std::int64_t rank) {
        return codes[static_cast<std::size_t>(rank)].code;
      };
      CellBracket& bracket = first_[i][cell];
      bracket = CellBracket(ranks.first > 0 ? at(ranks.first) : kLeastCode,
                            ranks.last < sampled - 1 ? at(ranks.last) : kGreatestCode,
                            bracket.room());
    }
  }
}

// What the windows themselves hold is not counted.
void RankCollection::make_room(std::size_t request, CellBracket& bracket) {
  const RankRequest& asked = requests_[request];
  if (closes_in_) bracket.narrow(asked);
  if (!bracket.is_half_full()) return;
  const auto before = static_cast<std::int64_t>(bracket.room());
  bracket.widen();
  const std::int64_t of_window = plus(plus(asked.below, asked.above), 1);
  spare_ -= std::max<std::int64_t>(
      0, static_cast<std::int64_t>(bracket.room()) - std::max(before, of_window));
}

void RankCollection::add(std::span<const CodedRow> rows) {
  seen_.with([&](Seen& seen) {
    if (closes_in_) seen.sample.add(rows);
    for (std::size_t i = 0; i < requests_.size() && spare_ >= 0; ++i) {
      const RankRequest& request = requests_[i];
      const bool all = !request.from && !request.to;
      std::vector<CellBracket>& brackets = seen.brackets[i];
      for (const CodedRow& row : rows)
        if ((all || is_asked(request, row.steps)) && !brackets[row.cell].add(row.steps))
          make_room(i, brackets[row.cell]);
    }
  });
}

std::optional<RankWindow> RankCollection::window(std::size_t request,
                                                 std::size_t cell) {
  std::int64_t low = kLeastCode, high = kGreatestCode, rows = 0, below = 0, above = 0;
  for (const auto& seen : seen_.all()) {
    const CellBracket& bracket = seen->brackets[request][cell];
    low = std::max(low, bracket.low());
    high = std::min(high, bracket.high());
    rows += bracket.rows();
    below += bracket.below();
    above += bracket.above();
  }
  std::vector<std::pair<std::int64_t, std::int64_t>> held;
  for (const auto& seen : seen_.all())
    seen->brackets[request][cell].each_held([&](std::int64_t code, std::int64_t count) {
      below += code < low ? count : 0;
      above += code >= low && code > high ? count : 0;
      if (low <= code && code <= high) held.emplace_back(code, count);
    });
  const Ranks ranks = window_of(requests_[request], rows);
  if (rows > 0 && (ranks.first < below || ranks.last >= rows - above))
    return std::nullopt;
  std::sort(held.begin(), held.end());
  Taking taking(ranks, rows, below);
  for (const auto& [code, count] : held) taking.take(code, count);
  return std::move(taking).window();
}

std::vector<std::optional<std::vector<RankWindow>>> RankCollection::windows() {
  std::vector<std::optional<std::vector<RankWindow>>> all(requests_.size());
  if (spare_ < 0) return all;
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    std::vector<RankWindow> windows;
    for (std::size_t cell = 0; cell < cells_; ++cell) {
      auto found = window(i, cell);
      if (!found) break;
      windows.push_back(*std::move(found));
    }
    if (windows.size() == cells_) all[i] = std::move(windows);
  }
  return all;
}

SortedSample RankCollection::sample() {
  std::optional<RowSample> all;
  for (auto& seen : seen_.all())
    if (all)
      all->merge(std::move(seen->sample));
    else
      all = std::move(seen->sample);
  return all ? std::move(*all).sorted() : SortedSample{{}};
}

}  // namespace selvage
