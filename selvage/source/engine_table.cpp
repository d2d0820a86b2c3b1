// Parquet files and tables of DuckDB databases: the engine reads them itself.
#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/source/bind.hpp"
#include "selvage/source/duckdb_session.hpp"
#include "selvage/source/engine_blocks.hpp"
#include "selvage/source/engine_container.hpp"
#include "selvage/source/engine_dialect.hpp"
#include "selvage/source/machine_memory.hpp"
#include "selvage/source/person_hash.hpp"
#include "selvage/source/predicate_readers.hpp"
#include "selvage/source/predicate_sql.hpp"
#include "selvage/source/row_cells.hpp"
#include "selvage/source/sorted_persons.hpp"
#include "selvage/source/spill_folder.hpp"
#include "selvage/source/visit_in_turn.hpp"
#include "selvage/summary/block_numbers.hpp"

namespace selvage {
namespace {

// " WHERE ..." in our own SQL, or nothing.
Result<std::string> where_sql(EngineTable& table, const std::optional<Predicate>& where,
                              const Dialect& dialect, const std::string& path) {
  const auto bound = bind_where(where, engine_kinds(table.columns, path));
  if (!bound) return bound.error();
  if (!*bound) return std::string();
  const auto readers = register_readers(table.session->connection());
  if (!readers) return readers.error();
  std::vector<EngineColumn> columns = table.columns;
  for (const BoundColumn& asked : (*bound)->columns)
    for (EngineColumn& column : columns)
      if (column.name == asked.name)
        column = in_dialect(std::move(column), dialect, use_of(asked.read));
  return " WHERE " + to_sql(**bound, columns);
}

bool is_whole(duckdb_type type) {
  switch (type) {
    case DUCKDB_TYPE_BOOLEAN:
    case DUCKDB_TYPE_TINYINT:
    case DUCKDB_TYPE_SMALLINT:
    case DUCKDB_TYPE_INTEGER:
    case DUCKDB_TYPE_BIGINT:
    case DUCKDB_TYPE_UTINYINT:
    case DUCKDB_TYPE_USMALLINT:
    case DUCKDB_TYPE_UINTEGER:
      return true;
    default:
      return false;
  }
}

bool is_number(duckdb_type type) {
  switch (type) {
    case DUCKDB_TYPE_UBIGINT:
    case DUCKDB_TYPE_HUGEINT:
    case DUCKDB_TYPE_UHUGEINT:
    case DUCKDB_TYPE_FLOAT:
    case DUCKDB_TYPE_DOUBLE:
    case DUCKDB_TYPE_DECIMAL:
      return true;
    default:
      return is_whole(type);
  }
}

bool is_moment(duckdb_type type) {
  switch (type) {
    case DUCKDB_TYPE_DATE:
    case DUCKDB_TYPE_TIMESTAMP:
    case DUCKDB_TYPE_TIMESTAMP_S:
    case DUCKDB_TYPE_TIMESTAMP_MS:
    case DUCKDB_TYPE_TIMESTAMP_NS:
    case DUCKDB_TYPE_TIMESTAMP_TZ:
      return true;
    default:
      return false;
  }
}

// Types whose text is the value itself, the same on every machine.
bool is_key(duckdb_type type) {
  switch (type) {
    case DUCKDB_TYPE_UBIGINT:
    case DUCKDB_TYPE_HUGEINT:
    case DUCKDB_TYPE_UHUGEINT:
    case DUCKDB_TYPE_DATE:
    case DUCKDB_TYPE_UUID:
    case DUCKDB_TYPE_ENUM:
    case DUCKDB_TYPE_VARCHAR:
      return true;
    default:
      return is_whole(type);
  }
}

TypedColumn cast(const EngineColumn& column, const char* type, ColumnKind kind) {
  return {fmt::format("CAST({} AS {})", column.quoted, type), kind};
}

Error wrong_type(const EngineColumn& column, const std::string& path,
                 const std::string& holds, const std::string& needs) {
  return wrong(fmt::format("column '{}' of '{}' holds no {}; {}", column.name, path,
                           holds, needs));
}

// Integers that fit are compared exactly, the rest as the nearest doubles, text by our
// own rule.
std::optional<TypedColumn> as_number(const EngineColumn& column, bool fits) {
  if (column.type == DUCKDB_TYPE_VARCHAR)
    return cast(column, "VARCHAR", ColumnKind::text);
  if (is_whole(column.type) && fits) return cast(column, "BIGINT", ColumnKind::integer);
  if (is_number(column.type)) return cast(column, "DOUBLE", ColumnKind::real);
  return std::nullopt;
}

// Bins lie in the years 1 to 9999; beyond these only the side of a moment matters. The
// engine's cast, TRY_CAST too, ends the scan for one that TIMESTAMP cannot hold.
TypedColumn as_moment(const EngineColumn& column) {
  if (column.type == DUCKDB_TYPE_TIMESTAMP) return {column.quoted, ColumnKind::moment};
  if (column.type == DUCKDB_TYPE_TIMESTAMP_NS)
    return {column.quoted, ColumnKind::moment, MomentType::nanoseconds};
  if (column.type == DUCKDB_TYPE_TIMESTAMP_TZ)
    return {column.quoted, ColumnKind::moment, MomentType::zoned};
  const char* type = column.type == DUCKDB_TYPE_DATE          ? "DATE"
                     : column.type == DUCKDB_TYPE_TIMESTAMP_S ? "TIMESTAMP_S"
                                                              : "TIMESTAMP_MS";
  return {fmt::format("CASE WHEN {0} >= {1} '10000-01-01' THEN TIMESTAMP 'infinity' "
                      "WHEN {0} < {1} '0001-01-01' THEN TIMESTAMP '-infinity' "
                      "ELSE TRY_CAST({0} AS TIMESTAMP) END",
                      column.quoted, type),
          ColumnKind::moment};
}

// The digits that a number shows; NaN is missing, as everywhere.
std::string as_key_text(const EngineColumn& column) {
  const std::string text = fmt::format("CAST({} AS VARCHAR)", column.quoted);
  const bool may_be_nan =
      column.type == DUCKDB_TYPE_FLOAT || column.type == DUCKDB_TYPE_DOUBLE;
  return may_be_nan ? fmt::format("CASE WHEN isnan({}) THEN NULL ELSE {} END",
                                  column.quoted, text)
                    : text;
}

// By the type in the schema, never by a value.
Result<TypedColumn> typed(const EngineColumn& column, const Values& values,
                          const std::string& path) {
  if (const auto* bins = std::get_if<NumericBins>(&values)) {
    const bool fits =
        bins->edge(0).ceil().to_int64() && bins->edge(bins->bins()).ceil().to_int64();
    if (auto number = as_number(column, fits)) return *std::move(number);
    return wrong_type(column, path, "numbers",
                      "bins LO:HI:STEP need a column of numbers or of text that reads "
                      "as numbers");
  }
  if (std::holds_alternative<CalendarBins>(values)) {
    if (column.type == DUCKDB_TYPE_VARCHAR)
      return cast(column, "VARCHAR", ColumnKind::text);
    if (is_moment(column.type)) return as_moment(column);
    return wrong_type(column, path, "dates",
                      "steps of the calendar need a column of dates, of dates with "
                      "times, or of text that reads as such");
  }
  const auto* keys = std::get_if<KeyList>(&values);
  if (keys != nullptr && is_whole(column.type) && column.type != DUCKDB_TYPE_BOOLEAN)
    return cast(column, "BIGINT", ColumnKind::integer);
  if (keys != nullptr && keys->are_numbers() && is_number(column.type) &&
      !is_key(column.type))
    return TypedColumn{as_key_text(column), ColumnKind::text};
  if (is_key(column.type)) return cast(column, "VARCHAR", ColumnKind::text);
  std::string needs = "keys need a column of text, whole numbers, booleans or dates";
  if (is_number(column.type))
    needs += ", or a list of keys that are all numbers in their shortest form";
  return wrong_type(column, path, "keys", needs);
}

// Numbers that a double may not hold, to the last digit. Their text is just that.
bool has_many_digits(duckdb_type type) {
  return is_number(type) && !is_whole(type) && type != DUCKDB_TYPE_FLOAT &&
         type != DUCKDB_TYPE_DOUBLE;
}

Result<TypedColumn> typed_measure(const EngineColumn& column, const Measure& measure,
                                  const std::string& path, bool numbers_only = false) {
  if (numbers_only && !is_number(column.type) && column.type != DUCKDB_TYPE_VARCHAR)
    return wrong_type(column, path, "numbers",
                      "name columns of numbers or of text that reads as numbers");
  if (measure.moments) {
    if (column.type == DUCKDB_TYPE_VARCHAR)
      return cast(column, "VARCHAR", ColumnKind::text);
    const bool of_day = measure.moments->is_of_day();
    if (of_day && column.type == DUCKDB_TYPE_TIME)
      return TypedColumn{column.quoted, ColumnKind::moment, MomentType::of_day};
    if (!of_day && is_moment(column.type)) return as_moment(column);
    return wrong_type(
        column, path, of_day ? "times of day" : "dates",
        fmt::format("`unit` {} needs a column of {}, or of text that "
                    "reads as such",
                    measure.moments->word(),
                    of_day ? "times without a date" : "dates, of dates with times"));
  }
  // Codes of values without bounds: their unit may be one of time.
  if (column.type == DUCKDB_TYPE_TIME && measure.grid.is_finer_than_doubles())
    return wrong_type(column, path, "numbers",
                      "it holds times of day; write `unit` minute-of-day, or `unit` "
                      "second-of-day");
  if (is_moment(column.type) && measure.grid.is_finer_than_doubles())
    return wrong_type(column, path, "numbers",
                      "it holds dates; write `unit` day for whole days, or `unit` "
                      "second");
  const Grid& grid = measure.grid;
  if (grid.is_finer_than_doubles() && has_many_digits(column.type))
    return cast(column, "VARCHAR", ColumnKind::text);
  if (auto number = as_number(column, true)) return *std::move(number);
  return wrong_type(column, path, "numbers",
                    "name a column of numbers or of text that reads as "
                    "numbers");
}

// In our own SQL: who it is, a whole number itself, text as its hash; and how the text
// chooses their class, empty for a whole number, which tells that by itself.
struct TypedPerson {
  std::string identity, choice;
};
Result<TypedPerson> typed_person(const EngineColumn& column, const std::string& path) {
  if (is_whole(column.type) && column.type != DUCKDB_TYPE_BOOLEAN)
    return TypedPerson{fmt::format("CAST({} AS BIGINT)", column.quoted), {}};
  const std::string text = fmt::format("CAST({} AS VARCHAR)", column.quoted);
  if (is_key(column.type))
    return TypedPerson{fmt::format("{}({})", kPersonHash, text),
                       fmt::format("{}({})", kPersonChoice, text)};
  Error error = wrong_type(column, path, "names of people",
                           "`person` needs a column of text, whole numbers or UUIDs");
  error.field = "person";
  return error;
}

// For a scan of a database where nothing is sorted: what the engine keeps of the file
// beyond this, the system keeps too.
constexpr const char* kScanMemory = "400MB";

std::string memory_for(const TableName& name, const Reading& reading,
                       const std::string& memory) {
  if (name.format != TableFormat::duckdb || !reading.person.column.empty())
    return memory;
  const auto given = memory_bytes(memory);
  return given && *given < *memory_bytes(kScanMemory) ? memory : kScanMemory;
}

class EngineReader : public Reader, public NumberReader {
 public:
  struct Parts {
    std::string path;
    std::unique_ptr<SpillFolder> spill;  // outlives the session
    std::unique_ptr<KeyDictionary> dictionary;
    std::unique_ptr<Dialect> dialect;  // outlives the session
    std::unique_ptr<DuckdbSession> session;
    std::vector<OpenFile> files;  // stay open while they are read
    std::unique_ptr<RowCells> rows;
    std::string from;
    std::optional<TypedPerson> person;
    std::optional<EngineBlocks> blocks;  // where there are columns beside the measure
    Reading reading;
    TableOptions options;
  };
  explicit EngineReader(Parts parts) : p_(std::move(parts)) {}

