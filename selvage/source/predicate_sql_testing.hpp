// For tests: a table of all kinds of values in memory and in the engine, and random
// tests of its rows.
#pragma once
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "selvage/source/duckdb_session.hpp"
#include "selvage/source/predicate_readers.hpp"
#include "selvage/source/predicate_sql.hpp"
#include "selvage/source/predicate_text.hpp"
#include "selvage/summary/predicate_evaluate.hpp"

namespace selvage {

using Cell = std::optional<Value>;
using Random = std::mt19937_64;

const Error kFailed{ErrorKind::unreadable, "the query failed"};
const char* const kNull = nullptr;

// A column of the test's table: its type, and values that it may hold as text.
struct TestColumn {
  std::string name, type;
  std::vector<const char*> values;
};

const std::vector<const char*> kTexts = {kNull,
                                         "",
                                         "a",
                                         "A",
                                         "abc",
                                         "ABC",
                                         "aBd",
                                         "a%b",
                                         "a_b",
                                         "a\\%b",
                                         "it's",
                                         "''; --",
                                         "\"",
                                         "é",
                                         "e\u0301",
                                         "日本",
                                         "日本語",
                                         "ß",
                                         " 5 ",
                                         "5",
                                         "5.0",
                                         "+5",
                                         "-0",
                                         "0",
                                         "1e400",
                                         "-1e400",
                                         "1e-400",
                                         "inf",
                                         "-Infinity",
                                         "nan",
                                         "1_000",
                                         "1,000",
                                         "0x10",
                                         "0.3",
                                         "9007199254740993",
                                         "\u00a05",
                                         "5\n",
                                         "2025-01-31",
                                         " 2025-01-31 ",
                                         "2025-02-30",
                                         "2025-1-31",
                                         "1969-12-31 23:59:59.999999",
                                         "2025-01-31T12:00",
                                         "true",
                                         "FALSE ",
                                         "tru",
                                         "ſ",
                                         "K",
                                         "k",
                                         "\U0001F600"};
const std::vector<const char*> kTimes = {kNull,
                                         "2025-01-31 00:00:00",
                                         "2025-01-31 12:00:00",
                                         "2025-01-31 12:00:01",
                                         "1969-12-31 23:59:59",
                                         "1970-01-01 00:00:00",
                                         "1678-01-01 00:00:00",
                                         "2261-12-31 23:59:59"};
const std::vector<const char*> kFineTimes = {
    kNull, "2025-01-31 12:00:00.25", "2025-01-31 12:00:00.123",
    "1969-12-31 23:59:59.999", "2025-01-31 00:00:00"};

const std::vector<TestColumn> kTable = {
    {"tiny", "TINYINT", {kNull, "-128", "127", "0", "5", "-1"}},
    {"whole", "INTEGER", {kNull, "-2147483648", "2147483647", "0", "5", "-1"}},
    {"big",
     "BIGINT",
     {kNull, "9223372036854775807", "-9223372036854775808", "9007199254740993",
      "9007199254740992", "5", "0"}},
    {"unsigned",
     "UBIGINT",
     {kNull, "18446744073709551615", "9223372036854775808", "5", "0"}},
    {"huge",
     "HUGEINT",
     {kNull, "170141183460469231731687303715884105727",
      "-170141183460469231731687303715884105728", "9007199254740993", "5",
      "36893488147419103233", "-18446744073709553665"}},
    {"real",
     "DOUBLE",
     {kNull, "nan", "inf", "-inf", "0.3", "0.30000000000000004", "-0.0", "5",
      "9007199254740992", "1e308", "5e-324", "36893488147419103232",
      "-18446744073709555712", "-18446744073709551616"}},
    {"uhuge", "UHUGEINT", {kNull, "340282366920938463463374607431768211455", "5"}},
    {"money",
     "DECIMAL(18,3)",
     {kNull, "0.300", "0.301", "-999999999999999.999", "999999999999999.999", "5.000",
      "9007199254740.993"}},
    {"wide",
     "DECIMAL(38,20)",
     {kNull, "0.30000000000000000000", "0.30000000000000000001",
      "-999999999999999999.99999999999999999999", "5.0", "0.29999999999999998890"}},
    {"single", "FLOAT", {kNull, "nan", "inf", "-inf", "0.3", "5", "16777216"}},
    {"text", "VARCHAR", kTexts},
    {"o\"dd 'name'; --", "VARCHAR COLLATE NOCASE", kTexts},
    {"accent", "VARCHAR COLLATE NOACCENT", kTexts},
    {"mood", "ENUM('zz', 'a', 'A', '5')", {kNull, "zz", "a", "A", "5"}},
    {"day",
     "DATE",
     {kNull, "2025-01-31", "1969-12-31", "0001-01-01", "9999-12-31", "infinity",
      "-infinity", "10000-01-01"}},
    {"moment", "TIMESTAMP", kFineTimes},
    {"other moment", "TIMESTAMP", kTimes},
    {"far",
     "TIMESTAMP",
     {kNull, "infinity", "-infinity", "2025-01-31 00:00:00", "10000-01-01 00:00:00",
      "9999-12-31 23:59:59.999999"}},
    {"far second", "TIMESTAMP_S", {kNull, "infinity", "2025-01-31 00:00:00"}},
    {"second", "TIMESTAMP_S", kTimes},
    {"milli", "TIMESTAMP_MS", kFineTimes},
    {"nano", "TIMESTAMP_NS", kFineTimes},
    {"zoned", "TIMESTAMP WITH TIME ZONE", kFineTimes},
    {"flag", "BOOLEAN", {kNull, "true", "false"}},
    {"list", "INTEGER[]", {kNull, "[1, 2]"}},
};

// One of the values as evaluate() wants it, read from its text without the engine.
inline Cell cell(const TestColumn& column, const char* text, ValueKind kind) {
  if (text == kNull) return std::nullopt;
  const bool is_text = column.type.starts_with("VARCHAR") || column.name == "mood";
  if (kind == ValueKind::other)
    return is_text && *text == '\0' ? Cell() : Cell(Value(true));
  if (kind == ValueKind::number && !is_text && column.type != "DOUBLE" &&
      column.type != "FLOAT" && column.type != "DECIMAL(38,20)")
    return Value(ExactNumber::of(*Rational::parse(text)));
  if (kind == ValueKind::number && column.type == "DOUBLE") {
    const double number = std::strtod(text, nullptr);
    return std::isnan(number) ? Cell() : Cell(Value(ExactNumber::of(number)));
  }
  return read_text(text, kind);
}

template <class T>
const T& pick(const std::vector<T>& from, Random& random) {
  return from[random() % from.size()];
}

// The table in the engine and, row by row, the texts it was made from.
class Table {
 public:
  Table(std::size_t rows, Random& random) {
    setenv("TZ", "America/New_York", 1);  // nothing may depend on it
    auto session = DuckdbSession::open({.threads = 1});
    EXPECT_TRUE(session);
    session_ = *std::move(session);
    EXPECT_TRUE(register_readers(session_->connection()));
    std::string types, values;
    for (const TestColumn& column : kTable)
      types += ", " + quoted_name(column.name) + " " + column.type;
    for (std::size_t row = 0; row < rows; ++row) {
      values += fmt::format("{}({}", row == 0 ? "" : ", ", row);
      rows_.emplace_back();
      for (const TestColumn& column : kTable) {
        rows_.back().push_back(pick(column.values, random));
        values += ", " + sql_value(column, rows_.back().back());
      }
      values += ")";
    }
    run("CREATE TABLE t(id BIGINT" + types + ")");
    run("INSERT INTO t VALUES " + values);
    columns_ = *engine_columns(session_->connection(), "t", kFailed);
    columns_.erase(columns_.begin());  // the id
  }

