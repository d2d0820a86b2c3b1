// Contribution bounding through real files and the real engine. The rule itself is
// tested beside person_rows.hpp, and on all small worlds in verify/.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>

#include "selvage/source/small_table_testing.hpp"

namespace selvage {
namespace {

using Dice = std::mt19937;

class PersonTable : public TableFiles {};

// One thread: an engine with two takes longer to open than to read a small file.
TableOptions options(std::uint8_t seed, std::optional<Predicate> where = std::nullopt) {
  return {.where = std::move(where), .threads = 1, .bounding_key = fixed_key(seed)};
}

std::vector<Person> every_cap() {
  std::vector<Person> rules;
  for (const PerPerson how : {PerPerson::sum, PerPerson::first})
    for (const std::int64_t rows : {1, 2, 3})
      for (const std::int64_t cells : {1, 2, 3})
        rules.push_back({"p", rows, cells, how});
  for (const std::int64_t cells : {1, 2, 3})
    rules.push_back({"p", 5, cells, PerPerson::sum, 2});
  return rules;
}

std::size_t below(Dice& random, std::size_t n) { return random() % n; }

// Columns p, k, n, m: a person or none, a key, a whole number and an amount.
SampleTable random_people(Dice& random, const std::string& type, std::size_t rows,
                          const std::vector<std::string>& people) {
  SampleTable table{{{"p", type}, {"k"}, {"n", "INTEGER"}, {"m", "DECIMAL(9,1)"}}, {}};
  for (std::size_t i = 0; i < rows; ++i) {
    const auto maybe = [&](const std::string& text) {
      return below(random, 8) == 0 ? SampleField() : text;
    };
    const std::string keys[] = {"a", "b", "it's", "a,b"};
    table.rows.push_back({maybe(people[below(random, people.size())]),
                          maybe(keys[below(random, 4)]),
                          maybe(std::to_string(below(random, 30))),
                          maybe(fmt::format("{}.5", below(random, 4)))});
  }
  return table;
}

// The same rows behind a reader that has no file.
Labelled in_small_world(const SampleTable& table, const Reading& question,
                        std::uint8_t seed, bool whole_number) {
  const auto rows = small_table(table, question, seed, whole_number);
  return labelled(*verify::SmallWorldReader(question, rows, fixed_key(seed)).cells(),
                  question);
}

const std::map<std::string, std::vector<std::string>> kPeople = {
    {"BIGINT", {"-9223372036854775808", "9223372036854775807", "0", "7", "-7"}},
    {"INTEGER", {"1", "10", "100", "-1", "2147483647", "0"}},
    {"VARCHAR", {"ann", "Ann", "ann ", "größe", "7", "a\nb", "x,\"y\""}},
    {"UUID",
     {"00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000001",
      "80000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"}}};

// T60: no cap, no format, no type of the column and no fresh
// key moves anybody. The name of the person is a column, so that each is seen.
TEST_F(PersonTable, EverybodyKeepsTheirClassWhateverTheCapsAndTheFormat) {
  Dice random(23);
  std::vector<std::string> people;
  for (int i = -4; i < 20; ++i) people.push_back(std::to_string(i * 37));
  std::vector<std::string> tables;
  for (const char* type : {"VARCHAR", "INTEGER", "BIGINT", "SMALLINT"}) {
    Dice same(5);
    const SampleTable sample = random_people(same, type, 200, people);
    if (tables.empty()) tables = text_formats(sample);
    for (std::string& table : engine_formats(sample.sql()))
      tables.push_back(std::move(table));
  }
  const std::vector<DomainColumn> seen = {column("k", "a,b"), column("n", "0:30:10"),
                                          column("p", "?")};
  const std::vector<DomainColumn> unseen = {column("k", "?"), column("n", "0:30:10")};
  std::uint8_t seed = 0;
  for (const auto& columns : {seen, unseen}) {
    std::optional<Labelled> first;
    for (const Person& rule : every_cap())
      for (const std::string& table : tables) {
        if (++seed % 3 != 0 && first && columns.size() == 2) continue;  // in short
        TableOptions how = options(seed);
        how.class_key = fixed_key(77);
        how.threads = seed % 16 == 0 ? 2 : 1;
        const Labelled classes =
            cells_of(table, reading(columns, std::nullopt, rule), how);
        if (!first) first = classes;
        EXPECT_EQ(classes, *first)
            << table << " rows " << rule.rows << " cells " << rule.cells;
      }
    std::int64_t kept = 0;
    for (const auto& [label, sums] : *first) kept += sums[0];
    EXPECT_EQ(kept, static_cast<std::int64_t>(people.size()));
  }
}

// As a UUID is written in a text table, and stored in others.
TEST_F(PersonTable, AUuidInCapitalsIsInTheSameClass) {
  std::string lower = "p,k\n", upper = "p,k\n";
  std::vector<std::string> tuples;
  for (int i = 0; i < 200; ++i) {
    const std::string id = fmt::format("a0eebc99-9c0b-4ef8-bb6d-{:012x}", i % 40);
    std::string loud = id;
    for (char& c : loud)
      if (c >= 'a' && c <= 'f') c = static_cast<char>(c - 'a' + 'A');
    const char* key =
        std::array{"a", "b", "c"}[static_cast<std::size_t>(i / 40 + i) % 3];
    lower += fmt::format("{},{}\n", id, key);
    upper += fmt::format("{},{}\n", loud, key);
    tuples.push_back(fmt::format("('{}'::UUID, '{}')", id, key));
  }
  TableOptions how = options(3);
  how.class_key = fixed_key(5);
  const Reading question =
      reading({column("k", "a,b")}, std::nullopt, {"p", 1, 1, PerPerson::first});
  const Labelled classes = cells_of(folder_.write("l.csv", lower), question, how);
  EXPECT_EQ(cells_of(folder_.write("u.csv", upper), question, how), classes);
  const std::string select =
      fmt::format("SELECT * FROM (VALUES {}) v(p, k)", fmt::join(tuples, ", "));
  for (const std::string& table : engine_formats(select))
    EXPECT_EQ(cells_of(table, question, how), classes);
}

TEST_F(PersonTable, EveryFormatAndCapGivesWhatTheRuleSays) {
  Dice random(11);
  const std::vector<DomainColumn> one = {column("k", "a,b")},
                                  two = {column("k", "?"),
                                         column("n", "0:30:10", true)};
  std::size_t turn = 0;
  for (const auto& [type, people] : kPeople) {
    const SampleTable sample = random_people(random, type, 60, people);
    const bool whole_number = type == "BIGINT" || type == "INTEGER";
    std::vector<std::string> tables = {csv(sample), json_lines(sample)};
    for (const std::string& table : engine_formats(sample.sql()))
      tables.push_back(table);
    std::uint8_t seed = 0;
    for (const Person& rule : every_cap()) {
      // With four types of people each rule meets every format.
      const std::size_t format = (seed + turn) % tables.size();
      const auto amounts =
          seed % 3 == 0 ? std::nullopt : std::optional(measure("m", "-9:2"));
      const Reading question = reading(seed % 2 == 0 ? one : two, amounts, rule);
      EXPECT_EQ(cells_of(tables[format], question, options(seed)),
                in_small_world(sample, question, seed, whole_number && format >= 2))
          << tables[format] << " " << type << " rows " << rule.rows << " cells "
          << rule.cells;
      ++seed;
    }
    ++turn;
  }
}

TEST_F(PersonTable, RowsThatAreFilteredOrHaveNoNumberTakeNoRoom) {
  const SampleTable sample{{{"p"}, {"k"}, {"n", "INTEGER"}},
                           {{"ann", "a", "1"},
                            {"ann", "a", std::nullopt},
                            {"ann", "b", "50"},
                            {"ann", std::nullopt, "2"},
                            {"bob", "b", std::nullopt},
                            {std::nullopt, "b", "3"}}};
  const Reading question =
      reading({column("k", "a,b", true)}, measure("n"), {.column = "p", .rows = 1});
  std::vector<std::string> tables = every_format(sample);
  for (const std::string& table : tables)
    for (std::uint8_t seed = 1; seed < 3; ++seed)
      EXPECT_EQ(cells_of(table, question, options(seed, *parse_predicate("n < 10"))),
                (Labelled{{"a", {1, 1, 1}}}))
          << table;
}

// Without a column of persons every row is kept; with one, at most as many as allowed.
TEST_F(PersonTable, WithoutAColumnPeopleAreCounted) {
  SampleTable sample{{{"p"}, {"x", "INTEGER"}}, {}};
  for (int i = 0; i < 3000; ++i)
    sample.rows.push_back(
        {i % 10 == 0 ? SampleField() : fmt::format("person {}", i % 100), "3"});
  for (const std::string& table : {csv(sample), parquet(sample.sql())}) {
    EXPECT_EQ(cells_of(table, reading({}, {}, {.column = "p"}), options(1)),
              rows_alone({{"", 90}}));
    EXPECT_EQ(cells_of(table, reading({}, {}, {.column = "p", .rows = 4}), options(1)),
              rows_alone({{"", 360}}));
    EXPECT_EQ(
        cells_of(table, reading({}, {}, {"p", 4, 1, PerPerson::first}), options(1)),
        rows_alone({{"", 90}}));
    EXPECT_EQ(cells_of(table, reading({}, measure("x"), {.column = "p", .rows = 4}),
                       options(1)),
              (Labelled{{"", {360, 1080, 3240}}}));
  }
}

// Persons, keys and amounts from a number, so that 'ORDER BY' may turn the rows around.
std::string people_sql(int rows, const char* person, const char* order) {
  return fmt::format(
      "SELECT {} AS p, 'key ' || (hash(i + 1) % 7)::VARCHAR AS k, (hash(i + 2) % "
      "40)::INTEGER AS n, (hash(i + 3) % 100)::INTEGER AS m FROM range({}) r(i) ORDER "
      "BY {}",
      person, rows, order);
}

TEST_F(PersonTable, NeitherThreadsNorTheOrderOfRowsMatter) {
  const Reading known =
                    reading({column("k", "key 0,key 1,key 2"), column("n", "0:30:10")},
                            measure("m", "0:100"), {"p", 5, 3}),
                unknown = reading({column("k", "?"), column("n", "0:30:10")},
                                  measure("m", "0:100"), {"p", 5, 3});
  const std::pair<const char*, bool> persons[] = {
      {"(hash(i) % 2000)::BIGINT", false},
      {"('person ' || (hash(i) % 2000)::VARCHAR)", true}};
  for (const auto& [person, is_text] : persons) {
    Labelled expected, expected_keys;
    for (const char* order : {"i", "i DESC", "hash(i + 9)"}) {
      const std::string rows = people_sql(20'000, person, order);
      // Many groups of rows, for several threads.
      std::vector<std::string> tables = {parquet(rows, ", ROW_GROUP_SIZE 2048")};
      if (is_text) {
        tables.push_back(folder_.file(fmt::format("{}.csv", ++made_)));
        maker().run(fmt::format("COPY ({}) TO {} (FORMAT csv, HEADER)", rows,
                                quoted_text(tables.back())));
      } else {
        tables.push_back(database(rows));
      }
      for (const std::string& table : tables)
        for (const int threads : {1, 2}) {
          const TableOptions how{.threads = threads, .bounding_key = fixed_key(3)};
          const Labelled keys = cells_of(table, unknown, how);
          if (expected_keys.empty()) expected_keys = keys;
          EXPECT_EQ(keys, expected_keys) << table << order << threads;
          if (threads == 1 && order[0] == 'i') continue;
          const Labelled cells = cells_of(table, known, how);
          if (expected.empty()) expected = cells;
          EXPECT_EQ(cells, expected) << table << order << threads;
        }
    }
    EXPECT_GT(expected_keys.size(), 20u);
  }
}

TEST_F(PersonTable, RowsOfOnePersonMeetFromTheWholeFile) {
  const std::string rows =
      "SELECT CASE WHEN i % 1000 = 999 THEN 'everywhere' ELSE 'p' || i END AS p, "
      "CASE WHEN i % 1000 = 999 THEN 5 ELSE 15 END AS x FROM range(100000) r(i)";
  std::vector<std::string> tables = engine_formats(rows);
  tables.push_back(folder_.file("t.csv"));
  tables.push_back(folder_.file("t.jsonl"));
  maker().run("COPY (" + rows + ") TO " + quoted_text(tables[2]) +
              " (FORMAT csv, HEADER)");
  maker().run("COPY (" + rows + ") TO " + quoted_text(tables[3]) + " (FORMAT json)");
  for (const std::string& table : tables)
    EXPECT_EQ(
        counts(table, reading({column("x", "0:30:10")}, {}, {"p", 3, 1}), options(2)),
        (Counts{0, 3, 99'900, 0, 0, 0}))
        << table;
}

TEST_F(PersonTable, ACollationMakesNoTwoPeopleOne) {
  const std::string path = folder_.file("c.duckdb");
  {
    FullEngine engine(path);
    engine.run("CREATE TABLE t (p VARCHAR COLLATE NOCASE, x INTEGER)");
    engine.run(
        "INSERT INTO t SELECT unnest(['ann', 'Ann', 'ANN', 'bob']), 5 FROM range(500)");
  }
  const Reading question = reading({column("x", "0:30:10")}, {}, {"p", 2, 1});
  EXPECT_EQ(total(counts(path + ":t", question, options(5))), 8);
}

// Sorted as bytes: no text is cut at a zero byte, and none is taken for its prefix.
TEST_F(PersonTable, PeopleAreToldApartByEveryByte) {
  using namespace std::string_literals;
  const std::string names[] = {"a"s,
                               "a\0"s,
                               "a\0b"s,
                               "a\0c"s,
                               "a "s,
                               " a"s,
                               "\xff"s,
                               "\xff\xfe"s,
                               "e\u0301"s,
                               "\u00e9"s,
                               std::string(300, 'x'),
                               std::string(300, 'x') + "y"};
  std::string text = "p,x\n";
  for (int i = 0; i < 20; ++i)
    for (const std::string& name : names) text += name + ",5\n";
  const Reading question = reading({column("x", "0:30:10")}, {}, {"p", 3, 1});
  EXPECT_EQ(total(counts(folder_.write("t.csv", text), question, options(6))), 36);
  SampleTable sample{{{"p"}, {"x"}}, {}};
  for (int i = 0; i < 20; ++i)
    for (const std::string& name : names)
      if (name[0] != '\xff') sample.rows.push_back({name, "5"});
  for (const std::string& table : engine_formats(sample.sql()))
    EXPECT_EQ(total(counts(table, question, options(6))), 30) << table;
  EXPECT_EQ(total(counts(json_lines(sample), question, options(6))), 30);
}

// No name, however long and often, can exhaust the engine: rows have one width.
TEST_F(PersonTable, LongNamesDoNotEndTheReading) {
  std::string text = "p,x\n";
  const std::string name(1'000'000, 'A');
  for (int i = 0; i < 200; ++i) text += name + ",5\n";
  for (int i = 0; i < 50; ++i) text += std::to_string(i) + ",5\n";
  TableOptions small = options(3);
  small.memory = "64MB";
  const Reading question = reading({column("x", "0:30:10")}, {}, {"p", 2, 2});
  EXPECT_EQ(total(counts(folder_.write("long.csv", text), question, small)), 52);
}

// The most of one person: rows in all, cells, rows in one cell. [T30]
void expect_neighbours(const Labelled& with, const Labelled& without,
                       const Person& rule, std::int64_t largest) {
  const bool first = rule.per_person == PerPerson::first;
  const std::int64_t most = first ? std::min(rule.rows, rule.cells) : rule.rows;
  std::set<std::string> labels;
  for (const auto& [label, sums] : with) labels.insert(label);
  for (const auto& [label, sums] : without) labels.insert(label);
  std::int64_t rows = 0, cells = 0, sum = 0;
  for (const std::string& label : labels) {
    const auto one = with.contains(label) ? with.at(label) : Sums{};
    const auto two = without.contains(label) ? without.at(label) : Sums{};
    if (one == two) continue;
    EXPECT_GT(one[0], two[0]) << label;  // a person's rows are added to the others'
    EXPECT_LE(one[0] - two[0], first ? 1 : rule.rows) << label;
    rows += one[0] - two[0];
    sum += std::abs(one[1] - two[1]);
    ++cells;
  }
  EXPECT_LE(rows, most);
  EXPECT_LE(cells, std::min(rule.rows, rule.cells));
  EXPECT_LE(sum, most * largest);
}

// A table, then the same without each of its people. `cells` reads a table.
void check_neighbours(Dice& random, const Person& rule,
                      const std::function<Labelled(const SampleTable&)>& cells) {
  const std::vector<std::string> people = {"1", "2", "3"};
  const SampleTable sample =
      random_people(random, "INTEGER", 1 + below(random, 6), people);
  const Labelled with = cells(sample);
  for (const std::string& person : people) {
    SampleTable fewer = sample;
    std::erase_if(fewer.rows, [&](const auto& row) { return row[0] == person; });
    if (fewer.rows.size() < sample.rows.size())
      expect_neighbours(with, cells(fewer), rule, 3000);  // steps of 0.001
  }
}

Reading neighbours_question(const Person& rule, bool unknown) {
  return reading({column("k", unknown ? "?" : "a,b"), column("n", "0:30:15")},
                 measure("m", "-1:3"), rule);
}

TEST_F(PersonTable, OnePersonChangesNoMoreThanTheirShare) {
  Dice random(23);
  std::uint8_t seed = 0;
  for (const Person& rule : every_cap()) {
    const Reading question = neighbours_question(rule, seed % 2 == 0);
    for (int table = 0; table < 12; ++table)
      check_neighbours(random, rule, [&](const SampleTable& sample) {
        const Labelled result = cells_of(folder_.write("t.csv", sample.delimited(',')),
                                         question, options(seed));
        EXPECT_EQ(result, in_small_world(sample, question, seed, false));
        return result;
      });
    ++seed;
  }
}

TEST_F(PersonTable, OnePersonChangesNoMoreThanTheirShareOfAParquetFile) {
  Dice random(29);
  std::uint8_t seed = 0;
  for (const Person& rule : every_cap()) {
    if (++seed % 2 == 0) continue;
    const Reading question = neighbours_question(rule, seed % 4 == 1);
    check_neighbours(random, rule, [&](const SampleTable& sample) {
      return cells_of(parquet(sample.sql()), question, options(seed));
    });
  }
}

TEST_F(PersonTable, AKeyOfItsOwnKeepsOtherRows) {
  const std::string table = parquet(people_sql(2000, "hash(i) % 50", "i"));
  const Reading question =
      reading({column("k", "?")}, measure("m", "0:100"), {"p", 3, 2});
  const Labelled one = cells_of(table, question, options(1));
  EXPECT_EQ(cells_of(table, question, options(1)), one);
  EXPECT_NE(cells_of(table, question, options(2)), one);
}

// A part of a table, or parts of two, are no table.
TEST_F(PersonTable, ATextTableThatIsChangedWhileItIsReadIsNoAnswer) {
  for (const char* person : {"", "p"}) {
    const Reading question = reading({column("x", "0:9:3")}, {}, {person});
    const std::string table = folder_.write("t.csv", "p,x\na,1\nb,3\n");
    auto reader = bind_table(table, question, options(4));
    ASSERT_TRUE(reader);
    EXPECT_TRUE((*reader)->cells());
    EXPECT_TRUE((*reader)->cells());
    std::ofstream(table, std::ios::app) << "c,4\n";
    const auto longer = (*reader)->cells();
    ASSERT_FALSE(longer);
    EXPECT_EQ(longer.error().kind, ErrorKind::unreadable);
    EXPECT_NE(longer.error().message.find("changed while it was read"),
              std::string::npos);
    reader = bind_table(table, question, options(4));
    ASSERT_TRUE(reader);
    EXPECT_TRUE((*reader)->cells());
    // As many bytes, at another time.
    std::filesystem::last_write_time(
        table, std::filesystem::last_write_time(table) + std::chrono::seconds(1));
    EXPECT_FALSE((*reader)->cells());
  }
}

TEST_F(PersonTable, OneReaderAnswersAgainAndTheSame) {
  for (const std::string& table :
       {folder_.write("t.csv", "p,x\na,1\na,12\nb,3\n"),
        parquet("SELECT unnest(['a', 'a', 'b']) AS p, unnest([1, 12, 3]) AS x")}) {
    const Reading question = reading({column("x", "?")}, {}, {"p", 1, 1});
    auto reader = bind_table(table, question, options(4));
    ASSERT_TRUE(reader);
    const auto first = (*reader)->cells();
    ASSERT_TRUE(first) << table;
    EXPECT_EQ(first->sums.size(), 2u);
    const auto again = (*reader)->cells();
    ASSERT_TRUE(again) << table;
    EXPECT_EQ(labelled(*again, question), labelled(*first, question));
  }
}

TEST_F(PersonTable, AColumnThatCanNameNobodyIsRefused) {
  const char* values[] = {"1.5::DOUBLE", "1.5::FLOAT",  "1.5::DECIMAL(4,1)",
                          "'x'::BLOB",   "[1, 2]",      "TIMESTAMP '2025-01-01'",
                          "{'a': 1}",    "TIME '10:00'"};
  std::string select = "SELECT 1 AS x";
  for (const char* value : values)
    select += fmt::format(", {} AS {}", value, quoted_name(value));
  for (const std::string& table : engine_formats(select)) {
    const std::string path = table.substr(0, table.rfind(":t"));
    for (const char* value : values) {
      const Error error = refusal(table, reading({column("x", "0:3:1")}, {}, {value}));
      EXPECT_EQ(error.kind, ErrorKind::invalid_request);
      EXPECT_EQ(error.message,
                fmt::format("column '{}' of '{}' holds no names of people; `person` "
                            "needs a column of text, whole numbers or UUIDs",
                            value, path));
    }
  }
  const std::string csv = folder_.write("t.csv", "name,x\na,1\n");
  for (const std::string& table : {csv, parquet("SELECT 'a' AS name, 1 AS x")})
    EXPECT_EQ(refusal(table, reading({column("x", "0:3:1")}, {}, {"nam"})).message,
              "'" + table + "' has no column 'nam'; " +
                  (table == csv ? "column 1 of its first line has a similar name"
                                : "did you mean 'name'?"));
}

// Every whole-number type, and what is longer than 64 bits.
TEST_F(PersonTable, APersonMayBeAWholeNumberOfAnyType) {
  for (const char* type :
       {"TINYINT", "SMALLINT", "UTINYINT", "UINTEGER", "UBIGINT", "BOOLEAN", "DATE"}) {
    const std::string select = fmt::format(
        "SELECT CAST(v AS {}) AS p, 5 AS x FROM (SELECT unnest([{}]) AS v FROM "
        "range(50))",
        type,
        type == std::string("DATE") ? "'2025-01-01', '2025-01-02', NULL"
                                    : "'0', '1', NULL");
    EXPECT_EQ(
        total(counts(parquet(select),
                     reading({column("x", "0:30:10")}, {}, {"p", 3, 1}), options(1))),
        6)
        << type;
  }
  const std::string huge = database(
      "SELECT CAST(v AS HUGEINT) AS p, 5 AS x FROM (SELECT "
      "unnest(['18446744073709551616', '36893488147419103232', '0', NULL]) AS v FROM "
      "range(50))");
  EXPECT_EQ(total(counts(huge, reading({column("x", "0:30:10")}, {}, {"p", 3, 1}))), 9);
}

}  // namespace
}  // namespace selvage
