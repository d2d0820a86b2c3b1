// The rule of predicate_text.hpp as functions of the engine.
#pragma once
#include <duckdb.h>

#include <string>

#include "selvage/summary/predicate_bind.hpp"

namespace selvage {

// Needed once in a session before a query with to_sql's expression.
Outcome register_readers(duckdb_connection connection);

// A value of this type in our own SQL, as a number: a BLOB, ExactNumber's bytes; as a
// moment: a BIGINT of microseconds, NULL beyond the years 1 to 9999; as a boolean. NULL
// where it is missing. Requires a type that holds such values, or VARCHAR.
std::string read_sql(const std::string& sql, duckdb_type type, ValueKind kind);
// The same of a literal.
std::string number_sql(const ExactNumber& number);
std::string moment_sql(Timestamp moment);

}  // namespace selvage
