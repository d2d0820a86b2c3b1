#include "selvage/source/table.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <numeric>
#include <random>
#include <tuple>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "selvage/source/duckdb_session.hpp"
#include "selvage/source/parquet_file.hpp"
#include "selvage/source/temporary_folder.hpp"
#include "selvage/summary/predicate_parse.hpp"

namespace selvage {
namespace {

using Counts = std::vector<std::int64_t>;

// DuckDB with all its powers, to make files with.
class Engine {
 public:
  explicit Engine(const std::string& path = ":memory:") {
    EXPECT_EQ(duckdb_open(path.c_str(), &database_), DuckDBSuccess);
    EXPECT_EQ(duckdb_connect(database_, &connection_), DuckDBSuccess);
  }
  ~Engine() {
    duckdb_disconnect(&connection_);
    duckdb_close(&database_);
  }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // The first value of the result.
  std::string run(const std::string& sql) {
    duckdb_result result;
    EXPECT_EQ(duckdb_query(connection_, sql.c_str(), &result), DuckDBSuccess)
        << sql << ": " << duckdb_result_error(&result);
    char* text = duckdb_value_varchar(&result, 0, 0);
    std::string value = text == nullptr ? "NULL" : text;
    duckdb_free(text);
    duckdb_destroy_result(&result);
    return value;
  }
  void write_parquet(const std::string& select, const std::string& path) {
    run("COPY (" + select + ") TO " + quoted_text(path) + " (FORMAT parquet)");
  }

 private:
  duckdb_database database_ = nullptr;
  duckdb_connection connection_ = nullptr;
};

Domain domain(const std::string& column, const char* bins = "0:30:10") {
  return {column, *NumericBins::parse(bins)};
}

Result<Cells> count(const std::string& table, const Domain& asked,
                    const TableOptions& options = {}) {
  auto reader = bind_table(table, asked, options);
  if (!reader) return reader.error();
  return (*reader)->cells(asked);
}

Counts counts(const std::string& table, const Domain& asked,
              const TableOptions& options = {}) {
  const auto cells = count(table, asked, options);
  EXPECT_TRUE(cells) << table << ": " << cells.error().message;
  return cells ? cells->counts : Counts{};
}

Error refusal(const std::string& table, const Domain& asked,
              const TableOptions& options = {}) {
  const auto reader = bind_table(table, asked, options);
  EXPECT_FALSE(reader) << table;
  return reader ? Error{} : reader.error();
}

std::int64_t total(const Counts& cells) {
  return std::accumulate(cells.begin(), cells.end(), std::int64_t{0});
}

class Table : public testing::Test {
 protected:
  // A table "t" with the column x in a database of its own.
  std::string database(const std::string& select) {
    const std::string path = folder_.file(fmt::format("{}.duckdb", ++made_));
    Engine(path).run("CREATE TABLE t AS " + select);
    return path + ":t";
  }
  std::string parquet(const std::string& select) {
    const std::string path = folder_.file(fmt::format("{}.parquet", ++made_));
    Engine().write_parquet(select, path);
    return path;
  }

