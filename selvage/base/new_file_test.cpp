#include "selvage/base/new_file.hpp"

#include <sys/stat.h>

#include <cerrno>

#include <gtest/gtest.h>

#include "selvage/base/temporary_folder.hpp"

namespace selvage {
namespace {

TEST(NewFile, IsWholeAndHasItsPermissions) {
  const TemporaryFolder folder;
  const std::string bytes(100'000, 'x');
  EXPECT_EQ(write_new_file(folder.file("a"), bytes, 0600), 0);
  EXPECT_EQ(folder.read("a"), bytes);
  struct stat status {};
  ASSERT_EQ(stat(folder.file("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
}

TEST(NewFile, ReplacesNothingAndLeavesNothing) {
  const TemporaryFolder folder;
  folder.write("a", "mine");
  EXPECT_EQ(write_new_file(folder.file("a"), "other", 0600), EEXIST);
  EXPECT_EQ(folder.read("a"), "mine");
  EXPECT_EQ(write_new_file(folder.file("no/b"), "x", 0600), ENOENT);
  EXPECT_EQ(folder.files(), 1U);
}

}  // namespace
}  // namespace selvage
