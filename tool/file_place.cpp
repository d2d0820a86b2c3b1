#include "tool/file_place.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"

namespace selvage::tool {
namespace {

namespace fs = std::filesystem;

std::optional<struct stat> status_of(const std::string& path) {
  struct stat about {};
  if (stat(path.c_str(), &about) != 0) return std::nullopt;
  return about;
}

// The folder as the system names it, and the name: of a file that is not there yet. A
// relative folder that is not there either is one below the current one.
std::string place_of(const std::string& path) {
  const fs::path target = without_links(path);
  if (target.empty()) return {};
  const fs::path folder = target.has_parent_path() ? target.parent_path() : ".";
  std::error_code error;
  const fs::path real = fs::weakly_canonical(fs::absolute(folder, error), error);
  return (real / target.filename()).string();
}

}  // namespace

std::string without_links(const std::string& path) {
  constexpr int kMostLinks = 40;  // as the system follows
  std::error_code error;
  fs::path place = path;
  for (int i = 0; i < kMostLinks && fs::is_symlink(place, error); ++i) {
    const fs::path folder = place.has_parent_path() ? place.parent_path() : ".";
    if (fs::canonical(folder, error).string().starts_with("/proc")) return "";
    place = place.parent_path() / fs::read_symlink(place, error);
  }
  return place.string();
}

bool same_file(const std::string& one, const std::string& other) {
  const auto first = status_of(one), second = status_of(other);
  if (first && second)
    return S_ISREG(first->st_mode) && first->st_dev == second->st_dev &&
           first->st_ino == second->st_ino;
  if (first || second) return false;
  const std::string place = place_of(one);
  return !place.empty() && place == place_of(other);
}

Outcome check_places(const std::vector<UsedFile>& files) {
  for (const UsedFile& file : files) {
    if (file.option.empty()) continue;
    if (file.path.empty()) return wrong(fmt::format("{} names no file", file.option));
    for (const UsedFile& other : files) {
      if (&other == &file || !same_file(file.path, other.path)) continue;
      if (other.option.empty())
        return wrong(fmt::format("{} '{}' is {}; name another file", file.option,
                                 file.path, other.what));
      return wrong(fmt::format("{} and {} name the same file '{}'; name two",
                               file.option, other.option, other.path));
    }
  }
  return Done{};
}

std::vector<UsedFile> files_of_ledger(const std::string& path) {
  std::vector<UsedFile> files = {{path, "the ledger"}};
  // SQLite keeps them beside the file that a link leads to.
  for (const char* log : {"-wal", "-shm", "-journal"})
    files.push_back({without_links(path) + log, "a part of the ledger"});
  return files;
}

}  // namespace selvage::tool