  TemporaryFolder folder_;
  int made_ = 0;
};

// Cells: below 0, [0,10), [10,20), [20,30), 30 and above, missing.
TEST_F(Table, TheSameRowsGiveTheSameCountsInEveryFormat) {
  const std::string texts =
      "'-1','0','5','9.99','10','19','20','30','29.999','abc','',"
      "'nan','inf','-inf','1e400','1,5',NULL";
  const Counts expected = {2, 3, 2, 2, 3, 5};
  const std::string rows = "SELECT 'p' AS name, unnest([" + texts + "]) AS x";
  const std::string numbers =
      "SELECT name, CASE WHEN x = '1e400' THEN 'inf'::DOUBLE ELSE try_cast(x AS "
      "DOUBLE) END AS x FROM (" +
      rows + ")";
  EXPECT_EQ(counts(database(rows), domain("x")), expected);
  EXPECT_EQ(counts(database(numbers), domain("x")), expected);
  EXPECT_EQ(counts(parquet(rows), domain("x")), expected);
  EXPECT_EQ(counts(parquet(numbers), domain("x")), expected);
  const std::string tail =
      "-1\n0\n5\n9.99\n10\n19\n20\n30\n29.999\nabc\n\nnan\ninf\n"
      "-inf\n1e400\n\"1,5\"\n";
  EXPECT_EQ(counts(folder_.write("one.csv", "x\n" + tail + "\n"), domain("x")),
            expected);
  std::string csv = "name,x\n", tsv = "name\tx\n", json;
  const char* values[] = {"-1",      "0",        "5",      "9.99",    "10",   "19",
                          "20",      "30",       "29.999", "\"abc\"", "\"\"", "\"nan\"",
                          "\"inf\"", "\"-inf\"", "1e400",  "\"1,5\"", nullptr};
  for (const char* value : values) {
    csv += value != nullptr ? fmt::format("p,{}\n", value) : "p\n";
    tsv += value != nullptr ? fmt::format("p\t{}\r\n", value) : "p\r\n";
    json += value != nullptr ? fmt::format("{{\"name\":\"p\",\"x\":{}}}\n", value)
                             : "{\"name\":\"p\",\"x\":null}\n";
  }
  EXPECT_EQ(counts(folder_.write("t.csv", csv), domain("x")), expected);
  EXPECT_EQ(counts(folder_.write("t.tsv", tsv), domain("x")), expected);
  EXPECT_EQ(counts(folder_.write("t.jsonl", json), domain("x")), expected);
}

TEST_F(Table, EveryNumericTypeIsCounted) {
  const std::string rows = "SELECT unnest([1, 5, 10, 25, 29, 30, 100, NULL])";
  for (const char* type :
       {"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT",
        "UINTEGER", "UBIGINT", "UHUGEINT", "DECIMAL(4,1)", "DECIMAL(9,2)",
        "DECIMAL(18,3)", "DECIMAL(38,10)", "FLOAT", "DOUBLE", "VARCHAR"}) {
    const std::string select =
        fmt::format("SELECT CAST(v AS {}) AS x FROM ({}) AS r(v)", type, rows);
    EXPECT_EQ(counts(database(select), domain("x")), (Counts{0, 2, 1, 2, 2, 1}))
        << type;
    EXPECT_EQ(counts(parquet(select), domain("x")), (Counts{0, 2, 1, 2, 2, 1})) << type;
  }
  const std::string truths = "SELECT unnest([true, false, true, NULL]) AS x";
  EXPECT_EQ(counts(database(truths), domain("x", "0:2:1")), (Counts{0, 1, 2, 0, 1}));
  EXPECT_EQ(counts(parquet(truths), domain("x", "0:2:1")), (Counts{0, 1, 2, 0, 1}));
}

TEST_F(Table, TheEndsOfATypeAreCountedAndNeverFail) {
  const std::tuple<const char*, const char*, const char*> ends[] = {
      {"BIGINT", "-9223372036854775808", "9223372036854775807"},
      {"UBIGINT", "0", "18446744073709551615"},
      {"HUGEINT", "-170141183460469231731687303715884105728",
       "170141183460469231731687303715884105727"},
      {"UHUGEINT", "0", "340282366920938463463374607431768211455"},
      {"DECIMAL(18,3)", "-999999999999999.999", "999999999999999.999"},
      {"DECIMAL(38,10)", "-9999999999999999999999999999.9999999999",
       "9999999999999999999999999999.9999999999"},
      {"FLOAT", "-inf", "inf"},
      {"DOUBLE", "-1.7976931348623157e308", "1.7976931348623157e308"}};
  for (const auto& [type, least, most] : ends) {
    const std::string select =
        fmt::format("SELECT CAST(unnest(['{}', '{}']) AS {}) AS x", least, most, type);
    for (const char* bins : {"5:30:10", "0.5:100000000000000:1e13"})
      for (const std::string& table : {database(select), parquet(select)}) {
        const Counts cells = counts(table, domain("x", bins));
        ASSERT_EQ(total(cells), 2) << type << bins;
        EXPECT_EQ(cells.front(), 1) << type << bins;
        EXPECT_EQ(cells[cells.size() - 2], 1) << type << bins;
      }
    // Edges that no 64-bit integer holds: the column is read as doubles.
    EXPECT_EQ(total(counts(database(select), domain("x", "0:1e19:1e18"))), 2) << type;
  }
}

TEST_F(Table, LargeIntegersAreNotRounded) {
  const std::string rows =
      "SELECT unnest([9007199254740991, 9007199254740992, 9007199254740993, "
      "9007199254740994])::BIGINT AS x";
  for (const std::string& table : {database(rows), parquet(rows)})
    EXPECT_EQ(counts(table, domain("x", "9007199254740992:9007199254740994:1")),
              (Counts{1, 1, 1, 1, 0}));
}

TEST_F(Table, NaNIsMissingAndInfinitiesAreOutside) {
  const std::string rows =
      "SELECT unnest(['nan'::DOUBLE, 'inf', '-inf', '-nan', NULL, 5]) AS x";
  for (const std::string& table : {database(rows), parquet(rows),
                                   parquet("SELECT x::FLOAT AS x FROM (" + rows + ")")})
    EXPECT_EQ(counts(table, domain("x")), (Counts{1, 1, 0, 0, 1, 3}));
}

TEST_F(Table, AColumnThatHoldsNoNumbersIsRefused) {
  for (const char* value :
       {"DATE '2025-01-01'", "TIMESTAMP '2025-01-01'", "TIME '10:00'", "[1, 2]",
        "{'a': 1}", "MAP {'a': 1}", "'x'::BLOB", "INTERVAL 1 DAY", "uuid()"}) {
    const std::string select = fmt::format("SELECT 1 AS y, {} AS x", value);
    for (const std::string& table : {database(select), parquet(select)}) {
      const Error error = refusal(table, domain("x"));
      EXPECT_EQ(error.kind, ErrorKind::invalid_request) << value;
      EXPECT_NE(error.message.find("holds no numbers"), std::string::npos) << value;
      EXPECT_EQ(total(counts(table, domain("y"))), 1);
    }
  }
}

TEST_F(Table, HostileColumnNamesAreOnlyNames) {
  for (const std::string& name :
       {std::string("x\"; DROP TABLE people; --"), std::string("a b"),
        std::string("größe 年齢 😀"), std::string("select"), std::string("it's"),
        std::string("a\\b"), std::string("%s {} $1"), std::string("filename"),
        std::string("file_row_number"), std::string("rowid"), std::string("*")}) {
    const std::string select = "SELECT 0 AS other, 5 AS " + quoted_name(name);
    const Counts expected = {0, 1, 0, 0, 0, 0};
    EXPECT_EQ(counts(database(select), domain(name)), expected) << name;
    EXPECT_EQ(counts(parquet(select), domain(name)), expected) << name;
    std::string doubled = name, escaped = name;
    for (std::size_t i = 0; (i = doubled.find('"', i)) != std::string::npos; i += 2)
      doubled.insert(i, "\"");
    for (std::size_t i = 0; (i = escaped.find_first_of("\"\\", i)) != std::string::npos;
         i += 2)
      escaped.insert(i, "\\");
    EXPECT_EQ(
        counts(folder_.write("t.csv", "o,\"" + doubled + "\"\n0,5\n"), domain(name)),
        expected);
    EXPECT_EQ(
        counts(folder_.write("t.jsonl", "{\"" + escaped + "\":5}\n"), domain(name)),
        expected);
  }
}

TEST_F(Table, HostileFileAndTableNamesAreOnlyNames) {
  for (const std::string& name :
       {std::string("it's"), std::string("a b"), std::string("a*"), std::string("[1]"),
        std::string("a?"), std::string("{a,b}"), std::string("\"q\""),
        std::string("größe"), std::string("x=1"), std::string("-"), std::string("a\nb"),
        std::string("'; DROP TABLE t; --"), std::string("file:x"), std::string("~")}) {
    const Counts one = {0, 1, 0, 0, 0, 0};
    Engine().write_parquet("SELECT 5 AS x", folder_.file("plain.parquet"));
    std::filesystem::rename(folder_.file("plain.parquet"),
                            folder_.file(name + ".parquet"));
    EXPECT_EQ(counts(folder_.file(name + ".parquet"), domain("x")), one) << name;
    EXPECT_EQ(counts(folder_.write(name + ".csv", "x\n5\n"), domain("x")), one) << name;
    const std::string table = name == "file:x" ? "t" : name;  // a colon ends the file
    Engine(folder_.file("plain.duckdb"))
        .run("CREATE TABLE " + quoted_name(table) + " AS SELECT 5 AS x");
    std::filesystem::rename(folder_.file("plain.duckdb"),
                            folder_.file(name + ".duckdb"));
    EXPECT_EQ(counts(folder_.file(name + ".duckdb:") + table, domain("x")), one)
        << name;
  }
}

TEST_F(Table, AWildcardInAFileNameReadsNoOtherFile) {
  Engine().write_parquet("SELECT 5 AS x", folder_.file("a1.parquet"));
  Engine().write_parquet("SELECT 5 AS x", folder_.file("a2.parquet"));
  for (const char* name : {"a*.parquet", "a?.parquet", "a[12].parquet"})
    EXPECT_EQ(refusal(folder_.file(name), domain("x")).message,
              "cannot read '" + folder_.file(name) + "': there is no such file");
}

TEST_F(Table, AFolderNameAddsNoColumn) {
  std::filesystem::create_directory(folder_.file("year=2024"));
  const std::string path = folder_.file("year=2024/t.parquet");
  Engine().write_parquet("SELECT 5 AS x", path);
  EXPECT_EQ(refusal(path, domain("year")).kind, ErrorKind::invalid_request);
}

TEST_F(Table, AnUnknownColumnIsNamedWithItsNearest) {
  const std::string csv = folder_.write("t.csv", "name,salary\np,5\n");
  for (const std::string& table : {csv, database("SELECT 'p' AS name, 5 AS salary"),
                                   parquet("SELECT 'p' AS name, 5 AS salary")}) {
    const std::string path = table.substr(0, table.rfind(":t"));
    const Error error = refusal(table, domain("Salery"));
    EXPECT_EQ(error.kind, ErrorKind::invalid_request);
    EXPECT_EQ(error.message,
              "'" + path + "' has no column 'Salery'; did you mean 'salary'?");
    EXPECT_EQ(refusal(table, domain("age")).message,
              "'" + path +
                  "' has no column 'age'; see the names in its schema or first "
                  "line");
  }
}

// The first line of a file without a header holds values, and no message quotes one.
TEST_F(Table, AMissingHeaderLineIsNotQuoted) {
  const std::string csv = folder_.write("t.csv", "m,41,7\nf,30,1\n");
  for (const char* column : {"x", "4", "42", "1", "f"})
    EXPECT_EQ(refusal(csv, domain(column)).message,
              "'" + csv + "' has no column '" + column +
                  "'; see the names in its schema or first line");
}

TEST_F(Table, AColumnThatIsThereTwiceIsRefused) {
  // The engine writes no such Parquet file, so we rename the columns in its bytes.
  const auto renamed = [&](const std::string& select) {
    const std::string path = parquet(select);
    std::ifstream file(path, std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(file)), {});
    for (const auto& [from, to] :
         {std::pair("column_2", "column_1"), std::pair("column_3", "COLUMN_1")})
      for (std::size_t i = 0; (i = bytes.find(from, i)) != std::string::npos;)
        bytes.replace(i, 8, to);
    return folder_.write("renamed.parquet", bytes);
  };
  for (const std::string& table :
       {folder_.write("t.csv", "column_1,y,column_1,COLUMN_1\n1,2,3,15\n"),
        renamed("SELECT 1 AS column_1, 2 AS y, 3 AS column_2, 15 AS column_3")}) {
    EXPECT_EQ(
        refusal(table, domain("column_1")).message,
        "'" + table + "' has more than one column 'column_1'; rename one of them");
    EXPECT_EQ(counts(table, domain("y")), (Counts{0, 1, 0, 0, 0, 0}));
    // The case of a letter tells two columns apart.
    EXPECT_EQ(counts(table, domain("COLUMN_1")), (Counts{0, 0, 1, 0, 0, 0}));
  }
}

TEST_F(Table, AFieldInsideAColumnIsNoColumn) {
  const std::string table =
      parquet("SELECT {'y': 3, 'z': {'y': 4}} AS s, 5 AS x, [{'y': 1}] AS l, 25 AS y");
  EXPECT_EQ(counts(table, domain("x")), (Counts{0, 1, 0, 0, 0, 0}));
  EXPECT_EQ(counts(table, domain("y")), (Counts{0, 0, 0, 1, 0, 0}));
  EXPECT_EQ(refusal(table, domain("z")).kind, ErrorKind::invalid_request);
}

TEST_F(Table, WhatIsNoRegularFileIsUnreadable) {
  std::filesystem::create_directory(folder_.file("d"));
  for (const char* ending : {".csv", ".tsv", ".jsonl", ".parquet", ".duckdb"}) {
    const std::string table = std::string(ending) == ".duckdb" ? ":t" : "";
    const auto message = [&](const std::string& path) {
      const Error error = refusal(path + table, domain("x"));
      EXPECT_EQ(error.kind, ErrorKind::unreadable);
      return error.message;
    };
    const std::string absent = folder_.file("absent") + ending;
    EXPECT_EQ(message(absent), "cannot read '" + absent + "': there is no such file");
    EXPECT_FALSE(std::filesystem::exists(absent));
    const std::string directory = folder_.file("d") + ending;
    std::filesystem::create_directory(directory);
    EXPECT_EQ(message(directory), "cannot read '" + directory +
                                      "': it is a directory; name one file in it");
    const std::string pipe = folder_.file("pipe") + ending;
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(message(pipe), "cannot read '" + pipe + "': it is not a regular file");
  }
}

TEST_F(Table, WhatMayNotBeReadIsUnreadable) {
  const uid_t self = geteuid();
  for (const char* ending : {".csv", ".jsonl", ".parquet", ".duckdb"}) {
    const std::string table = std::string(ending) == ".duckdb" ? ":t" : "";
    const std::string path = folder_.write(std::string("secret") + ending, "x\n1\n");
    std::filesystem::permissions(path, std::filesystem::perms::none);
    ASSERT_EQ(seteuid(self == 0 ? 65534 : self), 0);
    const Error error = refusal(path + table, domain("x"));
    ASSERT_EQ(seteuid(self), 0);
    EXPECT_EQ(error.kind, ErrorKind::unreadable);
    EXPECT_EQ(error.message, "cannot read '" + path + "': permission denied");
  }
}

TEST_F(Table, WhatIsNoParquetFileIsUnreadable) {
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
    const Error error = refusal(path, domain("x"));
    EXPECT_EQ(error.kind, ErrorKind::unreadable) << path;
    EXPECT_EQ(error.message,
              "cannot read '" + path + "': it is not a readable Parquet file");
  }
}

