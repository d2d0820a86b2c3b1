// Whatever the pieces are and however many threads read them, the rows are those of one
// scan from the start: each once, none else.
#include "selvage/source/text_pieces.hpp"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "selvage/base/temporary_folder.hpp"
#include "selvage/source/byte_stream.hpp"

namespace selvage {
namespace {

using RowTexts = std::vector<std::string>;

std::string shown(const ScannedRow& row) {
  return row.person ? std::string(*row.person) : "(missing)";
}

class Collected : public PieceRows {
 public:
  explicit Collected(std::size_t most = ~std::size_t{0}) : most_(most) {}
  void add(const ScannedRow& row) override { read_.push_back(shown(row)); }
  bool keep() override {
    kept.insert(kept.end(), read_.begin(), read_.end());
    read_.clear();
    return kept.size() <= most_;
  }
  void forget() override { read_.clear(); }

  RowTexts kept;

 private:
  std::size_t most_;
  RowTexts read_;
};

// The second of two columns of a file, by one kind of scan.
class PieceFile {
 public:
  PieceFile(const std::string& text, const TextLimits& limits, bool json = false)
      : file_(*OpenFile::open(folder_.write("t", text))),
        limits_(limits),
        json_(json) {}

  std::unique_ptr<CodedScan> scan() {
    const Reading reading{*Domain::make({}), std::nullopt, {.column = "p"}};
    return std::make_unique<CodedScan>(CodedScan::Parts{
        .scan = json_ ? scan_json_lines(file_.descriptor(), {"p"}, limits_)
                      : scan_delimited(file_.descriptor(), ',', 2, {1}, limits_),
        .coder = *RowCoder::make(reading, dictionary_),
        .coded_fields = 0,
        .has_person = true,
        .where = std::nullopt});
  }
  RowTexts in_one_scan() {
    const auto all = scan();
    RowTexts rows;
    ScannedRow row;
    while (all->next(row) == ScanStep::row) rows.push_back(shown(row));
    std::sort(rows.begin(), rows.end());
    return rows;
  }
  RowTexts in_pieces(std::uint64_t piece, std::size_t threads) {
    std::vector<std::unique_ptr<PieceRows>> parts;
    for (std::size_t i = 0; i < threads; ++i)
      parts.push_back(std::make_unique<Collected>());
    const auto read = read_pieces({.scan = [this] { return scan(); },
                                   .size = file_.size(),
                                   .piece = piece,
                                   .watch = nullptr,
                                   .broken = Error{}},
                                  parts);
    EXPECT_TRUE(read && *read);
    RowTexts rows;
    for (const auto& part : parts) {
      const RowTexts& kept = static_cast<Collected&>(*part).kept;
      rows.insert(rows.end(), kept.begin(), kept.end());
    }
    std::sort(rows.begin(), rows.end());
    return rows;
  }
  OpenFile& file() { return file_; }

