#include "selvage/source/delimited.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "selvage/base/temporary_folder.hpp"

namespace selvage {
namespace {

using Row = std::vector<std::string>;
using Rows = std::vector<Row>;

constexpr std::size_t kBlock = 1 << 18;  // what the reader asks the system for at once

class Delimited : public testing::Test {
 protected:
  OpenFile open(std::string_view bytes) {
    auto file = OpenFile::open(folder_.write("table.csv", bytes));
    EXPECT_TRUE(file);
    return *std::move(file);
  }
  // All rows, the first one too. The file lives in memory: there are many.
  Rows read(std::string_view bytes, char delimiter = ',', bool skip_empty = false) {
    const int file = memfd_create("table", MFD_CLOEXEC);
    EXPECT_EQ(pwrite(file, bytes.data(), bytes.size(), 0),
              static_cast<ssize_t>(bytes.size()));
    DelimitedRows rows(file, delimiter);
    rows.skip_empty_lines(skip_empty);
    Rows result;
    while (rows.next()) result.push_back(rows.fields());
    EXPECT_FALSE(rows.bytes().failed());
    close(file);
    return result;
  }
  Result<DelimitedHeader> header(std::string_view bytes,
                                 std::optional<char> delimiter = std::nullopt) {
    return read_header(open(bytes), "table.csv", delimiter);
  }

