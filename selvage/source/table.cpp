#include "selvage/source/table.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/source/bin_counts.hpp"
#include "selvage/source/byte_stream.hpp"
#include "selvage/source/column_match.hpp"
#include "selvage/source/delimited.hpp"
#include "selvage/source/duckdb_session.hpp"
#include "selvage/source/predicate_sql.hpp"
#include "selvage/source/predicate_text.hpp"
#include "selvage/source/table_name.hpp"
#include "selvage/source/text_rows.hpp"
#include "selvage/source/text_scan.hpp"

namespace selvage {
namespace {

Error unreadable(const std::string& path, const char* why) {
  return {ErrorKind::unreadable, fmt::format("cannot read '{}': {}", path, why)};
}

constexpr std::size_t kNotFound = std::string_view::npos;

// Counts cells over `from`, an expression and a source in our own SQL.
class DuckdbReader : public Reader {
 public:
  struct Parts {
    std::string path;
    std::unique_ptr<DuckdbSession> session;
    std::optional<OpenFile> file;  // stays open while it is read
    std::unique_ptr<TextRows> rows;
    std::string column, expression, from;
    ColumnKind kind;
    Watch watch;
  };
  explicit DuckdbReader(Parts parts) : p_(std::move(parts)) {}

  Result<Cells> cells(const Domain& domain) override {
    if (domain.column != p_.column)
      return Error{ErrorKind::invalid_request,
                   fmt::format("'{}' was bound for column '{}', not '{}'", p_.path,
                               p_.column, domain.column)};
    const auto counts = BinCounts::make(p_.session->connection(), domain.bins, p_.kind);
    if (!counts) return counts.error();
    std::function<double()> share;
    if (p_.rows && p_.file && p_.file->size() > 0)
      share = [this] {
        return std::min(1.0, static_cast<double>(p_.rows->bytes_read()) /
                                 static_cast<double>(p_.file->size()));
      };
    const Error broken = unreadable(p_.path, "it broke off while it was read");
    auto result = p_.session->query((*counts)->query(p_.expression, p_.from), broken,
                                    p_.watch, share);
    if (!result) return result.error();
    auto cells = (*counts)->read(*result->raw());
    if (!cells) return broken;
    return *std::move(cells);
  }

