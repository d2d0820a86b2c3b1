// Whoever opens tables: source/ for files, others for what they have. Whoever binds a
// plan to a table is given one, and knows no format and no engine.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "selvage/summary/dialect.hpp"
#include "selvage/summary/person_rows.hpp"
#include "selvage/summary/predicate.hpp"
#include "selvage/summary/reader.hpp"

namespace selvage {

// Which rows are read, and how.
struct TableOptions {
  // Rows for which this is not true are not in the data set.
  std::optional<Predicate> where = std::nullopt;
  std::optional<char> delimiter =
      std::nullopt;      // of a text file; else from its header line
  Dialect dialect = {};  // how texts are written
  // For the rows of people and for the engine, "2GB"; empty: half of what is free.
  std::string memory = {};
  int threads = 0;  // 0: as many as there are cores
  // Where what does not fit in memory is put while rows are sorted by person; empty:
  // the system's place for such files.
  std::string temp = {};
  // For contribution bounding. A fresh one for every release.
  BoundingKey bounding_key = {};
  // Under a profile: by which everybody's class is chosen. [T60]
  std::optional<BoundingKey> class_key = std::nullopt;
  // Called about ten times a second during a scan; returning false stops it.
  std::function<bool(double share)> watch = nullptr;
};

// Opens the container and checks the schema against the question: unreadable files,
// unknown columns and columns of the wrong type fail here, before anything is charged.
// No row is read.
using TableOpener = std::function<Result<std::unique_ptr<Reader>>(
    const std::string& table, const Reading& reading, const TableOptions& options)>;

}  // namespace selvage
