// Bounds every person's rows: the engine sorts the rows by person, on disk where they
// do not fit in memory, and each person's rows pass by once.
#pragma once
#include "selvage/source/duckdb_session.hpp"
#include "selvage/source/table.hpp"
#include "selvage/summary/key_dictionary.hpp"

namespace selvage {

// `rows`: a SELECT of person (BIGINT or BLOB, no NULL), code (UBIGINT: cell * 2^32 +
// key) and steps (BIGINT) in our own SQL; a row with a NULL among these is not counted.
struct PersonQuery {
  std::string rows;
  bool text_person;
};

Result<std::vector<CellSums>> bounded_sums(
    DuckdbSession& session, const PersonQuery& query, const Reading& reading,
    const KeyDictionary& dictionary, const TableOptions& options, const Error& broken,
    const std::function<double()>& share = nullptr);

}  // namespace selvage
