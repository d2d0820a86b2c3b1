#include "selvage/source/parquet_file.hpp"

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/source/duckdb_session.hpp"
#include "selvage/source/writing_engine.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kDay = 86'400'000'000;  // microseconds

void append_text(duckdb_appender appender, const std::string& text) {
  if (text.empty())
    duckdb_append_null(appender);
  else
    duckdb_append_varchar_length(appender, text.data(), text.size());
}

void append_row(duckdb_appender appender, const ReleasedNumbers& numbers,
                std::size_t row) {
  const bool may_be_unknown = !numbers.known_name.empty();
  const bool alone = !numbers.has_interval.empty() && !numbers.has_interval[row];
  for (std::size_t c = 0; c < numbers.columns.size(); ++c) {
    const auto& values = numbers.columns[c].second;
    if ((may_be_unknown && !numbers.known[row]) || (alone && c > 0))
      duckdb_append_null(appender);
    else if (numbers.microseconds == kDay)
      duckdb_append_date(appender, {static_cast<std::int32_t>(values[row])});
    else if (numbers.microseconds)
      duckdb_append_timestamp(appender, {values[row] * *numbers.microseconds});
    else if (numbers.unit == 1 && !numbers.real)
      duckdb_append_int64(appender, values[row]);
    else
      duckdb_append_double(appender, numbers.real
                                         ? numbers.real(values[row])
                                         : (numbers.unit * values[row]).to_double());
  }
  if (may_be_unknown) duckdb_append_bool(appender, numbers.known[row]);
  if (!numbers.beyond_name.empty()) append_text(appender, numbers.beyond[row]);
}

bool append_table(duckdb_connection connection, const ReleasedTable& table) {
  duckdb_appender appender = nullptr;
  bool ok = duckdb_appender_create(connection, nullptr, "released", &appender) ==
            DuckDBSuccess;
  const std::size_t rows = table.numbers.front().columns.front().second.size();
  for (std::size_t row = 0; ok && row < rows; ++row) {
    for (const auto& [name, labels] : table.labels)
      duckdb_append_varchar_length(appender, labels[row].data(), labels[row].size());
    for (const ReleasedEnds& ends : table.ends) append_text(appender, ends.texts[row]);
    for (const ReleasedNumbers& numbers : table.numbers)
      append_row(appender, numbers, row);
    ok = duckdb_appender_end_row(appender) == DuckDBSuccess;
  }
  return duckdb_appender_destroy(&appender) == DuckDBSuccess && ok;
}

}  // namespace

Outcome write_parquet(const ReleasedTable& table, const std::string& path) {
  std::string columns;
  for (const auto& [name, labels] : table.labels)
    columns += quoted_name(name) + " VARCHAR, ";
  for (const ReleasedEnds& ends : table.ends)
    columns += fmt::format("{} {}, ", quoted_name(ends.name), ends.type);
  for (const ReleasedNumbers& numbers : table.numbers) {
    for (const auto& [name, values] : numbers.columns)
      columns += fmt::format("{} {}, ", quoted_name(name),
                             numbers.microseconds == kDay         ? "DATE"
                             : numbers.microseconds               ? "TIMESTAMP"
                             : numbers.unit == 1 && !numbers.real ? "BIGINT"
                                                                  : "DOUBLE");
    if (!numbers.known_name.empty())
      columns += quoted_name(numbers.known_name) + " BOOLEAN, ";
    if (!numbers.beyond_name.empty())
      columns += quoted_name(numbers.beyond_name) + " VARCHAR, ";
  }
  columns.resize(columns.size() - 2);
  WritingEngine engine;
  if (engine.run(fmt::format("CREATE TABLE released ({})", columns)) &&
      append_table(engine.connection(), table) &&
      engine.run("COPY released TO " + quoted_text(local_path(path)) +
                 " (FORMAT parquet, USE_TMP_FILE false)"))
    return Done{};
  return unreadable(fmt::format("cannot write '{}' as Parquet", path));
}

}  // namespace selvage