TEST_F(Table, AParquetFileThatBreaksInTheMiddleFailsInOurWords) {
  const std::string path =
      parquet("SELECT hash(range)::DOUBLE AS x FROM range(200000)");
  const auto size = static_cast<std::int64_t>(std::filesystem::file_size(path));
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(size / 4);
  file << std::string(static_cast<std::size_t>(size / 4), '\xff');
  file.close();
  auto reader = bind_table(path, domain("x"), {});
  ASSERT_TRUE(reader) << reader.error().message;
  for (int again = 0; again < 2; ++again) {
    const auto cells = (*reader)->cells(domain("x"));
    ASSERT_FALSE(cells);
    EXPECT_EQ(cells.error().kind, ErrorKind::unreadable);
    EXPECT_EQ(cells.error().message,
              "cannot read '" + path + "': it broke off while it was read");
  }
}

TEST_F(Table, ATableThatADatabaseDoesNotHaveIsRefused) {
  const std::string path = folder_.file("firm.duckdb");
  {
    Engine engine(path);
    engine.run("CREATE TABLE people AS SELECT 5 AS x");
    engine.run("CREATE SCHEMA hr");
    engine.run("CREATE TABLE hr.staff AS SELECT 5 AS x");
    engine.run("CREATE SCHEMA source");
    engine.run("CREATE TABLE source.people AS SELECT 25 AS x");
  }
  for (const char* name : {"peple", "staff", "hr.staff", "main.people", "people\"",
                           "duckdb_tables", "sqlite_master", "'people'"}) {
    const Error error = refusal(path + ":" + name, domain("x"));
    EXPECT_EQ(error.kind, ErrorKind::invalid_request);
    EXPECT_EQ(error.message, "'" + path + "' has no table '" + name +
                                 "' that can be read; name a table of its main schema, "
                                 "not a view");
  }
  EXPECT_EQ(counts(path + ":people", domain("x")), (Counts{0, 1, 0, 0, 0, 0}));
}

