// Values as a predicate reads them, one rule for text files and for the engine. Looks
// at one value alone; what does not read is missing.
#pragma once
#include <duckdb.h>

#include <optional>
#include <string>
#include <string_view>

#include "selvage/summary/predicate_bind.hpp"

namespace selvage {

// Numbers by ExactNumber::read; dates and times by the calendar, and "infinity" and
// "-infinity" after and before all others; true and false in any case; blanks around
// these are allowed. A text is itself. For `other` any text is a value. An empty text
// is missing in all of them. Requires another kind than any_text.
std::optional<Value> read_text(std::string_view text, ValueKind kind);

// The same rule as functions of the engine. Needed once in a session before a query
// with to_sql's expression.
Outcome register_readers(duckdb_connection connection);

// A value of this type in our own SQL, as a number: a BLOB, ExactNumber's bytes; as a
// moment: a BIGINT of microseconds, NULL beyond the years 1 to 9999; as a boolean. NULL
// where it is missing. Requires a type that holds such values, or VARCHAR.
std::string read_sql(const std::string& sql, duckdb_type type, ValueKind kind);
// The same of a literal.
std::string number_sql(const ExactNumber& number);
std::string moment_sql(Timestamp moment);

}  // namespace selvage
