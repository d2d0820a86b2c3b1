#include "selvage/engine/ledgers_near.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/ledger/ledger.hpp"
#include "selvage/ledger/ledger_table.hpp"

namespace selvage {
namespace {

namespace fs = std::filesystem;

}  // namespace

Result<std::vector<NearLedger>> ledgers_in(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code failed, unknown;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
       entry.increment(failed))
    if (entry->path().extension() == ".ledger")
      files.push_back(folder == "." ? entry->path().filename().string()
                                    : entry->path().string());
  if (failed && fs::is_directory(folder, unknown))
    return unreadable(
        fmt::format("the folder '{}' cannot be listed, so nobody knows which ledgers "
                    "are in it",
                    folder));
  std::sort(files.begin(), files.end());
  std::vector<NearLedger> found;
  for (std::string& file : files) {
    auto table = Ledger::table_of(file);
    found.push_back({std::move(file), std::move(table)});
  }
  return found;
}

bool names_file(const std::string& name, const std::string& path) {
  const fs::path file = path, pattern = fs::path(name).filename();
  if (is_ledger_of(name, path)) return true;
  if (!file.has_filename()) return false;
  if (pattern == file.filename()) return true;
  std::error_code unknown;
  return !fs::exists(file.parent_path() / pattern, unknown) &&
         fnmatch(pattern.c_str(), file.filename().c_str(), FNM_PERIOD) == 0;
}

}  // namespace selvage
