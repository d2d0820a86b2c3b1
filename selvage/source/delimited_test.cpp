#include "selvage/source/delimited.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <numeric>
#include <random>

#include <gtest/gtest.h>

namespace selvage {
namespace {

using Row = std::vector<std::string>;
using Rows = std::vector<Row>;

const std::string kMissing = "(missing)";

// All rows of a file, the first one too; missing values at the end of a row are left
// out. The file lives in memory: there are many.
Rows read(std::string_view bytes, char delimiter = ',', bool skip_empty = false,
          const TextLimits& limits = {}, std::vector<std::size_t> columns = {}) {
  const int file = memfd_create("table", MFD_CLOEXEC);
  EXPECT_EQ(pwrite(file, bytes.data(), bytes.size(), 0),
            static_cast<ssize_t>(bytes.size()));
  if (columns.empty()) {
    columns.resize(70);
    std::iota(columns.begin(), columns.end(), std::size_t{0});
  }
  DelimitedRows rows({file, delimiter, columns, limits});
  rows.skip_empty_lines(skip_empty);
  Rows result;
  while (rows.next()) {
    auto values = rows.values();
    while (!values.empty() && !values.back()) values.pop_back();
    Row& row = result.emplace_back();
    for (const auto& value : values) row.emplace_back(value ? *value : kMissing);
  }
  EXPECT_FALSE(rows.bytes().failed());
  close(file);
  return result;
}

// The rules of the header file once more, on a whole text and a letter at a time.
Rows reference(std::string_view text, char delimiter) {
  const auto at = [&](std::size_t i) { return i < text.size() ? text[i] : '\0'; };
  const auto ends_row = [&](std::size_t i) {
    return i >= text.size() || text[i] == '\n';
  };
  Rows rows;
  std::size_t i = 0;
  while (i < text.size()) {
    Row row;
    for (;;) {
      std::string quoted;
      std::size_t close = 0;  // the closing quote, if the field has one
      if (at(i) == '"')
        for (std::size_t k = i + 1; k < text.size(); ++k) {
          if (text[k] == '"' && at(k + 1) == '"')
            ++k;
          else if (text[k] == '"') {
            const bool well = ends_row(k + 1) || text[k + 1] == delimiter ||
                              (text[k + 1] == '\r' && ends_row(k + 2));
            if (well) close = k;
            break;
          }
          quoted += text[k];
        }
      std::string plain;
      if (close > 0) i = close + 1;
      for (; !ends_row(i) && text[i] != delimiter; ++i) plain += text[i];
      if (ends_row(i) && plain.ends_with('\r')) plain.pop_back();
      row.push_back(close > 0 ? quoted : plain);
      if (ends_row(i)) break;
      ++i;
    }
    rows.push_back(row);
    ++i;
  }
  return rows;
}

TEST(Delimited, FieldsAreReadWithAndWithoutQuotes) {
  EXPECT_EQ(read("a,b,c\n1,\"2\",3\n"), (Rows{{"a", "b", "c"}, {"1", "2", "3"}}));
  EXPECT_EQ(read("\"say \"\"hi\"\"\",x\n"), (Rows{{"say \"hi\"", "x"}}));
  EXPECT_EQ(read("\"a,b\",\"c\nd\"\ne,f\n"), (Rows{{"a,b", "c\nd"}, {"e", "f"}}));
  EXPECT_EQ(read("\"\",\"\"\"\"\n"), (Rows{{"", "\""}}));
  EXPECT_EQ(read(",\n"), (Rows{{"", ""}}));
}

TEST(Delimited, LineEndsMayBeOfEitherKindAndTheLastMayBeAbsent) {
  EXPECT_EQ(read("a,b\r\n1,2\r\n"), (Rows{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(read("a,\"b\"\r\n1,\"2\""), (Rows{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(read("a\n1"), (Rows{{"a"}, {"1"}}));
  EXPECT_EQ(read("a\n1\r"), (Rows{{"a"}, {"1"}}));
  EXPECT_EQ(read("\"x\r\ny\",1\r\n"), (Rows{{"x\r\ny", "1"}}));
  EXPECT_EQ(read("a\rb,c\n"), (Rows{{"a\rb", "c"}}));  // a lone CR ends nothing
}

TEST(Delimited, AnEmptyLineIsARowOnlyWhereItIsNotSkipped) {
  const char* text = "a\n\n1\n\r\n2\n\n";
  EXPECT_EQ(read(text, ',', false), (Rows{{"a"}, {""}, {"1"}, {""}, {"2"}, {""}}));
  EXPECT_EQ(read(text, ',', true), (Rows{{"a"}, {"1"}, {"2"}}));
}

TEST(Delimited, AQuoteThatDoesNotCloseDamagesItsOwnRowOnly) {
  EXPECT_EQ(read("1,\"open\n2,b\n3,c\n"),
            (Rows{{"1", "\"open"}, {"2", "b"}, {"3", "c"}}));
  EXPECT_EQ(read("1,\"open\n2,\"b\"\n3,\"c\"\n"),
            (Rows{{"1", "\"open"}, {"2", "b"}, {"3", "c"}}));
  EXPECT_EQ(read("1,12\" pipe\n2,b\n"), (Rows{{"1", "12\" pipe"}, {"2", "b"}}));
  EXPECT_EQ(read("1,\""), (Rows{{"1", "\""}}));
  EXPECT_EQ(read("1,\"\"\""), (Rows{{"1", "\"\"\""}}));
}

TEST(Delimited, TextAfterAClosingQuoteMakesTheQuotesOrdinary) {
  EXPECT_EQ(read("\"a\"b,c\n\"d\" ,e\n"), (Rows{{"\"a\"b", "c"}, {"\"d\" ", "e"}}));
  EXPECT_EQ(read("\"a\"\rb,c\n"), (Rows{{"\"a\"\rb", "c"}}));
  EXPECT_EQ(read("\"a\"\r\r\n"), (Rows{{"\"a\"\r"}}));
}

TEST(Delimited, AnyByteMayStandInARow) {
  using namespace std::string_literals;
  EXPECT_EQ(read("a,b\n\0,1\0\n\xff\xfe,2\n"s),
            (Rows{{"a", "b"}, {"\0"s, "1\0"s}, {"\xff\xfe", "2"}}));
}

TEST(Delimited, ManyOpenQuotesCostNoMoreThanOnePass) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "1,\"open\n";
  const Rows rows = read(text);
  EXPECT_EQ(rows.size(), 200'000u);
  EXPECT_EQ(rows.back(), (Row{"1", "\"open"}));
}

// What is too long to be a value is missing, wherever it stands; its row and all others
// are what they would be.
TEST(Delimited, ALongQuotedFieldEndsWhereTheStandardEndsIt) {
  constexpr std::size_t kLongest = TextLimits{}.value;
  for (const std::size_t length : {kLongest - 1, kLongest, kLongest + 1, kLongest * 20})
    for (const char* inside : {"x", "ghost,row\n", "\r\n", "\"\"", ","}) {
      std::string text, value;
      while (value.size() < length) {
        text += inside;
        value += std::string_view(inside) == "\"\"" ? "\"" : inside;
      }
      const std::string expected = value.size() <= kLongest ? value : kMissing;
      EXPECT_TRUE(read("a,b,c\n1,\"" + text + "\",z\r\nlast,\"q\"\n") ==
                  (Rows{{"a", "b", "c"}, {"1", expected, "z"}, {"last", "q"}}))
          << inside << length;
    }
}

TEST(Delimited, ALongPlainFieldEndsAtItsDelimiterOrLineEnd) {
  constexpr std::size_t kLongest = TextLimits{}.value;
  for (const std::size_t length : {kLongest, kLongest + 1, std::size_t{20} << 20}) {
    const std::string value(length, 'x');
    const std::string expected = length <= kLongest ? value : kMissing;
    EXPECT_TRUE(read("1," + value + ",z\n2\n") == (Rows{{"1", expected, "z"}, {"2"}}));
    const Row cut = length <= kLongest ? Row{"1", value} : Row{"1"};
    EXPECT_TRUE(read("1," + value + "\r\n2\n") == (Rows{cut, {"2"}}));
    EXPECT_TRUE(read("1," + value + "\r") == (Rows{cut}));
    EXPECT_TRUE(read("1," + value) == (Rows{cut}));
  }
}

TEST(Delimited, ARowOfManyFieldsEndsAtItsLineEnd) {
  std::string text = "1,\"a\nb\"";
  for (int i = 0; i < 9'000'000; ++i) text += ",\"\"";
  Rows rows = read(text + ",2\nlast\n");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0][1], "a\nb");
  EXPECT_EQ(rows[0][69], "");
  EXPECT_EQ(rows[1], (Row{"last"}));
}

// The search for a closing quote may go to the end of the file, once.
TEST(Delimited, AnOpenQuoteBeforeMuchTextDamagesItsOwnRowOnly) {
  std::string text = "1,\"open\n";
  const int lines = 3'000'000;
  for (int i = 0; i < lines; ++i) text += "2,b\n";
  const Rows rows = read(text + "3,\"c\" d\n4,\"open");
  ASSERT_EQ(rows.size(), lines + 3u);
  EXPECT_EQ(rows[0], (Row{"1", "\"open"}));
  EXPECT_EQ(rows[1], (Row{"2", "b"}));
  EXPECT_EQ(rows[lines + 1], (Row{"3", "\"c\" d"}));
  EXPECT_EQ(rows[lines + 2], (Row{"4", "\"open"}));
}

// Blocks and pieces of a few bytes: every boundary falls everywhere.
constexpr TextLimits kSmall[] = {{},
                                 {.block = 1, .row = 2},
                                 {.block = 2, .row = 3},
                                 {.block = 3, .row = 1000},
                                 {.block = 5, .row = 7}};

TEST(Delimited, EveryShortTextIsReadAsTheRulesSay) {
  constexpr std::string_view kLetters = "a,\"\n\r;";
  for (std::size_t length = 0; length <= 6; ++length) {
    std::size_t texts = 1;
    for (std::size_t i = 0; i < length; ++i) texts *= kLetters.size();
    for (std::size_t code = 0; code < texts; ++code) {
      std::string text;
      for (std::size_t i = 0, rest = code; i < length; ++i, rest /= kLetters.size())
        text += kLetters[rest % kLetters.size()];
      const TextLimits& limits = kSmall[code % std::size(kSmall)];
      ASSERT_EQ(read(text, ',', false, limits), reference(text, ','))
          << testing::PrintToString(text);
    }
  }
}

TEST(Delimited, RandomTextsAreReadAsTheRulesSay) {
  constexpr std::string_view kLetters = "aa,,\"\"\n\r;";
  std::mt19937 random(20251115);
  for (int i = 0; i < 10'000; ++i) {
    std::string text(7 + random() % 60, ' ');
    for (char& c : text) c = kLetters[random() % kLetters.size()];
    const char delimiter = i % 2 == 0 ? ',' : ';';
    for (const TextLimits& limits : kSmall)
      ASSERT_EQ(read(text, delimiter, false, limits), reference(text, delimiter))
          << testing::PrintToString(text) << limits.block;
  }
}

// Most rows are plain, and are read by their marks; others stand between them.
TEST(Delimited, PlainRowsAmongOthersAreReadAsTheRulesSay) {
  constexpr const char* kPlain[] = {
      "", "a", "12345", "\"q\"", "\"q,r\"", "\"\"", "a longer field than most"};
  constexpr const char* kOther[] = {"\"q\"\"r\"", "\"q\nr\"", "\"\nr\"", "x\"y",
                                    "\"open",     "\"q\"r",   "\r",      "\"q\"\r"};
  std::mt19937 random(20261118);
  for (int i = 0; i < 4000; ++i) {
    std::string text;
    const std::size_t odd = 2 + random() % 100;
    for (std::size_t row = random() % 30; row > 0; --row) {
      for (std::size_t field = random() % 6; field > 0; --field) {
        text += random() % odd == 0 ? kOther[random() % std::size(kOther)]
                                    : kPlain[random() % std::size(kPlain)];
        if (field > 1) text += ',';
      }
      if (row > 1 || random() % 2 == 0) text += random() % 4 == 0 ? "\r\n" : "\n";
    }
    std::vector<std::size_t> wanted;
    for (std::size_t column = 0; column < 6; ++column)
      if (random() % 3 == 0) wanted.push_back(column);
    if (wanted.empty()) wanted.push_back(random() % 6);
    Rows expected;
    for (const Row& row : reference(text, ',')) {
      Row& chosen = expected.emplace_back();
      for (const std::size_t column : wanted)
        chosen.push_back(column < row.size() ? row[column] : kMissing);
      while (!chosen.empty() && chosen.back() == kMissing) chosen.pop_back();
    }
    for (const TextLimits& limits : {TextLimits{}, TextLimits{.block = 90}})
      ASSERT_EQ(read(text, ',', false, limits, wanted), expected)
          << testing::PrintToString(text) << testing::PrintToString(wanted);
  }
}

TEST(Delimited, OnlyTheWantedColumnsAreGivenInTheOrderAsked) {
  for (const TextLimits& limits : kSmall) {
    const int file = memfd_create("table", MFD_CLOEXEC);
    constexpr std::string_view kText = "h\n\"a\"\"\",b,\"c\"\r\n\n1,2";
    ASSERT_EQ(pwrite(file, kText.data(), kText.size(), 0),
              static_cast<ssize_t>(kText.size()));
    DelimitedRows rows({file, ',', {2, 0, 2, 7}, limits});
    rows.skip_header();
    rows.skip_empty_lines(true);
    using Values = std::vector<std::optional<std::string_view>>;
    ASSERT_TRUE(rows.next());
    EXPECT_EQ(rows.values(), (Values{"c", "a\"", "c", std::nullopt}));
    ASSERT_TRUE(rows.next());
    EXPECT_EQ(rows.values(), (Values{std::nullopt, "1", std::nullopt, std::nullopt}));
    EXPECT_FALSE(rows.next());
    EXPECT_FALSE(rows.next());
    close(file);
  }
}

}  // namespace
}  // namespace selvage
