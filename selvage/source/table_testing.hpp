// For tests of tables: files in every format, made by an engine with all its powers,
// and cells as plain numbers.
#pragma once
#include <array>
#include <functional>
#include <map>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/base/temporary_folder.hpp"
#include "selvage/source/duckdb_session.hpp"
#include "selvage/source/table.hpp"
#include "selvage/summary/predicate_parse.hpp"

namespace selvage {

// DuckDB with all its powers, to make files with.
class FullEngine {
 public:
  explicit FullEngine(const std::string& path = ":memory:") {
    EXPECT_EQ(duckdb_open(path.c_str(), &database_), DuckDBSuccess);
    EXPECT_EQ(duckdb_connect(database_, &connection_), DuckDBSuccess);
  }
  ~FullEngine() {
    duckdb_disconnect(&connection_);
    duckdb_close(&database_);
  }
  FullEngine(const FullEngine&) = delete;
  FullEngine& operator=(const FullEngine&) = delete;

  // The first value of the result.
  std::string run(const std::string& sql) {
    duckdb_result result;
    EXPECT_EQ(duckdb_query(connection_, sql.c_str(), &result), DuckDBSuccess)
        << sql.substr(0, 2000) << ": " << duckdb_result_error(&result);
    char* text = duckdb_value_varchar(&result, 0, 0);
    std::string value = text == nullptr ? "NULL" : text;
    duckdb_free(text);
    duckdb_destroy_result(&result);
    return value;
  }
  void write_parquet(const std::string& select, const std::string& path) {
    run("COPY (" + select + ") TO " + quoted_text(path) + " (FORMAT parquet)");
  }
  duckdb_connection connection() { return connection_; }

 private:
  duckdb_database database_ = nullptr;
  duckdb_connection connection_ = nullptr;
};

using SampleField = std::optional<std::string>;  // nullopt is missing

// Rows that every format can hold.
struct SampleTable {
  struct Column {
    std::string name;
    std::string type = "VARCHAR";  // in the engine
  };
  std::vector<Column> columns;
  std::vector<std::vector<SampleField>> rows;

  // A SELECT of them.
  std::string sql() const {
    std::vector<std::string> names, casts, tuples;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      names.push_back(fmt::format("c{}", i));
      casts.push_back(fmt::format("CAST(c{} AS {}) AS {}", i, columns[i].type,
                                  quoted_name(columns[i].name)));
    }
    for (const auto& row : rows) {
      std::vector<std::string> literals;
      for (const SampleField& field : row) literals.push_back(literal(field));
      tuples.push_back(fmt::format("({})", fmt::join(literals, ", ")));
    }
    if (rows.empty()) {
      tuples.push_back(fmt::format(
          "({})", fmt::join(std::vector<std::string>(columns.size(), "NULL"), ", ")));
    }
    return fmt::format("SELECT {} FROM (VALUES {}) v({}){}", fmt::join(casts, ", "),
                       fmt::join(tuples, ", "), fmt::join(names, ", "),
                       rows.empty() ? " WHERE false" : "");
  }
  std::string delimited(char delimiter) const {
    std::string text;
    for (std::size_t i = 0; i < columns.size(); ++i)
      text += (i > 0 ? std::string(1, delimiter) : "") + quoted_name(columns[i].name);
    text += '\n';
    for (const auto& row : rows) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (i > 0) text += delimiter;
        if (row[i]) text += in_quotes(*row[i]) ? quoted_name(*row[i]) : *row[i];
      }
      text += '\n';
    }
    return text;
  }
  std::string json_lines() const {
    std::string text;
    for (const auto& row : rows) {
      std::vector<std::string> members;
      for (std::size_t i = 0; i < row.size(); ++i)
        members.push_back(nlohmann::json(columns[i].name).dump() + ":" +
                          (row[i] ? json(*row[i], columns[i].type) : "null"));
      text += fmt::format("{{{}}}\n", fmt::join(members, ","));
    }
    return text;
  }

 private:
  // SQL text ends at a zero byte, so that one is named.
  static std::string literal(const SampleField& field) {
    if (!field) return "NULL";
    std::string text = quoted_text(*field);
    for (std::size_t i = 0; (i = text.find('\0', i)) != std::string::npos;)
      text.replace(i, 1, "' || chr(0) || '");
    return text;
  }
  static bool in_quotes(const std::string& text) {
    return text.find_first_of(",;|\t\n\r\"") != std::string::npos;
  }
  static std::string json(const std::string& text, const std::string& type) {
    const bool plain = type == "BOOLEAN" || type == "INTEGER" || type == "BIGINT" ||
                       type == "DOUBLE" || type.starts_with("DECIMAL");
    return plain ? text : nlohmann::json(text).dump();
  }
};

