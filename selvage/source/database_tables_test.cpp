// Which tables and views of a DuckDB file can be read, by which names.
#include "selvage/source/table_testing.hpp"

namespace selvage {
namespace {

class DatabaseTables : public TableFiles {
 protected:
  const std::string path_ = folder_.file("firm.duckdb");
  std::string why(const std::string& name) {
    const Error error = refusal(path_ + ":" + name, asked("x"));
    EXPECT_EQ(error.kind, ErrorKind::invalid_request) << name;
    return error.message;
  }
};

TEST_F(DatabaseTables, ASchemaComesBeforeAPoint) {
  {
    FullEngine engine(path_);
    engine.run("CREATE TABLE people AS SELECT 5 AS x");
    engine.run("CREATE SCHEMA hr");
    engine.run("CREATE TABLE hr.staff AS SELECT 15 AS x");
    engine.run("CREATE SCHEMA source");
    engine.run("CREATE TABLE source.people AS SELECT 25 AS x");
    engine.run("CREATE TABLE \"a.b\" AS SELECT 35 AS x");
    engine.run("CREATE SCHEMA \"a\"");
    engine.run("CREATE TABLE a.c AS SELECT -1 AS x");
  }
  const std::pair<const char*, Counts> tables[] = {
      {"people", {0, 1, 0, 0, 0, 0}},
      {"hr.staff", {0, 0, 1, 0, 0, 0}},
      {"source.people", {0, 0, 0, 1, 0, 0}},
      {"a.b", {0, 0, 0, 0, 1, 0}},
      {"a.c", {1, 0, 0, 0, 0, 0}}};
  for (const auto& [name, expected] : tables)
    EXPECT_EQ(counts(path_ + ":" + name, asked("x")), expected) << name;
  // Also by no second name, which would have a ledger of its own.
  for (const char* name :
       {"main.people", "main.a.b", "staff", "people\"", "duckdb_tables",
        "sqlite_master", "'people'", "firm.people", "temp.people"})
    EXPECT_TRUE(why(name).starts_with("'" + path_ + "' has no table '" + name + "'; "))
        << why(name);
  EXPECT_EQ(why("peple"),
            "'" + path_ + "' has no table 'peple'; did you mean 'people'?");
  EXPECT_EQ(why("visits"), "'" + path_ +
                               "' has no table 'visits'; it has 'a.c', 'hr.staff', "
                               "'a.b', 'people', 'source.people'");
  {
    FullEngine engine(path_);
    engine.run("CREATE TABLE a.b AS SELECT 1 AS x");
  }
  EXPECT_EQ(why("a.b"),
            "'" + path_ + "' has 2 tables that can be called 'a.b'; rename one");
}

TEST_F(DatabaseTables, AnEmptyDatabaseHasNone) {
  { FullEngine engine(path_); }
  EXPECT_EQ(why("people"), "'" + path_ + "' has no table 'people'; it has none");
}

TEST_F(DatabaseTables, AViewIsReadAndSeesItsFileAlone) {
  const std::string secret = folder_.write("secret.csv", "x\n5\n");
  {
    FullEngine engine(path_);
    engine.run(
        "CREATE TABLE t AS SELECT range % 40 AS x, range AS who FROM range(400)");
    engine.run("CREATE SCHEMA hr");
    engine.run("CREATE VIEW few AS SELECT x + 1 AS x, who FROM t WHERE who < 40");
    engine.run("CREATE VIEW hr.fewer AS SELECT * FROM main.few WHERE x < 10");
    engine.run("CREATE VIEW other AS SELECT * FROM read_csv(" + quoted_text(secret) +
               ")");
    engine.run("CREATE VIEW gone AS SELECT * FROM t");
    engine.run("CREATE TABLE u AS SELECT 1 AS x");
    engine.run("CREATE VIEW broken AS SELECT * FROM u");
    engine.run("DROP TABLE u");
  }
  EXPECT_EQ(counts(path_ + ":few", asked("x")), (Counts{0, 9, 10, 10, 11, 0}));
  EXPECT_EQ(counts(path_ + ":hr.fewer", asked("x")), (Counts{0, 9, 0, 0, 0, 0}));
  EXPECT_EQ(counts(path_ + ":few", asked("x"), where("who >= 20")),
            (Counts{0, 0, 0, 9, 11, 0}));
  const Reading people = reading({}, std::nullopt, {.column = "who"});
  EXPECT_EQ(total(counts(path_ + ":few", people)), 40);
  for (const char* name : {"other", "broken"})
    EXPECT_EQ(why(name), "the view '" + std::string(name) + "' of '" + path_ +
                             "' cannot be read here; a view may use tables of its own "
                             "file, named without the file, and nothing else");
}

}  // namespace
}  // namespace selvage
