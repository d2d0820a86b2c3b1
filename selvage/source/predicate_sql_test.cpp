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
    const std::string sql = to_sql(*bound, table.columns());
    ++asked;
    const auto engine = table.by_engine(sql);
    ASSERT_EQ(engine.size(), table.rows()) << text << "\n" << sql;
    std::int64_t kept = 0;
    std::map<Truth, int> seen;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const Truth ours = table.by_evaluate(*bound, row);
      ASSERT_EQ(engine[row], ours) << text << "\n" << sql << "\nrow " << row;
      kept += ours == Truth::yes ? 1 : 0;
      ++seen[ours];
    }
    mixed += seen.size() > 1 ? 1 : 0;
    ASSERT_EQ(table.kept_by_engine(sql), kept) << text << "\n" << sql;
  }
  EXPECT_GT(asked, 1'500);
  EXPECT_GT(mixed, 1'000);  // else the lines above prove little
}

std::string sql_of(const Table& table, const std::string& text) {
  const auto predicate = parse_predicate(text);
  if (!predicate) return predicate.error().message;
  const auto bound = bind_predicate(*predicate, engine_kinds(table.columns(), "t"));
  if (!bound) return bound.error().message;
  return to_sql(*bound, table.columns());
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
       "(CASE WHEN isnan(\"real\") THEN NULL ELSE \"real\" END < CAST('0.3' AS "
       "DOUBLE))"},
      {"real < 0.30000000000000000001",
       "(CASE WHEN isnan(\"real\") THEN NULL ELSE \"real\" END <= CAST('0.3' AS "
       "DOUBLE))"},
      {"single >= 0.29999999999",
       "(CASE WHEN isnan(\"single\") THEN NULL ELSE \"single\" END >= CAST('0.3' AS "
       "FLOAT))"},
      {"single = 0.29999999999",
       "(CASE WHEN isnan(\"single\") THEN NULL ELSE \"single\" END IS NULL AND "
       "CAST(NULL AS BOOLEAN))"},
      {"text = 'it''s'",
       "((CASE WHEN strlen(CAST(\"text\" AS VARCHAR)) > 0 THEN CAST(\"text\" AS "
       "VARCHAR) ELSE NULL END COLLATE \"C\") = 'it''s')"},
      {"text > 5",
       "(selvage_number(CAST(\"text\" AS VARCHAR)) > '\\x03\\x80\\x01\\x35'::BLOB)"},
      {"day < '1970-01-02'", "(selvage_moment_day(\"day\") < (86400000000)::BIGINT)"},
      {"whole < big", "(CAST(\"whole\" AS HUGEINT) < CAST(\"big\" AS HUGEINT))"},
      {"single < real",
       "(selvage_number_float(CASE WHEN isnan(\"single\") THEN NULL ELSE \"single\" "
       "END) < selvage_number_double(CASE WHEN isnan(\"real\") THEN NULL ELSE "
       "\"real\" END))"},
      {"huge < money",
       "(selvage_number(CAST(\"huge\" AS VARCHAR)) < selvage_number(CAST(\"money\" AS "
       "VARCHAR)))"},
  };
  for (const auto& [text, sql] : cases) EXPECT_EQ(sql_of(table, text), sql) << text;
}

TEST(PredicateSql, RefusesBySchemaWhatCannotBeCompared) {
  Random random(1);
  const Table table(1, random);
  EXPECT_EQ(sql_of(table, "list = 1"),
            "`where`: column 'list' holds values that cannot be compared and cannot be "
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
  const Cell day = Value(midnight(Date{20'119}));
  EXPECT_EQ(read_text(" 2025-01-31\t", ValueKind::moment), day);
  EXPECT_EQ(read_text("\u00a02025-01-31", ValueKind::moment), std::nullopt);
  EXPECT_EQ(read_text(" 1970-01-01 00:01 ", ValueKind::moment),
            Cell(Timestamp{60'000'000}));
  EXPECT_GT(read_text("Infinity", ValueKind::moment), day);
  EXPECT_LT(read_text("-infinity ", ValueKind::moment), day);
  EXPECT_EQ(read_text("True", ValueKind::boolean), Cell(true));
  EXPECT_EQ(read_text(" FALSE", ValueKind::boolean), Cell(false));
  EXPECT_EQ(read_text("1", ValueKind::boolean), std::nullopt);
  EXPECT_EQ(read_text("T", ValueKind::boolean), std::nullopt);
  EXPECT_EQ(read_text(" 5 ", ValueKind::number), Cell(ExactNumber::of(5.0)));
  EXPECT_EQ(read_text("nan", ValueKind::number), std::nullopt);
  EXPECT_EQ(read_text(" x ", ValueKind::text), Cell(std::string(" x ")));
  for (const ValueKind kind : {ValueKind::number, ValueKind::text, ValueKind::moment,
                               ValueKind::boolean, ValueKind::other})
    EXPECT_EQ(read_text("", kind), std::nullopt);
  EXPECT_TRUE(read_text("nan", ValueKind::other));
}

}  // namespace
}  // namespace selvage
