// Hands rows that come sorted by person to PersonRows, one person after the other.
#pragma once
#include <optional>

#include "selvage/source/person_hash.hpp"
#include "selvage/summary/table_opener.hpp"

namespace selvage {

class PersonWalk {
 public:
  // `keep` gets the rows that count. `whole_numbers`: people are not hashes.
  PersonWalk(const Reading& reading, const TableOptions& options, bool whole_numbers,
             VisitRow keep);

  // The row's person, by the hash or the number, and how they choose their class; 0
  // where no classes are chosen or people are whole numbers, which tell it themselves.
  // The rows of a person come by rising cell, key and steps.
  void add(const duckdb_hugeint& person, std::uint64_t choice, const CodedRow& row,
           std::string_view key_text) {
    meet(person, choice);
    rows_.add(row, key_text);
  }
  // The same for many rows of one person, where there are no unknown keys.
  void add(const duckdb_hugeint& person, std::uint64_t choice,
           std::span<const CodedRow> rows) {
    meet(person, choice);
    rows_.add(rows);
  }
  void end() { rows_.end(); }

 private:
  void meet(const duckdb_hugeint& person, std::uint64_t choice);
  std::uint64_t choice_of(const duckdb_hugeint& person, std::uint64_t choice) const;

  std::optional<BoundingKey> class_key_;
  bool whole_numbers_, met_ = false;
  duckdb_hugeint person_{};
  PersonRows rows_;
};

}  // namespace selvage
