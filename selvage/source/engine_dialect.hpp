// The rule of dialect.hpp as functions of the engine.
#pragma once
#include <duckdb.h>

#include "selvage/base/result.hpp"
#include "selvage/source/predicate_sql.hpp"
#include "selvage/summary/dialect.hpp"

namespace selvage {

// Needed once in a session before queries that name such columns. The dialect must
// outlive them.
Outcome register_dialect(duckdb_connection connection, const Dialect& dialect);

// A column of text as it is read: in our SQL as it would be in a plain table. Others,
// and all where the dialect is plain, are as they were.
EngineColumn in_dialect(EngineColumn column, const Dialect& dialect, TextUse use);

}  // namespace selvage
