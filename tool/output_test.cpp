#include "tool/output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

namespace selvage::tool {
namespace {

namespace fs = std::filesystem;

class Output : public ::testing::Test {
 protected:
  Output() {
    std::string pattern = fs::temp_directory_path() / "selvage_output_test_XXXXXX";
    folder_ = mkdtemp(pattern.data());
    before_ = umask(022);
  }
  ~Output() override {
    umask(before_);
    fs::remove_all(folder_);
  }

  std::string path(const std::string& name) const { return folder_ / name; }
  std::string text(const std::string& name) const {
    std::ostringstream result;
    result << std::ifstream(path(name)).rdbuf();
    return result.str();
  }
  void put(const std::string& name, const std::string& words) const {
    std::ofstream(path(name)) << words;
  }
  // Everything in the folder, hidden files too.
  std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const auto& entry : fs::directory_iterator(folder_))
      result.push_back(entry.path().filename());
    std::sort(result.begin(), result.end());
    return result;
  }
  static std::string refusal(const std::string& place) {
    const auto file = OutputFile::open(place);
    if (file) return "accepted";
    EXPECT_EQ(file.error().kind, ErrorKind::unreadable);
    return file.error().message;
  }

  fs::path folder_;
  mode_t before_ = 0;
};

using Names = std::vector<std::string>;

TEST_F(Output, AFileAppearsWholeWhenItIsCommitted) {
  auto file = OutputFile::open(path("a"));
  ASSERT_TRUE(file);
  EXPECT_FALSE(fs::exists(path("a")));
  EXPECT_EQ(names().size(), 1u);
  ASSERT_TRUE(file->commit("seven\n"));
  EXPECT_EQ(text("a"), "seven\n");
  EXPECT_EQ(names(), Names{"a"});
}

TEST_F(Output, NothingIsLeftBehindWithoutACommit) {
  {
    auto file = OutputFile::open(path("a"));
    ASSERT_TRUE(file);
    EXPECT_EQ(names().size(), 1u);
    const OutputFile moved = *std::move(file);
    EXPECT_EQ(names().size(), 1u);
  }
  EXPECT_EQ(names(), Names{});
}

TEST_F(Output, AnOlderFileStaysUntilTheNewOneIsWhole) {
  put("a", "old");
  { const auto file = OutputFile::open(path("a")); }
  EXPECT_EQ(text("a"), "old");
  EXPECT_EQ(names(), Names{"a"});
  auto file = OutputFile::open(path("a"));
  ASSERT_TRUE(file);
  EXPECT_EQ(text("a"), "old");
  ASSERT_TRUE(file->commit("n"));
  EXPECT_EQ(text("a"), "n");
}

TEST_F(Output, WhatSomebodyElseWroteIsPutInItsPlace) {
  auto file = OutputFile::open(path("a"));
  ASSERT_TRUE(file->is_regular());
  std::ofstream(file->writable_name()) << "theirs";
  ASSERT_TRUE(file->commit_written());
  EXPECT_EQ(text("a"), "theirs");
  EXPECT_EQ(file->refused().message,
            "cannot write '" + path("a") + "': the system refuses");
}

TEST_F(Output, ACommitThatFailsLeavesNothingBehind) {
  {
    auto file = OutputFile::open(path("a"));
    ASSERT_TRUE(file);
    fs::create_directory(path("a"));  // somebody took the place meanwhile
    const auto done = file->commit("text");
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().message,
              "cannot write '" + path("a") + "': it is a directory");
  }
  EXPECT_EQ(names(), Names{"a"});
}

