#include "selvage/summary/predicate_evaluate.hpp"

#include <gtest/gtest.h>

#include "selvage/summary/predicate_parse.hpp"

namespace selvage {
namespace {

constexpr Truth kNo = Truth::no, kUnknown = Truth::unknown, kYes = Truth::yes;
using Cell = std::optional<Value>;

// Of one row; its columns are named by their kinds.
Truth ask(const std::string& text, const Cell& cell) {
  const auto kinds = kinds_by_name({{"digits", ValueKind::number},
                                    {"word", ValueKind::text},
                                    {"time", ValueKind::moment},
                                    {"flag", ValueKind::boolean}});
  const auto predicate = bind_predicate(*parse_predicate(text), kinds);
  EXPECT_TRUE(predicate) << text;
  const std::vector<Cell> row(predicate->columns.size(), cell);
  EXPECT_EQ(keeps(*predicate, row), evaluate(*predicate, row) == kYes);
  return evaluate(*predicate, row);
}

Cell word(const char* text) { return Value(std::string(text)); }
Cell number(const char* text) { return Value(*ExactNumber::read(text)); }

TEST(EvaluatePredicate, NumbersAreComparedExactly) {
  const Cell big = number("9007199254740993");
  EXPECT_EQ(ask("digits = 9007199254740993", big), kYes);
  EXPECT_EQ(ask("digits = 9007199254740992", big), kNo);
  EXPECT_EQ(ask("digits > 9007199254740992.999", big), kYes);
  EXPECT_EQ(ask("digits in (1, 9007199254740993)", big), kYes);
  EXPECT_EQ(ask("digits = 0.3", number("0.30")), kYes);
  EXPECT_EQ(ask("digits = 0.3", Value(ExactNumber::of(0.3))), kYes);
  EXPECT_EQ(ask("digits = 0.3", Value(ExactNumber::of(0.1 + 0.2))), kNo);
  EXPECT_EQ(ask("digits = 0", Value(ExactNumber::of(-0.0))), kYes);
}

TEST(EvaluatePredicate, InfinitiesLieBeyondAllNumbers) {
  EXPECT_EQ(ask("digits > 1e300", number("inf")), kYes);
  EXPECT_EQ(ask("digits < -1e300", number("-inf")), kYes);
  EXPECT_EQ(ask("digits > 1e400", number("inf")), kYes);
  EXPECT_EQ(ask("digits = 1e400", number("1e400")), kNo);
  EXPECT_EQ(ask("digits is null", number("inf")), kNo);
}

TEST(EvaluatePredicate, ATestOfAMissingValueIsUnknown) {
  for (const Cell& missing : {Cell()}) {
    for (const char* text :
         {"digits = 1", "digits != 1", "digits < 1", "digits in (1, 2)",
          "digits not in (1, 2)", "not digits = 1", "digits = digits",
          "digits between 1 and 2", "digits not between 1 and 2",
          "digits = 1 or digits != 1"})
      EXPECT_EQ(ask(text, missing), kUnknown) << text;
    EXPECT_EQ(ask("digits is null", missing), kYes);
    EXPECT_EQ(ask("digits is not null", missing), kNo);
  }
  EXPECT_EQ(ask("word like '%'", Cell()), kUnknown);
  EXPECT_EQ(ask("word not like '%'", Cell()), kUnknown);
}

// no < unknown < yes: all nine pairs of each.
TEST(EvaluatePredicate, AndIsTheLeastOrIsTheGreatest) {
  const std::pair<const char*, Truth> tests[] = {
      {"digits is not null", kNo}, {"digits = 1", kUnknown}, {"digits is null", kYes}};
  for (const auto& [left, a] : tests)
    for (const auto& [right, b] : tests) {
      EXPECT_EQ(ask(std::string(left) + " and " + right, Cell()), std::min(a, b));
      EXPECT_EQ(ask(std::string(left) + " or " + right, Cell()), std::max(a, b));
    }
}

TEST(EvaluatePredicate, TextIsComparedByteByByte) {
  EXPECT_EQ(ask("word = 'a'", word("A")), kNo);
  EXPECT_EQ(ask("word < 'a'", word("Z")), kYes);
  EXPECT_EQ(ask("word > 'z'", word("é")), kYes);
  EXPECT_EQ(ask("word = 'a'", word("a ")), kNo);
  EXPECT_EQ(ask("word in ('b', 'a')", word("a")), kYes);
}

TEST(EvaluatePredicate, DatesTimesAndBooleansHaveTheirOrder) {
  EXPECT_EQ(ask("time < '1970-01-03'", Value(midnight(Date{1}))), kYes);
  EXPECT_EQ(ask("time >= date '1970-01-02'", Value(Timestamp{86'399'999'999})), kNo);
  EXPECT_EQ(ask("flag = true", Value(false)), kNo);
  EXPECT_EQ(ask("flag < true", Value(false)), kYes);
}

TEST(EvaluatePredicate, PatternsMatchWholeTextsByCharacters) {
  const std::tuple<const char*, const char*, bool> cases[] = {
      {"abc", "abc", true},     {"abc", "ab", false},     {"abc", "a%", true},
      {"abc", "%c", true},      {"abc", "%b%", true},     {"abc", "a_c", true},
      {"abc", "____", false},   {"", "", true},           {"", "%", true},
      {"", "_", false},         {"é", "_", true},         {"é", "__", false},
      {"é", "%__", false},      {"aéb", "a_b", true},     {"日本", "__", true},
      {"a%b", "a\\%b", false},  {"a\\xb", "a\\%b", true}, {"aab", "%ab", true},
      {"abab", "%ab%ab", true}, {"aba", "%ab%ab", false}, {"a", "a%%", true},
      {"ABC", "abc", false},    {"abcabd", "%abd", true}, {"%", "_", true}};
  for (const auto& [text, pattern, matches] : cases)
    EXPECT_EQ(is_like(text, pattern), matches) << text << " like " << pattern;
}

TEST(EvaluatePredicate, PatternsTakeNoExponentialTime) {
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "%a";
  EXPECT_FALSE(is_like(std::string(20'000, 'a'), pattern + "b"));
}

}  // namespace
}  // namespace selvage
