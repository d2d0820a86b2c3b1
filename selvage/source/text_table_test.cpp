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
  const std::string csv = folder_.write("t.csv", "m,41,7\nf,30,1\n");
  for (const char* column : {"x", "4", "42", "1", "f"})
    EXPECT_EQ(refusal(csv, asked(column)).message,
              "'" + csv + "' has no column '" + column +
                  "'; see the names in its schema or first line");
}

}  // namespace
}  // namespace selvage
