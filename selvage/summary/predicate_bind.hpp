// A predicate checked against the columns of a table: every column is there, is read in
// one way, and is compared with values that it can hold.
#pragma once
#include <functional>

#include "selvage/summary/predicate.hpp"

namespace selvage {

// One rule for all formats: a number is its decimal digits (ExactNumber), a text its
// bytes, a date its midnight.
enum class ValueKind {
  number,    //
  text,      // UTF-8, compared byte by byte; an empty one is missing
  moment,    // dates and times, to the microsecond
  boolean,   // false < true
  any_text,  // text that is read as what it is compared with
  other      // nothing but `is null` can be asked
};

struct BoundColumn {
  std::string name;
  ValueKind stored;
  // One of the first four; `other` where nothing but `is null` is asked, so that it
  // only matters whether there is a value.
  ValueKind read;
  friend bool operator==(const BoundColumn&, const BoundColumn&) = default;
};

// Literals are of the kind their column is read as: ExactNumber, std::string, Timestamp
// or bool.
using BoundRule = PredicateOf<std::size_t>;

struct BoundPredicate {
  std::vector<BoundColumn> columns;  // each once, in the order of the predicate
  BoundRule rule;                    // its columns are places in `columns`
};

// The kind of a column, or the sentence that says it is not there.
using KindOf = std::function<Result<ValueKind>(const std::string& column)>;

// Text is read as number(x) and its like say, else as the numbers, times or booleans
// beside it, else as text where there is a text. Two columns of text of which nothing
// says what they hold are refused: as numbers and as texts they have different orders.
Result<BoundPredicate> bind_predicate(const Predicate& predicate,
                                      const KindOf& kind_of);

// For a table whose columns are known by name. Says no name but one that was probably
// meant, and never one that may be a value in a file without a header line.
KindOf kinds_by_name(std::vector<std::pair<std::string, ValueKind>> columns);

}  // namespace selvage
