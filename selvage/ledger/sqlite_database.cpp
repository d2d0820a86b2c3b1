#include "selvage/ledger/sqlite_database.hpp"

#include <sqlite3.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/stopping.hpp"

namespace selvage {
namespace {

// How often one charge looks whether others are done, a little longer each time: about
// a minute in all. A charge takes milliseconds.
constexpr int kMostTries = 1'200;
constexpr int kMostMilliseconds = 50;

int wait_for_others(void*, int tries) {
  if (tries >= kMostTries || !goes_on()) return 0;
  std::this_thread::sleep_for(
      std::chrono::milliseconds(std::min(tries + 1, kMostMilliseconds)));
  return 1;
}

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

// SQLite tells most failures of a full disk from others, but not those of what it keeps
// beside the file.
bool is_full(const std::string& path) {
  constexpr std::uint64_t kLeastBytes = 64 << 10;  // of what it makes there
  struct statvfs disk {};
  return statvfs(path.c_str(), &disk) == 0 &&
         std::uint64_t{disk.f_bavail} * disk.f_frsize < kLeastBytes;
}

// SQLite's own messages name its internals; these name what a person can do.
Error failure(const std::string& path, int code) {
  const auto say = [&](const std::string& what) {
    return unreadable(fmt::format("the ledger '{}' {}", path, what));
  };
  if (code == SQLITE_READONLY_DIRECTORY)
    return say("cannot be written: its folder does not allow it");
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      if (!goes_on())
        return {
            ErrorKind::interrupted,
            fmt::format("stopped while another program used the ledger '{}'", path)};
      return say("is in use by another program; try again");
    case SQLITE_FULL:
      return say("cannot be written: the disk is full");
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return say("cannot be written: its permissions do not allow it");
    case SQLITE_CANTOPEN:
      return say("cannot be opened: look at its permissions and those of its folder");
    case SQLITE_NOTADB:
      return say("is not a ledger of selvage");
    case SQLITE_CORRUPT:
      return say("is damaged");
    case SQLITE_IOERR:
      return say(is_full(path)
                     ? "cannot be written: the disk is full"
                     : "cannot be read or written: the disk reports an error");
    default:
      return say(fmt::format("fails: {}", sqlite3_errstr(code)));
  }
}

// SQLite reads ":memory:", "" and "file:..." as something else than names of files.
std::string plain_name(const std::string& path) {
  return path.starts_with('/') ? path : "./" + path;
}

int bind(sqlite3_stmt* statement, int place, const SqliteValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value))
    return sqlite3_bind_int64(statement, place, *whole);
  if (const auto* text = std::get_if<std::string>(&value))
    return sqlite3_bind_text64(statement, place, text->data(), text->size(),
                               SQLITE_STATIC, SQLITE_UTF8);
  return sqlite3_bind_null(statement, place);
}

SqliteValue column(sqlite3_stmt* statement, int place) {
  switch (sqlite3_column_type(statement, place)) {
    case SQLITE_INTEGER:
      return std::int64_t{sqlite3_column_int64(statement, place)};
    case SQLITE_NULL:
      return std::monostate();
    default: {
      const void* bytes = sqlite3_column_blob(statement, place);
      const int size = sqlite3_column_bytes(statement, place);
      return std::string(static_cast<const char*>(bytes != nullptr ? bytes : ""),
                         static_cast<std::size_t>(size));
    }
  }
}

SqliteRow current_row(sqlite3_stmt* statement) {
  std::vector<SqliteValue> values;
  for (int i = 0; i < sqlite3_column_count(statement); ++i)
    values.push_back(column(statement, i));
  return SqliteRow(std::move(values));
}

}  // namespace

bool SqliteRow::is_null(std::size_t column) const {
  return std::holds_alternative<std::monostate>(values_[column]);
}

std::int64_t SqliteRow::integer(std::size_t column) const {
  const auto* whole = std::get_if<std::int64_t>(&values_[column]);
  return whole != nullptr ? *whole : 0;
}

std::string SqliteRow::text(std::size_t column) const {
  const auto* text = std::get_if<std::string>(&values_[column]);
  return text != nullptr ? *text : std::string();
}

void SqliteDatabase::Close::operator()(sqlite3* connection) const {
  sqlite3_close_v2(connection);
}

