#include "selvage/engine/may_write.hpp"

#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "selvage/base/descriptor.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/engine/ledgers_near.hpp"
#include "selvage/ledger/ledger.hpp"
#include "selvage/summary/table_files.hpp"

namespace selvage {
namespace {

namespace fs = std::filesystem;

constexpr std::array kLogs = {"-wal", "-shm", "-journal"};  // SQLite's, of a ledger

std::optional<struct stat> status_of(const std::string& path) {
  struct stat about {};
  if (stat(path.c_str(), &about) != 0) return std::nullopt;
  return about;
}

bool same_inode(const struct stat& one, const struct stat& other) {
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
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

Error taken(const std::string& path, const std::string& is) {
  return wrong(fmt::format("'{}' {}; name another file", path, is));
}

// What the file at the end of all links says by its first bytes that it is.
std::string kind_of(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  struct stat about {};
  if (!file || fstat(file.number(), &about) != 0 || !S_ISREG(about.st_mode)) return {};
  std::array<char, 256> bytes{};
  const ssize_t size = pread(file.number(), bytes.data(), bytes.size(), 0);
  const std::string_view text(bytes.data(), size > 0 ? static_cast<size_t>(size) : 0);
  if (text.starts_with(std::string_view("SQLite format 3\0", 16)) && text.size() > 72 &&
      text.substr(68, 4) == "slvg")
    return "a ledger";
  if (text.starts_with('{') && text.find("\"selvage key ") != std::string_view::npos)
    return "a secret key";
  constexpr std::size_t kDigits = 64;  // and the end of the line
  if (path.ends_with(".pub") && text.size() == kDigits + 1 &&
      text.find_first_not_of("0123456789abcdef") == kDigits)
    return "a public key";
  return {};
}

// All folders that the file would lie in, from the nearest one.
bool lies_in(const std::string& place, const struct stat& folder) {
  fs::path above = fs::path(place).parent_path();
  for (;; above = above.parent_path()) {
    if (const auto about = status_of(above.string()))
      if (same_inode(*about, folder)) return true;
    if (above == above.parent_path()) return false;
  }
}

// Whether the pattern would find the file once it is there.
bool fits(const std::string& place, const std::string& pattern) {
  const std::size_t wild = pattern.find_first_of("*?[");
  if (wild == std::string::npos) return false;
  const auto slash = pattern.rfind('/', wild);
  const std::string fixed =
      slash == std::string::npos ? "." : pattern.substr(0, slash + 1);
  std::error_code error;
  std::string whole = fs::weakly_canonical(fs::absolute(fixed, error), error).string();
  // What the folders before the wildcards hold is no wildcard.
  std::string escaped;
  for (const char c : whole) {
    if (std::strchr("*?[\\", c) != nullptr) escaped += '\\';
    escaped += c;
  }
  if (!escaped.ends_with('/')) escaped += '/';
  escaped += slash == std::string::npos ? pattern : pattern.substr(slash + 1);
  return fnmatch(escaped.c_str(), place.c_str(), FNM_PATHNAME | FNM_PERIOD) == 0;
}

// The file that the terms of a ledger mean, of a database the file that it is in.
bool names_table(const std::string& name, const std::string& place) {
  const auto colon = name.rfind(':');
  if (colon != std::string::npos && names_file(name.substr(0, colon), place))
    return true;
  return parse_table_name(place) && names_file(name, place);
}

Outcome check_read(const std::string& path, const std::string& place,
                   const ReadFile& read) {
  if (read.path.empty()) return Done{};
  if (same_file(path, read.path)) return taken(path, "is " + read.what);
  const TableName table{TableFormat::parquet, read.path, ""};
  const auto about = status_of(read.path);
  const bool folder = about && S_ISDIR(about->st_mode);
  if ((folder && !place.empty() && lies_in(place, *about)) ||
      (is_pattern(table) && fits(place, read.path)))
    return taken(path,
                 fmt::format("would be a part of '{}', {}", read.path, read.what));
  if (folder || is_pattern(table))
    for (const std::string& file : files_of_table(table))
      if (same_file(path, file))
        return taken(path, fmt::format("is a part of '{}', {}", read.path, read.what));
  if (read.by_name && status_of(path) && names_table(read.path, place))
    return taken(path, fmt::format("is called like {}", read.what));
  return Done{};
}

// Ledgers in the folder of a table name it. One that cannot be read names none: it is
// refused by its own first bytes, and the table by whoever reads it.
Outcome check_named(const std::string& path, const std::string& place) {
  const fs::path folder = fs::path(place).parent_path();
  const bool there = status_of(path).has_value();
  const auto beside_file = ledgers_in(folder.string());
  if (there && beside_file)
    for (const NearLedger& ledger : *beside_file)
      if (ledger.table && names_table(*ledger.table, place))
        return taken(path,
                     fmt::format("is the table whose ledger is '{}'", ledger.file));
  std::error_code none;
  if (!fs::is_directory(folder, none)) return Done{};
  const auto beside_folder = ledgers_in(folder.parent_path().string());
  if (beside_folder && folder.has_filename())
    for (const NearLedger& ledger : *beside_folder)
      if (ledger.table && names_file(*ledger.table, folder.string() + "/"))
        return taken(path, fmt::format("would be a part of the table whose ledger is "
                                       "'{}'",
                                       ledger.file));
  return Done{};
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
  if (first && second) return S_ISREG(first->st_mode) && same_inode(*first, *second);
  if (first || second) return false;
  const std::string place = place_of(one);
  return !place.empty() && place == place_of(other);
}

Outcome may_make(const std::string& path, const std::vector<ReadFile>& reads) {
  const std::string place = place_of(path);
  for (const ReadFile& read : reads)
    if (auto done = check_read(path, place, read); !done) return done;
  return place.empty() ? Outcome(Done{}) : check_named(path, place);
}

Outcome may_write(const std::string& path, const std::vector<ReadFile>& reads) {
  if (auto done = may_make(path, reads); !done) return done;
  if (const std::string kind = kind_of(path); !kind.empty())
    return taken(path, "is " + kind);
  const std::string target = without_links(path);
  if (target.ends_with(".ledger")) return taken(path, "has the name of a ledger");
  for (const std::string_view log : kLogs)
    if (target.ends_with(log) &&
        !kind_of(target.substr(0, target.size() - log.size())).empty())
      return taken(path, "is a part of a ledger");
  return Done{};
}

std::vector<ReadFile> files_of_table_to_keep(const TableName& table) {
  if (is_standard_input(table.path)) return {{"/dev/stdin", "the table itself"}};
  return {{table.path, "the table itself"},
          {table.path + ".wal", "the log of the table"}};
}

std::vector<ReadFile> files_of_ledger(const std::string& path) {
  std::vector<ReadFile> files = {{path, "the ledger"}};
  // SQLite keeps them beside the file that a link leads to.
  for (const char* log : kLogs)
    files.push_back({without_links(path) + log, "a part of the ledger"});
  if (const auto table = Ledger::table_of(path))
    files.push_back({*table, "the table of the ledger", true});
  return files;
}

}  // namespace selvage