  const std::vector<EngineColumn>& columns() const { return columns_; }
  std::size_t rows() const { return rows_.size(); }

  Truth by_evaluate(const BoundPredicate& predicate, std::size_t row) const {
    std::vector<Cell> cells;
    for (const BoundColumn& wanted : predicate.columns) {
      std::size_t place = 0;
      while (kTable[place].name != wanted.name) ++place;
      cells.push_back(cell(kTable[place], rows_[row][place], wanted.read));
    }
    return evaluate(predicate, cells);
  }

  std::vector<Truth> by_engine(const std::string& sql, const char* from = "t") {
    auto result = session_->query(
        fmt::format("SELECT {} FROM {} ORDER BY id", sql, from), kFailed);
    std::vector<Truth> truths;
    if (!result) return truths;
    for (idx_t row = 0; row < duckdb_row_count(result->raw()); ++row)
      truths.push_back(duckdb_value_is_null(result->raw(), 0, row)   ? Truth::unknown
                       : duckdb_value_boolean(result->raw(), 0, row) ? Truth::yes
                                                                     : Truth::no);
    return truths;
  }

  std::int64_t kept_by_engine(const std::string& sql) {
    auto result =
        session_->query(fmt::format("SELECT count(*) FROM t WHERE {}", sql), kFailed);
    return result ? duckdb_value_int64(result->raw(), 0, 0) : -1;
  }

 private:
  void run(const std::string& sql) {
    ASSERT_TRUE(session_->query(sql, kFailed)) << sql.substr(0, 300);
  }
  static std::string sql_value(const TestColumn& column, const char* text) {
    if (text == kNull) return "NULL";
    const std::string zone = column.name == "zoned" ? "+00" : "";
    if (column.type.starts_with("VARCHAR")) return quoted_text(text);
    return fmt::format("CAST({} AS {})", quoted_text(text + zone), column.type);
  }

  std::unique_ptr<DuckdbSession> session_;
  std::vector<std::vector<const char*>> rows_;
  std::vector<EngineColumn> columns_;
};

// Random predicates, most of them with literals that fit their column.
class Generator {
 public:
  explicit Generator(Random& random) : random_(random) {}

