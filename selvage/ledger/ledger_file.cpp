#include "selvage/ledger/ledger_file.hpp"

#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <fmt/format.h>

#include "selvage/base/descriptor.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/base/new_file.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kApplication = 0x736c7667;  // "slvg"
constexpr std::int64_t kVersion = 3;

// The columns of the terms in each version that can be taken over, but for the first
// and the last. Nothing else differs between them.
constexpr const char* kTermsOfVersion1 =
    "created table_name epsilon delta profile neighbours accounting";
constexpr const char* kTermsOfVersion2 =
    "created table_name epsilon delta profile neighbours accounting privacy_unit";
constexpr const char* kTerms =
    "created table_name epsilon delta rho profile neighbours accounting privacy_unit";

// Equal derivations are one row, so that thousands of equal charges are one term of a
// composition. Sums are nowhere stored: they cannot be wrong.
constexpr const char* kOtherTables = R"(
CREATE TABLE derivation (
  id INTEGER PRIMARY KEY,
  json TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE entry (
  id INTEGER PRIMARY KEY CHECK (id > 0),
  time TEXT NOT NULL,
  question TEXT NOT NULL,
  version TEXT NOT NULL,
  counted INTEGER REFERENCES derivation (id),
  other TEXT NOT NULL,
  seal TEXT NOT NULL
) STRICT;
CREATE INDEX entry_counted ON entry (counted);
CREATE TABLE answer (
  entry INTEGER PRIMARY KEY REFERENCES entry (id),
  time TEXT NOT NULL,
  json TEXT NOT NULL,
  seal TEXT NOT NULL
) STRICT;
)";

std::string terms_table(const std::string& columns) {
  std::string sql =
      "CREATE TABLE terms (\n  one INTEGER PRIMARY KEY CHECK (one = 1),\n";
  std::istringstream names(columns);
  for (std::string name; names >> name;) sql += "  " + name + " TEXT NOT NULL,\n";
  return sql + "  seal TEXT NOT NULL\n) STRICT;\n";
}

std::string schema_of(const std::string& columns) {
  return terms_table(columns) + kOtherTables;
}

Error trouble(const std::string& path, const std::string& what) {
  return unreadable(fmt::format("the ledger '{}' {}", path, what));
}

Error not_made(const std::string& path, int code) {
  if (code == EEXIST)
    return wrong(fmt::format(
        "there is a file '{}' already, and a ledger never replaces one", path));
  return trouble(path, fmt::format("cannot be made: {}", std::strerror(code)));
}

std::string folder_of(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

int sync_folder_of(const std::string& path) {
  const Descriptor descriptor(
      ::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!descriptor) return errno;
  return ::fsync(descriptor.number()) == 0 ? 0 : errno;
}

// Never over another file. Not every file system can do both.
int rename_to_new(const std::string& from, const std::string& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0)
    return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  if (::link(from.c_str(), to.c_str()) != 0) return errno;
  ::unlink(from.c_str());
  return 0;
}

Outcome insert_terms(SqliteDatabase& database, const SealedTerms& terms) {
  const auto inserted = database.rows(
      "INSERT INTO terms VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      {terms.created, terms.table, terms.epsilon, terms.delta, terms.rho, terms.profile,
       terms.neighbours, terms.accounting, terms.privacy_unit, seal_of(terms)});
  return inserted ? Outcome(Done{}) : Outcome(inserted.error());
}

Result<std::string> image_of(const SealedTerms& terms) {
  auto database = SqliteDatabase::in_memory();
  if (!database) return database.error();
  const auto made = database->run(
      fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}; {}",
                  kApplication, kVersion, schema_of(kTerms)));
  if (!made) return made.error();
  if (const auto inserted = insert_terms(*database, terms); !inserted)
    return inserted.error();
  auto image = database->image();
  // Bytes 18 and 19 say "write-ahead log": nobody has to switch a file in use to it.
  if (image) (*image)[18] = (*image)[19] = 2;
  return image;
}

