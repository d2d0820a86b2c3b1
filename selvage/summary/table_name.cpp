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
// After the ending of a text table; what is inside tells whether it is compressed.
constexpr std::string_view kPackedEndings[] = {".gz", ".zst", ".zstd"};
// Files that people have and that are not read, with the way out.
struct OtherEnding {
  std::string_view text;
  const char* what;
};
constexpr OtherEnding kOtherEndings[] = {
    {".xlsx", "an Excel workbook; save its sheet as CSV UTF-8"},
    {".xls", "an Excel workbook; save its sheet as CSV UTF-8"},
    {".ods", "a LibreOffice workbook; save its sheet as CSV UTF-8"},
    {".feather", "a Feather file; write it as Parquet"},
    {".arrow", "an Arrow file; write it as Parquet"},
    {".sqlite", "an SQLite database; export the table as CSV"},
    {".sqlite3", "an SQLite database; export the table as CSV"},
    {".json", "one JSON text; write JSON lines, one object a line, as .jsonl"},
    {".zip", "an archive; unpack it, or compress the table with gzip or zstd"}};
constexpr std::string_view kDatabaseEndings[] = {".duckdb", ".ddb", ".db"};

bool ends_with(std::string text, std::string_view ending) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  });
  return text.ends_with(ending);
}

// "people.csv" of "people.csv.gz".
std::string without_packing(const std::string& text) {
  for (const std::string_view ending : kPackedEndings)
    if (ends_with(text, ending)) return text.substr(0, text.size() - ending.size());
  return text;
}

}  // namespace

bool is_standard_input(const std::string& path) {
  return path == "-" || path.starts_with("-.");
}

Result<TableName> parse_table_name(const std::string& text) {
  if (text.empty())
    return wrong_field(
        "table", "the table's name is empty; name a file, for example people.csv");
  if (text.find('\0') != std::string::npos)
    return wrong_field("table",
                       "the table's name holds a zero byte, which no file name can");
  if (text == "-") return TableName{TableFormat::csv, text, ""};
  const std::string unpacked = without_packing(text);
  for (const Ending& ending : kEndings) {
    if (!ends_with(unpacked, ending.text)) continue;
    if (ending.format == TableFormat::parquet && unpacked.size() < text.size())
      return wrong_field("table",
                         fmt::format("'{}' is compressed as a whole, but Parquet is "
                                     "compressed inside; decompress it",
                                     text));
    return TableName{ending.format, text, ""};
  }
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
  // A folder of Parquet files; its name may end in any number of these.
  if (const auto last = text.find_last_not_of('/');
      last != std::string::npos && last + 1 < text.size())
    return TableName{TableFormat::parquet, text.substr(0, last + 1), ""};
  for (const OtherEnding& ending : kOtherEndings)
    if (ends_with(text, ending.text))
      return wrong_field("table",
                         fmt::format("'{}' has the name of {}", text, ending.what));
  return wrong_field(
      "table", fmt::format("'{}' has no ending that tells its format; use .csv, .tsv, "
                           ".jsonl, .csv.gz, .csv.zst, .parquet, "
                           "FILE.duckdb:TABLE, FOLDER/ of Parquet files, or - for the "
                           "standard input",
                           text));
}

}  // namespace selvage
