#include "selvage/engine/may_write.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "selvage/ledger/ledger.hpp"

namespace selvage {
namespace {

namespace fs = std::filesystem;

// In a folder of its own, which is the current one.
class MayWrite : public ::testing::Test {
 protected:
  MayWrite() : before_(fs::current_path()) {
    std::string pattern = fs::temp_directory_path() / "selvage_place_test_XXXXXX";
    folder_ = mkdtemp(pattern.data());
    fs::current_path(folder_);
  }
  ~MayWrite() override {
    fs::current_path(before_);
    fs::remove_all(folder_);
  }

  std::string full(const std::string& name) const { return folder_ / name; }
  static void put(const std::string& name) { std::ofstream(name) << "text"; }
  static std::string refusal(const std::string& path,
                             const std::vector<ReadFile>& reads = {}) {
    const auto may = may_write(path, reads);
    return may ? "" : may.error().message;
  }

  fs::path before_, folder_;
};

TEST_F(MayWrite, OneFileHasManyNames) {
  put("a");
  put("b");
  fs::create_symlink("a", "link");
  fs::create_hard_link("a", "hard");
  for (const char* name : {"./a", "link", "hard", "././/a", "../././"})
    EXPECT_EQ(same_file("a", name), std::string(name) != "../././") << name;
  EXPECT_TRUE(same_file(full("a"), "a"));
  EXPECT_FALSE(same_file("a", "b"));
  EXPECT_FALSE(same_file("a", "none"));
  EXPECT_FALSE(same_file("none", "a"));
  EXPECT_FALSE(same_file("/dev/null", "/dev/null"));
}

TEST_F(MayWrite, AFileThatIsNotThereYetHasAsMany) {
  fs::create_directory("folder");
  fs::create_symlink("folder", "way");
  fs::create_symlink("new", "dangling");
  fs::create_symlink("../new", "folder/up");
  fs::create_symlink("dangling", "further");
  const std::vector<std::string> names = {"new",         "./new",         full("new"),
                                          "none/../new", "folder/../new", "way/../new",
                                          "dangling",    "way/up",        "further"};
  for (const std::string& one : names)
    for (const std::string& other : names)
      EXPECT_TRUE(same_file(one, other)) << one << " " << other;
  EXPECT_TRUE(same_file("way/x", "folder/x"));
  EXPECT_FALSE(same_file("new", "folder/new"));
  EXPECT_FALSE(same_file("new", "newer"));
}

TEST_F(MayWrite, NoFileThatIsRead) {
  put("t.csv");
  const std::vector<ReadFile> used = {{"t.csv", "the table itself"},
                                      {"later", "the log of the table"}};
  EXPECT_EQ(refusal("r", used), "");
  EXPECT_EQ(refusal(full("t.csv"), used),
            "'" + full("t.csv") + "' is the table itself; name another file");
  EXPECT_EQ(refusal("./later", used),
            "'./later' is the log of the table; name another file");
}

TEST_F(MayWrite, NoPartOfAFolderOrOfAPatternThatIsRead) {
  fs::create_directory("data");
  fs::create_directory("far");
  put("data/a.parquet");
  put("far/b.parquet");
  fs::create_symlink("../far/b.parquet", "data/b.parquet");
  fs::create_symlink("data", "way");
  for (const char* table :
       {"data", "data/", "way", "data/*.parquet", "way/[a-z].parquet"}) {
    const std::vector<ReadFile> used = {{table, "the table itself"}};
    for (const char* path : {"data/a.parquet", "way/a.parquet", "far/b.parquet",
                             "data/c.parquet", "way/../data/c.parquet"})
      EXPECT_NE(refusal(path, used), "") << table << " " << path;
    for (const char* path : {"a.parquet", "far/a.parquet", "data.csv"})
      EXPECT_EQ(refusal(path, used), "") << table << " " << path;
  }
  EXPECT_EQ(refusal("data/c.csv", {{"data/*.parquet", "the table itself"}}), "");
  EXPECT_NE(refusal("data/c.csv", {{"data", "the table itself"}}), "");
  EXPECT_NE(refusal("data/deep/c.csv", {{"data", "the table itself"}}), "");
}

// What a name has before its wildcards is the name of a folder, whatever it holds.
TEST_F(MayWrite, WildcardsInTheNameOfAFolderAreLetters) {
  fs::create_directory("d[1]");
  fs::create_directory("d1");
  fs::current_path("d[1]");
  put("a.parquet");
  EXPECT_NE(refusal("b.parquet", {{"*.parquet", "the table itself"}}), "");
  EXPECT_EQ(refusal("../d1/b.parquet", {{"*.parquet", "the table itself"}}), "");
}

TEST_F(MayWrite, NoLedgerKeyOrTableWithALedgerWhateverIsRead) {
  put("t.csv");
  put("u.csv");
  fs::create_directory("parts");
  for (const auto& [file, table] : {std::pair("mine.ledger", "t.csv"),
                                    {"all.ledger", "parts"},
                                    {"odd", "nothing"},
                                    {"base.ledger", "firm.duckdb:people"}})
    ASSERT_TRUE(Ledger::create(file, {.table = table, .caps = LedgerCaps{1, 0}}));
  put("firm.duckdb");
  std::ofstream("k") << R"({"format":"selvage key 1","secret":"00"})";
  std::ofstream("k.pub") << std::string(64, 'a') << "\n";
  fs::create_symlink("odd", "link");
  EXPECT_EQ(refusal("t.csv"), "'t.csv' is the table whose ledger is '" +
                                  full("mine.ledger") + "'; name another file");
  EXPECT_EQ(refusal("odd"), "'odd' is a ledger; name another file");
  EXPECT_EQ(refusal("k"), "'k' is a secret key; name another file");
  for (const char* path : {"mine.ledger", "link", "odd-wal", "odd-shm", "k.pub",
                           "none.ledger", "firm.duckdb", "parts/x.csv"})
    EXPECT_NE(refusal(path), "") << path;
  for (const char* path :
       {"u.csv", "t.json", "t.svg", "parts.csv", "firm.csv", "/dev/null"})
    EXPECT_EQ(refusal(path), "") << path;
  // By its name alone, of a table that lies elsewhere.
  EXPECT_NE(refusal("u.csv", {{"far/u.csv", "the table of this release", true}}), "");
  EXPECT_EQ(refusal("u.csv", {{"far/u.csv", "the table itself"}}), "");
}

TEST_F(MayWrite, ALedgerBehindALinkHasItsLogBesideTheFile) {
  fs::create_directory("safe");
  fs::create_symlink("safe/l", "l");
  EXPECT_EQ(refusal("safe/l-wal", files_of_ledger("l")),
            "'safe/l-wal' is a part of the ledger; name another file");
}

}  // namespace
}  // namespace selvage