// All of sqlite_schema, in an order that does not depend on its history.
Result<std::vector<SqliteRow>> schema_rows(SqliteDatabase& database) {
  return database.rows(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name");
}

// The version of a file with our mark. Refuses all else, and what a newer selvage made.
Result<std::int64_t> version_of(SqliteDatabase& database, const std::string& path) {
  const auto application = database.value("PRAGMA application_id");
  if (!application) return application.error();
  if (*application != SqliteValue(kApplication))
    return trouble(path, "is not a ledger of selvage");
  const auto version = database.value("PRAGMA user_version");
  if (!version) return version.error();
  const auto* number = std::get_if<std::int64_t>(&*version);
  if (number != nullptr && *number > kVersion)
    return trouble(path,
                   fmt::format("is of version {}, and this selvage knows versions "
                               "up to {}; use a newer one",
                               *number, kVersion));
  if (number == nullptr || *number < 1)
    return trouble(path, "is damaged: its version is none that was ever written");
  return *number;
}

Outcome check_mark(SqliteDatabase& database, const std::string& path) {
  const auto version = version_of(database, path);
  if (!version) return version.error();
  if (*version == kVersion) return Done{};
  return trouble(path,
                 fmt::format("is of the earlier version {}; 'selvage ledger upgrade "
                             "{}' takes it over with all it has spent",
                             *version, path));
}

// Durable: a commit returns when the disk has it. The log is copied into the file only
// by the last one to close it, who is alone then: with several at work, SQLite before
// 3.51.3 can lose committed entries while it copies (sqlite.org/wal.html, "WAL-reset").
Outcome set_up(SqliteDatabase& database, const std::string& path) {
  const auto mode = database.value("PRAGMA journal_mode = WAL");
  if (!mode) return mode.error();
  if (*mode != SqliteValue("wal"))
    return trouble(path, "cannot be written safely on this file system");
  return database.run(
      "PRAGMA wal_autocheckpoint = 0; PRAGMA synchronous = FULL; "
      "PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; "
      "PRAGMA cell_size_check = ON");
}

}  // namespace

namespace {

// Whole on the disk, or not at all, and never over another file. 0 or an errno.
Result<int> make_file(const std::string& path, const std::string& bytes) {
  if (sodium_init() < 0) return trouble(path, "cannot be made: no random numbers");
  std::uint64_t name_digits = 0;
  randombytes_buf(&name_digits, sizeof name_digits);
  const std::string beside = fmt::format("{}.{:016x}.new", path, name_digits);
  int code = write_new_file(beside, bytes, 0666);
  if (code == 0) code = rename_to_new(beside, path);
  if (code != 0) {
    ::unlink(beside.c_str());
    return code;
  }
  return sync_folder_of(path);
}

}  // namespace

Outcome create_ledger_file(const std::string& path, const SealedTerms& terms) {
  // The log of a ledger that was here before would be taken for that of the new one.
  for (const char* log : {"-wal", "-shm", "-journal"})
    if (std::filesystem::exists(path + log))
      return wrong(
          fmt::format("there is a file '{0}{1}', the log of a ledger that stood "
                      "here; put that ledger back, or take the log away",
                      path, log));
  const auto image = image_of(terms);
  if (!image) return image.error();
  const auto code = make_file(path, *image);
  if (!code) return code.error();
  return *code == 0 ? Outcome(Done{}) : Outcome(not_made(path, *code));
}

namespace {

Outcome check_schema(SqliteDatabase& database, const std::string& path,
                     const std::string& schema) {
  auto ours = SqliteDatabase::in_memory();
  if (!ours) return ours.error();
  if (auto made = ours->run(schema); !made) return made;
  const auto expected = schema_rows(*ours), found = schema_rows(database);
  if (!expected) return expected.error();
  if (!found) return found.error();
  if (*expected != *found)
    return trouble(path, "is damaged: its tables are not those of a ledger");
  return Done{};
}

}  // namespace

Outcome check_ledger_schema(SqliteDatabase& database, const std::string& path) {
  return check_schema(database, path, schema_of(kTerms));
}

namespace {

Outcome check_place(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0)
    return errno == ENOENT ? unreadable(fmt::format("there is no ledger '{}'", path))
                           : trouble(path, fmt::format("cannot be opened: {}",
                                                       std::strerror(errno)));
  if (!S_ISREG(status.st_mode)) return trouble(path, "is not a ledger of selvage");
  // Each name of a file would have a log of its own, and charges would be lost.
  if (status.st_nlink > 1)
    return trouble(path, "has a second name (a hard link); a ledger may have one only");
  return Done{};
}

