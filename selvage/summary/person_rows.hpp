// Contribution bounding: of each person's rows those that count. A rule of one person
// alone, so that one person more or less changes nothing about another's rows:
// of the person's cells the G with the smallest keyed hash, in each of these the R rows
// (with `first`: the one row) with the smallest keyed hash, and of them all the M with
// the smallest. The key is secret and fresh, so that nobody can arrange which rows are
// kept. Where sums are cut, what is left in a cell becomes one row. [T30]
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "selvage/base/result.hpp"
#include "selvage/base/sip_hash.hpp"
#include "selvage/summary/cell_tally.hpp"

namespace selvage {

using BoundingKey = std::array<std::uint8_t, 32>;

// From the system's randomness; fails where there is none.
Result<BoundingKey> fresh_bounding_key();

class PersonRows {
 public:
  using Keep = std::function<void(const CodedRow& row)>;
  // Hands every kept row to `keep`. Requires caps of at least 1.
  PersonRows(const Person& rule, const BoundingKey& key, Keep keep);

  // Ends the person before, if there is one.
  void begin(std::string_view person);
  // A row of this person, and the text of its key (empty without unknown keys; it must
  // live on). The rows of one cell come one after the other, by rising steps.
  void add(const CodedRow& row, std::string_view key_text);
  // The same for many, where there are no unknown keys.
  void add(std::span<const CodedRow> rows);
  void end();

 private:
  struct KeptRow {
    std::uint64_t hash;
    std::int64_t steps;
    std::uint64_t copy;  // of equal rows the first is 0, the next 1, ...
    auto operator<=>(const KeptRow&) const = default;
  };
  // By hash; where two are equal, by what the person's own rows say.
  struct Cell {
    std::uint64_t hash = 0, cell = 0;
    std::string_view key_text;
    std::uint32_t key = 0;
    std::vector<KeptRow> rows;  // a heap, the last in order on top
    bool operator<(const Cell& other) const;
  };
  struct Candidate {
    KeptRow row;
    const Cell* cell;
    bool operator<(const Candidate& other) const;
  };
  std::uint64_t cell_hash(std::uint64_t cell, std::string_view key_text);
  bool is_of_open_cell(const CodedRow& row) const {
    return is_open_ && open_.cell == row.cell && open_.key == row.key;
  }
  // Closes the cell before.
  void open(const CodedRow& row, std::string_view key_text, std::uint64_t hash);
  void close();
  void add_to_open(const CodedRow& row, bool is_first);
  void keep_sums(const StepRange& range);

  Person rule_;
  std::size_t most_in_cell_;
  SipHash hash_;
  Keep keep_;
  std::uint64_t person_ = 0;  // its keyed hash
  // The closed ones worth keeping: the first `held_` are a heap, the last on top.
  std::vector<Cell> cells_;
  std::size_t held_ = 0;
  bool is_open_ = false, wanted_ = false;
  Cell open_;
  std::uint64_t copy_ = 0;
  std::int64_t last_steps_ = 0;
  std::vector<Candidate> candidates_;
  std::string message_;
};

}  // namespace selvage
