#include "selvage/source/parquet_file.hpp"

#include <array>
#include <cmath>
#include <random>

#include "selvage/source/table_testing.hpp"

namespace selvage {
namespace {

class ParquetFile : public TableFiles {};

TEST_F(ParquetFile, AWrittenParquetFileReadsBackTheSame) {
  const std::string hostile = "x\"; DROP TABLE released; --";
  const ReleasedTable table{
      {{"cell'", {"[0,10)", "größe", "a\"b'c", ""}}, {"sex", {"f", "m", "f", "m"}}},
      {{{{hostile, {1, -2, INT64_MAX, INT64_MIN}}, {"no noise", {4, 5, 6, 7}}}}}};
  const std::string path = folder_.file("it's [1]*.parquet");
  const auto written = write_parquet(table, path);
  ASSERT_TRUE(written) << written.error().message;
  std::filesystem::copy_file(path, folder_.file("copy.parquet"));
  FullEngine engine;
  const std::string from =
      " FROM read_parquet(" + quoted_text(folder_.file("copy.parquet")) + ")";
  EXPECT_EQ(engine.run("SELECT count(*)" + from), "4");
  EXPECT_EQ(engine.run("SELECT list(\"cell'\")::VARCHAR" + from),
            engine.run("SELECT ['[0,10)', 'größe', 'a\"b''c', '']::VARCHAR"));
  EXPECT_EQ(engine.run("SELECT list(" + quoted_name(hostile) + ")::VARCHAR" + from),
            "[1, -2, 9223372036854775807, -9223372036854775808]");
  EXPECT_EQ(engine.run("SELECT list(\"no noise\")::VARCHAR" + from), "[4, 5, 6, 7]");
  EXPECT_EQ(counts(path, asked(hostile)), (Counts{2, 1, 0, 0, 1, 0}));
  EXPECT_EQ(
      cells_of(path, reading({column("sex", "f,m"), column("no noise", "0:9:6")})),
      rows_alone({{"f|[0,6)", 1}, {"f|[6,9)", 1}, {"m|[0,6)", 1}, {"m|[6,9)", 1}}));
}

TEST_F(ParquetFile, EndsOfBinsHaveTheTypeOfTheirColumn) {
  const std::string path = folder_.file("t.parquet");
  const ReleasedTable table{{{"age", {"below 0", "[0,0.5)"}}},
                            {{{{"count", {1, 2}}}}},
                            {{"from", "DOUBLE", {"", "0"}},
                             {"to", "DOUBLE", {"0", "0.5"}},
                             {"day", "DATE", {"2025-01-31", ""}},
                             {"moment", "TIMESTAMP", {"2025-01-31 12:34:56.25", ""}}}};
  const auto written = write_parquet(table, path);
  ASSERT_TRUE(written) << written.error().message;
  FullEngine engine;
  const std::string from = " FROM read_parquet(" + quoted_text(path) + ")";
  for (const auto& [column, type, values] :
       {std::array{"from", "DOUBLE", "[NULL, 0.0]"},
        {"to", "DOUBLE", "[0.0, 0.5]"},
        {"day", "DATE", "[2025-01-31, NULL]"},
        {"moment", "TIMESTAMP", "['2025-01-31 12:34:56.25', NULL]"}}) {
    const std::string name = quoted_name(column);
    EXPECT_EQ(engine.run("SELECT any_value(typeof(" + name + "))" + from), type);
    EXPECT_EQ(engine.run("SELECT list(" + name + ")::VARCHAR" + from), values);
  }
}

// Sums of a grid of hundredths.
TEST_F(ParquetFile, AWrittenNumberIsInItsUnit) {
  const std::string path = folder_.file("t.parquet");
  ASSERT_TRUE(
      write_parquet({{}, {{{{"sum", {150, -7, 30}}}, Rational(1, 100)}}}, path));
  EXPECT_EQ(FullEngine().run("SELECT list(sum)::VARCHAR FROM " + quoted_text(path)),
            "[1.5, -0.07, 0.3]");
}

TEST_F(ParquetFile, WhatIsNotKnownIsNullAndAColumnSaysSo) {
  const std::string path = folder_.file("t.parquet");
  ASSERT_TRUE(write_parquet({{{"dept", {"a", "b"}}},
                             {{.columns = {{"mean", {3, 5}}, {"lower", {0, 4}}},
                               .known_name = "known",
                               .known = {false, true}},
                              {.columns = {{"p90", {7, 8}}}}}},
                            path));
  FullEngine engine;
  EXPECT_EQ(engine.run("SELECT list(mean)::VARCHAR FROM " + quoted_text(path)),
            "[NULL, 5]");
  EXPECT_EQ(engine.run("SELECT list(lower)::VARCHAR FROM " + quoted_text(path)),
            "[NULL, 4]");
  EXPECT_EQ(engine.run("SELECT list(known)::VARCHAR FROM " + quoted_text(path)),
            "[false, true]");
  EXPECT_EQ(engine.run("SELECT list(p90)::VARCHAR FROM " + quoted_text(path)),
            "[7, 8]");
}

TEST_F(ParquetFile, ANumberWithoutAnIntervalHasNullsBesideIt) {
  const std::string path = folder_.file("t.parquet");
  ASSERT_TRUE(write_parquet({{},
                             {{.columns = {{"mean", {3, 5}}, {"lower", {3, 4}}},
                               .has_interval = {false, true}}}},
                            path));
  FullEngine engine;
  EXPECT_EQ(engine.run("SELECT list(mean)::VARCHAR FROM " + quoted_text(path)),
            "[3, 5]");
  EXPECT_EQ(engine.run("SELECT list(lower)::VARCHAR FROM " + quoted_text(path)),
            "[NULL, 4]");
}

TEST_F(ParquetFile, WhatCannotBeWrittenAsParquetSaysSo) {
  const ReleasedTable table{{{"cell", {"a"}}}, {{{{"count", {1}}}}}};
  for (const std::string& path :
       {folder_.file("absent/t.parquet"), std::string("s3://bucket/t.parquet"),
        std::string("https://127.0.0.1/t.parquet")}) {
    const auto written = write_parquet(table, path);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().kind, ErrorKind::unreadable);
    EXPECT_EQ(written.error().message, "cannot write '" + path + "' as Parquet");
  }
}

}  // namespace
}  // namespace selvage
