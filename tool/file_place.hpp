// Which file a name means, also before there is one: the same for `r`, `./r`, a link to
// it and another hard link of it.
#pragma once
#include <string>
#include <vector>

#include "selvage/base/result.hpp"

namespace selvage::tool {

// The path of the file that would be written: behind all links, dangling ones too.
// Empty where they lead to an open descriptor, as /dev/stdout does.
std::string without_links(const std::string& path);

// Whether writing one would write over the other; never so for a pipe or /dev/null.
bool same_file(const std::string& one, const std::string& other);

// A file that a command uses: one that an option names to be written, or another.
struct UsedFile {
  std::string path;
  std::string what;         // "the table itself"
  std::string option = {};  // "--out"; empty where it is no output
};

// Refuses an output without a name, one that would write over another file of the list,
// and two in one place.
Outcome check_places(const std::vector<UsedFile>& files);

// A ledger, with what SQLite keeps beside it while it is in use.
std::vector<UsedFile> files_of_ledger(const std::string& path);

}  // namespace selvage::tool
