// Bounds every person's rows: they are held in memory, where several threads sort and
// walk them. Where they do not fit, the engine sorts them by person, on disk, and each
// person's rows pass by once.
#pragma once
#include "selvage/source/duckdb_session.hpp"
#include "selvage/summary/key_dictionary.hpp"
#include "selvage/summary/table_opener.hpp"

namespace selvage {

// A SELECT in our own SQL of
//   person: a whole number (BIGINT), or the hash of a text (HUGEINT),
//   code (UBIGINT): cell * 2^32 + key,
//   steps (BIGINT), where there is a measure,
//   choice (UBIGINT), where classes are chosen and people are hashes: a function of the
//   person. A whole number tells it by itself.
struct PersonRowsSql {
  std::string select;
  bool whole_numbers;      // who the people are
  bool never_fit = false;  // in memory, as was found
};

// A row with a NULL among these is not counted. Hands every row that is kept to
// `visit`: the same rows each time, since they depend on the person's own rows and the
// key alone.
Outcome each_bounded_row(DuckdbSession& session, const PersonRowsSql& rows,
                         const Reading& reading, const KeyDictionary& dictionary,
                         const TableOptions& options, const Error& broken,
                         const VisitRows& visit,
                         const std::function<double()>& share = nullptr);

}  // namespace selvage
