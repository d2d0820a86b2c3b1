#include "selvage/base/text_blocks.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace selvage {
namespace {

TEST(TextBlocks, HandsOnAllInOrderWhateverTheBlocks) {
  for (const std::size_t length : {1, 7, 1000, 262'143, 262'144, 262'145, 600'000}) {
    std::string expected, all;
    std::size_t largest = 0;
    TextBlocks text([&](std::string_view block) {
      all += block;
      largest = std::max(largest, block.size());
    });
    std::int64_t number = 1;
    while (expected.size() < 1'500'000) {
      const std::string piece(length, static_cast<char>('a' + number % 26));
      expected += piece + ';' + std::to_string(number);
      text.add(piece);
      text.add(';');
      text.add(number);
      number = number * -37 % 1'000'000'000'000'000;
    }
    text.end();
    EXPECT_TRUE(all == expected) << length;
    EXPECT_LE(largest, std::max<std::size_t>(length, 262'144));
  }
}

TEST(TextBlocks, WritesEveryWholeNumber) {
  for (const std::int64_t number :
       {std::int64_t{0}, std::int64_t{-7}, std::numeric_limits<std::int64_t>::min(),
        std::numeric_limits<std::int64_t>::max()})
    EXPECT_EQ(whole_text([&](TextBlocks& text) { text.add(number); }),
              std::to_string(number));
}

// A number that would not fit in the block goes to the next.
TEST(TextBlocks, EndsOfBlocksFallAnywhere) {
  for (std::size_t before = 262'144 - 22; before <= 262'144; ++before) {
    const std::string x(before, 'x');
    EXPECT_EQ(whole_text([&](TextBlocks& text) {
                text.add(x);
                text.add(std::numeric_limits<std::int64_t>::min());
                text.add('.');
              }),
              x + "-9223372036854775808.");
  }
}

TEST(TextBlocks, NothingIsHandedOnWhereThereIsNothing) {
  int blocks = 0;
  TextBlocks text([&](std::string_view) { ++blocks; });
  text.add(std::string_view());
  text.end();
  EXPECT_EQ(blocks, 0);
}

}  // namespace
}  // namespace selvage