Outcome check_pages(SqliteDatabase& database, const std::string& path) {
  const auto quick = database.value("PRAGMA quick_check(1)");
  if (!quick) return quick.error();
  if (*quick != SqliteValue("ok")) return trouble(path, "is damaged");
  return Done{};
}

Outcome check_contents(SqliteDatabase& database, const std::string& path) {
  if (auto ok = check_mark(database, path); !ok) return ok;
  if (auto ok = check_ledger_schema(database, path); !ok) return ok;
  return check_pages(database, path);
}

}  // namespace

Result<SqliteDatabase> open_ledger_file(const std::string& path) {
  if (const auto ok = check_place(path); !ok) return ok.error();
  auto database = SqliteDatabase::open(path);
  if (!database) return database;
  if (const auto ok = check_contents(*database, path); !ok) return ok.error();
  if (const auto ok = set_up(*database, path); !ok) return ok.error();
  return database;
}

Result<SqliteDatabase> glance_at_ledger_file(const std::string& path) {
  if (const auto ok = check_place(path); !ok) return ok.error();
  auto database = SqliteDatabase::open_unchanging(path);
  if (!database) return database;
  if (const auto version = version_of(*database, path); !version)
    return version.error();
  return database;
}

Result<EarlierLedgerFile> open_earlier_ledger_file(const std::string& path) {
  if (const auto ok = check_place(path); !ok) return ok.error();
  auto database = SqliteDatabase::open(path);
  if (!database) return database.error();
  const auto version = version_of(*database, path);
  if (!version) return version.error();
  if (*version == kVersion)
    return wrong(
        fmt::format("the ledger '{}' is of version {}, which is the one that this "
                    "selvage writes; nothing is to be done",
                    path, kVersion));
  const std::string columns = *version == 1 ? kTermsOfVersion1 : kTermsOfVersion2;
  if (const auto ok = check_schema(*database, path, schema_of(columns)); !ok)
    return ok.error();
  if (const auto ok = check_pages(*database, path); !ok) return ok.error();
  if (const auto ok = set_up(*database, path); !ok) return ok.error();
  return EarlierLedgerFile{*std::move(database), *version};
}

Outcome renew_terms(SqliteDatabase& database, const SealedTerms& terms) {
  if (auto done =
          database.run(fmt::format("DROP TABLE terms; {}; PRAGMA user_version = {}",
                                   terms_table(kTerms), kVersion));
      !done)
    return done;
  return insert_terms(database, terms);
}

Result<std::string> keep_ledger_image(SqliteDatabase& database, const std::string& path,
                                      std::int64_t version) {
  const auto image = database.image();
  if (!image) return image.error();
  constexpr int kMostCopies = 1000;
  for (int i = 1; i < kMostCopies; ++i) {
    const std::string copy = fmt::format("{}.version-{}{}", path, version,
                                         i == 1 ? "" : fmt::format("-{}", i));
    const auto code = make_file(copy, *image);
    if (!code) return code.error();
    if (*code == 0) return copy;
    if (*code != EEXIST) return not_made(copy, *code);
    std::ifstream there(copy, std::ios::binary);
    if (std::string(std::istreambuf_iterator<char>(there), {}) == *image) return copy;
  }
  return not_made(path, EEXIST);
}

Result<SqliteDatabase> open_ledger_file_to_read(const std::string& path) {
  if (const auto ok = check_place(path); !ok) return ok.error();
  const std::string log = path + "-wal";
  const bool writable =
      ::access(path.c_str(), W_OK) == 0 && ::access(folder_of(path).c_str(), W_OK) == 0;
  if (writable) return open_ledger_file(path);
  std::error_code none;
  if (std::filesystem::exists(log, none))
    return trouble(path,
                   fmt::format("cannot be read without writing: '{}' holds entries "
                               "that are not yet in it",
                               log));
  auto database = SqliteDatabase::open_unchanging(path);
  if (!database) return database;
  if (const auto ok = check_contents(*database, path); !ok) return ok.error();
  return database;
}

}  // namespace selvage