TEST_F(Table, AViewIsRefused) {
  const std::string secret = folder_.write("secret.csv", "x\n5\n");
  const std::string path = folder_.file("firm.duckdb");
  {
    Engine engine(path);
    engine.run("CREATE TABLE t AS SELECT 5 AS x");
    engine.run("CREATE VIEW own AS SELECT * FROM t");
    engine.run("CREATE VIEW other AS SELECT * FROM read_csv(" + quoted_text(secret) +
               ")");
  }
  for (const char* name : {":own", ":other"})
    EXPECT_EQ(refusal(path + name, domain("x")).kind, ErrorKind::invalid_request);
}

TEST_F(Table, RowsThatWaitInTheWriteAheadLogAreCounted) {
  const std::string path = folder_.file("firm.duckdb");
  {
    Engine engine(path);
    engine.run("PRAGMA disable_checkpoint_on_shutdown");
    engine.run("CREATE TABLE t AS SELECT 5 AS x");
    engine.run("CHECKPOINT");
    engine.run("INSERT INTO t VALUES (15), (25)");
  }
  ASSERT_TRUE(std::filesystem::exists(path + ".wal"));
  EXPECT_EQ(counts(path + ":t", domain("x")), (Counts{0, 1, 1, 1, 0, 0}));
  EXPECT_TRUE(std::filesystem::exists(path + ".wal"));  // we wrote nothing
}

