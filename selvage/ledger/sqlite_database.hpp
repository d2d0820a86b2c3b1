// One connection to a SQLite file: rows in, rows out, every failure one sentence. Only
// the ledger knows SQLite, and only through this.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "selvage/base/result.hpp"

struct sqlite3;

namespace selvage {

using SqliteValue = std::variant<std::monostate, std::int64_t, std::string>;

class SqliteRow {
 public:
  explicit SqliteRow(std::vector<SqliteValue> values) : values_(std::move(values)) {}
  const SqliteValue& value(std::size_t column) const { return values_[column]; }
  bool is_null(std::size_t column) const;
  // 0 and "" where the column holds something else: a damaged file is no reason to stop
  // here; whoever compares will find it.
  std::int64_t integer(std::size_t column) const;
  std::string text(std::size_t column) const;
  bool operator==(const SqliteRow&) const = default;

 private:
  std::vector<SqliteValue> values_;
};

class SqliteDatabase {
 public:
  // An existing file, to read and write. Not to be carried into a child process.
  static Result<SqliteDatabase> open(const std::string& path);
  // One that nobody may write, and that has no log beside it: only to read. Whoever
  // changes it meanwhile is not noticed.
  static Result<SqliteDatabase> open_unchanging(const std::string& path);
  static Result<SqliteDatabase> in_memory();

  // One or more statements without arguments and rows.
  Outcome run(const std::string& statements);
  // One statement; `use` sees each row and may stop with an error.
  Outcome each(const std::string& statement, const std::vector<SqliteValue>& arguments,
               const std::function<Outcome(const SqliteRow&)>& use);
  Result<std::vector<SqliteRow>> rows(const std::string& statement,
                                      const std::vector<SqliteValue>& arguments = {});
  // The first column of the first row. Requires a statement that gives one.
  Result<SqliteValue> value(const std::string& statement);
  // Whether the file is no longer where it was opened: replaced, or taken away.
  bool has_moved() const;
  // The bytes of the file that this database would be.
  Result<std::string> image() const;

 private:
  struct Close {
    void operator()(sqlite3* connection) const;
  };
  SqliteDatabase(std::unique_ptr<sqlite3, Close> connection, std::string path)
      : connection_(std::move(connection)), path_(std::move(path)) {}
  static Result<SqliteDatabase> connect(const std::string& name, int flags,
                                        const std::string& path);

  std::unique_ptr<sqlite3, Close> connection_;
  std::string path_;
};

// From BEGIN to commit(), or to nothing. A writing one waits for other writers at its
// start, so that what it reads stays true until it commits.
class SqliteTransaction {
 public:
  enum class Kind { reading, writing };
  static Result<SqliteTransaction> begin(SqliteDatabase& database, Kind kind);
  Outcome commit();

  SqliteTransaction(SqliteTransaction&& other) noexcept
      : database_(std::exchange(other.database_, nullptr)) {}
  SqliteTransaction& operator=(SqliteTransaction&&) = delete;
  ~SqliteTransaction();

 private:
  explicit SqliteTransaction(SqliteDatabase& database) : database_(&database) {}
  SqliteDatabase* database_;  // null once it has ended
};

}  // namespace selvage
