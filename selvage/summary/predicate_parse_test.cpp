#include "selvage/summary/predicate_parse.hpp"

#include <random>

#include <gtest/gtest.h>

namespace selvage {
namespace {

// The canonical text, or the sentence of the refusal.
std::string canonical(std::string_view text) {
  const auto predicate = parse_predicate(text);
  return predicate ? predicate_text(*predicate) : predicate.error().message;
}

void expect_reads_back(const Predicate& predicate) {
  const std::string text = predicate_text(predicate);
  const auto again = parse_predicate(text);
  ASSERT_TRUE(again) << text << "\n" << again.error().message;
  EXPECT_EQ(*again, predicate) << text;
}

TEST(ParsePredicate, ReadsEveryRelation) {
  EXPECT_EQ(canonical("a=1"), "a = 1");
  EXPECT_EQ(canonical("a<>1"), "a != 1");
  EXPECT_EQ(canonical("a!=1"), "a != 1");
  EXPECT_EQ(canonical("a<-1"), "a < -1");
  EXPECT_EQ(canonical("a<=+1"), "a <= 1");
  EXPECT_EQ(canonical("a>1"), "a > 1");
  EXPECT_EQ(canonical("\ta\n>=\r b "), "a >= b");
}

TEST(ParsePredicate, AValueOnTheLeftIsTurnedOver) {
  EXPECT_EQ(canonical("1 < a"), "a > 1");
  EXPECT_EQ(canonical("1 >= a"), "a <= 1");
  EXPECT_EQ(canonical("'x' <> a"), "a != 'x'");
}

TEST(ParsePredicate, NumbersKeepAllTheirDigits) {
  EXPECT_EQ(canonical("a = 0.10"), "a = 0.1");
  EXPECT_EQ(canonical("a = -.5"), "a = -0.5");
  EXPECT_EQ(canonical("a = 1e-21"), "a = 0.000000000000000000001");
  EXPECT_EQ(canonical("a = 12345678901234567890123.25"),
            "a = 12345678901234567890123.25");
  EXPECT_EQ(canonical("a = 5.E2"), "a = 500");
}

TEST(ParsePredicate, NotBindsCloserThanAndCloserThanOr) {
  EXPECT_EQ(canonical("not a=1 and b=2 or c=3"), "not a = 1 and b = 2 or c = 3");
  EXPECT_EQ(canonical("not (a=1 and (b=2 or c=3))"),
            "not (a = 1 and (b = 2 or c = 3))");
  EXPECT_EQ(canonical("(a=1 and b=2) and ((c=3))"), "a = 1 and b = 2 and c = 3");
  EXPECT_EQ(*parse_predicate("a=1 or b=2 and c=3"),
            *parse_predicate("a=1 or (b=2 and c=3)"));
  EXPECT_NE(*parse_predicate("a=1 or b=2 and c=3"),
            *parse_predicate("(a=1 or b=2) and c=3"));
}

TEST(ParsePredicate, ReadsListsPatternsRangesAndMissing) {
  EXPECT_EQ(canonical("a IN (1,2 , 3)"), "a in (1, 2, 3)");
  EXPECT_EQ(canonical("a Not In ('x')"), "a not in ('x')");
  EXPECT_EQ(canonical("not a in ('x')"), "a not in ('x')");
  EXPECT_EQ(canonical("a like 'b%_'"), "a like 'b%_'");
  EXPECT_EQ(canonical("a not like 'b\\'"), "a not like 'b\\'");
  EXPECT_EQ(canonical("a between 1 and 2 and b = 3"), "a >= 1 and a <= 2 and b = 3");
  EXPECT_EQ(canonical("a not between 1 and b"), "not (a >= 1 and a <= b)");
  EXPECT_EQ(canonical("a IS NULL or not b is not null"),
            "a is null or not b is not null");
}

TEST(ParsePredicate, ReadsDatesTimesAndBooleans) {
  EXPECT_EQ(canonical("a = date '2025-01-31'"), "a = date '2025-01-31'");
  EXPECT_EQ(canonical("a < TIMESTAMP '2025-01-31T12:00'"),
            "a < timestamp '2025-01-31 12:00:00'");
  EXPECT_EQ(canonical("a = TRUE or false = a"), "a = true or a = false");
  EXPECT_EQ(canonical("date > 5 and date < date '2025-01-31'"),
            "\"date\" > 5 and \"date\" < date '2025-01-31'");
}

TEST(ParsePredicate, ReadsHowAColumnIsRead) {
  EXPECT_EQ(canonical("NUMBER( a )<=b"), "number(a) <= b");
  EXPECT_EQ(canonical("5 < number(\"net wage\")"), "number(\"net wage\") > 5");
  EXPECT_EQ(canonical("text(a) in ('x') or timestamp(b) is not null"),
            "text(a) in ('x') or timestamp(b) is not null");
  EXPECT_EQ(canonical("boolean(a) = boolean(b)"), "boolean(a) = boolean(b)");
  EXPECT_EQ(canonical("number(a) not between 1 and number(b)"),
            "not (number(a) >= 1 and number(a) <= number(b))");
  EXPECT_EQ(canonical("number > 5 and text = 'x' and number in (1)"),
            "number > 5 and text = 'x' and number in (1)");
  EXPECT_NE(*parse_predicate("number(a) < b"), *parse_predicate("a < b"));
  EXPECT_EQ(canonical("lower(a) = 'x'"),
            "`where`, at character 1: there are no functions; number(x), text(x), "
            "timestamp(x) and boolean(x) say how a column x is read");
  EXPECT_EQ(canonical("number(5) = 5"),
            "`where`, at character 8: expected a column in 'number(...)', found '5'");
  EXPECT_EQ(canonical("number(a + 1) = 5").substr(0, 22), "`where`, at character ");
  EXPECT_EQ(canonical("a in (number(b))"),
            "`where`, at character 7: expected a value in the list, found 'number'");
}

TEST(ParsePredicate, NamesAreBareOrQuoted) {
  EXPECT_EQ(canonical("größe_2 = 1"), "größe_2 = 1");
  EXPECT_EQ(canonical("\"größe_2\" = 1"), "größe_2 = 1");
  EXPECT_EQ(canonical("年龄 = 1"), "年龄 = 1");
  EXPECT_EQ(canonical("\"a \"\"b\"\"\" = 1"), "\"a \"\"b\"\"\" = 1");
  EXPECT_EQ(canonical("\"In\" in (1)"), "\"In\" in (1)");
  EXPECT_EQ(canonical("\"2a\" = 1"), "\"2a\" = 1");
  EXPECT_EQ(canonical("A = a"), "A = a");
}

TEST(ParsePredicate, ReadsTheExamplesOfItsPage) {
  for (const char* text : {"status = 'paid' and year >= 2024", "age >= 18 and age < 65",
                           "dept in ('sales', 'service') and not region like 'North%'",
                           "born between date '1980-01-01' and date '1989-12-31'",
                           "\"net wage\" <= \"gross wage\"",
                           "(country = 'DE' or country is null) and seen >= timestamp "
                           "'2025-01-31 12:00'"}) {
    const auto predicate = parse_predicate(text);
    ASSERT_TRUE(predicate) << predicate.error().message;
    expect_reads_back(*predicate);
  }
}

TEST(ParsePredicate, SaysWhereAndWhatWasExpected) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "1: expected a column, a value, 'not' or '(', but it ends here"},
      {"a = 1 and b >", "14: expected a value or a column after '>', but it ends here"},
      {"ä = 1 b", "7: expected 'and', 'or' or the end, found 'b'"},
      {"a",
       "2: expected one of = != < <= > >= in like between is after the column, "
       "but it ends here"},
      {"a == 1", "4: expected a value or a column after '=', found '='"},
      {"a = null",
       "5: expected a value or a column after '='; to ask whether a value "
       "is missing write 'is null' or 'is not null'"},
      {"a in (1, null)",
       "10: expected a value in the list; to ask whether a value is "
       "missing write 'is null' or 'is not null'"},
      {"a in ()", "7: expected a value in the list, found ')'"},
      {"a in (b)", "7: expected a value in the list, found 'b'"},
      {"a in 1", "6: expected '(' after 'in', found '1'"},
      {"a in (1", "8: expected ',' or ')' in the list, but it ends here"},
      {"(a = 1", "7: expected 'and', 'or' or ')', but it ends here"},
      {"(a) = 1",
       "3: expected one of = != < <= > >= in like between is after the "
       "column, found ')'"},
      {"a = 1)", "6: expected 'and', 'or' or the end, found ')'"},
      {"1 = 2", "1: this compares two values; one side must be a column"},
      {"1 in (2)", "3: expected one of = != < <= > >= after a value, found 'in'"},
      {"1 not in (2)", "1: expected a column before 'in'"},
      {"a like b", "8: expected a pattern in 'single quotes' after 'like', found 'b'"},
      {"a between 1 or 2",
       "13: expected 'and' and the upper end of 'between', found 'or'"},
      {"a is 5", "6: expected 'null' or 'not null' after 'is', found '5'"},
      {"a not 5", "7: expected 'in', 'like' or 'between' after 'not', found '5'"},
      {"a = 'x",
       "5: the quote that opens here is never closed; inside, a quote is "
       "written twice: ''"},
      {"\"\" = 1", "1: a column name is empty"},
      {"a = 1_000", "5: '1_000' is not a number; write for example 1, -0.5 or 1e3"},
      {"a = 1or b = 2", "5: '1or' is not a number; write for example 1, -0.5 or 1e3"},
      {"a = date '2025-02-30'", "10: this is not a date; write date '2025-01-31'"},
      {"a = timestamp 'noon'",
       "15: this is not a time; write timestamp '2025-01-31 12:34:56'"},
  };
  for (const auto& [text, sentence] : cases)
    EXPECT_EQ(canonical(text), std::string("`where`, at character ") + sentence);
}