  const Reading& reading() const override { return p_.reading; }
  Result<Cells> cells() override {
    auto sums = p_.person ? bounded_sums() : sums_by_row();
    if (!sums) return sums.error();
    return Cells{*std::move(sums), p_.dictionary->keys()};
  }
  Result<std::vector<BlockSums>> block_sums(const BlockRequest& request) override {
    if (!p_.blocks) return Reader::block_sums(request);
    return engine_block_sums(*p_.session, *p_.blocks, request, broken(),
                             p_.options.watch);
  }
  Result<NumberRows> number_rows(const BlockKey& key) override {
    if (!p_.blocks) return broken();
    return engine_number_rows(*p_.session, *p_.blocks, key, broken(), p_.options.watch);
  }

 private:
  Outcome each_row(const VisitRow& visit) override {
    VisitInTurn in_turn(visit);
    return each_batch([&](std::span<const CodedRow> rows) { in_turn(rows); });
  }
  // Inside the engine, by all its threads.
  Outcome each_batch(const VisitRows& visit) override {
    if (p_.person) return each_bounded(visit);
    auto result = p_.session->query(p_.rows->visit_query(p_.from, visit), broken(),
                                    p_.options.watch);
    if (!result) return result.error();
    if (!p_.rows->all_visited(*result->raw())) return broken();
    return Done{};
  }
  Error broken() const { return unreadable(p_.path, "it broke off while it was read"); }