 private:
  TemporaryFolder folder_;
  OpenFile file_;
  TextLimits limits_;
  bool json_;
  KeyDictionary dictionary_;
};

// Quotes that close and that do not, line ends inside them, empty lines, rows that are
// longer than what is held at once.
std::string hostile_text(std::mt19937& random) {
  const std::vector<std::string> parts = {
      "a",    "b,c\n", ",",   "\n",   "\r\n",  "\"",           "\"\"",
      "x,\"", "\r",    "\",", "\"\n", "é,1\n", "\"q\nr\",s\n", "t,\"u\nv\"\n"};
  std::string text = "h,p\n";
  const std::size_t count = random() % 40;
  for (std::size_t i = 0; i < count; ++i) text += parts[random() % parts.size()];
  return text;
}

TEST(TextPieces, HostileFilesHaveTheRowsOfOneScan) {
  std::mt19937 random(4);
  for (int i = 0; i < 2000; ++i) {
    const TextLimits limits{.block = 1 + random() % 20,
                            .row = 2 + random() % 30,
                            .value = 1 + random() % 9,
                            .line = 1 + random() % 40};
    const std::string text = hostile_text(random);
    PieceFile file(text, limits);
    const RowTexts expected = file.in_one_scan();
    const std::uint64_t piece = 1 + random() % 30;
    // One thread guesses too.
    const std::size_t threads = i % 20 == 0 ? 3 : 1;
    EXPECT_EQ(file.in_pieces(piece, threads), expected) << piece << text;
    PieceFile lines(text, limits, true);
    EXPECT_EQ(lines.in_pieces(piece, threads), lines.in_one_scan()) << piece << text;
  }
}

// A field that looks like rows of its own, over many pieces.
TEST(TextPieces, LineEndsInAQuotedFieldAreNoRows) {
  std::string inside;
  for (int i = 0; i < 2000; ++i) inside += "ghost,ghost\n";
  std::string text = "h,p\n";
  for (int i = 0; i < 50; ++i) text += "1,one\n";
  text += "2,\"" + inside + "\"\n";
  for (int i = 0; i < 50; ++i) text += "3,three\n";
  const TextLimits limits{.block = 100, .row = 300};
  PieceFile file(text, limits);
  const RowTexts expected = file.in_one_scan();
  ASSERT_EQ(expected.size(), 101U);
  for (const std::uint64_t piece : {1, 5, 64, 333, 5000, 1 << 20})
    for (const std::size_t threads : {1U, 2U, 5U})
      EXPECT_EQ(file.in_pieces(piece, threads), expected) << piece;
}

TEST(TextPieces, EveryPlaceOfABorderGivesTheSameRows) {
  const std::string text =
      "h,p\r\n\r\n1,a\r\n\n2,\"b\nb\"\n\n\n3,\"c\"\"\"\r\n4,\"d\n5,e\n6\n7,g";
  PieceFile file(text, {});
  const RowTexts expected = file.in_one_scan();
  ASSERT_EQ(expected.size(), 7U);
  for (std::uint64_t piece = 1; piece <= text.size() + 1; ++piece)
    EXPECT_EQ(file.in_pieces(piece, 2), expected) << piece;
}

TEST(TextPieces, ManyThreadsGiveEveryRowOnce) {
  std::string text = "h,p\n";
  for (int i = 0; i < 200'000; ++i) text += "1," + std::to_string(i) + "\n";
  PieceFile file(text, {.block = 1000});
  const RowTexts rows = file.in_pieces(3001, 8);
  ASSERT_EQ(rows.size(), 200'000U);
  EXPECT_EQ(std::adjacent_find(rows.begin(), rows.end()), rows.end());
}

TEST(TextPieces, WhatStopsTheReadingIsTold) {
  std::string text = "h,p\n";
  for (int i = 0; i < 1000; ++i) text += "1,x\n";
  PieceFile file(text, {});
  const auto read = [&](std::unique_ptr<PieceRows> one, std::unique_ptr<PieceRows> two,
                        const std::function<std::unique_ptr<CodedScan>()>& scan) {
    std::vector<std::unique_ptr<PieceRows>> rows;
    rows.push_back(std::move(one));
    rows.push_back(std::move(two));
    return read_pieces({.scan = scan,
                        .size = file.file().size(),
                        .piece = 50,
                        .watch = nullptr,
                        .broken = Error{ErrorKind::unreadable, "broken"}},
                       rows);
  };
  const auto scan = [&] { return file.scan(); };
  const auto full =
      read(std::make_unique<Collected>(9), std::make_unique<Collected>(9), scan);
  ASSERT_TRUE(full);
  EXPECT_FALSE(*full);
  // Memory that ends in a thread is told by the caller's.
  class Throws : public Collected {
    bool keep() override { throw std::bad_alloc(); }
  };
  EXPECT_THROW((void)read(std::make_unique<Throws>(), std::make_unique<Throws>(), scan),
               std::bad_alloc);
}

}  // namespace
}  // namespace selvage
