// What is public about a table, kept in a TOML file beside it: who a person is, how
// much of one person counts, and what the columns may hold. docs/formats.md says how.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "selvage/base/result.hpp"
#include "selvage/summary/domain.hpp"

namespace selvage {

struct DomainFile {
  struct Column {
    std::string name;
    std::optional<Values> values;
    bool drop_missing = false;
    std::optional<std::string> bounds = {};  // "LO:HI", as written
    std::optional<std::string> step = {};    // of the grid within them, as written
  };

  std::optional<std::string> person, per_person;    // per_person: "sum" or "first"
  std::optional<std::string> ledger;                // a file
  std::optional<std::string> decimal, date_format;  // of texts, as written
  bool trim = false;
  std::optional<std::int64_t> rows_per_person, cells_per_person, rows_per_cell;
  std::vector<Column> columns;  // each name once, in the order of the file

  // nullptr if the file does not name this column.
  const Column* find(const std::string& name) const;
};

// "@FILE" and the ledger in it are relative to its own folder. Fails in one sentence
// that says the line.
Result<DomainFile> read_domain_file(const std::string& path);

}  // namespace selvage
