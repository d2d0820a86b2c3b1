#include "selvage/source/table.hpp"

#include <cmath>
#include <random>

#include "selvage/source/table_testing.hpp"

namespace selvage {
namespace {

class EngineTables : public TableFiles {};

TEST_F(EngineTables, EveryNumericTypeIsCounted) {
  std::vector<TypedValues> columns;
  for (const char* type :
       {"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT",
        "UINTEGER", "UBIGINT", "UHUGEINT", "DECIMAL(4,1)", "DECIMAL(9,2)",
        "DECIMAL(18,3)", "DECIMAL(38,10)", "FLOAT", "DOUBLE", "DECIMAL(20,0)",
        "VARCHAR"})
    columns.push_back({type, {"1", "5", "10", "25", "29", "30", "100", std::nullopt}});
  // Three at once, for a new engine each time is slow: each row lies on the diagonal.
  Labelled expected;
  for (const auto& [label, rows] : rows_alone({{"[0,10)", 2},
                                               {"[10,20)", 1},
                                               {"[20,30)", 2},
                                               {"30 and above", 2},
                                               {"missing", 1}}))
    expected[label + "|" + label + "|" + label] = rows;
  for (const std::string& table : engine_formats(typed_columns(columns)))
    for (std::size_t i = 0; i + 3 <= columns.size(); i += 3)
      EXPECT_EQ(cells_of(table, reading({column(columns[i].type, "0:30:10"),
                                         column(columns[i + 1].type, "0:30:10"),
                                         column(columns[i + 2].type, "0:30:10")})),
                expected)
          << columns[i].type;
  for (const std::string& table :
       engine_formats("SELECT unnest([true, false, true, NULL]) AS x"))
    EXPECT_EQ(counts(table, asked("x", "0:2:1")), (Counts{0, 1, 2, 0, 1}));
}

TEST_F(EngineTables, TheEndsOfATypeAreCountedAndNeverFail) {
  const std::vector<TypedValues> ends = {
      {"BIGINT", {"-9223372036854775808", "9223372036854775807"}},
      {"UBIGINT", {"0", "18446744073709551615"}},
      {"HUGEINT",
       {"-170141183460469231731687303715884105728",
        "170141183460469231731687303715884105727"}},
      {"UHUGEINT", {"0", "340282366920938463463374607431768211455"}},
      {"DECIMAL(18,3)", {"-999999999999999.999", "999999999999999.999"}},
      {"DECIMAL(38,10)",
       {"-9999999999999999999999999999.9999999999",
        "9999999999999999999999999999.9999999999"}},
      {"FLOAT", {"-inf", "inf"}},
      {"DOUBLE", {"-1.7976931348623157e308", "1.7976931348623157e308"}}};
  for (const std::string& table : engine_formats(typed_columns(ends)))
    for (const auto& [type, values] : ends) {
      for (const char* bins : {"5:30:10", "0.5:100000000000000:1e13"}) {
        const Counts cells = counts(table, asked(type, bins));
        ASSERT_EQ(total(cells), 2) << type << bins;
        EXPECT_EQ(cells.front(), 1) << type << bins;
        EXPECT_EQ(cells[cells.size() - 2], 1) << type << bins;
      }
      if (table.ends_with(".parquet")) continue;
      // Edges that no 64-bit integer holds: the column is read as doubles.
      EXPECT_EQ(total(counts(table, asked(type, "0:1e19:1e18"))), 2) << type;
    }
}

TEST_F(EngineTables, LargeIntegersAreNotRounded) {
  const std::string rows =
      "SELECT unnest([9007199254740991, 9007199254740992, 9007199254740993, "
      "9007199254740994])::BIGINT AS x";
  for (const std::string& table : {database(rows), parquet(rows)})
    EXPECT_EQ(counts(table, asked("x", "9007199254740992:9007199254740994:1")),
              (Counts{1, 1, 1, 1, 0}));
}

TEST_F(EngineTables, NaNIsMissingAndInfinitiesAreOutside) {
  const std::string rows =
      "SELECT unnest(['nan'::DOUBLE, 'inf', '-inf', '-nan', NULL, 5]) AS x";
  for (const std::string& table : {database(rows), parquet(rows),
                                   parquet("SELECT x::FLOAT AS x FROM (" + rows + ")")})
    EXPECT_EQ(counts(table, asked("x")), (Counts{1, 1, 0, 0, 1, 3}));
}

TEST_F(EngineTables, AColumnThatHoldsNoNumbersIsRefused) {
  const char* values[] = {"DATE '2025-01-01'",
                          "TIMESTAMP '2025-01-01'",
                          "TIME '10:00'",
                          "[1, 2]",
                          "{'a': 1}",
                          "MAP {'a': 1}",
                          "'x'::BLOB",
                          "INTERVAL 1 DAY",
                          "uuid()",
                          "TIMESTAMPTZ '2025-01-01 00:00:00+00'"};
  std::string select = "SELECT 1 AS y";
  for (const char* value : values)
    select += fmt::format(", {} AS {}", value, quoted_name(value));
  for (const std::string& table : engine_formats(select)) {
    const std::string path = table.substr(0, table.rfind(":t"));
    for (const char* value : values) {
      const Error error = refusal(table, asked(value));
      EXPECT_EQ(error.kind, ErrorKind::invalid_request) << value;
      EXPECT_EQ(
          error.message,
          fmt::format("column '{}' of '{}' holds no numbers; bins LO:HI:STEP need "
                      "a column of numbers or of text that reads as numbers",
                      value, path));
      if (table.ends_with(".parquet")) continue;
      EXPECT_EQ(refusal(table, reading({}, measure(value))).message,
                fmt::format("column '{}' of '{}' holds no numbers; name a column of "
                            "numbers or of text that reads as numbers",
                            value, path));
    }
    EXPECT_EQ(total(counts(table, asked("y"))), 1);
  }
}

// A key is the text of the value, the same in every format.
TEST_F(EngineTables, KeysAreCountedByTheTextOfTheirValue) {
  const SampleField null = std::nullopt;
  const std::string one = "4d3f0a5e-0000-4000-8000-00000000000a",
                    two = "ffffffff-ffff-ffff-ffff-ffffffffffff";
  const std::vector<TypedValues> columns = {
      {"VARCHAR", {"a", "b", "A", "", "a", null}},
      {"TINYINT", {"-3", "7", "0", "0", "-3", null}},
      {"INTEGER", {"-3", "7", "70", "0", "-3", null}},
      {"BIGINT", {"-9223372036854775808", "9", "1", "2", "-9223372036854775808", null}},
      {"UBIGINT",
       {"18446744073709551615", "9", "1", "2", "18446744073709551615", null}},
      {"HUGEINT",
       {"-170141183460469231731687303715884105728", "9", "1", "2",
        "-170141183460469231731687303715884105728", null}},
      {"BOOLEAN", {"true", "false", "false", "false", "true", null}},
      {"DATE",
       {"2025-01-31", "0001-01-01", "infinity", "-infinity", "2025-01-31", null}},
      {"ENUM('x y', 'z', 'X Y')", {"x y", "z", "X Y", "z", "x y", null}},
      {"UUID", {one, two, two, two, one, null}}};
  for (const std::string& table : engine_formats(typed_columns(columns)))
    for (const auto& [type, values] : columns) {
      if (type == "HUGEINT" && table.ends_with(".parquet")) continue;  // a DOUBLE there
      const Reading known = asked(type, *values[0] + ",2");
      const Counts cells = counts(table, known);
      EXPECT_EQ(cells[0], 2) << type;
      EXPECT_EQ(cells.back(), 1) << type;
      EXPECT_EQ(total(cells), 6) << type;
      Labelled expected;
      for (const SampleField& value : values) ++expected[key_label(value)][0];
      EXPECT_EQ(cells_of(table, asked(type, "?")), expected) << type << table;
      if (type != "VARCHAR" && type != "DATE") continue;
      expected.erase("NULL");
      EXPECT_EQ(cells_of(table, reading({column(type, "?", true)})), expected) << type;
    }
}

TEST_F(EngineTables, AColumnWhoseTextIsNotTheValueHoldsNoKeys) {
  const char* values[] = {"1.5::DOUBLE",
                          "1.5::FLOAT",
                          "1.5::DECIMAL(4,1)",
                          "'x'::BLOB",
                          "TIMESTAMP '2025-01-01'",
                          "TIME '10:00'",
                          "INTERVAL 1 DAY",
                          "[1, 2]",
                          "{'a': 1}",
                          "TIMESTAMPTZ '2025-01-01 00:00:00+00'"};
  std::string select = "SELECT 1 AS y";
  for (const char* value : values)
    select += fmt::format(", {} AS {}", value, quoted_name(value));
  for (const std::string& table : engine_formats(select))
    for (const char* value : values)
      for (const char* keys : {"a,b", "?"}) {
        if (table.ends_with(".parquet") == (keys[0] == '?')) continue;
        const Error error = refusal(table, asked(value, keys));
        EXPECT_EQ(error.kind, ErrorKind::invalid_request);
        EXPECT_EQ(
            error.message,
            fmt::format("column '{}' of '{}' holds no keys; keys need a column of "
                        "text, whole numbers, booleans or dates{}",
                        value, table.substr(0, table.rfind(":t")),
                        std::string_view(value).starts_with("1.5")
                            ? ", or a list of keys that are all numbers in their "
                              "shortest form"
                            : ""));
      }
}

// In the engine 'a' = 'A' there; our keys are exact text.
TEST_F(EngineTables, ACollationMakesNoTwoKeysOne) {
  const std::string path = folder_.file("c.duckdb");
  FullEngine engine(path);
  engine.run("CREATE TABLE t (x VARCHAR COLLATE NOCASE, y VARCHAR COLLATE NOACCENT)");
  engine.run("INSERT INTO t VALUES ('a', 'a'), ('A', 'ä'), ('A', 'ä'), (NULL, NULL)");
  engine.run("CHECKPOINT");
  std::filesystem::copy_file(path, folder_.file("copy.duckdb"));
  const std::string table = folder_.file("copy.duckdb:t");
  EXPECT_EQ(counts(table, asked("x", "a,b")), (Counts{1, 0, 2, 1}));
  EXPECT_EQ(counts(table, asked("y", "ä,b")), (Counts{2, 0, 1, 1}));
  EXPECT_EQ(cells_of(table, asked("x", "?")),
            rows_alone({{"'a'", 1}, {"'A'", 2}, {"NULL", 1}}));
  EXPECT_EQ(cells_of(table, reading({column("x", "?"), column("y", "?")})),
            rows_alone({{"'a'|'a'", 1}, {"'A'|'ä'", 2}, {"NULL|NULL", 1}}));
}

// Steps of 1 within -1000 and 1000, halves upwards; what is no number is not counted.
TEST_F(EngineTables, NumbersOfEveryTypeAreSummed) {
  const SampleField null = std::nullopt;
  const std::pair<TypedValues, Sums> cases[] = {
      {{"INTEGER", {"-5", "0", "7", "2147483647", "-2147483648", null, null}},
       {5, 2, 25 + 49 + 2'000'000}},
      {{"BIGINT",
        {"-9223372036854775808", "9223372036854775807", "3", "-9223372036854775807",
         "1000", "-1000", null}},
       {6, 3 - 1000, 9 + 5'000'000}},
      {{"UBIGINT", {"18446744073709551615", "3", "0", "0", null, null, null}},
       {4, 1003, 1'000'009}},
      {{"HUGEINT",
        {"170141183460469231731687303715884105727",
         "-170141183460469231731687303715884105728", "3", null, null, null, null}},
       {3, 3, 2'000'009}},
      {{"BOOLEAN", {"true", "false", "true", null, null, null, null}}, {3, 2, 2}},
      {{"DECIMAL(9,2)", {"1.49", "1.50", "-1.50", "-1.51", "9999999.99", null, null}},
       {5, 1 + 2 - 1 - 2 + 1000, 1 + 4 + 1 + 4 + 1'000'000}},
      {{"DECIMAL(38,10)",
        {"0.5", "-0.5", "9999999999999999999999999999", "0.4999999999", "-0.5000000001",
         null, null}},
       {5, 1 + 0 + 1000 + 0 - 1, 1 + 1'000'000 + 1}},
      {{"FLOAT", {"nan", "inf", "-inf", "1e-45", "-1e-45", "2.5", null}},
       {5, 3, 2'000'009}},
      {{"DOUBLE", {"nan", "inf", "-inf", "5e-324", "0.49999999999999994", "1.5", null}},
       {5, 2, 2'000'004}},
      {{"VARCHAR", {" 7 ", "abc", "", "nan", "1e400", "-inf", "+0.5"}},
       {4, 7 + 1, 49 + 2'000'000 + 1}}};
  std::vector<TypedValues> columns;
  for (const auto& [column, sums] : cases) columns.push_back(column);
  for (const std::string& table : engine_formats(typed_columns(columns)))
    for (const auto& [column, sums] : cases) {
      EXPECT_EQ(cells_of(table, reading({}, measure(column.type))),
                (Labelled{{"", sums}}))
          << column.type;
      if (table.ends_with(".parquet")) continue;
      // A finer grid: steps of 0.001, and every number is clamped to 0 or 1.
      const auto cells = cells_of(table, reading({}, measure(column.type, "0:1")));
      ASSERT_EQ(cells.size(), 1u);
      EXPECT_EQ(cells.begin()->second[0], sums[0]) << column.type;
      EXPECT_LE(cells.begin()->second[1], 1000 * sums[0]) << column.type;
    }
  const std::string numbers = database(
      "SELECT unnest(['nan', '-0.0', '-5e-324', '2.2250738585072009e-308', '0.0005', "
      "'0.00049999999999999', '1e-12', '-1e308'])::DOUBLE AS x");
  EXPECT_EQ(cells_of(numbers, reading({}, measure("x", "-1:1"))),
            (Labelled{{"", {7, 1 - 1000, 1'000'001}}}));
}

TEST_F(EngineTables, AFolderNameAddsNoColumn) {
  std::filesystem::create_directory(folder_.file("year=2024"));
  const std::string path = folder_.file("year=2024/t.parquet");
  FullEngine().write_parquet("SELECT 5 AS x", path);
  EXPECT_EQ(refusal(path, asked("year")).kind, ErrorKind::invalid_request);
}

TEST_F(EngineTables, AFieldInsideAColumnIsNoColumn) {
  const std::string table =
      parquet("SELECT {'y': 3, 'z': {'y': 4}} AS s, 5 AS x, [{'y': 1}] AS l, 25 AS y");
  EXPECT_EQ(counts(table, asked("x")), (Counts{0, 1, 0, 0, 0, 0}));
  EXPECT_EQ(counts(table, asked("y")), (Counts{0, 0, 0, 1, 0, 0}));
  EXPECT_EQ(refusal(table, asked("z")).kind, ErrorKind::invalid_request);
}

TEST_F(EngineTables, WhatIsNoParquetFileIsUnreadable) {
  const std::string good = parquet("SELECT range::DOUBLE AS x FROM range(1000)");
  const std::uintmax_t size = std::filesystem::file_size(good);
  std::vector<std::string> broken = {
      folder_.write("zero.parquet", ""),
      folder_.write("zeros.parquet", std::string(5000, '\0')),
      folder_.write("text.parquet", "x\n1\n2\n3\n4\n")};
  for (const std::uintmax_t keep : {size - 1, size / 2, std::uintmax_t{4}}) {
    broken.push_back(folder_.file(fmt::format("cut{}.parquet", keep)));
    std::filesystem::copy_file(good, broken.back());
    std::filesystem::resize_file(broken.back(), keep);
  }
  std::mt19937 random(7);
  std::string noise(10'000, ' ');
  for (char& c : noise) c = static_cast<char>(random());
  broken.push_back(folder_.write("noise.parquet", noise));
  broken.push_back(folder_.write("framed.parquet", "PAR1" + noise + "PAR1"));
  for (const std::string& path : broken) {
    const Error error = refusal(path, asked("x"));
    EXPECT_EQ(error.kind, ErrorKind::unreadable) << path;
    EXPECT_EQ(error.message,
              "cannot read '" + path + "': it is not a readable Parquet file");
  }
}

TEST_F(EngineTables, AParquetFileThatBreaksInTheMiddleFailsInOurWords) {
  const std::string path =
      parquet("SELECT hash(range)::DOUBLE AS x FROM range(200000)");
  const auto size = static_cast<std::int64_t>(std::filesystem::file_size(path));
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(size / 4);
  file << std::string(static_cast<std::size_t>(size / 4), '\xff');
  file.close();
  auto reader = bind_table(path, asked("x"), {});
  ASSERT_TRUE(reader) << reader.error().message;
  for (int again = 0; again < 2; ++again) {
    const auto cells = (*reader)->cells();
    ASSERT_FALSE(cells);
    EXPECT_EQ(cells.error().kind, ErrorKind::unreadable);
    EXPECT_EQ(cells.error().message,
              "cannot read '" + path + "': it broke off while it was read");
  }
}

TEST_F(EngineTables, RowsThatWaitInTheWriteAheadLogAreCounted) {
  const std::string path = folder_.file("firm.duckdb");
  {
    FullEngine engine(path);
    engine.run("PRAGMA disable_checkpoint_on_shutdown");
    engine.run("CREATE TABLE t AS SELECT 5 AS x");
    engine.run("CHECKPOINT");
    engine.run("INSERT INTO t VALUES (15), (25)");
  }
  ASSERT_TRUE(std::filesystem::exists(path + ".wal"));
  EXPECT_EQ(counts(path + ":t", asked("x")), (Counts{0, 1, 1, 1, 0, 0}));
  EXPECT_TRUE(std::filesystem::exists(path + ".wal"));  // we wrote nothing
}

TEST_F(EngineTables, CountsDependNeitherOnThreadsNorOnTheOrderOfRows) {
  const std::string rows =
      "SELECT range % 37 + 0.25 AS x, range AS i FROM "
      "range(300000)";
  Counts expected;
  for (const char* order : {"i", "i DESC", "hash(i)", "x"}) {
    const std::string select = fmt::format(
        "SELECT CASE WHEN i % 11 = 0 THEN NULL ELSE x::DOUBLE END AS x FROM ({}) ORDER "
        "BY "
        "{}",
        rows, order);
    for (const std::string& table : {parquet(select), database(select)})
      for (const int threads : {1, 2, 3, 8}) {
        const Counts cells =
            counts(table, asked("x", "1:30:0.5"), {.threads = threads});
        EXPECT_EQ(total(cells), 300'000);
        if (expected.empty()) expected = cells;
        EXPECT_EQ(cells, expected) << order << threads;
      }
  }
}

// Fine bins where the column's numbers are far apart must not take a walk per row.
TEST_F(EngineTables, BinsFinerThanTheNumbersCostNoMore) {
  const std::string whole = database("SELECT 1 AS x FROM range(100000)");
  EXPECT_EQ(counts(whole, asked("x", "0.5:1.5:1e-5"))[50'001], 100'000);
  const std::string large = database("SELECT 1e20::DOUBLE AS x FROM range(100000)");
  EXPECT_EQ(total(counts(large, asked("x", "1e20:100000000000000100000:1"))), 100'000);
}

}  // namespace
}  // namespace selvage
