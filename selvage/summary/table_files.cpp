#include "selvage/summary/table_files.hpp"

#include <glob.h>

#include <algorithm>
#include <filesystem>

namespace selvage {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_in_folder(const std::string& path) {
  std::vector<std::string> files;
  std::error_code none;
  for (fs::directory_iterator entry(path, none), end; !none && entry != end;
       entry.increment(none)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with('.') && !name.starts_with('_'))
      files.push_back(entry->path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::string> files_of_pattern(const std::string& pattern) {
  glob_t found{};
  std::vector<std::string> files;
  if (glob(pattern.c_str(), 0, nullptr, &found) == 0)
    files.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  globfree(&found);
  return files;
}

}  // namespace

bool is_pattern(const TableName& table) {
  std::error_code unknown;
  return table.format == TableFormat::parquet &&
         table.path.find_first_of("*?[") != std::string::npos &&
         !fs::exists(table.path, unknown);
}

std::vector<std::string> files_of_table(const TableName& table) {
  std::error_code unknown;
  if (table.format == TableFormat::parquet && fs::is_directory(table.path, unknown))
    return files_in_folder(table.path);
  if (is_pattern(table)) return files_of_pattern(table.path);
  return {table.path};
}

}  // namespace selvage
