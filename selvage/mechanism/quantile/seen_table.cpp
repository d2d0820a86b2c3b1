#include "selvage/mechanism/quantile/seen_table.hpp"

#include <algorithm>
#include <cassert>
#include <map>

namespace selvage {
namespace {

constexpr std::int64_t kTiesAtOnce = 1 << 16;

// The rows of one code, with so many rows before them.
struct Atom {
  std::int64_t before, rows;
};
using Atoms = std::map<std::int64_t, Atom>;  // by code

// With the rows of its first and its last code that the window cuts off.
void add_atoms(const RankWindow& window, Atoms& atoms) {
  std::int64_t before = window.below - window.cut_below;
  for (std::size_t i = 0; i < window.codes.size();) {
    const std::int64_t code = window.codes[i];
    std::int64_t rows = i == 0 ? window.cut_below : 0;
    for (; i < window.codes.size() && window.codes[i] == code; ++i) ++rows;
    if (i == window.codes.size()) rows += window.cut_above;
    atoms.try_emplace(code, Atom{before, rows});
    before += rows;
  }
}

// So many rows with the same code. Counters, so that memory stays small.
std::vector<SeenRow> tied_rows(std::int64_t code, std::int64_t rows,
                               const TiedPrior& prior, const DrawTies& draw) {
  const TiedCode first = prior.first_of(code);
  if (prior.ties() == 0) return {{first, rows}};
  std::map<std::uint64_t, std::int64_t> counts;
  std::vector<std::uint64_t> drawn;
  for (std::int64_t left = rows; left > 0; left -= std::ssize(drawn)) {
    drawn.resize(static_cast<std::size_t>(std::min(left, kTiesAtOnce)));
    draw(drawn);
    for (const std::uint64_t tie : drawn) ++counts[tie];
  }
  std::vector<SeenRow> result;
  for (const auto& [tie, count] : counts)
    result.push_back({first + static_cast<TiedCode>(tie), count});
  return result;
}

}  // namespace

void SeenTable::Stretch::add(std::span<const SeenRow> more) {
  for (const SeenRow& row : more) {
    rows += row.rows;
    seen.push_back(row);
    up_to.push_back(rows);
  }
}

std::int64_t SeenTable::Stretch::rows_before(TiedCode at) const {
  const auto found = std::partition_point(
      seen.begin(), seen.end(), [&](const SeenRow& row) { return row.at < at; });
  return before + (found == seen.begin()
                       ? 0
                       : up_to[static_cast<std::size_t>(found - seen.begin() - 1)]);
}

SeenTable::SeenTable(std::span<const RankWindow> windows, const TiedPrior& prior,
                     const DrawTies& draw)
    : prior_(prior) {
  Atoms atoms;
  for (const RankWindow& window : windows) {
    rows_ = window.rows;
    add_atoms(window, atoms);
  }
  for (const auto& [code, atom] : atoms) {
    if (stretches_.empty() ||
        stretches_.back().before + stretches_.back().rows != atom.before)
      stretches_.push_back({atom.before, 0, {}});
    stretches_.back().add(tied_rows(code, atom.rows, prior_, draw));
  }
}

void SeenTable::see_all(const RankWindow& all, const DrawTies& draw) {
  std::map<std::int64_t, std::vector<SeenRow>> had;  // by code
  for (const Stretch& stretch : stretches_)
    for (const SeenRow& row : stretch.seen) had[prior_.code_of(row.at)].push_back(row);
  Atoms atoms;
  add_atoms(all, atoms);
  rows_ = all.rows;
  stretches_.clear();
  if (rows_ == 0) return;
  stretches_.push_back({0, 0, {}});
  for (const auto& [code, atom] : atoms) {
    const auto ties = had.find(code);
    stretches_.back().add(ties != had.end() ? ties->second
                                            : tied_rows(code, atom.rows, prior_, draw));
  }
}

TiedRange SeenTable::known(const Stretch& stretch) const {
  const bool begins = stretch.before == 0;
  const bool ends = stretch.before + stretch.rows == rows_;
  return {
      begins ? prior_.lowest()
             : prior_.first_of(prior_.code_of(stretch.seen.front().at)),
      ends ? prior_.most() : prior_.last_of(prior_.code_of(stretch.seen.back().at))};
}

std::optional<std::int64_t> SeenTable::rows_before(TiedCode at) const {
  if (at <= prior_.lowest()) return 0;
  if (at > prior_.most()) return rows_;
  if (rows_ == 0) return 0;
  for (const Stretch& stretch : stretches_) {
    const TiedRange here = known(stretch);
    if (here.first <= at && at <= here.last + 1) return stretch.rows_before(at);
  }
  return std::nullopt;
}

std::int64_t SeenTable::rows_before_near(TiedCode at, const QuantileRank& rank) const {
  if (const auto rows = rows_before(at)) return *rows;
  const Int128 wanted = floor_quotient(Int128{rows_} * rank.a + rank.b - 1, rank.b);
  const auto near =
      std::find_if(stretches_.begin(), stretches_.end(), [&](const Stretch& stretch) {
        return wanted > stretch.before && wanted <= stretch.before + stretch.rows;
      });
  assert(near != stretches_.end());
  return near->before + (at > known(*near).last ? near->rows : 0);
}

std::optional<SeenRows> SeenTable::part(TiedCode first, TiedCode end,
                                        const QuantileRank& rank) const {
  const auto before = rows_before(first), up_to = rows_before(end);
  if (!before || !up_to) return std::nullopt;
  SeenRows result{*up_to - *before};
  if (result.rows == 0) return result;
  const Int128 wanted =
      *before +
      floor_quotient(Int128{result.rows} * rank.a + rank.b - 1, rank.b);  // from 1 on
  for (const Stretch& stretch : stretches_) {
    if (wanted <= stretch.before || wanted > stretch.before + stretch.rows) continue;
    result.below = std::max<std::int64_t>(0, stretch.before - *before);
    const TiedRange all = known(stretch);
    result.known = {std::max(all.first, first), std::min(all.last, end - 1)};
    for (const SeenRow& row : stretch.seen)
      if (first <= row.at && row.at < end) result.seen.push_back(row);
    return result;
  }
  return std::nullopt;
}

}  // namespace selvage
