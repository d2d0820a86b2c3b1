#include "selvage/source/engine_container.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/nearest_name.hpp"
#include "selvage/source/bind.hpp"
#include "selvage/source/file_kind.hpp"
#include "selvage/source/parquet_columns.hpp"
#include "selvage/source/parquet_files.hpp"

namespace selvage {
namespace {

constexpr std::size_t kMostShown = 8;  // names of tables in a message

// Its columns under the names that the file has, as each file of a table has them.
Result<std::vector<EngineColumn>> columns_of_file(DuckdbSession& session,
                                                  const OpenFile& file,
                                                  const std::string& place,
                                                  const Error& broken) {
  auto columns =
      engine_columns(session.connection(),
                     fmt::format("read_parquet({})", quoted_text(place)), broken);
  if (!columns) return columns.error();
  auto named = parquet_columns(session, file.descriptor(), place, broken);
  if (!named) return named.error();
  if (named->size() != columns->size()) return broken;
  for (std::size_t i = 0; i < named->size(); ++i) {
    (*columns)[i].name = std::move((*named)[i].name);
    (*columns)[i].refusal = std::move((*named)[i].refusal);
  }
  return columns;
}

// The first file's, where the others have the same. The engine finds columns of further
// files by their names in any case of letters, and casts where types differ, which may
// fail for a value.
Outcome add_columns(std::vector<EngineColumn>& all,
                    const std::vector<EngineColumn>& further, const Error& otherwise) {
  const auto same = [](const EngineColumn& one, const EngineColumn& other) {
    return one.name == other.name && one.quoted == other.quoted &&
           one.type == other.type && one.width == other.width &&
           one.scale == other.scale;
  };
  if (!std::equal(all.begin(), all.end(), further.begin(), further.end(), same))
    return otherwise;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].refusal.empty()) all[i].refusal = further[i].refusal;
  return Done{};
}

bool same_in_any_case(const std::string& one, const std::string& other) {
  const auto small = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [&](char a, char b) { return small(a) == small(b); });
}

void refuse_ambiguous(std::vector<EngineColumn>& columns) {
  for (EngineColumn& column : columns)
    if (std::count_if(columns.begin(), columns.end(), [&](const EngineColumn& other) {
          return same_in_any_case(column.name, other.name);
        }) > 1)
      column.refusal =
          "has the same name as another one but for capitals, which several files "
          "cannot have";
}

// A table or view.
struct StoredTable {
  std::string schema, name;
  bool view;

  // The only name by which a request can ask for it, so that it has one ledger.
  std::string shown() const { return schema == "main" ? name : schema + "." + name; }
};

Result<std::vector<StoredTable>> stored_tables(DuckdbSession& session,
                                               const Error& otherwise) {
  auto found = session.query(
      "SELECT schema_name, table_name, false FROM duckdb_tables() WHERE database_name "
      "= 'source' AND NOT internal UNION ALL SELECT schema_name, view_name, true FROM "
      "duckdb_views() WHERE database_name = 'source' AND NOT internal ORDER BY 1, 2",
      otherwise);
  if (!found) return found.error();
  const auto text = [&](idx_t column, idx_t row) {
    char* value = duckdb_value_varchar(found->raw(), column, row);
    std::string result = value == nullptr ? "" : value;
    duckdb_free(value);
    return result;
  };
  std::vector<StoredTable> tables;
  for (idx_t row = 0; row < duckdb_row_count(found->raw()); ++row)
    tables.push_back(
        {text(0, row), text(1, row), duckdb_value_boolean(found->raw(), 2, row)});
  return tables;
}

Error no_such_table(const TableName& name, const std::vector<StoredTable>& tables) {
  std::vector<std::string> names;
  for (const StoredTable& stored : tables) names.push_back(stored.shown());
  std::string hint = "it has none";
  if (const auto nearest = nearest_name(names, name.table)) {
    hint = fmt::format("did you mean '{}'?", *nearest);
  } else if (!names.empty()) {
    const std::size_t shown = std::min(names.size(), kMostShown);
    hint = fmt::format(
        "it has '{}'{}",
        fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown),
                  "', '"),
        shown < names.size() ? fmt::format(" and {} more", names.size() - shown) : "");
  }
  return wrong(fmt::format("'{}' has no table '{}'; {}", name.path, name.table, hint));
}

}  // namespace

Result<EngineTable> open_parquet(const TableName& name,
                                 DuckdbSession::Options options) {
  auto files = open_parquet_files(name.path);
  if (!files) return files.error();
  // By their open descriptors: a file name may hold wildcards, and may be swapped.
  for (const OpenFile& file : *files) {
    if (const auto fits = check_kind(file, name); !fits) return fits.error();
    options.allow.push_back(fmt::format("/proc/self/fd/{}", file.descriptor()));
  }
  auto session = DuckdbSession::open(options);
  if (!session) return session.error();
  const bool several = files->size() > 1;
  const Error broken =
      unreadable(name.path, several ? "one of its files is not a readable Parquet file"
                                    : "it is not a readable Parquet file");
  const Error differ =
      unreadable(name.path,
                 "its files do not have the same columns and types in the "
                 "same order; write them alike, for example by DuckDB's COPY");
  EngineTable table;
  for (std::size_t i = 0; i < files->size(); ++i) {
    auto columns = columns_of_file(**session, (*files)[i], options.allow[i], broken);
    if (!columns) return columns.error();
    if (i == 0) {
      table.columns = *std::move(columns);
    } else if (const auto added = add_columns(table.columns, *columns, differ);
               !added) {
      return added.error();
    }
  }
  if (several) refuse_ambiguous(table.columns);
  std::vector<std::string> places;
  for (const std::string& place : options.allow) places.push_back(quoted_text(place));
  table.from = fmt::format(
      "read_parquet([{}], union_by_name = false, "
      "hive_partitioning = false)",
      fmt::join(places, ", "));
  table.files = *std::move(files);
  table.session = *std::move(session);
  return Result<EngineTable>(std::move(table));
}

Result<EngineTable> open_database(const TableName& name,
                                  DuckdbSession::Options options) {
  auto file = OpenFile::open(name.path);
  if (!file) return file.error();
  if (const auto fits = check_kind(*file, name); !fits) return fits.error();
  options.attach = name.path;
  auto session = DuckdbSession::open(options);
  if (!session) return session.error();
  const auto tables =
      stored_tables(**session, unreadable(name.path, "its tables cannot be listed"));
  if (!tables) return tables.error();
  std::vector<StoredTable> called;
  for (const StoredTable& stored : *tables)
    if (stored.shown() == name.table) called.push_back(stored);
  if (called.empty()) return no_such_table(name, *tables);
  if (called.size() > 1)
    return wrong(fmt::format("'{}' has {} tables that can be called '{}'; rename one",
                             name.path, called.size(), name.table));
  EngineTable table;
  table.from = fmt::format("source.{}.{}", quoted_name(called[0].schema),
                           quoted_name(called[0].name));
  // What a view does is its maker's to say; the session keeps it to this file.
  auto columns = engine_columns(
      (*session)->connection(), table.from,
      wrong(called[0].view
                ? fmt::format("the view '{}' of '{}' cannot be read here; a view may "
                              "use tables of its own file, named without the file, and "
                              "nothing else",
                              name.table, name.path)
                : fmt::format("the table '{}' of '{}' cannot be read", name.table,
                              name.path)));
  if (!columns) return columns.error();
  table.columns = *std::move(columns);
  table.files.push_back(*std::move(file));
  table.session = *std::move(session);
  return Result<EngineTable>(std::move(table));
}

}  // namespace selvage