 private:
  Parts p_;
};

using MakeScan = std::function<std::unique_ptr<NumberScan>()>;
using Where = std::optional<BoundPredicate>;

// A text table's columns are text that is read as what it is compared with.
Result<Where> bind_where(const std::optional<Predicate>& where, const KindOf& kind_of) {
  if (!where) return Where();
  auto bound = bind_predicate(*where, kind_of);
  if (!bound) return bound.error();
  return Where(*std::move(bound));
}

Result<MakeScan> bind_delimited(const OpenFile& file, const TableName& name,
                                const Domain& domain, const TableOptions& options) {
  const auto& delimiter = options.delimiter;
  if (delimiter && std::string_view("\"\r\n\0", 4).find(*delimiter) != kNotFound)
    return Error{ErrorKind::invalid_request,
                 "the delimiter must not be a quote, a line end or a zero byte"};
  const auto usual =
      name.format == TableFormat::tsv ? std::optional('\t') : std::nullopt;
  const auto header = read_header(file, name.path, delimiter ? delimiter : usual);
  if (!header) return header.error();
  // An empty file is an empty table: it has no row, whatever its columns would be.
  if (header->names.empty())
    return MakeScan([] { return scan_numbers(scan_nothing(), {}); });
  const auto place = [&](const std::string& column) {
    return match_column(header->names, column, name.path);
  };
  const auto column = place(domain.column);
  if (!column) return column.error();
  auto where =
      bind_where(options.where, [&](const std::string& asked) -> Result<ValueKind> {
        const auto found = place(asked);
        if (!found) return found.error();
        return ValueKind::any_text;
      });
  if (!where) return where.error();
  std::vector<std::size_t> wanted = {*column};
  if (*where)
    for (const BoundColumn& asked : (*where)->columns)
      wanted.push_back(*place(asked.name));
  return MakeScan([descriptor = file.descriptor(), separator = header->delimiter,
                   columns = header->names.size(), wanted, where = *std::move(where)] {
    return scan_numbers(scan_delimited(descriptor, separator, columns, wanted), where);
  });
}

// Any key may be there: the lines have no header.
Result<MakeScan> bind_json_lines(const OpenFile& file, const Domain& domain,
                                 const TableOptions& options) {
  auto where = bind_where(options.where, [](const std::string&) -> Result<ValueKind> {
    return ValueKind::any_text;
  });
  if (!where) return where.error();
  std::vector<std::string> keys = {domain.column};
  if (*where)
    for (const BoundColumn& asked : (*where)->columns) keys.push_back(asked.name);
  return MakeScan([descriptor = file.descriptor(), keys, where = *std::move(where)] {
    return scan_numbers(scan_json_lines(descriptor, keys), where);
  });
}

Result<std::unique_ptr<Reader>> bind_text(const TableName& name, const Domain& domain,
                                          const TableOptions& options) {
  auto file = OpenFile::open(name.path);
  if (!file) return file.error();
  auto make_scan = name.format == TableFormat::json_lines
                       ? bind_json_lines(*file, domain, options)
                       : bind_delimited(*file, name, domain, options);
  if (!make_scan) return make_scan.error();
  auto session =
      DuckdbSession::open({.memory = options.memory, .threads = options.threads});
  if (!session) return session.error();
  auto rows = TextRows::make((*session)->connection(), *std::move(make_scan));
  if (!rows) return rows.error();
  std::unique_ptr<Reader> reader = std::make_unique<DuckdbReader>(
      DuckdbReader::Parts{.path = name.path,
                          .session = *std::move(session),
                          .file = *std::move(file),
                          .rows = *std::move(rows),
                          .column = domain.column,
                          .expression = TextRows::kColumn,
                          .from = fmt::format("{}()", TextRows::kName),
                          .kind = ColumnKind::real,
                          .watch = options.watch});
  return reader;
}

struct Typed {
  ColumnKind kind;
  const char* cast;  // what the engine turns the column into
};

// By the type in the schema. Integers that fit are compared exactly, the rest as the
// nearest doubles, text by our own rule.
std::optional<Typed> typed(duckdb_type type, const NumericBins& bins) {
  switch (type) {
    case DUCKDB_TYPE_BOOLEAN:
    case DUCKDB_TYPE_TINYINT:
    case DUCKDB_TYPE_SMALLINT:
    case DUCKDB_TYPE_INTEGER:
    case DUCKDB_TYPE_BIGINT:
    case DUCKDB_TYPE_UTINYINT:
    case DUCKDB_TYPE_USMALLINT:
    case DUCKDB_TYPE_UINTEGER:
      if (bins.edge(0).ceil().to_int64() && bins.edge(bins.bins()).ceil().to_int64())
        return Typed{ColumnKind::integer, "BIGINT"};
      return Typed{ColumnKind::real, "DOUBLE"};
    case DUCKDB_TYPE_UBIGINT:
    case DUCKDB_TYPE_HUGEINT:
    case DUCKDB_TYPE_UHUGEINT:
    case DUCKDB_TYPE_FLOAT:
    case DUCKDB_TYPE_DOUBLE:
    case DUCKDB_TYPE_DECIMAL:
      return Typed{ColumnKind::real, "DOUBLE"};
    case DUCKDB_TYPE_VARCHAR:
      return Typed{ColumnKind::text, "VARCHAR"};
    default:
      return std::nullopt;
  }
}

// The names as the Parquet file has them, in the order of its columns. The engine
// renames a column that another one is named like.
std::vector<std::string> names_in_file(DuckdbSession& session,
                                       const std::string& file) {
  auto schema = session.query(
      fmt::format(
          "SELECT name, coalesce(num_children, 0)::BIGINT FROM parquet_schema({})",
          quoted_text(file)),
      Error{});
  std::vector<std::string> names;
  if (!schema) return names;
  std::int64_t inside = 0;  // elements still to come of the column last named
  for (idx_t row = 1; row < duckdb_row_count(schema->raw()); ++row) {  // 0 is the root
    if (inside == 0) {
      char* name = duckdb_value_varchar(schema->raw(), 0, row);
      names.emplace_back(name == nullptr ? "" : name);
      duckdb_free(name);
      inside = 1;
    }
    inside += duckdb_value_int64(schema->raw(), 1, row) - 1;
  }
  return names;
}

struct EngineTable {
  std::unique_ptr<DuckdbSession> session;
  std::string from;  // its place in our own SQL
  std::vector<EngineColumn> columns;
};

Result<EngineTable> schema_of(std::unique_ptr<DuckdbSession> session, std::string from,
                              const Error& otherwise) {
  auto schema =
      session->query(fmt::format("SELECT * FROM {} LIMIT 0", from), otherwise);
  if (!schema) return schema.error();
  EngineTable table{std::move(session), std::move(from), {}};
  for (idx_t i = 0; i < duckdb_column_count(schema->raw()); ++i)
    table.columns.push_back(engine_column(schema->raw(), i));
  return Result<EngineTable>(std::move(table));
}

Result<EngineTable> open_parquet(const OpenFile& file, const TableName& name,
                                 DuckdbSession::Options options) {
  // By its open descriptor: a file name may hold wildcards, and may be swapped.
  options.allow = fmt::format("/proc/self/fd/{}", file.descriptor());
  auto session = DuckdbSession::open(options);
  if (!session) return session.error();
  auto table = schema_of(*std::move(session),
                         fmt::format("read_parquet({})", quoted_text(options.allow)),
                         unreadable(name.path, "it is not a readable Parquet file"));
  if (!table) return table.error();
  auto names = names_in_file(*table->session, options.allow);
  if (names.size() == table->columns.size())
    for (std::size_t i = 0; i < names.size(); ++i)
      table->columns[i].name = std::move(names[i]);
  return table;
}

Result<EngineTable> open_database(const TableName& name,
                                  DuckdbSession::Options options) {
  options.attach = name.path;
  auto session = DuckdbSession::open(options);
  if (!session) return session.error();
  const Error no_table{
      ErrorKind::invalid_request,
      fmt::format("'{}' has no table '{}' that can be read; name a table of its main "
                  "schema, not a view",
                  name.path, name.table)};
  // A view is not read: it may fail for what the values are, and one row of its tables
  // may change many of its rows.
  auto found = (*session)->query(
      fmt::format("SELECT 1 FROM duckdb_tables() WHERE database_name = 'source' AND "
                  "schema_name = 'main' AND table_name = {}",
                  quoted_text(name.table)),
      no_table);
  if (!found) return found.error();
  if (duckdb_row_count(found->raw()) != 1) return no_table;
  return schema_of(*std::move(session), "source.main." + quoted_name(name.table),
                   no_table);
}

// " WHERE ..." in our own SQL, or nothing.
Result<std::string> where_sql(EngineTable& table, const std::optional<Predicate>& where,
                              const std::string& path) {
  const auto bound = bind_where(where, engine_kinds(table.columns, path));
  if (!bound) return bound.error();
  if (!*bound) return std::string();
  const auto readers = register_text_readers(table.session->connection());
  if (!readers) return readers.error();
  const auto sql = to_sql(**bound, table.columns);
  if (!sql) return sql.error();
  return " WHERE " + *sql;
}

Result<std::unique_ptr<Reader>> bind_engine(const TableName& name, const Domain& domain,
                                            const TableOptions& options) {
  auto file = OpenFile::open(name.path);
  if (!file) return file.error();
  const DuckdbSession::Options session_options{.memory = options.memory,
                                               .threads = options.threads};
  auto table = name.format == TableFormat::parquet
                   ? open_parquet(*file, name, session_options)
                   : open_database(name, session_options);
  if (!table) return table.error();
  std::vector<std::string> names;
  for (const EngineColumn& known : table->columns) names.push_back(known.name);
  const auto column = match_column(names, domain.column, name.path);
  if (!column) return column.error();
  const auto type = typed(table->columns[*column].type, domain.bins);
  if (!type)
    return Error{
        ErrorKind::invalid_request,
        fmt::format("column '{}' of '{}' holds no numbers; bins LO:HI:STEP need "
                    "a column of numbers or of text that reads as numbers",
                    domain.column, name.path)};
  const auto where = where_sql(*table, options.where, name.path);
  if (!where) return where.error();
  std::unique_ptr<Reader> reader = std::make_unique<DuckdbReader>(DuckdbReader::Parts{
      .path = name.path,
      .session = std::move(table->session),
      .file = *std::move(file),
      .rows = nullptr,
      .column = domain.column,
      .expression =
          fmt::format("CAST({} AS {})", table->columns[*column].quoted, type->cast),
      .from = table->from + *where,
      .kind = type->kind,
      .watch = options.watch});
  return reader;
}

}  // namespace

Result<std::unique_ptr<Reader>> bind_table(const std::string& text,
                                           const Domain& domain,
                                           const TableOptions& options) {
  const auto name = parse_table_name(text);
  if (!name) return name.error();
  const bool engine =
      name->format == TableFormat::parquet || name->format == TableFormat::duckdb;
  return engine ? bind_engine(*name, domain, options)
                : bind_text(*name, domain, options);
}

}  // namespace selvage
