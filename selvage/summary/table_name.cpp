#include "selvage/summary/table_name.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"

namespace selvage {
namespace {

struct Ending {
  std::string_view text;
  TableFormat format;
};
constexpr Ending kEndings[] = {
    {".csv", TableFormat::csv},          {".txt", TableFormat::csv},
    {".tsv", TableFormat::tsv},          {".tab", TableFormat::tsv},
    {".jsonl", TableFormat::json_lines}, {".ndjson", TableFormat::json_lines},
    {".parquet", TableFormat::parquet},  {".pq", TableFormat::parquet}};
constexpr std::string_view kDatabaseEndings[] = {".duckdb", ".ddb", ".db"};

bool ends_with(std::string text, std::string_view ending) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  });
  return text.ends_with(ending);
}

}  // namespace

Result<TableName> parse_table_name(const std::string& text) {
  if (text.empty())
    return wrong_field(
        "table", "the table's name is empty; name a file, for example people.csv");
  if (text.find('\0') != std::string::npos)
    return wrong_field("table",
                       "the table's name holds a zero byte, which no file name can");
  for (const Ending& ending : kEndings)
    if (ends_with(text, ending.text)) return TableName{ending.format, text, ""};
  const auto colon = text.rfind(':');
  const std::string path = text.substr(0, colon);
  for (const std::string_view ending : kDatabaseEndings) {
    if (!ends_with(path, ending)) continue;
    if (colon == std::string::npos || colon + 1 == text.size())
      return wrong_field(
          "table",
          fmt::format("'{}' is a database; name one table in it, as in {}:people", path,
                      path));
    return TableName{TableFormat::duckdb, path, text.substr(colon + 1)};
  }
  return wrong_field(
      "table", fmt::format("'{}' has no ending that tells its format; use .csv, .tsv, "
                           ".jsonl, .parquet or FILE.duckdb:TABLE",
                           text));
}

}  // namespace selvage
