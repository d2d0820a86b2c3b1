// Whether an output may be put somewhere: the one place that decides it, for every verb
// and every option. What is lost by a slip is a table, a ledger or a key.
#pragma once
#include <string>
#include <vector>

#include "selvage/base/result.hpp"
#include "selvage/summary/table_name.hpp"

namespace selvage {

// What a command reads, or must not lose.
struct ReadFile {
  // A file; a folder, then all that is in it; a pattern, then all that fits it.
  std::string path;
  std::string what;  // "the table itself"
  // A file of this name, in whatever folder: all that a release or a ledger says of
  // the table.
  bool by_name = false;
};

// The path of the file that would be written: behind all links, dangling ones too.
// Empty where they lead to an open descriptor, as /dev/stdout does.
std::string without_links(const std::string& path);

// Whether writing one would write over the other; never so for a pipe or /dev/null.
bool same_file(const std::string& one, const std::string& other);

// Refuses a path that one of these means, by whatever name or link it is reached; and,
// whatever is read, one in the place of a ledger, of a key, or of a table that a ledger
// in its folder names, one in a folder that is such a table, and one with the name of
// ledgers. Nothing is written. "'t.csv' is the table itself; name another file".
Outcome may_write(const std::string& path, const std::vector<ReadFile>& reads);

// The same for what never replaces a file, and may be a ledger: only whether it would
// lie in a folder that is a table, or belong to a pattern.
Outcome may_make(const std::string& path, const std::vector<ReadFile>& reads);

// All that is lost if the table is: its files, and the log of a database.
std::vector<ReadFile> files_of_table_to_keep(const TableName& table);
// A ledger, with what SQLite keeps beside it while it is in use, and the table that its
// terms name.
std::vector<ReadFile> files_of_ledger(const std::string& path);

}  // namespace selvage
