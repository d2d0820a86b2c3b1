#include "selvage/source/predicate_sql_testing.hpp"
#include "selvage/summary/predicate_parse.hpp"

namespace selvage {
namespace {

TEST(PredicateSql, TheEngineSaysWhatEvaluateSays) {
  Random random(20'250'131);
  Table table(150, random);
  Generator generator(random);
  const KindOf kinds = engine_kinds(table.columns(), "t");
  int asked = 0, mixed = 0;
  for (int round = 0; round < 2'500; ++round) {
    const Predicate predicate = generator.predicate(static_cast<int>(random() % 3));
    const std::string text = predicate_text(predicate);
    const auto again = parse_predicate(text);
    ASSERT_TRUE(again) << text << ": " << again.error().message;
    ASSERT_EQ(*again, predicate) << text;
    const auto bound = bind_predicate(predicate, kinds);
    if (!bound) continue;
    const auto sql = to_sql(*bound, table.columns());
    if (!sql) continue;
    ++asked;
    const auto engine = table.by_engine(*sql);
    ASSERT_EQ(engine.size(), table.rows()) << text << "\n" << *sql;
    std::int64_t kept = 0;
    std::map<Truth, int> seen;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const Truth ours = table.by_evaluate(*bound, row);
      ASSERT_EQ(engine[row], ours) << text << "\n" << *sql << "\nrow " << row;
      kept += ours == Truth::yes ? 1 : 0;
      ++seen[ours];
    }
    mixed += seen.size() > 1 ? 1 : 0;
    ASSERT_EQ(table.kept_by_engine(*sql), kept) << text << "\n" << *sql;
  }
  EXPECT_GT(asked, 1'500);
  EXPECT_GT(mixed, 1'000);  // else the lines above prove little
}

std::string sql_of(const Table& table, const std::string& text) {
  const auto predicate = parse_predicate(text);
  if (!predicate) return predicate.error().message;
  const auto bound = bind_predicate(*predicate, engine_kinds(table.columns(), "t"));
  if (!bound) return bound.error().message;
  const auto sql = to_sql(*bound, table.columns());
  return sql ? *sql : sql.error().message;
}

TEST(PredicateSql, NumbersAreSnappedToWhatTheColumnCanHold) {
  Random random(1);
  const Table table(1, random);
  const std::pair<const char*, const char*> cases[] = {
      {"whole < 2.5", "(\"whole\" <= CAST('2' AS INTEGER))"},
      {"whole >= -2.5", "(\"whole\" > CAST('-3' AS INTEGER))"},
      {"whole = 2", "(\"whole\" = CAST('2' AS INTEGER))"},
      {"whole = 2.5", "(\"whole\" IS NULL AND CAST(NULL AS BOOLEAN))"},
      {"whole != 2.5", "(\"whole\" IS NOT NULL OR CAST(NULL AS BOOLEAN))"},
      {"tiny < 128", "(\"tiny\" IS NOT NULL OR CAST(NULL AS BOOLEAN))"},
      {"tiny > 128", "(\"tiny\" IS NULL AND CAST(NULL AS BOOLEAN))"},
      {"tiny > -129", "(\"tiny\" IS NOT NULL OR CAST(NULL AS BOOLEAN))"},
      {"tiny in (1, 2.5, 300)", "(\"tiny\" IN (CAST('1' AS TINYINT)))"},
      {"money <= 0.30005", "(\"money\" <= CAST('0.3' AS DECIMAL(18,3)))"},
      {"real < 0.3",
       "(CASE WHEN isnan(\"real\") THEN NULL ELSE CAST(\"real\" AS DOUBLE) "
       "END < CAST('0.3' AS DOUBLE))"},
      {"second < '2025-01-31 10:00:00.5'",
       "(\"second\" <= CAST('2025-01-31 10:00:00' AS TIMESTAMP_S))"},
      {"zoned < '2025-01-31'",
       "(\"zoned\" < CAST('2025-01-31 00:00:00+00' AS TIMESTAMP WITH TIME ZONE))"},
      {"text = 'it''s'", "((CAST(\"text\" AS VARCHAR) COLLATE \"C\") = 'it''s')"},
      {"text > 5", "(selvage_number(CAST(\"text\" AS VARCHAR)) > CAST('5' AS DOUBLE))"},
  };
  for (const auto& [text, sql] : cases) EXPECT_EQ(sql_of(table, text), sql) << text;
}

TEST(PredicateSql, RefusesBySchemaWhatTheEngineCannotCompareExactly) {
  Random random(1);
  const Table table(1, random);
  EXPECT_EQ(sql_of(table, "huge < money"),
            "--where: columns 'huge' and 'money' have no type that holds both, so they "
            "cannot be compared");
  EXPECT_EQ(sql_of(table, "moment < nano"),
            "--where: columns 'moment' and 'nano' hold times of two sorts, so they "
            "cannot be compared");
  EXPECT_EQ(sql_of(table, "nano < '2300-01-01'"),
            "--where: column 'nano' counts nanoseconds, which reach from 1677-09-22 to "
            "2262-04-11, not to 2300-01-01 00:00:00");
  EXPECT_EQ(sql_of(table, "list = 1"),
            "--where: column 'list' holds values that cannot be compared and cannot be "
            "compared with the number 1");
  EXPECT_EQ(sql_of(table, "mony < 1"),
            "'t' has no column 'mony'; did you mean 'money'?");
}

TEST(PredicateSql, TheLongestAndTheDeepestRun) {
  Random random(1);
  Table table(10, random);
  std::string wide = "whole = 5", list = "text in ('x'", deep;
  while (wide.size() < kMaxPredicateBytes - 20) wide += " or real < 7";
  while (list.size() < kMaxPredicateBytes - 20)
    list += fmt::format(", '{}'", list.size());
  for (int i = 0; i < kMaxPredicateDepth; ++i) deep += "not ";
  for (const std::string& text : {wide, list + ")", deep + "whole = 5"})
    EXPECT_EQ(table.by_engine(sql_of(table, text)).size(), 10U) << text.substr(0, 60);
}

// Each of these is one literal, compared with every text of the table.
TEST(PredicateSql, LiteralsCannotLeaveTheirQuotes) {
  Random random(1);
  Table table(10, random);
  for (const char* literal :
       {"''", "'; DROP TABLE t; --", "' OR 1=1 --", "\\", "\\'", "/*", "*/", "$$", "’",
        "\u02bc", "＇", "%' OR '1' LIKE '1", "E'\\''", "\n--\n", "\";\""}) {
    Predicate::Compare test{"text", Relation::equal, Value(std::string(literal))};
    for (const auto& predicate :
         {Predicate{test},
          Predicate{Predicate::OneOf{"text", {Value(std::string(literal))}}}}) {
      const std::string text = predicate_text(predicate);
      for (const Truth truth : table.by_engine(sql_of(table, text)))
        EXPECT_NE(truth, Truth::yes) << text;
    }
  }
  EXPECT_EQ(table.by_engine("true").size(), 10U);  // it is still there
}

// A value may hold a zero byte, a literal may not.
TEST(PredicateSql, AZeroByteIsACharacter) {
  Random random(1);
  Table table(1, random);
  const char* from = "(SELECT 0 AS id, 'ab' || chr(0) || 'c' AS text)";
  const std::string value("ab\0c", 4);
  for (const char* text :
       {"text > 'ab'", "text = 'ab'", "text < 'aba'", "text like 'ab_c'",
        "text like 'ab%c'", "text like 'ab'", "text > 1"}) {
    const auto bound =
        bind_predicate(*parse_predicate(text), engine_kinds(table.columns(), "t"));
    const std::vector<Cell> row = {read_text(value, bound->columns[0].read)};
    EXPECT_EQ(table.by_engine(sql_of(table, text), from),
              std::vector{evaluate(*bound, row)})
        << text;
  }
}

TEST(PredicateText, ReadsBlanksAroundButNothingElse) {
  EXPECT_EQ(read_text(" 2025-01-31\t", ValueKind::date), Cell(Date{20'119}));
  EXPECT_EQ(read_text("\u00a02025-01-31", ValueKind::date), std::nullopt);
  EXPECT_EQ(read_text(" 1970-01-01 00:01 ", ValueKind::timestamp),
            Cell(Timestamp{60'000'000}));
  EXPECT_EQ(read_text("True", ValueKind::boolean), Cell(true));
  EXPECT_EQ(read_text(" FALSE", ValueKind::boolean), Cell(false));
  EXPECT_EQ(read_text("1", ValueKind::boolean), std::nullopt);
  EXPECT_EQ(read_text("T", ValueKind::boolean), std::nullopt);
  EXPECT_EQ(read_text(" 5 ", ValueKind::real), Cell(5.0));
  EXPECT_EQ(read_text("nan", ValueKind::real), std::nullopt);
  EXPECT_EQ(read_text(" x ", ValueKind::text), Cell(std::string(" x ")));
}

}  // namespace
}  // namespace selvage