Result<SqliteDatabase> SqliteDatabase::connect(const std::string& name, int flags,
                                               const std::string& path) {
  sqlite3* opened = nullptr;
  const int code =
      sqlite3_open_v2(name.c_str(), &opened, flags | SQLITE_OPEN_EXRESCODE, nullptr);
  SqliteDatabase database(std::unique_ptr<sqlite3, Close>(opened), path);
  if (code != SQLITE_OK) return failure(path, code);
  // SQLite opens a file that it may not write for reading, and says so only here.
  if ((flags & SQLITE_OPEN_READWRITE) != 0 && sqlite3_db_readonly(opened, "main") == 1)
    return failure(path, SQLITE_READONLY);
  sqlite3_busy_handler(opened, wait_for_others, nullptr);
  return database;
}

Result<SqliteDatabase> SqliteDatabase::open(const std::string& path) {
  return connect(plain_name(path), SQLITE_OPEN_READWRITE, path);
}

Result<SqliteDatabase> SqliteDatabase::open_unchanging(const std::string& path) {
  std::string name = "file:";
  for (const char c : plain_name(path))
    name += c == '%' || c == '?' || c == '#' ? fmt::format("%{:02x}", c)
                                             : std::string(1, c);
  return connect(name + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, path);
}

Result<SqliteDatabase> SqliteDatabase::in_memory() {
  return connect(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, "in memory");
}

Outcome SqliteDatabase::run(const std::string& statements) {
  const int code =
      sqlite3_exec(connection_.get(), statements.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return failure(path_, code);
  return Done{};
}

Outcome SqliteDatabase::each(const std::string& statement,
                             const std::vector<SqliteValue>& arguments,
                             const std::function<Outcome(const SqliteRow&)>& use) {
  sqlite3_stmt* prepared = nullptr;
  int code =
      sqlite3_prepare_v2(connection_.get(), statement.c_str(), -1, &prepared, nullptr);
  const Statement owner(prepared);
  for (std::size_t i = 0; i < arguments.size() && code == SQLITE_OK; ++i)
    code = bind(prepared, static_cast<int>(i) + 1, arguments[i]);
  if (code != SQLITE_OK) return failure(path_, code);
  while ((code = sqlite3_step(prepared)) == SQLITE_ROW) {
    auto used = use(current_row(prepared));
    if (!used) return used;
  }
  if (code != SQLITE_DONE) return failure(path_, code);
  return Done{};
}

Result<std::vector<SqliteRow>> SqliteDatabase::rows(
    const std::string& statement, const std::vector<SqliteValue>& arguments) {
  std::vector<SqliteRow> found;
  const auto outcome = each(statement, arguments, [&](const SqliteRow& row) {
    found.push_back(row);
    return Outcome(Done{});
  });
  if (!outcome) return outcome.error();
  return found;
}

Result<SqliteValue> SqliteDatabase::value(const std::string& statement) {
  const auto found = rows(statement);
  if (!found) return found.error();
  if (found->empty()) return failure(path_, SQLITE_CORRUPT);
  return found->front().value(0);
}

bool SqliteDatabase::has_moved() const {
  int moved = 0;
  return sqlite3_file_control(connection_.get(), "main", SQLITE_FCNTL_HAS_MOVED,
                              &moved) == SQLITE_OK &&
         moved != 0;
}

Result<std::string> SqliteDatabase::image() const {
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> bytes(
      sqlite3_serialize(connection_.get(), "main", &size, 0), sqlite3_free);
  if (!bytes) return failure(path_, SQLITE_NOMEM);
  return std::string(bytes.get(), bytes.get() + size);
}

Result<SqliteTransaction> SqliteTransaction::begin(SqliteDatabase& database,
                                                   Kind kind) {
  const auto begun =
      database.run(kind == Kind::writing ? "BEGIN IMMEDIATE" : "BEGIN DEFERRED");
  if (!begun) return begun.error();
  return SqliteTransaction(database);
}

Outcome SqliteTransaction::commit() {
  auto committed = database_->run("COMMIT");
  if (committed) database_ = nullptr;
  return committed;
}

SqliteTransaction::~SqliteTransaction() {
  // Where SQLite has rolled back by itself this fails, and that is well.
  if (database_ != nullptr) (void)database_->run("ROLLBACK");
}

}  // namespace selvage
