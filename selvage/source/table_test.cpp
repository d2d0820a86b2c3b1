#include "selvage/source/table.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <random>

#include "selvage/source/table_testing.hpp"

namespace selvage {
namespace {

class Table : public TableFiles {};

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
  EXPECT_EQ(counts(database(rows), asked("x")), expected);
  EXPECT_EQ(counts(database(numbers), asked("x")), expected);
  EXPECT_EQ(counts(parquet(rows), asked("x")), expected);
  EXPECT_EQ(counts(parquet(numbers), asked("x")), expected);
  const std::string tail =
      "-1\n0\n5\n9.99\n10\n19\n20\n30\n29.999\nabc\n\nnan\ninf\n"
      "-inf\n1e400\n\"1,5\"\n";
  EXPECT_EQ(counts(folder_.write("one.csv", "x\n" + tail + "\n"), asked("x")),
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
  EXPECT_EQ(counts(folder_.write("t.csv", csv), asked("x")), expected);
  EXPECT_EQ(counts(folder_.write("t.tsv", tsv), asked("x")), expected);
  EXPECT_EQ(counts(folder_.write("t.jsonl", json), asked("x")), expected);
}

TEST_F(Table, HostileColumnNamesAreOnlyNames) {
  SampleTable sample{{}, {{}}};
  for (const char* name :
       {"x\"; DROP TABLE people; --", "a b", "größe 年齢 😀", "select", "it's", "a\\b",
        "%s {} $1", "filename", "file_row_number", "rowid", "*", "t", "x, y"}) {
    sample.rows[0].push_back(std::to_string(sample.columns.size()));
    sample.columns.push_back({name, "INTEGER"});
  }
  for (const std::string& table : every_format(sample))
    for (std::size_t i = 0; i < sample.columns.size(); ++i) {
      const std::string& name = sample.columns[i].name;
      EXPECT_EQ(cells_of(table, asked(name, "0:20:1")),
                rows_alone({{fmt::format("[{},{})", i, i + 1), 1}}))
          << name << " of " << table;
    }
}

TEST_F(Table, HostileFileAndTableNamesAreOnlyNames) {
  for (const std::string& name :
       {std::string("it's"), std::string("a b"), std::string("a*"), std::string("[1]"),
        std::string("a?"), std::string("{a,b}"), std::string("\"q\""),
        std::string("größe"), std::string("x=1"), std::string("-"), std::string("a\nb"),
        std::string("'; DROP TABLE t; --"), std::string("file:x"), std::string("~")}) {
    const Counts one = {0, 1, 0, 0, 0, 0};
    maker().write_parquet("SELECT 5 AS x", folder_.file("plain.parquet"));
    std::filesystem::rename(folder_.file("plain.parquet"),
                            folder_.file(name + ".parquet"));
    EXPECT_EQ(counts(folder_.file(name + ".parquet"), asked("x")), one) << name;
    EXPECT_EQ(counts(folder_.write(name + ".csv", "x\n5\n"), asked("x")), one) << name;
    const std::string table = name == "file:x" ? "t" : name;  // a colon ends the file
    maker().run("ATTACH " + quoted_text(folder_.file("plain.duckdb")) + " AS made");
    maker().run("CREATE TABLE made." + quoted_name(table) + " AS SELECT 5 AS x");
    maker().run("DETACH made");
    std::filesystem::rename(folder_.file("plain.duckdb"),
                            folder_.file(name + ".duckdb"));
    EXPECT_EQ(counts(folder_.file(name + ".duckdb:") + table, asked("x")), one) << name;
  }
}

TEST_F(Table, AnUnknownColumnIsNamedWithItsNearest) {
  const std::string csv = folder_.write("t.csv", "name,salary\np,5\n");
  for (const std::string& table : {csv, database("SELECT 'p' AS name, 5 AS salary"),
                                   parquet("SELECT 'p' AS name, 5 AS salary")}) {
    const std::string path = table.substr(0, table.rfind(":t"));
    const Error error = refusal(table, asked("Salery"));
    EXPECT_EQ(error.kind, ErrorKind::invalid_request);
    EXPECT_EQ(error.message,
              "'" + path + "' has no column 'Salery'; " +
                  (table == csv ? "column 2 of its first line has a similar name"
                                : "did you mean 'salary'?"));
    EXPECT_EQ(refusal(table, asked("age")).message,
              "'" + path +
                  "' has no column 'age'; see the names in its schema or first "
                  "line");
  }
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
        refusal(table, asked("column_1")).message,
        "'" + table + "' has more than one column 'column_1'; rename one of them");
    EXPECT_EQ(counts(table, asked("y")), (Counts{0, 1, 0, 0, 0, 0}));
    // The case of a letter tells two columns apart.
    EXPECT_EQ(counts(table, asked("COLUMN_1")), (Counts{0, 0, 1, 0, 0, 0}));
  }
}

