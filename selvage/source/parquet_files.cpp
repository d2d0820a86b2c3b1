#include "selvage/source/parquet_files.hpp"

#include <glob.h>
#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/source/bind.hpp"
#include "selvage/summary/table_name.hpp"

namespace selvage {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 10'000;
constexpr rlim_t kOtherDescriptors = 256;
constexpr const char* kHive =
    "it has folders in it, and the values in names such as year=2024 are not read; "
    "write one folder of files that hold every column, for example by DuckDB's COPY";

bool is_hidden(const std::string& name) {
  return name.starts_with('.') || name.starts_with('_');
}

bool is_parquet(const std::string& name) {
  const auto table = parse_table_name(name);
  return table && table->format == TableFormat::parquet;
}

Result<std::vector<std::string>> files_in_folder(const std::string& path) {
  std::vector<std::string> files;
  std::error_code failed;
  for (fs::directory_iterator entry(path, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    const std::string name = entry->path().filename().string();
    if (is_hidden(name)) continue;
    std::error_code unknown;
    if (entry->is_directory(unknown)) return unreadable(path, kHive);
    if (!is_parquet(name))
      return unreadable(path,
                        "it also holds files that do not end in .parquet or .pq; take "
                        "them away, or name the others by a pattern in quotes, as in "
                        "'data/*.parquet'");
    files.push_back(entry->path().string());
  }
  if (failed) return unreadable(path, "the folder cannot be listed");
  if (files.empty()) return unreadable(path, "it is a folder without Parquet files");
  std::sort(files.begin(), files.end());
  return files;
}

// The part of a path that comes before a component with a wildcard.
std::size_t fixed_part(const std::string& pattern) {
  const auto wild = pattern.find_first_of("*?[");
  const auto slash = pattern.rfind('/', wild);
  return slash == std::string::npos ? 0 : slash + 1;
}

Result<std::vector<std::string>> files_of_pattern(const std::string& pattern) {
  glob_t found{};
  const int said = glob(pattern.c_str(), GLOB_ERR, nullptr, &found);
  std::vector<std::string> files(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  globfree(&found);
  if (said == GLOB_NOMATCH)
    return unreadable(pattern, "there is no file whose name fits the pattern");
  if (said != 0) return unreadable(pattern, "the folder cannot be listed");
  for (const std::string& file : files) {
    std::error_code unknown;
    const std::string folders = file.substr(fixed_part(pattern));
    if (folders.substr(0, folders.rfind('/')).find('=') != std::string::npos &&
        folders.find('/') != std::string::npos)
      return unreadable(pattern, kHive);
    if (fs::is_directory(file, unknown))
      return unreadable(pattern,
                        "the pattern fits folders too; let it fit files alone");
  }
  return files;
}

Result<std::vector<std::string>> names_of_files(const std::string& path) {
  std::error_code unknown;
  if (fs::is_directory(path, unknown)) return files_in_folder(path);
  const bool wild = path.find_first_of("*?[") != std::string::npos;
  if (wild && !fs::exists(path, unknown)) return files_of_pattern(path);
  return std::vector{path};
}

// Each file stays open, and the engine opens it once more.
void allow_descriptors(std::size_t files) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const rlim_t wanted = static_cast<rlim_t>(files) * 2 + kOtherDescriptors;
  if (limit.rlim_cur >= wanted) return;
  limit.rlim_cur = std::min(wanted, limit.rlim_max);
  setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

Result<std::vector<OpenFile>> open_parquet_files(const std::string& path) {
  const auto names = names_of_files(path);
  if (!names) return names.error();
  if (names->size() > kMostFiles)
    return unreadable(
        fmt::format("cannot read '{}': it has more than {} files; join some of them",
                    path, kMostFiles));
  allow_descriptors(names->size());
  std::vector<OpenFile> files;
  for (const std::string& name : *names) {
    auto file = OpenFile::open(name);
    if (!file)
      return names->size() == 1 && name == path
                 ? file.error()
                 : unreadable(path, "one of its files cannot be opened");
    files.push_back(*std::move(file));
  }
  return Result<std::vector<OpenFile>>(std::move(files));
}

}  // namespace selvage