  Result<std::vector<CellSums>> sums_by_row() {
    auto result =
        p_.session->query(p_.rows->tally_query(p_.from), broken(), p_.options.watch);
    if (!result) return result.error();
    auto sums = p_.rows->read(*result->raw());
    if (!sums) return broken();
    return *std::move(sums);
  }
  Result<std::vector<CellSums>> bounded_sums() {
    TallyInTurn tally(p_.reading);
    const auto done =
        each_batch([&](std::span<const CodedRow> rows) { tally.add(rows); });
    if (!done) return done.error();
    return tally.sums();
  }
  // Once: a session knows each function by its name.
  Outcome register_people() {
    if (registered_) return Done{};
    registered_ = true;
    const auto hash =
        register_person_hash(p_.session->connection(), p_.options.bounding_key);
    if (!hash || !p_.options.class_key) return hash;
    return register_person_choice(p_.session->connection(), *p_.options.class_key);
  }
  Outcome each_bounded(const VisitRows& visit) {
    if (const auto ready = register_people(); !ready) return ready;
    const bool whole_numbers = p_.person->choice.empty();
    std::string more;
    if (p_.reading.measure) more += ", " + p_.rows->steps_expression() + " AS steps";
    if (p_.options.class_key && !whole_numbers)
      more += ", " + p_.person->choice + " AS choice";
    return each_bounded_row(
        *p_.session,
        {fmt::format("SELECT {} AS person, {} AS code{} FROM {}", p_.person->identity,
                     p_.rows->code_expression(), more, p_.from),
         whole_numbers},
        p_.reading, *p_.dictionary, p_.options, broken(), visit);
  }

