// A bound predicate as an expression of the engine, with the meaning of evaluate().
// Names and literals are quoted by us and every type is said, so that nothing depends
// on collations, time zones or implicit casts, and no value can make it fail.
#pragma once
#include <duckdb.h>

#include <string>
#include <vector>

#include "selvage/summary/predicate_bind.hpp"

namespace selvage {

struct EngineColumn {
  std::string name;    // as the container has it
  std::string quoted;  // as our SQL says it
  duckdb_type type;
  int width = 0, scale = 0;  // of a DECIMAL
};

// A column of a result's schema.
EngineColumn engine_column(duckdb_result* result, idx_t column);

// For bind_predicate; a column that is not there is refused in match_column's words.
KindOf engine_kinds(std::vector<EngineColumn> columns, std::string table);

// A BOOLEAN that is NULL where evaluate() is unknown. Whole numbers, decimals and times
// are compared exactly, FLOAT and DOUBLE as doubles with the nearest double. Fails for
// two columns whose types have no common one, and for times that TIMESTAMP_NS cannot
// hold: by the schema, never by a value. Needs register_text_readers in the session.
// Requires that the predicate was bound to these columns.
Result<std::string> to_sql(const BoundPredicate& predicate,
                           const std::vector<EngineColumn>& columns);

}  // namespace selvage
