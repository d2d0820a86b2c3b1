// A predicate checked against the columns of a table: every column is there, is read in
// one way, and is compared with values that it can hold.
#pragma once
#include <functional>

#include "selvage/summary/predicate.hpp"

namespace selvage {

enum class ValueKind {
  exact,      // whole numbers and decimals
  real,       // doubles
  text,       // UTF-8, compared byte by byte
  date,       //
  timestamp,  //
  boolean,    // false < true
  any_text,   // text that is read as what it is compared with
  other       // nothing but `is null` can be asked
};

struct BoundColumn {
  std::string name;
  ValueKind stored;
  ValueKind read;  // as stored; of any_text one of real, text, date, timestamp, boolean
  friend bool operator==(const BoundColumn&, const BoundColumn&) = default;
};

// Literals are of the kind their column is read as: doubles beside doubles.
using BoundRule = PredicateOf<std::size_t>;

struct BoundPredicate {
  std::vector<BoundColumn> columns;  // each once, in the order of the predicate
  BoundRule rule;                    // its columns are places in `columns`
};

// The kind of a column, or the sentence that says it is not there.
using KindOf = std::function<Result<ValueKind>(const std::string& column)>;

Result<BoundPredicate> bind_predicate(const Predicate& predicate,
                                      const KindOf& kind_of);

// For a table whose columns are known by name. Says no name but one that was probably
// meant, and never one that may be a value in a file without a header line.
KindOf kinds_by_name(std::vector<std::pair<std::string, ValueKind>> columns);

}  // namespace selvage
