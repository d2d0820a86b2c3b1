#include "selvage/source/packed_file.hpp"

#include <stdlib.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "selvage/base/temporary_folder.hpp"
#include "selvage/source/byte_stream.hpp"
#include "selvage/source/delimited.hpp"
#include "selvage/source/table.hpp"

namespace selvage {
namespace {

// Rows that do not compress to nothing, so that files have several blocks.
std::string mixed_rows(int rows) {
  std::string text = "who,age\n";
  std::uint64_t state = 7;
  for (int i = 0; i < rows; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    text += fmt::format("p{:x},{}\n", state >> 20, state >> 40 & 63);
  }
  return text;
}

class PackedFiles : public testing::Test {
 protected:
  // As the program of that name writes it.
  std::string made_by(const std::string& program, const std::string& bytes) {
    const std::string plain = folder_.write(fmt::format("{}.csv", ++made_), bytes);
    const std::string packed = plain + ".packed";
    EXPECT_EQ(system(fmt::format("{} -c {} > {}", program, plain, packed).c_str()), 0);
    return packed;
  }
  // All that comes out, read in blocks of that size; none if it is damaged.
  std::optional<std::string> unpacked(const std::string& path,
                                      std::size_t block = 1 << 16) {
    const auto file = OpenFile::open(path);
    EXPECT_TRUE(file);
    ByteStream bytes(file->descriptor(), block);
    while (bytes.extend()) {
    }
    if (bytes.failed()) return std::nullopt;
    EXPECT_EQ(bytes.bytes_read(), file->size());
    return std::string(bytes.window());
  }
  std::string contents(const std::string& path) {
    return folder_.read(path.substr(folder_.path().size() + 1));
  }

  TemporaryFolder folder_;
  int made_ = 0;
};

const char* const kPrograms[] = {"gzip", "gzip -1", "zstd -q", "zstd -q -19",
                                 "zstd -q -1"};

TEST_F(PackedFiles, GiveWhatTheirWriterPutIn) {
  const std::string rows = mixed_rows(40'000);
  for (const char* program : kPrograms) {
    const std::string path = made_by(program, rows);
    EXPECT_LT(contents(path).size(), rows.size()) << program;
    EXPECT_TRUE(unpacked(path) == rows) << program;
    EXPECT_TRUE(unpacked(path, 100'003) == rows) << program;
    EXPECT_EQ(unpacked(made_by(program, "")), "") << program;
    for (const std::size_t block : {1, 2, 7})
      EXPECT_EQ(unpacked(made_by(program, "a,b\n1,2\n"), block), "a,b\n1,2\n")
          << program;
  }
}

// As `cat`, bgzip and pzstd make them; zeros may follow what gzip wrote.
TEST_F(PackedFiles, MayHaveSeveralMembers) {
  for (const char* program : kPrograms) {
    const std::string one = contents(made_by(program, "a\n1\n"));
    const std::string none = contents(made_by(program, ""));
    const std::string two = contents(made_by(program, "2\n"));
    EXPECT_EQ(unpacked(folder_.write("all", one + none + two + none)), "a\n1\n2\n")
        << program;
    EXPECT_EQ(unpacked(folder_.write("all", one + "?")), std::nullopt) << program;
  }
  const std::string padded = contents(made_by("gzip", "a\n")) + std::string(512, '\0');
  const auto file = OpenFile::open(folder_.write("all", padded));
  ByteStream bytes(file->descriptor(), 4);
  EXPECT_EQ(bytes.find_line_end(10), 1U);
  EXPECT_FALSE(bytes.extend());
  EXPECT_FALSE(bytes.failed());
}

TEST_F(PackedFiles, ThatBreakOffOrAreDamagedFail) {
  for (const char* program : {"gzip", "zstd -q", "zstd -q -19"}) {
    const std::string rows = mixed_rows(20);
    const std::string bytes = contents(made_by(program, rows));
    for (std::size_t length = 4; length < bytes.size(); ++length)
      EXPECT_EQ(unpacked(folder_.write("cut", bytes.substr(0, length))), std::nullopt)
          << program << " " << length;
    for (std::size_t at = 4; at < bytes.size(); ++at) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ 4);
      const auto file = OpenFile::open(folder_.write("damaged", damaged));
      ByteStream stream(file->descriptor(), 64);
      while (stream.extend()) {
      }
      // A name and a time in the header of gzip are not content.
      EXPECT_TRUE(stream.failed() || stream.window() == rows) << program << " " << at;
    }
  }
}

TEST_F(PackedFiles, CanBeSoughtBackAndForth) {
  const std::string rows = mixed_rows(40'000);
  for (const char* program : {"gzip", "zstd -q"}) {
    const auto file = OpenFile::open(made_by(program, rows));
    ByteStream bytes(file->descriptor(), 1000);
    for (const std::size_t place : {500'000, 3, 300'000, 299'000, 0, 600'000}) {
      bytes.seek(place);
      EXPECT_EQ(bytes.position(), place);
      ASSERT_TRUE(bytes.ready());
      EXPECT_EQ(bytes.window().substr(0, 500), rows.substr(place, 500));
      bytes.consume(bytes.window().size());
      bytes.extend();
    }
  }
}

// A quote that does not close is looked for up to the end of the file, and then the
// reader goes back.
TEST_F(PackedFiles, HaveTheRowsOfThePlainFile) {
  std::string rows = mixed_rows(2000) + "\"open,3\n" + mixed_rows(300) + "x\"y,4\n";
  const auto all = [](const std::string& path) {
    const auto file = OpenFile::open(path);
    DelimitedRows reader({.descriptor = file->descriptor(),
                          .wanted = {1, 0},
                          .limits = {.block = 64, .row = 256, .value = 100}});
    std::vector<std::string> result;
    while (reader.next())
      for (const auto& value : reader.values())
        result.emplace_back(value.value_or("(none)"));
    EXPECT_FALSE(reader.bytes().failed());
    return result;
  };
  const auto expected = all(folder_.write("plain.csv", rows));
  EXPECT_GT(expected.size(), 4600U);
  EXPECT_EQ(all(made_by("gzip", rows)), expected);
  EXPECT_EQ(all(made_by("zstd -q", rows)), expected);
}

TEST_F(PackedFiles, AreTablesWhateverTheirName) {
  const Reading ages{*Domain::make({{"age", *parse_values("0:64:16")}}), {}, {}};
  const auto counts = [&](const std::string& path) {
    const TableOptions options;
    auto reader = bind_table(path, ages, options);
    EXPECT_TRUE(reader) << path;
    std::vector<std::int64_t> rows;
    const auto cells = (*reader)->cells();
    EXPECT_TRUE(cells) << path;
    for (const CellSums& sums : cells->sums) rows.push_back(sums.rows);
    return rows;
  };
  const std::string rows = mixed_rows(1000);
  const auto expected = counts(folder_.write("plain.csv", rows));
  EXPECT_EQ(expected.size(), 4U);
  EXPECT_EQ(counts(folder_.write("a.csv.gz", contents(made_by("gzip", rows)))),
            expected);
  EXPECT_EQ(counts(folder_.write("a.csv.zst", contents(made_by("zstd -q", rows)))),
            expected);
  EXPECT_EQ(counts(folder_.write("a.csv", contents(made_by("gzip", rows)))), expected);
  EXPECT_EQ(counts(folder_.write("b.csv.gz", rows)), expected);
}

}  // namespace
}  // namespace selvage