TEST_F(Table, AnEmptyTableHasNoRows) {
  const Counts none(6, 0);
  EXPECT_EQ(counts(folder_.write("0.csv", ""), domain("x")), none);
  EXPECT_EQ(counts(folder_.write("h.csv", "x,y"), domain("x")), none);
  EXPECT_EQ(counts(folder_.write("n.csv", "x,y\n\n\n"), domain("x")), none);
  EXPECT_EQ(counts(folder_.write("h.tsv", "x\ty\n"), domain("x")), none);
  EXPECT_EQ(counts(folder_.write("0.jsonl", ""), domain("x")), none);
  EXPECT_EQ(counts(folder_.write("n.jsonl", "\n\n"), domain("x")), none);
  EXPECT_EQ(counts(parquet("SELECT 1.5 AS x WHERE false"), domain("x")), none);
  EXPECT_EQ(counts(database("SELECT 1.5 AS x WHERE false"), domain("x")), none);
}

TEST_F(Table, OneReaderAnswersAgainAndForOtherBins) {
  for (const std::string& table :
       {folder_.write("t.csv", "x\n5\n15\n25\n"),
        folder_.write("t.jsonl", "{\"x\":5}\n{\"x\":15}\n{\"x\":25}\n"),
        parquet("SELECT unnest([5, 15, 25]) AS x"),
        database("SELECT unnest([5, 15, 25])::DOUBLE AS x")}) {
    auto reader = bind_table(table, domain("x"), {});
    ASSERT_TRUE(reader);
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ((*reader)->cells(domain("x"))->counts, (Counts{0, 1, 1, 1, 0, 0}));
      EXPECT_EQ((*reader)->cells(domain("x", "0:10:10"))->counts, (Counts{0, 1, 2, 0}));
    }
    // Bound as integers, it cannot take edges that are none; it says so.
    const auto beyond = (*reader)->cells(domain("x", "0:1e19:1e18"));
    if (beyond)
      EXPECT_EQ(total(beyond->counts), 3);
    else
      EXPECT_EQ(beyond.error().kind, ErrorKind::invalid_request);
  }
}

