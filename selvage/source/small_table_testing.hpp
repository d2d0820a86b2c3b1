// For tests: the rows of a sample as a small world, with people under the names by
// which the rule of bounding knows those of a file.
#pragma once
#include <cstring>

#include "selvage/source/bind.hpp"
#include "selvage/source/person_hash.hpp"
#include "selvage/source/table_testing.hpp"
#include "selvage/verify/small_world.hpp"

namespace selvage {

// The name by which the rule knows a person: 16 bytes.
inline std::string name_of(const duckdb_hugeint& person) {
  std::string bytes(16, '\0');
  std::memcpy(bytes.data(), &person.lower, 8);
  std::memcpy(bytes.data() + 8, &person.upper, 8);
  return bytes;
}
inline std::string name_of(std::int64_t number) {
  return name_of({static_cast<std::uint64_t>(number), number < 0 ? -1 : 0});
}

// Of a sample whose first column names people.
inline verify::SmallTable small_table(const SampleTable& table, const Reading& question,
                                      std::uint8_t seed, bool whole_number) {
  const std::vector<std::string> wanted = counted_columns(question);
  verify::SmallTable rows;
  for (const auto& row : table.rows) {
    verify::SmallRow small;
    if (row[0] && !row[0]->empty())
      small.person = whole_number ? name_of(std::stoll(*row[0]))
                                  : name_of(person_hash(*row[0], fixed_key(seed)));
    for (const std::string& name : wanted)
      for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (table.columns[i].name == name) small.fields.push_back(row[i]);
    rows.push_back(std::move(small));
  }
  return rows;
}

}  // namespace selvage