inline DomainColumn column(const std::string& name, const std::string& values,
                           bool drop_missing = false) {
  auto parsed = parse_values(values);
  EXPECT_TRUE(parsed) << parsed.error().message;
  return {name, *std::move(parsed), drop_missing};
}

inline Reading reading(std::vector<DomainColumn> columns,
                       std::optional<Measure> measure = std::nullopt,
                       Person person = {}) {
  return {*Domain::make(std::move(columns)), std::move(measure), std::move(person)};
}

// Cells of one column: below 0, [0,10), [10,20), [20,30), 30 and above, missing.
inline Reading asked(const std::string& name, const std::string& values = "0:30:10") {
  return reading({column(name, values)});
}

// In steps that can be read: at most 1 and at most a thousandth of the larger bound.
inline Measure measure(const std::string& name, const char* bounds = "-1000:1000") {
  const auto grid = Grid::finest(bounds, Grid::kSums);
  const Rational largest =
      std::max(absolute(grid->lower_bound()), absolute(grid->upper_bound()));
  const Rational step = std::min(Rational(1), power_of_ten_below(largest / 1000));
  return {name, *Grid::stepped(bounds, step)};
}

inline TableOptions where(const char* predicate) {
  auto parsed = parse_predicate(predicate);
  EXPECT_TRUE(parsed) << parsed.error().message;
  return {.where = *std::move(parsed)};
}

inline Result<Cells> count(const std::string& table, const Reading& question,
                           const TableOptions& options = {}) {
  auto reader = bind_table(table, question, options);
  if (!reader) return reader.error();
  return (*reader)->cells();
}

// The rows in every cell of known columns, also in those that hold none.
using Counts = std::vector<std::int64_t>;

inline Counts dense(const Cells& cells, const Reading& question) {
  Counts counts(question.domain.cells(), 0);
  for (const CellSums& sums : cells.sums) counts[sums.cell] += sums.rows;
  return counts;
}

inline Counts counts(const std::string& table, const Reading& question,
                     const TableOptions& options = {}) {
  const auto cells = count(table, question, options);
  EXPECT_TRUE(cells) << table << ": " << cells.error().message;
  return dense(cells ? *cells : Cells{}, question);
}

inline std::int64_t total(const Counts& cells) {
  return std::accumulate(cells.begin(), cells.end(), std::int64_t{0});
}

// Rows, sum and sum of squares of a cell by its labels: "[0,10)|a"; an unknown key
// stands as 'text', or as NULL where it is missing.
using Sums = std::array<std::int64_t, 3>;
using Labelled = std::map<std::string, Sums>;

inline std::string key_label(const SampleField& key) {
  return key ? "'" + *key + "'" : "NULL";
}

inline Labelled labelled(const Cells& cells, const Reading& question) {
  const auto& columns = question.domain.columns();
  Labelled result;
  std::pair<std::uint64_t, std::uint32_t> last;
  for (const CellSums& sums : cells.sums) {
    const std::pair here(sums.cell, sums.key);
    EXPECT_TRUE(result.empty() || last < here) << "not in order";
    last = here;
    EXPECT_GT(sums.rows, 0) << "a cell without rows";
    std::vector<std::string> labels;
    std::size_t unknown = 0;
    for (std::size_t i = 0; i < columns.size(); ++i)
      labels.push_back(std::holds_alternative<UnknownKeys>(columns[i].values)
                           ? key_label(cells.keys.at(sums.key).at(unknown++))
                           : question.domain.label(sums.cell, i));
    const Sums numbers = {sums.rows, static_cast<std::int64_t>(sums.sum),
                          static_cast<std::int64_t>(sums.squares)};
    EXPECT_TRUE(
        result.emplace(fmt::format("{}", fmt::join(labels, "|")), numbers).second)
        << "a key twice";
  }
  return result;
}