TEST_F(Table, AnotherColumnThanTheBoundOneIsRefused) {
  auto reader = bind_table(folder_.write("t.csv", "x,y\n5,15\n"), domain("x"), {});
  ASSERT_TRUE(reader);
  const auto cells = (*reader)->cells(domain("y"));
  ASSERT_FALSE(cells);
  EXPECT_EQ(cells.error().kind, ErrorKind::invalid_request);
}

TEST_F(Table, AFileThatIsReplacedAfterBindingIsReadAsItWas) {
  for (const bool text : {true, false}) {
    const std::string path =
        text ? folder_.write("t.csv", "x\n5\n") : parquet("SELECT 5 AS x");
    auto reader = bind_table(path, domain("x"), {});
    ASSERT_TRUE(reader);
    std::filesystem::remove(path);
    if (text)
      folder_.write("t.csv", "x\n15\n15\n");
    else
      Engine().write_parquet("SELECT unnest([15, 15]) AS x", path);
    const auto cells = (*reader)->cells(domain("x"));
    if (cells)
      EXPECT_EQ(cells->counts, (Counts{0, 1, 0, 0, 0, 0}));
    else
      EXPECT_EQ(cells.error().kind, ErrorKind::unreadable);
    EXPECT_TRUE(cells || !text);
  }
}

