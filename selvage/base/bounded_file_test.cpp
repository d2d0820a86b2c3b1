#include "selvage/base/bounded_file.hpp"

#include <fstream>

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(BoundedFile, IsReadUpToItsEndAndWhatHasNoneIsRefused) {
  const std::string path = testing::TempDir() + "bounded_file";
  const std::string text(200'000, 'x');
  std::ofstream(path) << text;
  EXPECT_EQ(*read_bounded(path, text.size()), text);
  EXPECT_EQ(read_bounded(path, text.size() - 1).error().message,
            "it has more than 199999 bytes");
  EXPECT_FALSE(read_bounded("/dev/zero", 1'000'000));
}

TEST(BoundedFile, TheSystemsReasonIsTold) {
  EXPECT_EQ(read_bounded("/", 10).error().message, "Is a directory");
  EXPECT_EQ(read_bounded("/nowhere/file", 10).error().message,
            "No such file or directory");
}

}  // namespace
}  // namespace selvage