TEST_F(Table, WhatIsNoRegularFileIsUnreadable) {
  std::filesystem::create_directory(folder_.file("d"));
  for (const char* ending : {".csv", ".tsv", ".jsonl", ".parquet", ".duckdb"}) {
    const std::string table = std::string(ending) == ".duckdb" ? ":t" : "";
    const auto message = [&](const std::string& path) {
      const Error error = refusal(path + table, asked("x"));
      EXPECT_EQ(error.kind, ErrorKind::unreadable);
      return error.message;
    };
    const std::string absent = folder_.file("absent") + ending;
    EXPECT_EQ(message(absent), "cannot read '" + absent + "': there is no such file");
    EXPECT_FALSE(std::filesystem::exists(absent));
    const std::string directory = folder_.file("d") + ending;
    std::filesystem::create_directory(directory);
    // Of Parquet a folder is a table, if it has files.
    const bool folder = std::string(ending) == ".parquet";
    EXPECT_EQ(message(directory),
              "cannot read '" + directory +
                  (folder ? "': it is a folder without Parquet files"
                          : "': it is a directory; name one file in it"));
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
    const Error error = refusal(path + table, asked("x"));
    ASSERT_EQ(seteuid(self), 0);
    EXPECT_EQ(error.kind, ErrorKind::unreadable);
    EXPECT_EQ(error.message, "cannot read '" + path + "': permission denied");
  }
}

TEST_F(Table, AnEmptyTableHasNoRows) {
  const Counts none(6, 0);
  EXPECT_EQ(counts(folder_.write("0.csv", ""), asked("x")), none);
  EXPECT_EQ(counts(folder_.write("h.csv", "x,y"), asked("x")), none);
  EXPECT_EQ(counts(folder_.write("n.csv", "x,y\n\n\n"), asked("x")), none);
  EXPECT_EQ(counts(folder_.write("h.tsv", "x\ty\n"), asked("x")), none);
  EXPECT_EQ(counts(folder_.write("0.jsonl", ""), asked("x")), none);
  EXPECT_EQ(counts(folder_.write("n.jsonl", "\n\n"), asked("x")), none);
  EXPECT_EQ(counts(parquet("SELECT 1.5 AS x WHERE false"), asked("x")), none);
  EXPECT_EQ(counts(database("SELECT 1.5 AS x WHERE false"), asked("x")), none);
}

TEST_F(Table, OneReaderAnswersAgainAndTheSame) {
  for (const std::string& table :
       {folder_.write("t.csv", "x\n5\n15\n25\n"),
        folder_.write("t.jsonl", "{\"x\":5}\n{\"x\":15}\n{\"x\":25}\n"),
        parquet("SELECT unnest([5, 15, 25]) AS x"),
        database("SELECT unnest([5, 15, 25])::DOUBLE AS x")}) {
    auto reader = bind_table(table, asked("x"), {});
    ASSERT_TRUE(reader);
    for (int i = 0; i < 3; ++i) {
      const auto cells = (*reader)->cells();
      ASSERT_TRUE(cells) << table << ": " << cells.error().message;
      EXPECT_EQ(dense(*cells, asked("x")), (Counts{0, 1, 1, 1, 0, 0}));
    }
    EXPECT_EQ(counts(table, asked("x", "0:10:10")), (Counts{0, 1, 2, 0}));
    // Edges that no 64-bit integer holds: the column is read as doubles.
    EXPECT_EQ(total(counts(table, asked("x", "0:1e19:1e18"))), 3);
  }
}

