#include "tool/file_place.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace selvage::tool {
namespace {

namespace fs = std::filesystem;

// In a folder of its own, which is the current one.
class FilePlace : public ::testing::Test {
 protected:
  FilePlace() : before_(fs::current_path()) {
    std::string pattern = fs::temp_directory_path() / "selvage_place_test_XXXXXX";
    folder_ = mkdtemp(pattern.data());
    fs::current_path(folder_);
  }
  ~FilePlace() override {
    fs::current_path(before_);
    fs::remove_all(folder_);
  }

  std::string full(const std::string& name) const { return folder_ / name; }
  static void put(const std::string& name) { std::ofstream(name) << "text"; }
  static std::string refusal(const std::vector<UsedFile>& files) {
    const auto done = check_places(files);
    return done ? "accepted" : done.error().message;
  }

  fs::path before_, folder_;
};

TEST_F(FilePlace, OneFileHasManyNames) {
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

TEST_F(FilePlace, AFileThatIsNotThereYetHasAsMany) {
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

TEST_F(FilePlace, AnOutputIsNoFileThatIsUsedOtherwise) {
  put("t.csv");
  const std::vector<UsedFile> used = {{"t.csv", "the table itself"},
                                      {"t.csv.ledger", "the ledger"}};
  const auto with = [&](std::vector<UsedFile> outputs) {
    outputs.insert(outputs.end(), used.begin(), used.end());
    return refusal(outputs);
  };
  EXPECT_EQ(with({{"r", {}, "--out"}}), "accepted");
  EXPECT_EQ(with({{"./t.csv.ledger", {}, "--out"}}),
            "--out './t.csv.ledger' is the ledger; name another file");
  EXPECT_EQ(with({{full("t.csv"), {}, "--json"}}),
            "--json '" + full("t.csv") + "' is the table itself; name another file");
  EXPECT_EQ(with({{"r", {}, "--out"}, {"./r", {}, "--json"}}),
            "--out and --json name the same file './r'; name two");
  EXPECT_EQ(with({{"", {}, "--plot"}}), "--plot names no file");
}

TEST_F(FilePlace, ALedgerBehindALinkHasItsLogBesideTheFile) {
  fs::create_directory("safe");
  fs::create_symlink("safe/l", "l");
  auto files = files_of_ledger("l");
  files.push_back({"safe/l-wal", {}, "--out"});
  EXPECT_EQ(refusal(files),
            "--out 'safe/l-wal' is a part of the ledger; name another file");
}

}  // namespace
}  // namespace selvage::tool
