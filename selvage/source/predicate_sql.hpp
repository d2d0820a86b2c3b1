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
  std::string refusal = {};  // why it is not read; empty where it is
};

// The columns of a table in our own SQL. Looks at no row: the engine may fail for one,
// and LIMIT 0 reads some.
Result<std::vector<EngineColumn>> engine_columns(duckdb_connection connection,
                                                 const std::string& from,
                                                 const Error& otherwise);

// The column of this name. One that is not there is refused in match_column's words,
// and one that has a refusal in these.
Result<EngineColumn> match_engine_column(const std::vector<EngineColumn>& columns,
                                         const std::string& wanted,
                                         const std::string& table);

// For bind_predicate; a column that is not there is refused in match_column's words.
KindOf engine_kinds(std::vector<EngineColumn> columns, std::string table);

// A BOOLEAN that is NULL where evaluate() is unknown. Numbers of every type are
// compared as ExactNumber compares them. Needs register_readers in the session.
// Requires that the predicate was bound to these columns.
std::string to_sql(const BoundPredicate& predicate,
                   const std::vector<EngineColumn>& columns);

}  // namespace selvage