TEST_F(Output, PermissionsFollowTheUmask) {
  for (const mode_t mask : {0022u, 0077u, 0002u}) {
    umask(mask);
    auto file = OutputFile::open(path("a"));
    ASSERT_TRUE(file->commit("text"));
    struct stat about {};
    ASSERT_EQ(stat(path("a").c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 07777u, 0666u & ~mask);
    EXPECT_EQ(umask(mask), mask);
  }
}

TEST_F(Output, ImpossiblePlacesAreFoundAtOnce) {
  put("file", "");
  EXPECT_EQ(refusal(path("no/a")),
            "cannot write '" + path("no/a") + "': there is no such folder");
  EXPECT_EQ(refusal(path("file/a")),
            "cannot write '" + path("file/a") + "': there is no such folder");
  EXPECT_EQ(refusal(folder_),
            "cannot write '" + folder_.string() + "': it is a directory");
  EXPECT_EQ(refusal(path("new/")),
            "cannot write '" + path("new/") + "': there is no such folder");
  const std::string endless = path(std::string(300, 'x'));
  EXPECT_EQ(refusal(endless), "cannot write '" + endless + "': its name is too long");
  EXPECT_EQ(names(), Names{"file"});
}

// Stops before the commit where a device would be replaced: a superuser's test would
// take /dev/null away from everybody.
TEST_F(Output, ADeviceIsWrittenToAndStaysADevice) {
  auto null = OutputFile::open("/dev/null");
  ASSERT_TRUE(null);
  ASSERT_FALSE(null->is_regular());
  EXPECT_TRUE(null->commit("text"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  auto full = OutputFile::open("/dev/full");
  ASSERT_TRUE(full);
  ASSERT_FALSE(full->is_regular());
  const auto done = full->commit("text");
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "cannot write '/dev/full': the disk is full");
}

TEST_F(Output, APipeIsWrittenToAndStaysAPipe) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  const int reader = open(path("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  auto file = OutputFile::open(path("pipe"));
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->commit("through"));
  char got[16] = {};
  EXPECT_EQ(read(reader, got, sizeof got), 7);
  EXPECT_STREQ(got, "through");
  close(reader);
  EXPECT_EQ(names(), Names{"pipe"});
}

TEST_F(Output, TheFileBehindALinkIsReplacedNotTheLink) {
  fs::create_directory(path("folder"));
  put("folder/real", "old");
  fs::create_symlink("folder/real", path("near"));
  fs::create_symlink(path("near"), path("far"));
  fs::create_symlink("folder/new", path("dangling"));
  for (const auto& [link, real] :
       {std::pair{"far", "folder/real"}, std::pair{"dangling", "folder/new"}}) {
    auto file = OutputFile::open(path(link));
    ASSERT_TRUE(file);
    EXPECT_EQ(std::distance(fs::directory_iterator(path("folder")), {}), 2);
    ASSERT_TRUE(file->commit("new"));
    EXPECT_TRUE(fs::is_symlink(path(link)));
    EXPECT_EQ(text(real), "new");
  }
  EXPECT_EQ(names(), (Names{"dangling", "far", "folder", "near"}));
  fs::create_symlink("circle", path("circle"));
  EXPECT_EQ(refusal(path("circle")),
            "cannot write '" + path("circle") + "': the system refuses");
}

// /dev/stdout of a program whose output goes to a file is a link to an open descriptor.
TEST_F(Output, AnOpenDescriptorIsWrittenToAtItsEnd) {
  put("log", "first\n");
  const int log = open(path("log").c_str(), O_WRONLY | O_APPEND);
  const std::string place = "/dev/fd/" + std::to_string(log);
  auto file = OutputFile::open(place);
  ASSERT_TRUE(file);
  ASSERT_FALSE(file->is_regular());
  ASSERT_TRUE(file->commit("second\n"));
  close(log);
  EXPECT_EQ(text("log"), "first\nsecond\n");
  EXPECT_EQ(names(), Names{"log"});
}

// Somebody who may write to the folder puts something else where the hidden file was.
TEST_F(Output, ALinkInThePlaceOfTheHiddenFileIsNotWrittenThrough) {
  put("victim", "untouched");
  auto file = OutputFile::open(path("a"));
  ASSERT_TRUE(file);
  const std::string hidden = names().front();
  ASSERT_TRUE(hidden.starts_with(".selvage-")) << hidden;
  fs::remove(path(hidden));
  fs::create_symlink("victim", path(hidden));
  const auto done = file->commit("secret");
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message,
            "cannot write '" + path("a") + "': somebody else changed what is there");
  EXPECT_EQ(text("victim"), "untouched");
  EXPECT_FALSE(fs::exists(fs::symlink_status(path("a"))));
}

TEST_F(Output, WhoWritesByNameWritesToTheHiddenFileWhereverItIs) {
  put("victim", "untouched");
  auto file = OutputFile::open(path("a"));
  ASSERT_TRUE(file);
  const std::string hidden = names().front();
  fs::rename(path(hidden), path("moved"));
  fs::create_symlink("victim", path(hidden));
  std::ofstream(file->writable_name()) << "theirs";
  EXPECT_EQ(text("moved"), "theirs");
  EXPECT_EQ(text("victim"), "untouched");
  EXPECT_FALSE(file->commit_written());
}

TEST_F(Output, AFolderThatIsRenamedKeepsItsFile) {
  fs::create_directory(path("folder"));
  auto file = OutputFile::open(path("folder/a"));
  ASSERT_TRUE(file);
  fs::rename(path("folder"), path("other"));
  fs::create_directory(path("folder"));
  ASSERT_TRUE(file->commit("text"));
  EXPECT_EQ(text("other/a"), "text");
  EXPECT_TRUE(fs::is_empty(path("folder")));
}

TEST_F(Output, APipeThatBecameAFileIsNotWrittenTo) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  auto file = OutputFile::open(path("pipe"));
  ASSERT_TRUE(file);
  fs::remove(path("pipe"));
  put("victim", "untouched");
  fs::create_symlink("victim", path("pipe"));
  EXPECT_FALSE(file->commit("secret"));
  EXPECT_EQ(text("victim"), "untouched");
}

}  // namespace
}  // namespace selvage::tool
