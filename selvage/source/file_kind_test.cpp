#include "selvage/source/file_kind.hpp"

#include <gtest/gtest.h>

#include "selvage/base/temporary_folder.hpp"
#include "selvage/source/table.hpp"

namespace selvage {
namespace {

std::string unhexed(std::string_view digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes +=
        static_cast<char>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16));
  return bytes;
}

// The first bytes of each, as its own writer made them: test/vectors/file_kinds.py.
struct Made {
  const char* name;
  const char* said;
  const char* bytes;
};
const Made kMade[] = {
    {"new.duckdb", "it is a file of DuckDB 2.0 or newer",
     "065c102e461c43e44455434be703000000000000000000000000000000000000000000"
     "000000000000000000000000000000000076322e302e30000000000000000000000000"
     "00000000000000000000"},
    {"people.arrows", "it looks like a stream of Arrow",
     "ffffffff000300001000000000000a000e000600050008000a00000000010400100000"
     "0000000a000c000000040008000a0000005802000004000000010000000c0000000800"
     "0c000400080008000000"},
    {"people.csv.bz2", "it is compressed by bzip2",
     "425a6839314159265359dd9c59e700000a5d0000100004248030003283a00031000008"
     "131a83ca73567b405c068c4526ac2be2ee48a70a121bb38b3ce0"},
    {"people.csv.xz", "it is compressed by xz",
     "fd377a585a000004e6d6b4460200210116000000742fe5a30100166e616d652c616765"
     "0a416e6e2c34310a426f622c37370a0000ef31dca5e74100b200012f17810849b11fb6"
     "f37d010000000004595a"},
    {"people.feather", "it looks like an Arrow or Feather file",
     "4152524f57310000ffffffff000300001000000000000a000e000600050008000a0000"
     "00000104001000000000000a000c000000040008000a00000058020000040000000100"
     "00000c00000008000c00"},
    {"people.ods", "it looks like a LibreOffice workbook (.ods)",
     "504b03041400000000002086705d856c398a2e0000002e000000080000006d696d6574"
     "7970656170706c69636174696f6e2f766e642e6f617369732e6f70656e646f63756d65"
     "6e742e73707265616473"},
    {"people.sqlite", "it is an SQLite database",
     "53514c69746520666f726d617420330010000101004020200000000100000002000000"
     "0000000000000000010000000400000000000000000000000100000000000000000000"
     "00000000000000000000"},
    {"people.xls", "it looks like an old Excel workbook (.xls)",
     "d0cf11e0a1b11ae1000000000000000000000000000000003e000300feff0900060000"
     "00000000000000000001000000090000000000000000100000feffffff00000000feff"
     "ffff0000000008000000"},
    {"people.xlsx", "it looks like an Excel workbook (.xlsx)",
     "504b03041400000008002086705d46c74d4895000000cd00000010000000646f635072"
     "6f70732f6170702e786d6c4dcf4d0bc2300c06e0bf5276b7998a1ea40e443d8a9ebccf"
     "2e7585b6296d84faefed"},
    {"people.zip", "it is a zip archive",
     "504b03041400000000002186705d33d2c56517000000170000000a00000070656f706c"
     "652e6373766e616d652c6167650a416e6e2c34310a426f622c37370a504b0102140314"
     "00000000002186705d33"},
    {"people1.feather", "it looks like a Feather file of version 1",
     "4645413100000000000000000000000003000000000000000600000000000000416e6e"
     "426f62000029000000000000004d0000000000000014000000000000000c0014000000"
     "0c00040008000c000000"},
    {"utf16.csv", "it is UTF-16 text",
     "fffe6e0061006d0065002c006100670065000a0041006e006e002c00340031000a0042"
     "006f0062002c00370037000a00"},
    {"utf16be.csv", "it looks like UTF-16 text",
     "006e0061006d0065002c006100670065000a0041006e006e002c00340031000a004200"
     "6f0062002c00370037000a"},
    {"utf16le.csv", "it looks like UTF-16 text",
     "6e0061006d0065002c006100670065000a0041006e006e002c00340031000a0042006f"
     "0062002c00370037000a00"}};
const std::string kOldDuckdb = unhexed(
    "695d06b45d6ec1464455434b4400000000000000000000000000000000000000000000"
    "000000000000000000000000000000000076322e302e30000000000000000000000000"
    "00000000000000000000");
const std::string kParquet = unhexed(
    "504152311504151c15204c150415001200000e3403000000416e6e03000000426f6215"
    "00151215162c15041510150615061c36002803426f621803416e6e1111000000092002"
    "00000004010103021504");

std::string message(const std::string& path) {
  const Reading ages{*Domain::make({{"age", *parse_values("0:64:16")}}), {}, {}};
  const TableOptions options;
  const auto reader = bind_table(path, ages, options);
  if (reader) return "";
  EXPECT_EQ(reader.error().kind, ErrorKind::unreadable) << path;
  return reader.error().message;
}

TEST(FileKind, IsSaidInOneSentenceWhateverTheName) {
  const TemporaryFolder folder;
  for (const Made& made : kMade)
    for (const std::string ending : {".csv", ".tsv", ".jsonl", ".csv.gz"}) {
      if (std::string_view(made.name) == "new.duckdb") continue;
      const std::string path = folder.write("t" + ending, unhexed(made.bytes));
      EXPECT_TRUE(message(path).starts_with("cannot read '" + path + "': " + made.said))
          << made.name << ": " << message(path);
    }
  for (const Made& made : kMade) {
    const auto other = other_kind(unhexed(made.bytes), TableFormat::duckdb);
    EXPECT_TRUE(other && other->starts_with(made.said)) << made.name;
  }
}

TEST(FileKind, DatabasesAndParquetAreNamedByTheirEnding) {
  for (const TableFormat format : {TableFormat::csv, TableFormat::json_lines}) {
    EXPECT_EQ(other_kind(kOldDuckdb, format),
              "it is a DuckDB database; name it FILE.duckdb:TABLE");
    EXPECT_EQ(other_kind(kParquet, format),
              "it is a Parquet file; give it a name that ends in .parquet");
  }
  EXPECT_EQ(other_kind(kOldDuckdb, TableFormat::duckdb), std::nullopt);
  EXPECT_EQ(other_kind(kParquet, TableFormat::parquet), std::nullopt);
}

// Names of columns may begin like the signs of other kinds.
TEST(FileKind, OfATextIsNoOther) {
  for (const char* text : {"", "a", "PAR1,x\n1,2\n", "PAR1\n", "BZh1,x\n", "PK,x\n",
                           "ARROW1,x\n", "FEA1\n", "SQLite format 3,x\n", "7zXZ,y\n",
                           "x,DUCKlings and more of them\n1\n",
                           "\xef\xbb\xbf"
                           "a,b\n"})
    EXPECT_EQ(other_kind(text, TableFormat::csv), std::nullopt) << text;
}

}  // namespace
}  // namespace selvage
