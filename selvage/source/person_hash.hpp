// A person's text as 128 bits, keyed: rows that are sorted by person have the same
// width whatever people are called, so that no name can exhaust the engine's memory,
// and no name is written to disk. Equal texts have equal hashes, so that nobody is
// split in two. Two people are taken for one with probability 2^-127 a pair, less than
// 10^-20 among 10^9 people: the key is drawn after the names were, and is secret, so
// that nobody can choose names that meet. (Were two people one, either could change
// which rows of the other are kept, and so twice as much as the bound says.) [T30]
#pragma once
#include <duckdb.h>

#include <string_view>

#include "selvage/base/result.hpp"
#include "selvage/summary/person_rows.hpp"

namespace selvage {

duckdb_hugeint person_hash(std::string_view person, const BoundingKey& key);

// The same as a function of the engine, from VARCHAR to HUGEINT; NULL and the empty
// text are nobody: NULL. The key must outlive the session's queries.
Outcome register_person_hash(duckdb_connection connection, const BoundingKey& key);
inline constexpr const char* kPersonHash = "person_hash";

// person_choice as a function of the engine, from VARCHAR to UBIGINT.
Outcome register_person_choice(duckdb_connection connection,
                               const BoundingKey& classes);
inline constexpr const char* kPersonChoice = "person_choice";

}  // namespace selvage