  Predicate predicate(int depth) {
    const std::uint64_t sort = random_() % (depth > 0 ? 8 : 5);
    if (sort < 5) return test();
    if (sort == 5) return negated(predicate(depth - 1));
    std::vector<Predicate> parts;
    for (std::uint64_t n = random_() % 3 + 2; n > 0; --n)
      parts.push_back(predicate(depth - 1));
    return sort == 6 ? all_of(std::move(parts)) : any_of(std::move(parts));
  }

 private:
  Predicate test() {
    const TestColumn& column = pick(kTable, random_);
    const bool text = column.values == kTexts || column.name == "mood";
    switch (random_() % 8) {
      case 0:
        return {Predicate::IsMissing{
            AskedColumn(column.name, text && random_() % 2 == 0
                                         ? std::optional(kReadings[random_() % 4])
                                         : std::nullopt)}};
      case 1:
        if (text) return {Predicate::Like{column.name, pattern()}};
        return compare_columns(column);
      case 2:
        return compare_columns(column);
      case 3:
      case 4: {
        Predicate::OneOf list{column.name, {}};
        for (std::uint64_t n = random_() % 4 + 1; n > 0; --n)
          list.values.push_back(literal(column));
        return {std::move(list)};
      }
      default:
        return {Predicate::Compare{column.name, relation(), literal(column)}};
    }
  }

  Predicate compare_columns(const TestColumn& left) {
    // Neighbours in the table are often of one kind.
    const auto place = static_cast<std::size_t>(&left - kTable.data());
    const std::size_t other =
        (place + random_() % 5 + kTable.size() - 2) % kTable.size();
    return {Predicate::Compare{AskedColumn(left.name, reading(left, kTable[other])),
                               relation(), AskedColumn(kTable[other].name)}};
  }

  // Two texts need one.
  std::optional<ReadAs> reading(const TestColumn& a, const TestColumn& b) {
    const bool texts = a.values == kTexts && b.values == kTexts;
    if (!texts && random_() % 10 > 0) return std::nullopt;
    return kReadings[random_() % std::size(kReadings)];
  }

  Relation relation() { return static_cast<Relation>(random_() % 6); }

  std::string pattern() {
    const std::vector<std::string> pieces = {"%", "_",  "a",  "b", "B",
                                             "é", "日", "\\", "5", "'"};
    std::string result;
    for (std::uint64_t n = random_() % 5; n > 0; --n) result += pick(pieces, random_);
    return result;
  }

  Value number() {
    static const std::vector<const char*> kNumbers = {
        "0",
        "5",
        "5.5",
        "-1",
        "-0.5",
        "0.3",
        "0.3005",
        "0.30000000000000000001",
        "0.299999999999999988897769753748434595763683319091796875",
        "127",
        "128",
        "-128.5",
        "2147483647.5",
        "9007199254740993",
        "9007199254740992",
        "9007199254740.993",
        "9223372036854775807",
        "9223372036854775807.5",
        "9223372036854775808",
        "-9223372036854775809",
        "18446744073709551615.1",
        "36893488147419103233",
        "999999999999999.999",
        "1e15",
        "1e40",
        "-1e40",
        "1e400",
        "-1e400",
        "1e-400",
        "16777217",
        "340282366920938463463374607431768211455",
        "170141183460469231731687303715884105727.5",
        "1e308",
        "5e-324",
        "1000"};
    return *Rational::parse(pick(kNumbers, random_));
  }
  Value time() {
    static const std::vector<const char*> kLiterals = {"2025-01-31 12:00:00",
                                                       "2025-01-31 12:00:00.25",
                                                       "2025-01-31 12:00:00.1235",
                                                       "2025-01-31",
                                                       "1969-12-31 23:59:59.9995",
                                                       "1969-12-31 23:59:59.5",
                                                       "1970-01-01",
                                                       "1678-01-01"};
    return *parse_timestamp(pick(kLiterals, random_));
  }
  Value date() {
    static const std::vector<const char*> kLiterals = {"2025-01-31", "2025-01-30",
                                                       "1969-12-31", "9999-12-31"};
    return *parse_date(pick(kLiterals, random_));
  }

  Value literal(const TestColumn& column) {
    if (column.name == "flag") return random_() % 2 == 0;
    if (column.name == "day") return date();
    if (column.type.starts_with("TIMESTAMP"))
      return random_() % 4 == 0 ? date() : time();
    const bool text = column.values == kTexts || column.name == "mood";
    if (!text) return number();
    switch (random_() % 10) {
      case 0:
      case 1:
        return number();
      case 2:
        return date();
      case 3:
        return time();
      case 4:
        return random_() % 2 == 0;
      default: {
        const char* value = pick(kTexts, random_);
        return std::string(value == kNull || *value == '\0' ? "x" : value);
      }
    }
  }

  Random& random_;
};

}  // namespace selvage
