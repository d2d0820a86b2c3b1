#include "selvage/source/file_kind.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"

namespace selvage {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kLooked = 512;
// The storage versions of DuckDB files that the engine reads.
constexpr std::uint64_t kNewestDuckdb = 68;

struct Sign {
  std::string_view bytes;
  const char* what;
};
constexpr Sign kSigns[] = {
    {"\xff\xfe"sv,
     "it is UTF-16 text; convert it, for example by iconv -f UTF-16 -t UTF-8"},
    {"\xfe\xff"sv,
     "it is UTF-16 text; convert it, for example by iconv -f UTF-16 -t UTF-8"},
    {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"sv,
     "it looks like an old Excel workbook (.xls); save its sheet as CSV UTF-8"},
    {"ARROW1\0\0"sv,
     "it looks like an Arrow or Feather file; write it as Parquet, for example by "
     "pandas.read_feather and to_parquet"},
    {"FEA1\0\0\0\0"sv,
     "it looks like a Feather file of version 1; write it as Parquet, for example by "
     "pandas.read_feather and to_parquet"},
    {"\xff\xff\xff\xff"sv,
     "it looks like a stream of Arrow; write it as Parquet, for example by "
     "pyarrow.ipc.open_stream and pyarrow.parquet.write_table"},
    {"SQLite format 3\0"sv,
     "it is an SQLite database; export the table as CSV, for example by sqlite3 "
     "-csv -header FILE 'SELECT * FROM people' > people.csv"},
    {"\xfd"
     "7zXZ"sv,
     "it is compressed by xz; decompress it, or compress it with gzip or zstd"},
    {"7z\xbc\xaf\x27\x1c"sv, "it is a 7z archive; unpack it"}};

std::uint64_t whole_at(std::string_view start, std::size_t at) {
  std::uint64_t whole = 0;
  for (std::size_t i = std::min(start.size(), at + 8); i-- > at;)
    whole = whole << 8 | static_cast<unsigned char>(start[i]);
  return whole;
}

// Workbooks are zip archives whose first members have well-known names.
const char* kind_of_zip(std::string_view start) {
  const auto names = [&](std::string_view name) {
    return start.find(name) != std::string_view::npos;
  };
  if (names("application/vnd.oasis.opendocument"))
    return "it looks like a LibreOffice workbook (.ods); save its sheet as CSV UTF-8";
  if (names("[Content_Types].xml") || names("docProps/") || names("xl/"))
    return "it looks like an Excel workbook (.xlsx); save its sheet as CSV UTF-8";
  return "it is a zip archive; unpack it, or compress the table with gzip or zstd";
}

// Letters of ASCII, each beside a zero: no text that has columns begins so.
const char* utf16_without_mark(std::string_view start) {
  const auto zeros_at = [&](std::size_t rest) {
    for (std::size_t i = 0; i < 8; ++i)
      if ((start[i] == '\0') != (i % 2 == rest)) return false;
    return true;
  };
  if (start.size() < 8) return nullptr;
  return zeros_at(1) ? "UTF-16LE" : zeros_at(0) ? "UTF-16BE" : nullptr;
}

bool is_duckdb(std::string_view start) {
  return start.size() >= 20 && start.substr(8, 4) == "DUCK";
}

}  // namespace

std::optional<std::string> other_kind(std::string_view start, TableFormat format) {
  for (const Sign& sign : kSigns)
    if (start.starts_with(sign.bytes)) return sign.what;
  if (start.starts_with("PK\x03\x04")) return kind_of_zip(start);
  if (const char* encoding = utf16_without_mark(start))
    return fmt::format(
        "it looks like UTF-16 text; convert it, for example by iconv -f {} -t UTF-8",
        encoding);
  if (is_duckdb(start)) {
    if (format != TableFormat::duckdb)
      return "it is a DuckDB database; name it FILE.duckdb:TABLE";
    if (whole_at(start, 12) > kNewestDuckdb)
      return "it is a file of DuckDB 2.0 or newer, which this selvage does not read; "
             "copy its tables there into a file that was attached by ATTACH "
             "'FILE' (STORAGE_VERSION 'v1.5.0'), or export them as Parquet";
  }
  if (start.starts_with("BZh") && start.substr(4).starts_with("1AY&SY"))
    return "it is compressed by bzip2; decompress it, or compress it with gzip or zstd";
  if (start.starts_with("PAR1\x15") && format != TableFormat::parquet)
    return "it is a Parquet file; give it a name that ends in .parquet";
  return std::nullopt;
}

Outcome check_kind(const OpenFile& file, const TableName& name) {
  const bool text =
      name.format != TableFormat::parquet && name.format != TableFormat::duckdb;
  if (!text && is_packed(file.descriptor()))
    return unreadable(fmt::format(
        "cannot read '{}': it is compressed as a whole; decompress it", name.path));
  ByteStream bytes(file.descriptor(), kLooked);
  while (bytes.window().size() < kLooked && bytes.extend()) {
  }
  if (const auto other = other_kind(bytes.window().substr(0, kLooked), name.format))
    return unreadable(fmt::format("cannot read '{}': {}", name.path, *other));
  return Done{};
}

}  // namespace selvage