inline Labelled cells_of(const std::string& table, const Reading& question,
                         const TableOptions& options = {}) {
  const auto cells = count(table, question, options);
  EXPECT_TRUE(cells) << table << ": " << cells.error().message;
  return cells ? labelled(*cells, question) : Labelled{};
}

// Without a measure: rows alone.
inline Labelled rows_alone(
    std::initializer_list<std::pair<std::string, std::int64_t>> rows) {
  Labelled result;
  for (const auto& [label, number] : rows) result[label] = {number, 0, 0};
  return result;
}

// Why the table is not bound.
inline Error refusal(const std::string& table, const Reading& question,
                     const TableOptions& options = {}) {
  const auto reader = bind_table(table, question, options);
  EXPECT_FALSE(reader) << table;
  return reader ? Error{} : reader.error();
}

class TableFiles : public testing::Test {
 protected:
  // A table "t" in a database of its own.
  std::string database(const std::string& select) {
    const std::string path = folder_.file(fmt::format("{}.duckdb", ++made_));
    maker().run("ATTACH " + quoted_text(path) + " AS made");
    maker().run("CREATE TABLE made.t AS " + select);
    maker().run("DETACH made");
    return path + ":t";
  }
  // `more`: further options of the engine's COPY.
  std::string parquet(const std::string& select, const std::string& more = "") {
    const std::string path = folder_.file(fmt::format("{}.parquet", ++made_));
    maker().run(fmt::format("COPY ({}) TO {} (FORMAT parquet{})", select,
                            quoted_text(path), more));
    return path;
  }
  // One engine for all files of a test. Closed with the test and not when the program
  // ends: the engine's own statics may be gone by then.
  FullEngine& maker() {
    if (!maker_) maker_ = std::make_unique<FullEngine>();
    return *maker_;
  }
  std::string csv(const SampleTable& table) {
    return folder_.write(fmt::format("{}.csv", ++made_), table.delimited(','));
  }
  std::string tsv(const SampleTable& table) {
    return folder_.write(fmt::format("{}.tsv", ++made_), table.delimited('\t'));
  }
  std::string json_lines(const SampleTable& table) {
    return folder_.write(fmt::format("{}.jsonl", ++made_), table.json_lines());
  }
  std::vector<std::string> text_formats(const SampleTable& table) {
    return {csv(table), tsv(table), json_lines(table)};
  }
  std::vector<std::string> engine_formats(const std::string& select) {
    return {parquet(select), database(select)};
  }
  std::vector<std::string> every_format(const SampleTable& table) {
    std::vector<std::string> result = text_formats(table);
    for (std::string& name : engine_formats(table.sql())) result.push_back(name);
    return result;
  }

  TemporaryFolder folder_;
  int made_ = 0;
  std::unique_ptr<FullEngine> maker_;
};

// The same in every run, different for each seed.
inline BoundingKey fixed_key(std::uint8_t seed) {
  BoundingKey result{};
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = static_cast<std::uint8_t>(seed * 31 + i * 7);
  return result;
}

// Columns of the same length, each named like its type, in both formats.
struct TypedValues {
  std::string type;
  std::vector<SampleField> values;
};

inline std::string typed_columns(const std::vector<TypedValues>& columns) {
  SampleTable table;
  table.rows.resize(columns.front().values.size());
  for (const auto& [type, values] : columns) {
    table.columns.push_back({type, type});
    EXPECT_EQ(values.size(), table.rows.size()) << type;
    for (std::size_t row = 0; row < values.size(); ++row)
      table.rows[row].push_back(values[row]);
  }
  return table.sql();
}

}  // namespace selvage