TEST(ParsePredicate, LimitsDepthLengthAndDigits) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '(') + "a = 1" + std::string(depth, ')');
  };
  EXPECT_EQ(canonical(nested(64)), "a = 1");
  const std::string too_deep =
      "`where`, at character 65: more than 64 parentheses and 'not' inside one another";
  EXPECT_EQ(canonical(nested(65)), too_deep);
  EXPECT_EQ(canonical(nested(9'000)), too_deep);
  EXPECT_EQ(canonical(nested(100'000)), "`where` is longer than 20000 bytes");
  std::string nots;
  for (int i = 0; i < 4'900; ++i) nots += "not ";
  EXPECT_FALSE(parse_predicate(nots + "a = 1"));
  EXPECT_FALSE(parse_predicate(nots));
  EXPECT_FALSE(parse_predicate("a = 1e501"));
  EXPECT_FALSE(parse_predicate("a = 1e-9999"));
  EXPECT_FALSE(parse_predicate("a = 1e99999999999"));
  EXPECT_FALSE(parse_predicate("a = " + std::string(501, '1')));
  EXPECT_TRUE(parse_predicate("a = 1e400"));
  EXPECT_TRUE(parse_predicate("a = 1e-400"));
  std::string wide = "a = 1";
  while (wide.size() < 19'900) wide += " or a = 1";
  EXPECT_TRUE(parse_predicate(wide));
}

TEST(ParsePredicate, TheDeepestAndTheLongestReadBack) {
  std::string deep;
  for (int i = 0; i < 62; ++i) deep += "not ";
  const auto negated_range = parse_predicate(deep + "a not between 1 and 2");
  ASSERT_TRUE(negated_range);
  expect_reads_back(*negated_range);
  EXPECT_FALSE(parse_predicate(deep + "not a not between 1 and 2"));
  // Its canonical text names the column twice.
  const std::string name(12'000, 'x');
  EXPECT_FALSE(parse_predicate(name + " between 1 and 2"));
}

// Whatever the request holds, it is a literal, a name or an error.
TEST(ParsePredicate, InjectionIsALiteralOrAnError) {
  for (const char* text : {"a = 1; drop table t",
                           "a = 1 -- b",
                           "a = 1 /* b */",
                           "a = 1 union select 1",
                           "a = 'x' or 1=1",
                           "a = x'41'",
                           "a = $1",
                           "a = ?",
                           "a = e'x'",
                           "a = \"x",
                           "a = ‘x’",
                           "a = “x”",
                           "“a” = 1",
                           "a = $$x$$",
                           "a = (select 1)",
                           "f(a) = 1",
                           "a::int = 1",
                           "a = 'x' 'y'",
                           "a.b = 1",
                           "a = b.c",
                           "a + 1 = 2",
                           "a = `b`",
                           "a = 1 # b",
                           "[a] = 1",
                           "a = {x}",
                           "a\u00a0= 1",
                           "a =\u20281",
                           "a = 1\\",
                           "a similar to 'x'",
                           "a like 'x' escape '!'",
                           "a collate nocase = 'x'"})
    EXPECT_FALSE(parse_predicate(text)) << text;
  EXPECT_FALSE(parse_predicate(std::string_view("a = 'x\0y'", 9)));
  EXPECT_FALSE(parse_predicate(std::string_view("a = 1\0", 6)));
  EXPECT_FALSE(parse_predicate("a = 'x\x01'"));
  for (const char* bad : {"a = '\xff'", "a = '\xc0\xa7'", "a = '\xed\xa0\x80'",
                          "a = '\xe2\x80'", "\xf5\x80\x80\x80 = 1"})
    EXPECT_FALSE(parse_predicate(bad));
  EXPECT_EQ(canonical("a = 'x''; drop table t; --'"), "a = 'x''; drop table t; --'");
  EXPECT_EQ(canonical("\"a\"\"; --\" = 1"), "\"a\"\"; --\" = 1");
  EXPECT_EQ(canonical("a = '’ or ’'"), "a = '’ or ’'");
}

TEST(ParsePredicate, RandomBytesNeverCrash) {
  std::mt19937_64 random(20'250'131);
  for (int round = 0; round < 50'000; ++round) {
    std::string text(random() % 40, ' ');
    for (char& c : text) c = static_cast<char>(random());
    const auto predicate = parse_predicate(text);
    if (predicate) expect_reads_back(*predicate);
  }
}

TEST(ParsePredicate, RandomTokensNeverCrashAndWhatIsReadReadsBack) {
  const char* tokens[] = {"a",         "b",
                          "\"c d\"",   "'x'",
                          "''",        "'it''s'",
                          "1",         "-2.50",
                          "1e3",       "=",
                          "!=",        "<>",
                          "<",         "<=",
                          ">",         ">=",
                          "(",         ")",
                          ",",         "and",
                          "or",        "not",
                          "in",        "between",
                          "is",        "null",
                          "like",      "is null",
                          "in (1)",    "like 'x'",
                          "a = 1",     "a = 1",
                          "true",      "date '2025-01-31'",
                          "date",      "timestamp '2025-01-31 10:00'",
                          "number(a)", "text(\"c d\")",
                          "ä",         ";",
                          "--",        "\"",
                          "'",         "‘"};
  std::mt19937_64 random(7);
  int read = 0;
  for (int round = 0; round < 50'000; ++round) {
    std::string text;
    for (std::size_t n = random() % 9 + 1; n > 0; --n)
      text +=
          tokens[random() % std::size(tokens)] + std::string(random() % 8 ? " " : "");
    const auto predicate = parse_predicate(text);
    if (!predicate) continue;
    ++read;
    expect_reads_back(*predicate);
  }
  EXPECT_GT(read, 300);
}

// Cut, doubled and changed bytes of a predicate that has everything in it.
TEST(ParsePredicate, DamagedTextNeverCrashes) {
  const std::string whole =
      "not (größe between 1 and 2.5e3 or \"a \"\"b\" in ('it''s', 'ü')) and c is not "
      "null and d not like '%_x' or e >= date '2025-01-31' and true = f";
  ASSERT_TRUE(parse_predicate(whole));
  std::mt19937_64 random(11);
  for (int round = 0; round < 10'000; ++round) {
    std::string text = whole;
    for (std::size_t n = random() % 3 + 1; n > 0; --n) {
      const std::size_t at = random() % text.size();
      if (random() % 3 == 0)
        text.erase(at, random() % 20 + 1);
      else if (random() % 2 == 0)
        text.insert(at, text.substr(random() % text.size(), random() % 20));
      else
        text[at] = static_cast<char>(random());
      if (text.empty()) break;
    }
    const auto predicate = parse_predicate(text);
    if (predicate) expect_reads_back(*predicate);
  }
}

}  // namespace
}  // namespace selvage