TEST_F(Table, AFileThatIsReplacedAfterBindingIsReadAsItWas) {
  for (const bool text : {true, false}) {
    const std::string path =
        text ? folder_.write("t.csv", "x\n5\n") : parquet("SELECT 5 AS x");
    auto reader = bind_table(path, asked("x"), {});
    ASSERT_TRUE(reader);
    std::filesystem::remove(path);
    if (text)
      folder_.write("t.csv", "x\n15\n15\n");
    else
      FullEngine().write_parquet("SELECT unnest([15, 15]) AS x", path);
    const auto cells = (*reader)->cells();
    if (cells)
      EXPECT_EQ(dense(*cells, asked("x")), (Counts{0, 1, 0, 0, 0, 0}));
    else
      EXPECT_EQ(cells.error().kind, ErrorKind::unreadable);
    EXPECT_TRUE(cells || !text);
  }
}

TEST_F(Table, AMillionBinsAreCounted) {
  const std::string rows = "SELECT range::DOUBLE AS x FROM range(1000000)";
  const Counts cells = counts(parquet(rows), asked("x", "0:1000000:1"));
  ASSERT_EQ(cells.size(), 1'000'003u);
  EXPECT_EQ(std::count(cells.begin(), cells.end(), 1), 1'000'000);
  const Counts few =
      counts(folder_.write("t.csv", "x\n0\n999999\nn/a\n"), asked("x", "0:1000000:1"));
  EXPECT_EQ(total(few), 3);
  EXPECT_EQ(few[1] + few[1'000'000] + few.back(), 3);
}

TEST_F(Table, AWatchIsAskedAndStopsAScan) {
  std::string text = "x\n";
  for (int i = 0; i < 2'000'000; ++i) text += "123456.789\n";
  const std::string path = folder_.write("t.csv", text);
  bool called = false;
  const auto cells = count(path, asked("x"), {.watch = [&](double share) {
                             EXPECT_GE(share, 0);
                             EXPECT_LE(share, 1);
                             called = true;
                             return false;
                           }});
  if (called) {
    ASSERT_FALSE(cells);
    EXPECT_EQ(cells.error().kind, ErrorKind::interrupted);
  } else {
    EXPECT_EQ(total(dense(*cells, asked("x"))),
              2'000'000);  // a fast machine was done before
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
      EXPECT_EQ(counts(table, asked("x"), {.where = *where}), expected)
          << text << " in " << table;
  }
}

TEST_F(Table, WhereIsCheckedAgainstTheSchema) {
  folder_.write("t.csv", "x,age\n1,2\n");
  const std::string table = parquet("SELECT 1 AS x, 2 AS age");
  const auto sentence = [&](const std::string& name, const char* text) {
    return refusal(name, asked("x"), {.where = *parse_predicate(text)});
  };
  const std::string csv = folder_.file("t.csv");
  for (const std::string& name : {csv, table}) {
    const Error error = sentence(name, "agee > 1");
    EXPECT_EQ(error.kind, ErrorKind::invalid_request);
    EXPECT_EQ(error.message,
              "'" + name + "' has no column 'agee'; " +
                  (name == csv ? "column 2 of its first line has a similar name"
                               : "did you mean 'age'?"));
  }
  EXPECT_EQ(sentence(table, "age = 'x'").kind, ErrorKind::invalid_request);
}

// A row of four columns, and where the test itself says that it lies.
struct Placed {
  std::vector<SampleField> fields;  // n, k, d, m
  std::vector<std::string> labels;  // of n, k, d
  std::optional<std::int64_t> steps;
  bool kept = false;  // by k = 'a' or n >= 10
};

Placed random_row(std::mt19937& random) {
  const auto below = [&](int n) { return static_cast<int>(random() % unsigned(n)); };
  Placed row{{{}, {}, {}, {}}, {"missing", "missing", "missing"}, {}};
  const int n = below(60) - 15;
  if (below(6) > 0) {
    row.fields[0] = std::to_string(n);
    const int from = n / 10 * 10;
    row.labels[0] = n < 0     ? "below 0"
                    : n >= 30 ? "30 and above"
                              : fmt::format("[{},{})", from, from + 10);
    row.kept = n >= 10;
  }
  if (below(6) > 0) {
    const char* keys[] = {"a", "b", "c d", "other", "A", "zz"};
    const int key = below(6);
    row.fields[1] = keys[key];
    row.labels[1] = key < 3 ? keys[key] : "other";
    row.kept = row.kept || key == 0;
  }
  if (below(6) > 0) {
    const int month = below(6) - 1;  // December 2024 to April 2025
    row.fields[2] = month == -1
                        ? "2024-12-31"
                        : fmt::format("2025-{:02}-{:02}", month + 1, 1 + below(28));
    row.labels[2] = month == -1  ? "before 2025-01-01"
                    : month >= 3 ? "2025-04-01 and after"
                                 : fmt::format("2025-{:02}", month + 1);
  }
  if (below(6) > 0) {
    const int tenths = below(4000) - 2000;
    row.fields[3] = fmt::format("{:.1f}", tenths / 10.0);
    row.steps = std::clamp(tenths, -1000, 1000);
  }
  return row;
}

