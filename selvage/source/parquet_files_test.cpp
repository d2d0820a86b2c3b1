#include "selvage/source/parquet_files.hpp"

#include <filesystem>

#include "selvage/source/parquet_testing.hpp"
#include "selvage/source/table_testing.hpp"

namespace selvage {
namespace {

namespace fs = std::filesystem;

class ParquetFiles : public TableFiles {
 protected:
  // Rows from..from+99 of a column x, beside who and a city.
  std::string part(const std::string& name, int from,
                   const char* x = "range::INTEGER") {
    const std::string path = folder_.file(name);
    fs::create_directories(fs::path(path).parent_path());
    maker().write_parquet(
        fmt::format("SELECT {} AS x, 'p' || range % 7 AS who FROM range({}, {})", x,
                    from, from + 100),
        path);
    return path;
  }
  // As messages call it.
  std::string named(const std::string& name) {
    return folder_.file(name.substr(0, name.find_last_not_of('/') + 1));
  }
  std::string why(const std::string& path) {
    const Error error = refusal(path, asked("x", "0:300:100"));
    EXPECT_EQ(error.kind, ErrorKind::unreadable);
    return error.message;
  }
  const Counts all_ = {0, 100, 100, 100, 0, 0};
};

TEST_F(ParquetFiles, OfAFolderOrAPatternAreOneTable) {
  part("data/a.parquet", 0);
  part("data/b.PQ", 100);
  part("data/c.parquet", 200);
  folder_.write("data/_SUCCESS", "");
  folder_.write("data/.a.parquet.crc", "x");
  const Reading question = asked("x", "0:300:100");
  for (const char* path : {"data/", "data//", "data"})
    EXPECT_EQ(
        counts(folder_.file(path) + (std::string(path) == "data" ? "/" : ""), question),
        all_);
  EXPECT_EQ(counts(folder_.file("data/*.parquet"), question),
            (Counts{0, 100, 0, 100, 0, 0}));
  EXPECT_EQ(counts(folder_.file("da*/[bc].parquet"), question),
            (Counts{0, 0, 0, 100, 0, 0}));
  // As Spark names its folders.
  fs::rename(folder_.file("data"), folder_.file("data.parquet"));
  EXPECT_EQ(counts(folder_.file("data.parquet"), question), all_);
  EXPECT_EQ(
      counts(folder_.file("data.parquet"), question, where("x >= 50 and who = 'p3'")),
      counts(parquet("SELECT range AS x, 'p' || range % 7 AS who FROM range(300)"),
             question, where("x >= 50 and who = 'p3'")));
}

TEST_F(ParquetFiles, BoundAPersonAcrossAllOfThem) {
  part("data/a.parquet", 0);
  part("data/b.parquet", 100);
  const Reading question = reading({}, std::nullopt, {.column = "who"});
  EXPECT_EQ(total(counts(folder_.file("data/"), question)), 7);
}

TEST_F(ParquetFiles, ANameThatAFileHasIsThatFile) {
  part("a[1].parquet", 0);
  part("a1.parquet", 100);
  const Reading question = asked("x", "0:300:100");
  EXPECT_EQ(counts(folder_.file("a[1].parquet"), question),
            (Counts{0, 100, 0, 0, 0, 0}));
  part("data/x*.parquet", 200);
  part("data/xy.parquet", 0);
  EXPECT_EQ(counts(folder_.file("data/x*.parquet"), question),
            (Counts{0, 0, 0, 100, 0, 0}));
  EXPECT_EQ(counts(folder_.file("data/"), question), (Counts{0, 100, 0, 100, 0, 0}));
}

// The engine would cast, take columns by position, or leave them out.
TEST_F(ParquetFiles, MustHaveTheSameColumns) {
  const std::string sentence =
      "its files do not have the same columns and types in the same order; write them "
      "alike, for example by DuckDB's COPY";
  for (const char* x : {"range::BIGINT", "range::VARCHAR", "range::DECIMAL(9, 2)",
                        "1 AS y, range::INTEGER", "range::INTEGER AS X, range"}) {
    part("data/a.parquet", 0);
    part("data/b.parquet", 100, x);
    EXPECT_EQ(why(folder_.file("data/")),
              "cannot read '" + named("data/") + "': " + sentence)
        << x;
  }
}

// Across files the engine takes X for x.
TEST_F(ParquetFiles, MayNotTellColumnsApartByCapitals) {
  RawColumn large{"X", Physical::int32, {}}, small{"x", Physical::int32, {}},
      other{"y", Physical::int32, {}};
  for (std::int32_t i = 0; i < 10; ++i) {
    large.values.push_back(raw(std::int32_t{5}));
    small.values.push_back(raw(std::int32_t{15}));
    other.values.push_back(raw(std::int32_t{25}));
  }
  fs::create_directories(folder_.file("data"));
  const std::string file = RawParquet::file({large, small, other});
  folder_.write("data/a.parquet", file);
  EXPECT_EQ(counts(folder_.file("data/"), asked("x")), (Counts{0, 0, 10, 0, 0, 0}));
  folder_.write("data/b.parquet", file);
  for (const char* name : {"X", "x"})
    EXPECT_EQ(
        refusal(folder_.file("data/"), asked(name)).message,
        fmt::format("column '{}' of '{}' has the same name as another one but for "
                    "capitals, which several files cannot have",
                    name, named("data/")));
  EXPECT_EQ(counts(folder_.file("data/"), asked("y")), (Counts{0, 0, 0, 20, 0, 0}));
}

TEST_F(ParquetFiles, ThatAreNotThereOrNotAloneAreSaid) {
  fs::create_directories(folder_.file("none"));
  const auto said = [&](const std::string& name, const std::string& sentence) {
    EXPECT_EQ(why(folder_.file(name)),
              "cannot read '" + named(name) + "': " + sentence);
  };
  said("none/", "it is a folder without Parquet files");
  said("nowhere/", "there is no such file");
  said("none/*.parquet", "there is no file whose name fits the pattern");
  part("data/a.parquet", 0);
  folder_.write("data/notes.txt", "x");
  said(
      "data/",
      "it also holds files that do not end in .parquet or .pq; take them away, or name "
      "the others by a pattern in quotes, as in 'data/*.parquet'");
  folder_.write("data/b.parquet", "PAR1 and no more");
  said("data/*.parquet", "one of its files is not a readable Parquet file");
  const std::string hive =
      "it has folders in it, and the values in names such as year=2024 are not read; "
      "write one folder of files that hold every column, for example by DuckDB's COPY";
  part("hive/year=2024/a.parquet", 0);
  said("hive/", hive);
  said("hive/*/*.parquet", hive);
  EXPECT_EQ(counts(folder_.file("hive/year=2024/"), asked("x", "0:300:100")),
            (Counts{0, 100, 0, 0, 0, 0}));
}

// What a file says about its rows decides nothing, in any of them.
TEST_F(ParquetFiles, MayHaveWrongStatistics) {
  RawColumn honest{"x", Physical::int32, {}};
  for (std::int32_t i = 0; i < 3000; ++i) honest.values.push_back(raw(i));
  RawColumn wrong = honest;
  wrong.least = wrong.greatest = raw(std::int32_t{-5});
  wrong.nulls = 3000;
  fs::create_directories(folder_.file("data"));
  folder_.write("data/a.parquet", RawParquet::file({honest}));
  folder_.write("data/b.parquet", RawParquet::file({wrong}));
  EXPECT_EQ(counts(folder_.file("data/"), asked("x", "0:3000:1000"),
                   where("x >= 1000 and x is not null")),
            (Counts{0, 0, 2000, 2000 + 0, 0, 0}));
  folder_.write("data/b.parquet", RawParquet::file({honest}, {.rows_of_file = 10}));
  EXPECT_EQ(why(folder_.file("data/")),
            "cannot read '" + named("data/") +
                "': one of its files is not a readable Parquet file");
}

}  // namespace
}  // namespace selvage