TEST_F(Table, CountsDependNeitherOnThreadsNorOnTheOrderOfRows) {
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
            counts(table, domain("x", "1:30:0.5"), {.threads = threads});
        EXPECT_EQ(total(cells), 300'000);
        if (expected.empty()) expected = cells;
        EXPECT_EQ(cells, expected) << order << threads;
      }
  }
}

TEST_F(Table, NoLineOfADirtyTextFileIsLost) {
  std::mt19937 random(99);
  for (int round = 0; round < 20; ++round) {
    std::string text = "x,y\n", json;
    const int lines = 5000;
    for (int i = 0; i < lines; ++i) {
      std::string line = "q";  // no line is empty, none has a quote
      for (auto k = random() % 12; k > 0; --k) {
        const char c = static_cast<char>(random());
        line += c == '\n' || c == '"' ? 'z' : c;
      }
      text += line + "\n";
      json += line + "\n";
    }
    EXPECT_EQ(
        total(counts(folder_.write("t.csv", text), domain("y"), {.delimiter = ','})),
        lines);
    EXPECT_EQ(counts(folder_.write("t.jsonl", json), domain("y")).back(), lines);
  }
}

TEST_F(Table, TheDelimiterMayBeGiven) {
  const std::string path = folder_.write("t.csv", "a,b:x\n1,2:5\n");
  EXPECT_EQ(counts(path, domain("x"), {.delimiter = ':'}), (Counts{0, 1, 0, 0, 0, 0}));
  for (const char delimiter : {'"', '\n', '\r', '\0'})
    EXPECT_EQ(refusal(path, domain("x"), {.delimiter = delimiter}).kind,
              ErrorKind::invalid_request);
}

TEST_F(Table, AMillionBinsAreCounted) {
  const std::string rows = "SELECT range::DOUBLE AS x FROM range(1000000)";
  for (const std::string& table : {database(rows), parquet(rows)}) {
    const Counts cells = counts(table, domain("x", "0:1000000:1"));
    ASSERT_EQ(cells.size(), 1'000'003u);
    EXPECT_EQ(std::count(cells.begin(), cells.end(), 1), 1'000'000);
  }
  const Counts few =
      counts(folder_.write("t.csv", "x\n0\n999999\nn/a\n"), domain("x", "0:1000000:1"));
  EXPECT_EQ(total(few), 3);
  EXPECT_EQ(few[1] + few[1'000'000] + few.back(), 3);
}

