#include "selvage/summary/predicate_bind.hpp"

#include <gtest/gtest.h>

#include "selvage/summary/predicate_parse.hpp"

namespace selvage {
namespace {

const KindOf kTable = kinds_by_name({{"rows", ValueKind::number},
                                     {"wage", ValueKind::number},
                                     {"dept", ValueKind::text},
                                     {"born", ValueKind::moment},
                                     {"seen", ValueKind::moment},
                                     {"paid", ValueKind::boolean},
                                     {"left", ValueKind::any_text},
                                     {"right", ValueKind::any_text},
                                     {"third", ValueKind::any_text},
                                     {"blob", ValueKind::other},
                                     {"twice", ValueKind::number},
                                     {"twice", ValueKind::number},
                                     {"17", ValueKind::any_text}});

Result<BoundPredicate> bound(const std::string& text) {
  const auto predicate = parse_predicate(text);
  EXPECT_TRUE(predicate) << text;
  return bind_predicate(*predicate, kTable);
}

void expect_refused(const std::string& text, const std::string& sentence) {
  const auto result = bound(text);
  ASSERT_FALSE(result) << text;
  EXPECT_EQ(result.error().message, "`where`: " + sentence);
  EXPECT_EQ(result.error().kind, ErrorKind::invalid_request);
}

// How the column `left` is read.
ValueKind read_as(const std::string& text) {
  const auto result = bound(text);
  EXPECT_TRUE(result) << result.error().message;
  for (const BoundColumn& column : result->columns)
    if (column.name == "left") return column.read;
  return ValueKind::other;
}

TEST(BindPredicate, EveryColumnIsListedOnce) {
  const auto result = bound("wage > 1 and rows < wage or wage is null");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->columns,
            (std::vector<BoundColumn>{{"wage", ValueKind::number, ValueKind::number},
                                      {"rows", ValueKind::number, ValueKind::number}}));
}

TEST(BindPredicate, LiteralsTakeTheKindOfTheColumn) {
  const auto literal = [](const std::string& text) {
    return std::get<Value>(std::get<BoundRule::Compare>(bound(text)->rule.node).right);
  };
  EXPECT_EQ(literal("rows = 0.3"), Value(ExactNumber::of(Rational(3, 10))));
  EXPECT_EQ(literal("dept = '2025-01-31'"), Value(std::string("2025-01-31")));
  EXPECT_EQ(literal("born = '2025-01-31'"), Value(midnight(Date{20'119})));
  EXPECT_EQ(literal("born = date '2025-01-31'"), Value(midnight(Date{20'119})));
  EXPECT_EQ(literal("seen = date '1970-01-02'"), Value(Timestamp{86'400'000'000}));
  EXPECT_EQ(literal("seen = '1970-01-01 00:01'"), Value(Timestamp{60'000'000}));
  EXPECT_EQ(literal("paid = true"), Value(true));
}

TEST(BindPredicate, TextOfAFileIsReadAsWhatItIsComparedWith) {
  EXPECT_EQ(read_as("left > 5"), ValueKind::number);
  EXPECT_EQ(read_as("left in (5, 6)"), ValueKind::number);
  EXPECT_EQ(read_as("left = '5'"), ValueKind::text);
  EXPECT_EQ(read_as("left like '5'"), ValueKind::text);
  EXPECT_EQ(read_as("left is null or left > 5"), ValueKind::number);
  EXPECT_EQ(read_as("left = date '2025-01-31'"), ValueKind::moment);
  EXPECT_EQ(read_as("left = timestamp '2025-01-31 10:00'"), ValueKind::moment);
  EXPECT_EQ(read_as("left = true"), ValueKind::boolean);
}

// As '2025-01-31' beside a column of times: the formats would differ otherwise, where
// '2025-01-31 00:00:00' is midnight in one and a longer text in the other.
TEST(BindPredicate, AQuotedTimeIsATimeBesideTextToo) {
  EXPECT_EQ(read_as("left > '2025-01-31'"), ValueKind::moment);
  EXPECT_EQ(read_as("left in ('2025-01-31T12:00')"), ValueKind::moment);
  EXPECT_EQ(read_as("left = '2025-02-30'"), ValueKind::text);
  EXPECT_EQ(read_as("left = '2025-01'"), ValueKind::text);
  EXPECT_EQ(read_as("text(left) = '2025-01-31'"), ValueKind::text);
  expect_refused("left in ('2025-01-31', 'never')",
                 "column 'left' is read as dates and times and cannot be compared with "
                 "the text 'never'; write a date as '2025-01-31', a time as "
                 "'2025-01-31 12:34:56', or text(left) to compare texts");
}

TEST(BindPredicate, TextOfAFileBesideAColumnIsReadAsThatOne) {
  EXPECT_EQ(read_as("left = rows"), ValueKind::number);
  EXPECT_EQ(read_as("dept = left"), ValueKind::text);
  EXPECT_EQ(read_as("left < right and right < third and third = born"),
            ValueKind::moment);
  EXPECT_EQ(read_as("left < right and right = 'x'"), ValueKind::text);
}

// As numbers 900 < 1000, as texts '1000' < '900'.
TEST(BindPredicate, TwoTextsOfWhichNothingSaysWhatTheyHoldAreRefused) {
  for (const char* text : {"left < right", "left is null or not left < right",
                           "left < right and rows > 5"})
    expect_refused(
        text,
        "columns 'left' and 'right' are text, and nothing says how they are "
        "compared; write number(left) < right for numbers, timestamp(left) < "
        "right for dates and times, or text(left) < right for texts");
  EXPECT_EQ(read_as("number(left) < right"), ValueKind::number);
  EXPECT_EQ(read_as("left < number(right)"), ValueKind::number);
  EXPECT_EQ(read_as("left < right and number(right) is null"), ValueKind::number);
  EXPECT_EQ(read_as("text(left) < right"), ValueKind::text);
  EXPECT_EQ(read_as("timestamp(left) < right"), ValueKind::moment);
  EXPECT_EQ(read_as("left < right and right < third and boolean(third) = left"),
            ValueKind::boolean);
}

TEST(BindPredicate, AColumnOfWhichOnlyNullIsAskedIsNotRead) {
  EXPECT_EQ(read_as("left is null"), ValueKind::other);
  EXPECT_EQ(read_as("left is not null and rows > 5"), ValueKind::other);
  EXPECT_EQ(read_as("number(left) is null"), ValueKind::number);
  EXPECT_EQ(bound("wage is null")->columns[0].read, ValueKind::other);
  EXPECT_EQ(bound("wage is null or wage < 5")->columns[0].read, ValueKind::number);
}

TEST(BindPredicate, AReadingIsObeyedOrRefused) {
  EXPECT_TRUE(bound("number(rows) < number(wage)"));
  EXPECT_TRUE(bound("timestamp(born) < seen"));
  expect_refused("text(rows) = dept",
                 "column 'rows' holds numbers and cannot be read as texts too");
  expect_refused("number(left) < 5 or text(left) = 'x'",
                 "column 'left' is read as numbers and cannot be read as texts too");
  expect_refused(
      "text(left) > 5",
      "column 'left' is read as texts and cannot be compared with the number "
      "5");
  expect_refused(
      "number(blob) is null",
      "column 'blob' holds values that cannot be compared and cannot be read "
      "as numbers too");
}

TEST(BindPredicate, AnEmptyTextIsAskedForAsAMissingOne) {
  for (const char* text : {"dept = ''", "left != ''", "left in ('x', '')"})
    expect_refused(text, std::string("an empty text is a missing value; ask whether ") +
                             (text[0] == 'd' ? "dept" : "left") + " is null");
}

TEST(BindPredicate, RefusesWhatAColumnCannotHold) {
  expect_refused(
      "rows = 'x'",
      "column 'rows' holds numbers and cannot be compared with the text 'x'");
  expect_refused("dept > 5",
                 "column 'dept' holds texts and cannot be compared with the number 5");
  expect_refused("wage in (1, true)",
                 "column 'wage' holds numbers and cannot be compared with true");
  expect_refused("paid = 1",
                 "column 'paid' holds true and false and cannot be compared "
                 "with the number 1");
  expect_refused("born = '2025-02-30'",
                 "column 'born' holds dates and times and cannot be compared with the "
                 "text '2025-02-30'; write a date as '2025-01-31', a time as "
                 "'2025-01-31 12:34:56'");
  EXPECT_TRUE(bound("born = timestamp '2025-01-31 10:00'"));
  expect_refused(
      "left = 'n/a' or left > 5",
      "column 'left' is read as numbers and cannot be compared with the text "
      "'n/a'");
  expect_refused("wage like '5%'",
                 "column 'wage' holds numbers, and 'like' asks about texts");
  expect_refused("left > 5 and left like '5%'",
                 "column 'left' is read as numbers, and 'like' asks about texts");
  EXPECT_TRUE(bound("born < seen"));
  expect_refused("left > 5 and dept = left",
                 "column 'dept' holds texts and cannot be compared with column 'left', "
                 "which is read as numbers");
  expect_refused("blob = 'x'",
                 "column 'blob' holds values that cannot be compared and "
                 "cannot be compared with the text 'x'");
  EXPECT_FALSE(bound("blob = blob"));
  EXPECT_TRUE(bound("blob is null"));
  EXPECT_TRUE(bound("rows < wage"));
}

TEST(BindPredicate, NamesOnlyTheColumnThatWasProbablyMeant) {
  expect_refused("wages > 1", "there is no column 'wages'; did you mean 'wage'?");
  expect_refused("salary > 1", "there is no column 'salary'");
  expect_refused("\"18\" > 1", "there is no column '18'");
  expect_refused("twice > 1", "there is more than one column 'twice'");
}

TEST(BindPredicate, ADoubleQuotedTextIsToldFromAColumn) {
  expect_refused("dept = \"it's\"",
                 "there is no column 'it's'; if a text is meant, write 'it''s' in "
                 "single quotes");
  expect_refused("wage between 1 and UA",
                 "there is no column 'UA'; if a text is meant, write 'UA' in single "
                 "quotes");
  expect_refused("\"UA\" = dept", "there is no column 'UA'");
  expect_refused("dept = text(UA)", "there is no column 'UA'");
}

}  // namespace
}  // namespace selvage