  Parts p_;
  bool registered_ = false;
};

}  // namespace

Result<std::unique_ptr<Reader>> bind_engine(const TableName& name,
                                            const Reading& reading,
                                            const TableOptions& options) {
  DuckdbSession::Options session_options{
      .memory = memory_for(name, reading, options.memory), .threads = options.threads};
  std::unique_ptr<SpillFolder> spill;
  const bool by_block = is_by_block(reading);
  if (!reading.person.column.empty() && !by_block) {
    auto made = SpillFolder::make(options.temp);
    if (!made) return made.error();
    spill = *std::move(made);
    session_options.spill = spill->path();
  }
  auto table = name.format == TableFormat::parquet
                   ? open_parquet(name, session_options)
                   : open_database(name, session_options);
  if (!table) return table.error();

  auto dialect = std::make_unique<Dialect>(options.dialect);
  const auto ready = register_dialect(table->session->connection(), *dialect);
  if (!ready) return ready.error();
  const auto find = [&](const std::string& column,
                        TextUse use) -> Result<EngineColumn> {
    auto found = match_engine_column(table->columns, column, name.path);
    if (!found) return found;
    return in_dialect(*std::move(found), *dialect, use);
  };
  std::vector<TypedColumn> columns;
  for (const DomainColumn& column : reading.domain.columns()) {
    const auto found = find(column.name, use_of(column.values));
    if (!found) return found.error();
    auto type = typed(*found, column.values, name.path);
    if (!type) return type.error();
    columns.push_back(*std::move(type));
  }
  if (reading.measure) {
    const auto found = find(reading.measure->column, reading.measure->use());
    if (!found) return found.error();
    auto type = typed_measure(*found, *reading.measure, name.path, by_block);
    if (!type) return type.error();
    columns.push_back(*std::move(type));
  }
  std::optional<TypedPerson> person;
  if (!reading.person.column.empty()) {
    const auto found = find(reading.person.column, TextUse::text);
    if (!found) return found.error();
    auto type = typed_person(*found, name.path);
    if (!type) return type.error();
    person = *std::move(type);
  }
  std::optional<EngineBlocks> blocks;
  if (by_block) {
    blocks = EngineBlocks{{columns.back()}, {reading.measure->grid}, std::nullopt};
    blocks->domain = reading.domain;
    blocks->keyed.assign(columns.begin(), columns.end() - 1);
    for (const Measure& beside : reading.beside) {
      const auto found = find(beside.column, TextUse::number);
      if (!found) return found.error();
      auto type = typed_measure(*found, beside, name.path, true);
      if (!type) return type.error();
      blocks->numbers.push_back(*std::move(type));
      blocks->grids.push_back(beside.grid);
    }
    if (!reading.person.column.empty()) {
      const auto found = find(reading.person.column, TextUse::text);
      const bool whole = is_whole(found->type) && found->type != DUCKDB_TYPE_BOOLEAN;
      blocks->person = whole ? cast(*found, "BIGINT", ColumnKind::integer)
                             : cast(*found, "VARCHAR", ColumnKind::text);
    }
  }
  const auto where = where_sql(*table, options.where, *dialect, name.path);
  if (!where) return where.error();
  if (blocks) blocks->from = table->from + *where;
  auto dictionary = std::make_unique<KeyDictionary>();
  auto rows = RowCells::make(table->session->connection(), reading, std::move(columns),
                             *dictionary);
  if (!rows) return rows.error();
  std::unique_ptr<Reader> reader = std::make_unique<EngineReader>(
      EngineReader::Parts{.path = name.path,
                          .spill = std::move(spill),
                          .dictionary = std::move(dictionary),
                          .dialect = std::move(dialect),
                          .session = std::move(table->session),
                          .files = std::move(table->files),
                          .rows = *std::move(rows),
                          .from = table->from + *where,
                          .person = std::move(person),
                          .blocks = std::move(blocks),
                          .reading = reading,
                          .options = options});
  return reader;
}

}  // namespace selvage
