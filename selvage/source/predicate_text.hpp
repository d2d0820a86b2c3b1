// Text as the values a predicate asks about, one rule for text files and for the
// engine. Looks at this text alone; what does not read is missing.
#pragma once
#include <duckdb.h>

#include <optional>
#include <string_view>

#include "selvage/summary/predicate_bind.hpp"

namespace selvage {

// Numbers by parse_number, dates and times by the calendar, true and false in any case;
// blanks around these are allowed. Text is itself. Requires one of these five kinds.
std::optional<Value> read_text(std::string_view text, ValueKind kind);

// The same rule as functions of the engine, from VARCHAR to DOUBLE, DATE, TIMESTAMP and
// BOOLEAN. Needed once in a session before a query with to_sql's expression.
Outcome register_text_readers(duckdb_connection connection);
// The function for one of these four kinds.
const char* text_reader(ValueKind kind);

}  // namespace selvage
