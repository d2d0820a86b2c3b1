#include "selvage/summary/person_rows.hpp"

#include <sys/random.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <tuple>

#include "selvage/base/errors.hpp"

namespace selvage {

static_assert(sizeof(BoundingKey) >= SipHash::kKeyBytes);

Result<BoundingKey> fresh_bounding_key() {
  BoundingKey key;
  if (getrandom(key.data(), key.size(), 0) != static_cast<ssize_t>(key.size()))
    return unreadable("the system gives no randomness, so nothing is released");
  return key;
}

PersonRows::PersonRows(const Person& rule, const BoundingKey& key, Keep keep)
    : rule_(rule),
      most_in_cell_(static_cast<std::size_t>(rule.most_in_cell())),
      hash_(key.data()),
      keep_(std::move(keep)) {
  assert(rule.cells >= 1 && rule.most_in_cell() >= 1);
}

bool PersonRows::Cell::operator<(const Cell& other) const {
  return std::tie(hash, cell, key_text) <
         std::tie(other.hash, other.cell, other.key_text);
}

bool PersonRows::Candidate::operator<(const Candidate& other) const {
  if (row != other.row) return row < other.row;
  return *cell < *other.cell;
}

// Messages of different purposes never meet: a cell's begins with 1, a row's with 2.
std::uint64_t PersonRows::cell_hash(std::uint64_t cell, std::string_view key_text) {
  const std::uint64_t words[] = {1, person_, cell};
  if (key_text.empty()) return hash_(words);
  message_.assign(reinterpret_cast<const char*>(words), sizeof words);
  message_ += key_text;
  return hash_(message_);
}

void PersonRows::begin(std::string_view person) {
  end();
  const std::uint64_t prefix = 0;
  message_.assign(reinterpret_cast<const char*>(&prefix), sizeof prefix);
  message_ += person;
  person_ = hash_(message_);
}

void PersonRows::open(const CodedRow& row, std::string_view key_text,
                      std::uint64_t hash) {
  if (is_open_) close();
  is_open_ = true;
  open_.hash = hash;
  open_.cell = row.cell;
  open_.key = row.key;
  open_.key_text = key_text;
  open_.rows.clear();
  wanted_ = held_ < static_cast<std::size_t>(rule_.cells) || open_ < cells_.front();
}

void PersonRows::close() {
  is_open_ = false;
  if (!wanted_) return;
  const auto begin = cells_.begin();
  if (held_ == static_cast<std::size_t>(rule_.cells))
    std::pop_heap(begin, begin + static_cast<std::ptrdiff_t>(held_));
  else if (++held_ > cells_.size())
    cells_.emplace_back();
  // What the open one was is filled anew: no room is asked for twice.
  std::swap(cells_[held_ - 1], open_);
  std::push_heap(cells_.begin(), cells_.begin() + static_cast<std::ptrdiff_t>(held_));
}

void PersonRows::add(const CodedRow& row, std::string_view key_text) {
  const bool is_first = !is_of_open_cell(row);
  if (is_first) open(row, key_text, cell_hash(row.cell, key_text));
  add_to_open(row, is_first);
}

// The hashes of several cells do not wait for one another, nor for what is kept.
void PersonRows::add(std::span<const CodedRow> rows) {
  constexpr std::size_t kTogether = 32;
  std::uint64_t hashes[kTogether];
  for (; !rows.empty(); rows = rows.subspan(std::min(rows.size(), kTogether))) {
    const auto some = rows.first(std::min(rows.size(), kTogether));
    for (std::size_t i = 0; i < some.size(); ++i)
      hashes[i] = i > 0 && some[i].cell == some[i - 1].cell
                      ? hashes[i - 1]
                      : hash_({1, person_, some[i].cell});
    for (std::size_t i = 0; i < some.size(); ++i) {
      const bool is_first = !is_of_open_cell(some[i]);
      if (is_first) open(some[i], {}, hashes[i]);
      add_to_open(some[i], is_first);
    }
  }
}

void PersonRows::add_to_open(const CodedRow& row, bool is_first) {
  copy_ = !is_first && last_steps_ == row.steps ? copy_ + 1 : 0;
  last_steps_ = row.steps;
  if (!wanted_) return;
  const std::uint64_t words[] = {2, open_.hash, static_cast<std::uint64_t>(row.steps),
                                 copy_};
  const KeptRow kept{hash_(words), row.steps, copy_};
  auto& rows = open_.rows;
  if (rows.size() == most_in_cell_) {
    if (!(kept < rows.front())) return;
    std::pop_heap(rows.begin(), rows.end());
    rows.pop_back();
  }
  rows.push_back(kept);
  std::push_heap(rows.begin(), rows.end());
}

void PersonRows::end() {
  if (is_open_) close();
  candidates_.clear();
  for (const Cell& cell : std::span(cells_).first(held_))
    for (const KeptRow& row : cell.rows) candidates_.push_back({row, &cell});
  const auto most = static_cast<std::ptrdiff_t>(rule_.rows);
  if (static_cast<std::ptrdiff_t>(candidates_.size()) > most) {
    std::nth_element(candidates_.begin(), candidates_.begin() + most,
                     candidates_.end());
    candidates_.resize(static_cast<std::size_t>(most));
  }
  if (rule_.sum_in_cell)
    keep_sums(*rule_.sum_in_cell);
  else
    for (const Candidate& kept : candidates_)
      keep_({kept.cell->cell, kept.cell->key, kept.row.steps});
  held_ = 0;
}

// One row for each cell with rows. A million steps of 64 bits fit in 128.
void PersonRows::keep_sums(const StepRange& range) {
  std::sort(candidates_.begin(), candidates_.end(),
            [](const Candidate& a, const Candidate& b) {
              return std::less<>()(a.cell, b.cell);
            });
  for (auto first = candidates_.begin(); first != candidates_.end();) {
    Int128 sum = 0;
    auto next = first;
    for (; next != candidates_.end() && next->cell == first->cell; ++next)
      sum += next->row.steps;
    const Int128 cut = std::clamp<Int128>(sum, range.lowest, range.highest);
    keep_({first->cell->cell, first->cell->key, static_cast<std::int64_t>(cut)});
    first = next;
  }
}

}  // namespace selvage