TEST_F(Table, SeveralColumnsMakeTheSameCellsInEveryFormat) {
  std::mt19937 random(5);
  SampleTable sample{{{"n", "INTEGER"}, {"k"}, {"d", "DATE"}, {"m", "DECIMAL(9,1)"}},
                     {}};
  std::vector<Placed> rows;
  for (int i = 0; i < 400; ++i) {
    rows.push_back(random_row(random));
    sample.rows.push_back(rows.back().fields);
  }
  const char* names[] = {"n", "k", "d"};
  const char* values[] = {"0:30:10", "a,b,c d", "2025-01-01:2025-04-01:1month"};
  for (const std::string& table : every_format(sample))
    for (const std::vector<std::size_t>& chosen : std::vector<std::vector<std::size_t>>{
             {}, {1}, {0, 1}, {2, 0}, {1, 2}, {0, 1, 2}, {2, 1, 0}})
      for (const int mode : {0, 1, 2, 3, 4, 5, 6, 7}) {
        const bool measured = mode & 1, dropped = mode & 2, filtered = mode & 4;
        if (chosen.size() < 2 && dropped) continue;
        // A new engine each time is slow: each of these modes with some of the columns.
        const bool engine = table.ends_with(".parquet") || table.ends_with(":t");
        if (engine &&
            (mode + (chosen.empty() ? 0 : chosen[0])) % 3 != chosen.size() % 3)
          continue;
        std::vector<DomainColumn> columns;
        for (const std::size_t i : chosen)
          columns.push_back(column(names[i], values[i], dropped));
        Labelled expected;
        for (const Placed& row : rows) {
          std::vector<std::string> labels;
          bool counted = (!measured || row.steps) && (!filtered || row.kept);
          for (const std::size_t i : chosen) {
            labels.push_back(row.labels[i]);
            counted = counted && !(dropped && row.labels[i] == "missing");
          }
          if (!counted) continue;
          Sums& sums = expected[fmt::format("{}", fmt::join(labels, "|"))];
          const std::int64_t steps = measured ? *row.steps : 0;
          sums = {sums[0] + 1, sums[1] + steps, sums[2] + steps * steps};
        }
        const auto summed =
            measured ? std::optional(measure("m", "-100:100")) : std::nullopt;
        EXPECT_EQ(cells_of(table, reading(columns, summed),
                           filtered ? where("k = 'a' or n >= 10") : TableOptions{}),
                  expected)
            << table << " mode " << mode;
      }
}

TEST_F(Table, UnknownKeysAreTheTextsOfTheTable) {
  const SampleField null = std::nullopt;
  using namespace std::string_literals;
  const std::vector<SampleField> texts = {
      "a",           "A",     " a",   "a,b", "it's", "two\nlines", "\"q\"",
      "zero\0byte"s, "größe", "NULL", "?",   null,   "tab\there"};
  SampleTable sample{{{"k"}, {"l"}, {"n", "INTEGER"}}, {}};
  Labelled one, two, three, few, present;
  for (std::size_t i = 0; i < texts.size(); ++i)
    for (std::size_t j = 0; j < texts.size(); ++j) {
      const auto n = static_cast<std::int64_t>((i * 7 + j * 3) % 20);
      sample.rows.push_back({texts[i], texts[j], std::to_string(n)});
      const std::string k = key_label(texts[i]), l = key_label(texts[j]);
      const auto add = [&](Labelled& sums, const std::string& label,
                           std::int64_t steps) {
        Sums& s = sums[label];
        s = {s[0] + 1, s[1] + steps, s[2] + steps * steps};
      };
      add(one, k, 0);
      add(two, k + "|" + l, n);
      add(three, k + "|" + (n < 10 ? "[0,10)" : "[10,20)") + "|" + l, 0);
      if (n >= 5 && texts[i] == "a") add(few, k + "|" + l, 0);
      if (texts[i] && texts[j]) add(present, k + "|" + l, 0);
    }
  const DomainColumn k = column("k", "?"), l = column("l", "?"),
                     n = column("n", "0:20:10");
  for (const std::string& table : every_format(sample)) {
    EXPECT_EQ(cells_of(table, reading({k})), one) << table;
    EXPECT_EQ(cells_of(table, reading({k, l}, measure("n"))), two) << table;
    EXPECT_EQ(cells_of(table, reading({k, n, l})), three) << table;
    EXPECT_EQ(cells_of(table, reading({k, l}), where("k = 'a' and n >= 5")), few)
        << table;
    EXPECT_EQ(
        cells_of(table, reading({column("k", "?", true), column("l", "?", true)})),
        present)
        << table;
    EXPECT_EQ(cells_of(table, reading({k, l}), where("n > 100")), Labelled{}) << table;
  }
}

