// What a predicate says of one row, in three-valued logic: the meaning that every
// engine must keep. Looks at this row alone and cannot fail.
#pragma once
#include <optional>
#include <span>

#include "selvage/summary/predicate_bind.hpp"

namespace selvage {

// Ordered: `and` is the least of its parts, `or` the greatest, `not` turns them over.
enum class Truth { no, unknown, yes };

// One value for each of the predicate's columns, of the kind it is read as (any value
// where it is only asked whether there is one). Missing ones are empty. A test of a
// missing value is unknown.
using PredicateRow = std::span<const std::optional<Value>>;
Truth evaluate(const BoundPredicate& predicate, PredicateRow row);

// Whether the row is in the data set: only what is surely so is kept.
bool keeps(const BoundPredicate& predicate, PredicateRow row);

// % is any text, _ any one character, whatever its bytes.
bool is_like(std::string_view text, std::string_view pattern);

}  // namespace selvage