// Fine bins where the column's numbers are far apart must not take a walk per row.
TEST_F(Table, BinsFinerThanTheNumbersCostNoMore) {
  const std::string whole = database("SELECT 1 AS x FROM range(100000)");
  EXPECT_EQ(counts(whole, domain("x", "0.5:1.5:1e-5"))[50'001], 100'000);
  const std::string large = database("SELECT 1e20::DOUBLE AS x FROM range(100000)");
  EXPECT_EQ(total(counts(large, domain("x", "1e20:100000000000000100000:1"))), 100'000);
}

TEST_F(Table, AWatchIsAskedAndStopsAScan) {
  std::string text = "x\n";
  for (int i = 0; i < 2'000'000; ++i) text += "123456.789\n";
  const std::string path = folder_.write("t.csv", text);
  bool asked = false;
  const auto cells = count(path, domain("x"), {.watch = [&](double share) {
                             EXPECT_GE(share, 0);
                             EXPECT_LE(share, 1);
                             asked = true;
                             return false;
                           }});
  if (asked) {
    ASSERT_FALSE(cells);
    EXPECT_EQ(cells.error().kind, ErrorKind::interrupted);
  } else {
    EXPECT_EQ(total(cells->counts), 2'000'000);  // a fast machine was done before
  }
}

TEST_F(Table, AWrittenParquetFileReadsBackTheSame) {
  const std::string hostile = "x\"; DROP TABLE released; --";
  const ReleasedTable table{
      "cell'",
      {"[0,10)", "größe", std::string("a\"b'c"), ""},
      {{hostile, {1, -2, INT64_MAX, INT64_MIN}}, {"no noise", {4, 5, 6, 7}}}};
  const std::string path = folder_.file("it's [1]*.parquet");
  const auto written = write_parquet(table, path);
  ASSERT_TRUE(written) << written.error().message;
  std::filesystem::copy_file(path, folder_.file("copy.parquet"));
  Engine engine;
  const std::string from =
      " FROM read_parquet(" + quoted_text(folder_.file("copy.parquet")) + ")";
  EXPECT_EQ(engine.run("SELECT count(*)" + from), "4");
  EXPECT_EQ(engine.run("SELECT list(\"cell'\")::VARCHAR" + from),
            engine.run("SELECT ['[0,10)', 'größe', 'a\"b''c', '']::VARCHAR"));
  EXPECT_EQ(engine.run("SELECT list(" + quoted_name(hostile) + ")::VARCHAR" + from),
            "[1, -2, 9223372036854775807, -9223372036854775808]");
  EXPECT_EQ(engine.run("SELECT list(\"no noise\")::VARCHAR" + from), "[4, 5, 6, 7]");
  EXPECT_EQ(counts(path, domain(hostile)), (Counts{2, 1, 0, 0, 1, 0}));
}

TEST_F(Table, WhatCannotBeWrittenAsParquetSaysSo) {
  const ReleasedTable table{"cell", {"a"}, {{"count", {1}}}};
  for (const std::string& path :
       {folder_.file("absent/t.parquet"), std::string("s3://bucket/t.parquet"),
        std::string("https://127.0.0.1/t.parquet")}) {
    const auto written = write_parquet(table, path);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().kind, ErrorKind::unreadable);
    EXPECT_EQ(written.error().message, "cannot write '" + path + "' as Parquet");
  }
}

// The rule of a predicate is one in C++ for text and one in the engine's words.
TEST_F(Table, WhereKeepsTheSameRowsInEveryFormat) {
  const std::string rows =
      "SELECT * FROM (VALUES (5, 'a', 20), (15, 'b', 40), (25, 'a', NULL), "
      "(-3, 'it''s', 70), (NULL, 'a', 30)) v(x, \"the key\", age)";
  folder_.write("t.csv", "x,the key,age\n5,a,20\n15,b,40\n25,a,\n-3,it's,70\n,a,30\n");
  folder_.write("t.jsonl",
                "{\"x\":5,\"the key\":\"a\",\"age\":20}\n"
                "{\"x\":15,\"the key\":\"b\",\"age\":\"40\"}\n"
                "{\"x\":25,\"the key\":\"a\",\"age\":null}\n"
                "{\"x\":-3,\"the key\":\"it's\",\"age\":70}\n"
                "{\"the key\":\"a\",\"age\":30}\n");
  const std::pair<const char*, Counts> cases[] = {
      {"\"the key\" = 'a'", {0, 1, 0, 1, 0, 1}},
      {"age >= 30", {1, 0, 1, 0, 0, 1}},
      {"not age >= 30", {0, 1, 0, 0, 0, 0}},  // a missing age is neither
      {"age is null or x < 0", {1, 0, 0, 1, 0, 0}},
      {"\"the key\" in ('b', 'it''s') and age between 40 and 70", {1, 0, 1, 0, 0, 0}},
      {"x > 100", {0, 0, 0, 0, 0, 0}}};
  const std::string tables[] = {folder_.file("t.csv"), folder_.file("t.jsonl"),
                                parquet(rows), database(rows)};
  for (const auto& [text, expected] : cases) {
    const auto where = parse_predicate(text);
    ASSERT_TRUE(where) << text;
    for (const std::string& table : tables)
      EXPECT_EQ(counts(table, domain("x"), {.where = *where}), expected)
          << text << " in " << table;
  }
}

TEST_F(Table, WhereIsCheckedAgainstTheSchema) {
  folder_.write("t.csv", "x,age\n1,2\n");
  const std::string table = parquet("SELECT 1 AS x, 2 AS age");
  const auto sentence = [&](const std::string& name, const char* text) {
    return refusal(name, domain("x"), {.where = *parse_predicate(text)});
  };
  for (const std::string& name : {folder_.file("t.csv"), table}) {
    EXPECT_EQ(sentence(name, "agee > 1").kind, ErrorKind::invalid_request);
    EXPECT_NE(sentence(name, "agee > 1").message.find("did you mean 'age'"),
              std::string::npos);
  }
  EXPECT_EQ(sentence(table, "age = 'x'").kind, ErrorKind::invalid_request);
}

}  // namespace
}  // namespace selvage
