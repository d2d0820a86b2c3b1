#include "selvage/summary/predicate_evaluate.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "selvage/summary/predicate_parse.hpp"

namespace selvage {
namespace {

constexpr Truth kNo = Truth::no, kUnknown = Truth::unknown, kYes = Truth::yes;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
using Cell = std::optional<Value>;

// Of one row; its columns are named by their kinds.
Truth ask(const std::string& text, const Cell& cell) {
  const auto kinds = kinds_by_name({{"exact", ValueKind::exact},
                                    {"real", ValueKind::real},
                                    {"text", ValueKind::text},
                                    {"date", ValueKind::date},
                                    {"time", ValueKind::timestamp},
                                    {"flag", ValueKind::boolean}});
  const auto predicate = bind_predicate(*parse_predicate(text), kinds);
  EXPECT_TRUE(predicate) << text;
  const std::vector<Cell> row(predicate->columns.size(), cell);
  EXPECT_EQ(keeps(*predicate, row), evaluate(*predicate, row) == kYes);
  return evaluate(*predicate, row);
}

Cell word(const char* text) { return Value(std::string(text)); }

TEST(EvaluatePredicate, WholeNumbersAndDecimalsAreComparedExactly) {
  const Cell big = Value(*Rational::parse("9007199254740993"));
  EXPECT_EQ(ask("exact = 9007199254740993", big), kYes);
  EXPECT_EQ(ask("exact = 9007199254740992", big), kNo);
  EXPECT_EQ(ask("exact > 9007199254740992.999", big), kYes);
  EXPECT_EQ(ask("exact in (1, 9007199254740993)", big), kYes);
  EXPECT_EQ(ask("exact = 0.3", Value(Rational(3, 10))), kYes);
}

TEST(EvaluatePredicate, DoublesAreComparedWithTheNearestDouble) {
  EXPECT_EQ(ask("real = 0.3", Value(0.3)), kYes);
  EXPECT_EQ(ask("real = 0.3", Value(0.1 + 0.2)), kNo);
  EXPECT_EQ(ask("real <= 9007199254740993", Value(9007199254740992.0)), kYes);
  EXPECT_EQ(ask("real = 0", Value(-0.0)), kYes);
}

TEST(EvaluatePredicate, InfinitiesCompareAsNumbers) {
  EXPECT_EQ(ask("real > 1e300", Value(kInfinity)), kYes);
  EXPECT_EQ(ask("real < -1e300", Value(-kInfinity)), kYes);
  EXPECT_EQ(ask("real = 1e400", Value(kInfinity)), kYes);
  EXPECT_EQ(ask("real is null", Value(kInfinity)), kNo);
}

TEST(EvaluatePredicate, ATestOfAMissingValueIsUnknown) {
  for (const Cell& missing : {Cell(), Cell(Value(std::nan("")))}) {
    for (const char* text :
         {"real = 1", "real != 1", "real < 1", "real in (1, 2)", "real not in (1, 2)",
          "not real = 1", "real = real", "real between 1 and 2",
          "real not between 1 and 2", "real = 1 or real != 1"})
      EXPECT_EQ(ask(text, missing), kUnknown) << text;
    EXPECT_EQ(ask("real is null", missing), kYes);
    EXPECT_EQ(ask("real is not null", missing), kNo);
  }
  EXPECT_EQ(ask("text like '%'", Cell()), kUnknown);
  EXPECT_EQ(ask("text not like '%'", Cell()), kUnknown);
}

// no < unknown < yes: all nine pairs of each.
TEST(EvaluatePredicate, AndIsTheLeastOrIsTheGreatest) {
  const std::pair<const char*, Truth> tests[] = {
      {"real is not null", kNo}, {"real = 1", kUnknown}, {"real is null", kYes}};
  for (const auto& [left, a] : tests)
    for (const auto& [right, b] : tests) {
      EXPECT_EQ(ask(std::string(left) + " and " + right, Cell()), std::min(a, b));
      EXPECT_EQ(ask(std::string(left) + " or " + right, Cell()), std::max(a, b));
    }
}

TEST(EvaluatePredicate, TextIsComparedByteByByte) {
  EXPECT_EQ(ask("text = 'a'", word("A")), kNo);
  EXPECT_EQ(ask("text < 'a'", word("Z")), kYes);
  EXPECT_EQ(ask("text > 'z'", word("é")), kYes);
  EXPECT_EQ(ask("text = ''", word("")), kYes);
  EXPECT_EQ(ask("text = 'a'", word("a ")), kNo);
  EXPECT_EQ(ask("text in ('b', 'a')", word("a")), kYes);
}

TEST(EvaluatePredicate, DatesTimesAndBooleansHaveTheirOrder) {
  EXPECT_EQ(ask("\"date\" < '1970-01-03'", Value(Date{1})), kYes);
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
