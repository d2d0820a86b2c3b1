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
       ".jsonl, .parquet or FILE.duckdb:TABLE"},
      {"people.xlsx",
       "'people.xlsx' has no ending that tells its format; use .csv, "
       ".tsv, .jsonl, .parquet or FILE.duckdb:TABLE"},
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
