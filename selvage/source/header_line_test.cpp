#include "selvage/source/header_line.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "selvage/base/temporary_folder.hpp"

namespace selvage {
namespace {

using Row = std::vector<std::string>;

class HeaderLine : public testing::Test {
 protected:
  Result<DelimitedHeader> header(std::string_view bytes,
                                 std::optional<char> delimiter = std::nullopt) {
    const auto file = OpenFile::open(folder_.write("table.csv", bytes));
    EXPECT_TRUE(file);
    return read_header(*file, "table.csv", delimiter);
  }

  TemporaryFolder folder_;
};

TEST_F(HeaderLine, AByteOrderMarkIsNoPartOfTheFirstName) {
  EXPECT_EQ(header("\xef\xbb\xbf"
                   "a,b\n1,2\n")
                ->names,
            (Row{"a", "b"}));
  EXPECT_EQ(header("\xef\xbb\xbf\"a\",b\n1,2\n")->names, (Row{"a", "b"}));
  EXPECT_TRUE(header("\xef\xbb\xbf")->names.empty());
  EXPECT_FALSE(header("\xef\xbb\n"));
}

TEST_F(HeaderLine, TheDelimiterStandsMostOftenInTheHeader) {
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

TEST_F(HeaderLine, AHeaderAloneIsATableAndAnEmptyFileHasNoNames) {
  EXPECT_EQ(header("a,b")->names, (Row{"a", "b"}));
  EXPECT_TRUE(header("")->names.empty());
}

TEST_F(HeaderLine, AHeaderThatIsNoTextIsUnreadable) {
  using namespace std::string_literals;
  for (const std::string& bytes :
       {"PAR1\x15\x00\x15"s, "\x1f\x8b,b\n"s, "a\0b\n"s,
        "\xff\xfe"
        "a\0,\0"s,
        "a,\xc3\n"s, "a,\xc0\x80\n"s, "\xed\xa0\x80\n"s, "\xf4\x90\x80\x80\n"s,
        "\xe0\x80\xaf\n"s, "a,\x1b[2J\n"s}) {
    const auto found = header(bytes);
    ASSERT_FALSE(found) << bytes;
    EXPECT_EQ(found.error().kind, ErrorKind::unreadable);
    EXPECT_EQ(found.error().message,
              "cannot read 'table.csv': its first line is not plain UTF-8 text, so it "
              "is no table in text form");
  }
  EXPECT_EQ(header("größe,年齢,😀\n")->names, (Row{"größe", "年齢", "😀"}));
}

TEST_F(HeaderLine, AHeaderOfAMillionNamesIsReadInOnePass) {
  std::string text = "a";
  for (int i = 0; i < 1'000'000; ++i) text += ",b";
  EXPECT_EQ(header(text + "\n")->names.size(), 1'000'001u);
}

// A line that ends in CR alone would make values of rows into names.
TEST_F(HeaderLine, LinesThatEndInReturnAloneAreRefused) {
  std::string many = "name,age\r";
  while (many.size() < std::size_t{20} << 20) many += "Biscoe,41\r";
  for (const std::string& bytes :
       {std::string("name,age\rBiscoe,41\r"), std::string("name\rBiscoe\n"),
        std::string("name,age\r\rBiscoe,41\r\n"),
        std::string("\"name\",\"age\"\r\"Biscoe\",\"41\"\r"),
        std::string("name\r\xff\xfe\r"), many}) {
    const auto found = header(bytes);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().kind, ErrorKind::invalid_request);
    EXPECT_EQ(found.error().message,
              "cannot read 'table.csv': its lines end in CR alone; end each with LF or "
              "CR LF, for example by tr '\\r' '\\n'");
  }
  EXPECT_EQ(header("name,age\r\nBiscoe\r,41\r\n")->names, (Row{"name", "age"}));
  EXPECT_EQ(header("name,age\r")->names, (Row{"name", "age"}));
}

TEST_F(HeaderLine, ANameWithALineEndIsRefused) {
  EXPECT_EQ(header("\"na\rme\",age\n").error().message,
            "cannot read 'table.csv': its first line is not plain UTF-8 text, so it is "
            "no table in text form");
  for (const char* bytes : {"\"na\nme\",age\n", "\"na\r\nme\",age\n", "age,\"na"})
    EXPECT_EQ(
        header(bytes).error().message,
        "cannot read 'table.csv': a quote in its first line does not close there; "
        "write the names of the columns in one line");
}

TEST_F(HeaderLine, AFirstLineWithoutEndIsRefusedInBoundedMemory) {
  EXPECT_EQ(
      header(std::string(std::size_t{17} << 20, 'x')).error().message,
      "cannot read 'table.csv': its first line, which names the columns, has more "
      "than 16777216 bytes");
}

}  // namespace
}  // namespace selvage
