#include "selvage/source/table.hpp"

#include <random>

#include "selvage/source/table_testing.hpp"

namespace selvage {
namespace {

class TextTable : public TableFiles {};

TEST_F(TextTable, NoLineOfADirtyTextFileIsLost) {
  std::mt19937 random(99);
  for (int round = 0; round < 20; ++round) {
    std::string text = "x,y\n", json;
    const int lines = 5000;
    for (int i = 0; i < lines; ++i) {
      std::string line = "q";  // no line is empty, none has a quote
      for (auto k = random() % 12; k > 0; --k) {
        const char c = static_cast<char>(random());
        line += c == '\n' || c == '"' ? 'z' : c;
      }
      text += line + "\n";
      json += line + "\n";
    }
    EXPECT_EQ(
        total(counts(folder_.write("t.csv", text), asked("y"), {.delimiter = ','})),
        lines);
    EXPECT_EQ(counts(folder_.write("t.jsonl", json), asked("y")).back(), lines);
  }
}

TEST_F(TextTable, TheDelimiterMayBeGiven) {
  const std::string path = folder_.write("t.csv", "a,b:x\n1,2:5\n");
  EXPECT_EQ(counts(path, asked("x"), {.delimiter = ':'}), (Counts{0, 1, 0, 0, 0, 0}));
  for (const char delimiter : {'"', '\n', '\r', '\0'})
    EXPECT_EQ(refusal(path, asked("x"), {.delimiter = delimiter}).kind,
              ErrorKind::invalid_request);
}

// The first line of a file without a header holds values, and no message quotes one.
TEST_F(TextTable, AMissingHeaderLineIsNotQuoted) {
  const std::string csv = folder_.write("t.csv", "Biscoe,41,7\nf,30,1\n");
  for (const char* column : {"x", "4", "42", "1", "f"})
    EXPECT_EQ(refusal(csv, asked(column)).message,
              "'" + csv + "' has no column '" + column +
                  "'; see the names in its schema or first line");
  EXPECT_EQ(
      refusal(csv, asked("Bisco")).message,
      "'" + csv +
          "' has no column 'Bisco'; column 1 of its first line has a similar name");
}

TEST_F(TextTable, TextIsReadAsANumberByOurOwnRule) {
  const SampleTable sample{{{"x"}, {"y"}},
                           {{" 7 ", "q"},
                            {"abc", "q"},
                            {"nan", "q"},
                            {"1e400", "q"},
                            {"-inf", "q"},
                            {"+0.5", "q"},
                            {"1,5", "q"},
                            {std::nullopt, "q"},
                            {"0x10", "q"},
                            {"5e-324", "q"},
                            {"-1e-400", "q"},
                            {"true", "q"}}};
  for (const std::string& table : text_formats(sample)) {
    EXPECT_EQ(counts(table, asked("x")), (Counts{1, 4, 0, 0, 1, 6})) << table;
    EXPECT_EQ(cells_of(table, reading({}, measure("x"))),
              (Labelled{{"", {6, 7 + 1, 49 + 2'000'000 + 1}}}))
        << table;
    EXPECT_EQ(counts(table, reading({column("x", "0:30:10", true)})),
              (Counts{1, 4, 0, 0, 1}))
        << table;
  }
}

TEST_F(TextTable, AKeyMayHoldLinesQuotesAndZeroBytes) {
  using namespace std::string_literals;
  const std::string path = folder_.write(
      "t.csv",
      "k,x\r\n\"a\nb\",1\r\n\"a\r\nb\",2\r\n\"a\"\"b\",3\r\na\0b,4\r\n\"a,b\",5\r\n"
      "\"\",6\r\n,7\r\n\"a\nb\",8\r\n"s);
  EXPECT_EQ(cells_of(path, asked("k", "?")), rows_alone({{"'a\nb'", 2},
                                                         {"'a\r\nb'", 1},
                                                         {"'a\"b'", 1},
                                                         {"'a\0b'"s, 1},
                                                         {"'a,b'", 1},
                                                         {"NULL", 2}}));
  EXPECT_EQ(cells_of(path, reading({column("k", "?"), column("x", "0:5:5")})),
            rows_alone({{"'a\nb'|[0,5)", 1},
                        {"'a\nb'|5 and above", 1},
                        {"'a\r\nb'|[0,5)", 1},
                        {"'a\"b'|[0,5)", 1},
                        {"'a\0b'|[0,5)"s, 1},
                        {"'a,b'|5 and above", 1},
                        {"NULL|5 and above", 2}}));
}

// Text that is no UTF-8 is a key like any other: it does not end the scan.
TEST_F(TextTable, BytesThatAreNoTextAreKeys) {
  const std::string path = folder_.write("t.csv", "k,x\n\xff,1\n\xff\xfe,2\n\xff,3\n");
  EXPECT_EQ(cells_of(path, asked("k", "?")),
            rows_alone({{"'\xff'", 2}, {"'\xff\xfe'", 1}}));
  EXPECT_EQ(counts(path, asked("k", "a")), (Counts{0, 3, 0}));
}

// A column may be counted, summed, filtered and named as the person at once.
TEST_F(TextTable, OneColumnMayBeAskedInSeveralWays) {
  const SampleTable sample{{{"x"}, {"y"}},
                           {{"1", "q"}, {"1", "q"}, {"12", "q"}, {"5", "q"}}};
  for (const std::string& table : text_formats(sample)) {
    const Reading question =
        reading({column("x", "0:30:10")}, measure("x"), {.column = "x", .rows = 1});
    EXPECT_EQ(cells_of(table, question, where("x < 20 and x > 0")),
              (Labelled{{"[0,10)", {2, 6, 26}}, {"[10,20)", {1, 12, 144}}}))
        << table;
  }
}

}  // namespace
}  // namespace selvage
