// Bounds every person's rows: the engine sorts the rows by person, on disk where they
// do not fit in memory, and each person's rows pass by once.
#pragma once
#include "selvage/source/duckdb_session.hpp"
#include "selvage/source/table.hpp"
#include "selvage/summary/key_dictionary.hpp"

namespace selvage {

// `rows`: a SELECT in our own SQL of
//   run (BIGINT): of one person always the same,
//   code (UBIGINT): cell * 2^32 + key,
//   steps (BIGINT),
//   person (VARCHAR or BLOB), where several people may have the same run.
// A row with a NULL among these is not counted.
struct PersonQuery {
  std::string rows;
  bool has_person;  // else the run is the person
};

// Sorting by a number and telling people of the same number apart afterwards is a few
// times faster than sorting by text, and takes no collation into account.
Result<std::vector<CellSums>> bounded_sums(
    DuckdbSession& session, const PersonQuery& query, const Reading& reading,
    const KeyDictionary& dictionary, const TableOptions& options, const Error& broken,
    const std::function<double()>& share = nullptr);

}  // namespace selvage
