#include "selvage/summary/table_name.hpp"

#include <tuple>

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(TableName, TheEndingTellsTheFormat) {
  const std::tuple<const char*, TableFormat, const char*, const char*> cases[] = {
      {"people.csv", TableFormat::csv, "people.csv", ""},
      {"a/b c.TXT", TableFormat::csv, "a/b c.TXT", ""},
      {"people.tsv", TableFormat::tsv, "people.tsv", ""},
      {"people.tab", TableFormat::tsv, "people.tab", ""},
      {"people.jsonl", TableFormat::json_lines, "people.jsonl", ""},
      {"people.ndjson", TableFormat::json_lines, "people.ndjson", ""},
      {"people.csv.gz", TableFormat::csv, "people.csv.gz", ""},
      {"people.TSV.Zst", TableFormat::tsv, "people.TSV.Zst", ""},
      {"people.jsonl.zstd", TableFormat::json_lines, "people.jsonl.zstd", ""},
      {"-", TableFormat::csv, "-", ""},
      {"-.jsonl", TableFormat::json_lines, "-.jsonl", ""},
      {"data/", TableFormat::parquet, "data", ""},
      {"a/data.csv//", TableFormat::parquet, "a/data.csv", ""},
      {"firm.duckdb:a/", TableFormat::duckdb, "firm.duckdb", "a/"},
      {"data/*.parquet", TableFormat::parquet, "data/*.parquet", ""},
      {"people.Parquet", TableFormat::parquet, "people.Parquet", ""},
      {"people.pq", TableFormat::parquet, "people.pq", ""},
      {"firm.duckdb:people", TableFormat::duckdb, "firm.duckdb", "people"},
      {"firm.ddb:a b", TableFormat::duckdb, "firm.ddb", "a b"},
      {"d:x/firm.DB:people", TableFormat::duckdb, "d:x/firm.DB", "people"},
      {"firm.duckdb:people.csv", TableFormat::csv, "firm.duckdb:people.csv", ""}};
  for (const auto& [text, format, path, table] : cases) {
    const auto name = parse_table_name(text);
    ASSERT_TRUE(name) << text;
    EXPECT_EQ(name->format, format) << text;
    EXPECT_EQ(name->path, path) << text;
    EXPECT_EQ(name->table, table) << text;
  }
}

TEST(TableName, WhatIsNoTableIsRefusedInOneSentence) {
  const std::pair<std::string, const char*> cases[] = {
      {"", "the table's name is empty; name a file, for example people.csv"},
      {"firm.duckdb",
       "'firm.duckdb' is a database; name one table in it, as in firm.duckdb:people"},
      {"firm.duckdb:",
       "'firm.duckdb' is a database; name one table in it, as in firm.duckdb:people"},
      {"people",
       "'people' has no ending that tells its format; use .csv, .tsv, "
       ".jsonl, .csv.gz, .csv.zst, .parquet, FILE.duckdb:TABLE, "
       "FOLDER/ of Parquet files, or - for the standard input"},
      {"people.xlsx",
       "'people.xlsx' has the name of an Excel workbook; save its sheet as CSV UTF-8"},
      {"people.JSON",
       "'people.JSON' has the name of one JSON text; write JSON lines, one object a "
       "line, as .jsonl"},
      {"people.gz",
       "'people.gz' has no ending that tells its format; use .csv, "
       ".tsv, .jsonl, .csv.gz, .csv.zst, .parquet, FILE.duckdb:TABLE, "
       "FOLDER/ of Parquet files, or - for the standard input"},
      {"people.parquet.gz",
       "'people.parquet.gz' is compressed as a whole, but Parquet is compressed "
       "inside; decompress it"},
      {std::string("a\0b.csv", 7),
       "the table's name holds a zero byte, which no file name can"}};
  for (const auto& [text, message] : cases) {
    const auto name = parse_table_name(text);
    ASSERT_FALSE(name) << text;
    EXPECT_EQ(name.error().kind, ErrorKind::invalid_request);
    EXPECT_EQ(name.error().message, message);
  }
}

}  // namespace
}  // namespace selvage
