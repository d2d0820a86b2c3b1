#include "selvage/source/text_lines.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <string>

#include <gtest/gtest.h>

namespace selvage {
namespace {

using Lines = std::vector<std::string>;

Lines read_lines(std::string_view bytes, const TextLimits& limits = {}) {
  const int file = memfd_create("lines", MFD_CLOEXEC);
  EXPECT_EQ(pwrite(file, bytes.data(), bytes.size(), 0),
            static_cast<ssize_t>(bytes.size()));
  TextLines lines(file, limits);
  Lines result;
  while (lines.next()) result.emplace_back(lines.line().value_or("(too long)"));
  EXPECT_FALSE(lines.bytes().failed());
  close(file);
  return result;
}

TEST(TextLines, QuotesHideNoLineEnd) {
  EXPECT_EQ(read_lines("{\"a\": 1}\n\n\"x\ny\"\r\n\r\nz\r"),
            (Lines{"{\"a\": 1}", "", "\"x", "y\"", "", "z"}));
  EXPECT_EQ(read_lines("\xef\xbb\xbf"), Lines{});
  EXPECT_EQ(read_lines("\xef\xbb\xbf\n\xef\xbb\xbf"), (Lines{"", "\xef\xbb\xbf"}));
}

// The CR of the line end is no part of the length, whatever the blocks.
TEST(TextLines, ALineBeyondTheLimitIsOneLineWithoutText) {
  for (std::size_t block = 1; block <= 12; ++block)
    EXPECT_EQ(read_lines("1234\n12345\n1234\r\n12345\r\n1234\r\r\n12\r4567\n1\n12345\r",
                         {.block = block, .line = 4}),
              (Lines{"1234", "(too long)", "1234", "(too long)", "(too long)",
                     "(too long)", "1", "(too long)"}))
        << block;
}

}  // namespace
}  // namespace selvage