  TemporaryFolder folder_;
};

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

TEST_F(Delimited, FieldsAreReadWithAndWithoutQuotes) {
  EXPECT_EQ(read("a,b,c\n1,\"2\",3\n"), (Rows{{"a", "b", "c"}, {"1", "2", "3"}}));
  EXPECT_EQ(read("\"say \"\"hi\"\"\",x\n"), (Rows{{"say \"hi\"", "x"}}));
  EXPECT_EQ(read("\"a,b\",\"c\nd\"\ne,f\n"), (Rows{{"a,b", "c\nd"}, {"e", "f"}}));
  EXPECT_EQ(read("\"\",\"\"\"\"\n"), (Rows{{"", "\""}}));
  EXPECT_EQ(read(",\n"), (Rows{{"", ""}}));
}

TEST_F(Delimited, LineEndsMayBeOfEitherKindAndTheLastMayBeAbsent) {
  EXPECT_EQ(read("a,b\r\n1,2\r\n"), (Rows{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(read("a,\"b\"\r\n1,\"2\""), (Rows{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(read("a\n1"), (Rows{{"a"}, {"1"}}));
  EXPECT_EQ(read("a\n1\r"), (Rows{{"a"}, {"1"}}));
  EXPECT_EQ(read("\"x\r\ny\",1\r\n"), (Rows{{"x\r\ny", "1"}}));
  EXPECT_EQ(read("a\rb,c\n"), (Rows{{"a\rb", "c"}}));  // a lone CR ends nothing
}

TEST_F(Delimited, AnEmptyLineIsARowOnlyWhereItIsNotSkipped) {
  const char* text = "a\n\n1\n\r\n2\n\n";
  EXPECT_EQ(read(text, ',', false), (Rows{{"a"}, {""}, {"1"}, {""}, {"2"}, {""}}));
  EXPECT_EQ(read(text, ',', true), (Rows{{"a"}, {"1"}, {"2"}}));
}

TEST_F(Delimited, AFieldBeyondAShortRowIsMissing) {
  const OpenFile file = open("1\n1,2,3,4\n");
  DelimitedRows rows(file.descriptor(), ',');
  ASSERT_TRUE(rows.next());
  EXPECT_EQ(rows.field(0), "1");
  EXPECT_EQ(rows.field(1), std::nullopt);
  ASSERT_TRUE(rows.next());
  EXPECT_EQ(rows.field(1), "2");
  EXPECT_EQ(rows.field(3), "4");
  EXPECT_EQ(rows.field(4), std::nullopt);
  EXPECT_FALSE(rows.next());
  EXPECT_FALSE(rows.next());
}

TEST_F(Delimited, AQuoteThatDoesNotCloseDamagesItsOwnRowOnly) {
  EXPECT_EQ(read("1,\"open\n2,b\n3,c\n"),
            (Rows{{"1", "\"open"}, {"2", "b"}, {"3", "c"}}));
  EXPECT_EQ(read("1,\"open\n2,\"b\"\n3,\"c\"\n"),
            (Rows{{"1", "\"open"}, {"2", "b"}, {"3", "c"}}));
  EXPECT_EQ(read("1,12\" pipe\n2,b\n"), (Rows{{"1", "12\" pipe"}, {"2", "b"}}));
  EXPECT_EQ(read("1,\""), (Rows{{"1", "\""}}));
  EXPECT_EQ(read("1,\"\"\""), (Rows{{"1", "\"\"\""}}));
}

TEST_F(Delimited, TextAfterAClosingQuoteMakesTheQuotesOrdinary) {
  EXPECT_EQ(read("\"a\"b,c\n\"d\" ,e\n"), (Rows{{"\"a\"b", "c"}, {"\"d\" ", "e"}}));
  EXPECT_EQ(read("\"a\"\rb,c\n"), (Rows{{"\"a\"\rb", "c"}}));
  EXPECT_EQ(read("\"a\"\r\r\n"), (Rows{{"\"a\"\r"}}));
}

TEST_F(Delimited, AnyByteMayStandInARow) {
  using namespace std::string_literals;
  EXPECT_EQ(read("a,b\n\0,1\0\n\xff\xfe,2\n"s),
            (Rows{{"a", "b"}, {"\0"s, "1\0"s}, {"\xff\xfe", "2"}}));
}

TEST_F(Delimited, AByteOrderMarkIsNoPartOfTheFirstName) {
  EXPECT_EQ(header("\xef\xbb\xbf"
                   "a,b\n1,2\n")
                ->names,
            (Row{"a", "b"}));
  EXPECT_EQ(header("\xef\xbb\xbf\"a\",b\n1,2\n")->names, (Row{"a", "b"}));
  EXPECT_EQ(read("a\n\xef\xbb\xbf"
                 "1\n"),
            (Rows{{"a"},
                  {"\xef\xbb\xbf"
                   "1"}}));
  EXPECT_TRUE(header("\xef\xbb\xbf")->names.empty());
  EXPECT_FALSE(header("\xef\xbb\n"));
}

TEST_F(Delimited, TheDelimiterStandsMostOftenInTheHeader) {
  for (const char delimiter : {',', ';', '|', '\t'}) {
    std::string text = "first name,x;y z\n1\n";
    std::replace(text.begin(), text.end(), ' ', delimiter);
    const auto found = header(text);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->delimiter, delimiter);
    EXPECT_EQ(found->names.size(), delimiter == ',' || delimiter == ';' ? 4u : 3u);
  }
  EXPECT_EQ(header("\"a,b,c\";d\n")->names, (Row{"a,b,c", "d"}));
  EXPECT_EQ(header("one\n")->names, (Row{"one"}));
  EXPECT_EQ(header("a,b;c;d\n", ',')->names, (Row{"a", "b;c;d"}));
  EXPECT_EQ(header("a:b\n", ':')->names, (Row{"a", "b"}));
}

TEST_F(Delimited, AHeaderAloneIsATableAndAnEmptyFileHasNoNames) {
  EXPECT_EQ(header("a,b")->names, (Row{"a", "b"}));
  EXPECT_EQ(read("a,b"), (Rows{{"a", "b"}}));
  EXPECT_TRUE(header("")->names.empty());
  EXPECT_TRUE(read("").empty());
}

TEST_F(Delimited, AHeaderThatIsNoTextIsUnreadable) {
  using namespace std::string_literals;
  for (const std::string& bytes :
       {"PAR1\x15\x00\x15"s, "\x1f\x8b\x08\x08,b\n"s, "a\0b\n"s,
        "\xff\xfe"
        "a\0,\0"s,
        "a,\xc3\n"s, "a,\xc0\x80\n"s, "\xed\xa0\x80\n"s, "\xf4\x90\x80\x80\n"s,
        "\xe0\x80\xaf\n"s, "a,\x1b[2J\n"s}) {
    const auto found = header(bytes);
    ASSERT_FALSE(found) << bytes;
    EXPECT_EQ(found.error().kind, ErrorKind::unreadable);
    EXPECT_EQ(found.error().message,
              "cannot read 'table.csv': its first line is not UTF-8 text, so it is no "
              "table in text form");
  }
  EXPECT_EQ(header("größe,年齢,😀\n")->names, (Row{"größe", "年齢", "😀"}));
}

TEST_F(Delimited, AHeaderOfAMillionNamesIsReadInOnePass) {
  std::string text = "a";
  for (int i = 0; i < 1'000'000; ++i) text += ",b";
  EXPECT_EQ(header(text + "\n")->names.size(), 1'000'001u);
}

TEST_F(Delimited, ARowOfTwentyMebibytesIsCutAndIsOneRow) {
  std::string text = "1,";
  text.append(20 << 20, 'x');
  const Rows rows = read("a,b\n" + text + "\n2,y\n");
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[1][0], "1");
  EXPECT_EQ(rows[1][1].size(), kMaxRow - 2);
  EXPECT_EQ(rows[2], (Row{"2", "y"}));
  EXPECT_EQ(read(text).size(), 1u);
}

// Where a long row is cut depends on that row alone, not on the rows before it.
TEST_F(Delimited, ALongRowIsCutAtTheSamePlaceWhereverItStands) {
  for (const std::size_t length : {kMaxRow - 1, kMaxRow, kMaxRow + 1, kMaxRow + kBlock})
    for (const std::size_t before : {std::size_t{0}, std::size_t{7}, kBlock - 1}) {
      std::string text(before, 'b');
      text += "\n" + std::string(length, 'x') + "\r\nlast\n";
      const Rows rows = read(text);
      ASSERT_EQ(rows.size(), 3u);
      EXPECT_EQ(rows[1][0].size(), std::min(length, kMaxRow));
      EXPECT_EQ(rows[2], (Row{"last"}));
    }
}

TEST_F(Delimited, AQuotedFieldBeyondOneMebibyteIsNotQuoted) {
  for (const bool fits : {true, false}) {
    const std::size_t inside = kMaxQuoted - (fits ? 2 : 1);
    std::string text(inside, 'x');
    text[10] = '\n';
    const Rows rows = read("\"" + text + "\",1\nlast\n");
    ASSERT_EQ(rows.size(), fits ? 2u : 3u);
    EXPECT_EQ(rows[0], fits ? (Row{text, "1"}) : (Row{"\"xxxxxxxxxx"}));
    EXPECT_EQ(rows.back(), (Row{"last"}));
  }
}

TEST_F(Delimited, ManyOpenQuotesCostNoMoreThanOnePass) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "1,\"open\n";
  const Rows rows = read(text);
  EXPECT_EQ(rows.size(), 200'000u);
  EXPECT_EQ(rows.back(), (Row{"1", "\"open"}));
}

TEST_F(Delimited, EveryShortTextIsReadAsTheRulesSay) {
  constexpr std::string_view kLetters = "a,\"\n\r;";
  for (std::size_t length = 0; length <= 6; ++length) {
    std::size_t texts = 1;
    for (std::size_t i = 0; i < length; ++i) texts *= kLetters.size();
    for (std::size_t code = 0; code < texts; ++code) {
      std::string text;
      for (std::size_t i = 0, rest = code; i < length; ++i, rest /= kLetters.size())
        text += kLetters[rest % kLetters.size()];
      ASSERT_EQ(read(text, ','), reference(text, ',')) << testing::PrintToString(text);
    }
  }
}

TEST_F(Delimited, RandomTextsAreReadAsTheRulesSay) {
  constexpr std::string_view kLetters = "aa,,\"\"\n\r;";
  std::mt19937 random(20251115);
  for (int i = 0; i < 20'000; ++i) {
    std::string text(7 + random() % 60, ' ');
    for (char& c : text) c = kLetters[random() % kLetters.size()];
    const char delimiter = i % 2 == 0 ? ',' : ';';
    ASSERT_EQ(read(text, delimiter), reference(text, delimiter))
        << testing::PrintToString(text);
  }
}

// The same rows come out wherever the blocks of the file end.
TEST_F(Delimited, BlockEndsAreNotSeen) {
  std::mt19937 random(20251116);
  constexpr std::string_view kLetters = "a,\"\n\r";
  std::vector<std::string> texts = {"x,\"a\"\"b\",1\r\ny,\"c\r\nd\",2\r\n",
                                    "\"\"\"\"\"\"\r\n\"\"\r\n\"a\"x\r\n",
                                    "\"open\nb,\"c\"\n"};
  for (int i = 0; i < 60; ++i) {
    texts.emplace_back(20, ' ');
    for (char& c : texts.back()) c = kLetters[random() % kLetters.size()];
  }
  for (const std::string& text : texts) {
    const Rows expected = reference(text, ',');
    for (std::size_t before = 0; before <= text.size(); ++before) {
      std::string whole(kBlock - before - 1, 'f');
      whole += "\n" + text;
      Rows rows = read(whole);
      ASSERT_EQ(rows.size(), expected.size() + 1)
          << testing::PrintToString(text) << before;
      rows.erase(rows.begin());
      ASSERT_EQ(rows, expected) << testing::PrintToString(text) << before;
    }
  }
}

TEST_F(Delimited, PlainLinesHaveNoQuotes) {
  const OpenFile file = open("{\"a\": 1}\n\n\"x\ny\"\n");
  DelimitedRows rows(file.descriptor());
  rows.skip_empty_lines(true);
  std::vector<std::string> lines;
  while (rows.next()) lines.emplace_back(rows.row());
  EXPECT_EQ(lines, (std::vector<std::string>{"{\"a\": 1}", "\"x", "y\""}));
}

}  // namespace
}  // namespace selvage