// An empty field of a delimited file is missing; in the other formats it is a text.
TEST_F(Table, AnEmptyTextIsAKeyWhereItIsNotMissing) {
  const SampleTable sample{{{"k"}, {"x"}},
                           {{"", "1"}, {std::nullopt, "1"}, {"a", "1"}}};
  for (const std::string& table : every_format(sample)) {
    const bool delimited = table.ends_with("csv") || table.ends_with("tsv");
    EXPECT_EQ(cells_of(table, asked("k", "?")),
              delimited ? rows_alone({{"NULL", 2}, {"'a'", 1}})
                        : rows_alone({{"NULL", 1}, {"''", 1}, {"'a'", 1}}))
        << table;
    EXPECT_EQ(counts(table, asked("k", "a")),
              delimited ? (Counts{1, 0, 2}) : (Counts{1, 1, 1}))
        << table;
  }
}

TEST_F(Table, WithoutAColumnEveryRowIsCounted) {
  SampleTable sample{{{"x", "INTEGER"}, {"y"}}, {}};
  for (int i = 0; i < 5000; ++i)
    sample.rows.push_back({i % 3 == 0 ? SampleField() : std::to_string(i), "q"});
  for (const std::string& table : every_format(sample)) {
    EXPECT_EQ(cells_of(table, reading({})), rows_alone({{"", 5000}})) << table;
    EXPECT_EQ(cells_of(table, reading({}), where("x < 10")), rows_alone({{"", 6}}));
    EXPECT_EQ(cells_of(table, reading({}), where("x < 0")), Labelled{}) << table;
    EXPECT_EQ(cells_of(table, reading({}, measure("x")), where("x < 10")),
              (Labelled{{"", {6, 1 + 2 + 4 + 5 + 7 + 8, 1 + 4 + 16 + 25 + 49 + 64}}}));
  }
}

TEST_F(Table, AnEmptyTableHasNoCellsAndNoKeys) {
  const SampleTable sample{{{"x", "INTEGER"}, {"k"}}, {}};
  for (const std::string& table : every_format(sample))
    for (const Reading& question :
         {reading({}), reading({}, measure("x")), asked("k", "?"),
          reading({column("x", "0:30:10"), column("k", "?")}, measure("x")),
          reading({column("x", "0:30:10"), column("k", "a")}, {}, {"k"})}) {
      const auto cells = count(table, question);
      ASSERT_TRUE(cells) << table << ": " << cells.error().message;
      EXPECT_TRUE(cells->sums.empty()) << table;
      EXPECT_TRUE(cells->keys.empty()) << table;
    }
}

// Nobody may learn from a sum which number stands where: cells are small and exact.
TEST_F(Table, SumsAreExactWhateverTheirSize) {
  SampleTable sample{{{"m", "BIGINT"}}, {}};
  for (int i = 0; i < 3000; ++i)
    sample.rows.push_back({std::to_string((i % 2) * 16'000'000)});
  const Reading question = reading({}, measure("m", "0:16000000"));
  for (const std::string& table : every_format(sample)) {
    const auto cells = count(table, question);
    ASSERT_TRUE(cells);
    ASSERT_EQ(cells->sums.size(), 1u);
    EXPECT_TRUE(cells->sums[0].sum == Int128{1500} * 16'000'000);
    EXPECT_TRUE(cells->sums[0].squares == Int128{1500} * 16'000'000 * 16'000'000)
        << table;
  }
}

}  // namespace
}  // namespace selvage
