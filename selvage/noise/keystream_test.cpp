#include "selvage/noise/keystream.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "selvage/noise/system_source.hpp"

namespace selvage {
namespace {

// 2^-64 per pair: over these few words a repetition means a broken stream.
TEST(Keystream, DoesNotRepeatAcrossBlocksOrStreams) {
  auto one = Keystream::make(), two = Keystream::make();
  ASSERT_TRUE(one && two);
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 5000; ++i) {  // several blocks of 1020 words
    EXPECT_TRUE(seen.insert((*one)()).second);
    EXPECT_TRUE(seen.insert((*two)()).second);
  }
}

TEST(Keystream, AChildDoesNotServeItsParentsWords) {
  auto stream = Keystream::make();
  ASSERT_TRUE(stream);
  (*stream)();  // keyed, with a block half served
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::uint64_t words[64];
    for (auto& word : words) word = (*stream)();
    const bool sent = write(pipe_ends[1], words, sizeof words) == sizeof words;
    _exit(sent ? 0 : 1);
  }
  std::uint64_t theirs[64];
  ASSERT_EQ(read(pipe_ends[0], theirs, sizeof theirs),
            static_cast<ssize_t>(sizeof theirs));
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  std::set<std::uint64_t> ours;
  for (int i = 0; i < 3000; ++i) ours.insert((*stream)());
  for (const std::uint64_t word : theirs) EXPECT_EQ(ours.count(word), 0u);
  close(pipe_ends[0]);
  close(pipe_ends[1]);
}

TEST(Keystream, BitsAreBalanced) {
  auto stream = Keystream::make();
  ASSERT_TRUE(stream);
  constexpr int words = 1 << 14;
  int ones[64] = {};
  for (int i = 0; i < words; ++i) {
    const std::uint64_t word = (*stream)();
    for (int bit = 0; bit < 64; ++bit) ones[bit] += static_cast<int>(word >> bit & 1);
  }
  // 7.5 standard deviations of Binomial(2^14, 1/2): false alarm below 64 * 1e-13.
  for (const int count : ones) EXPECT_NEAR(count, words / 2, 480);
}

TEST(SystemSource, EveryThreadHasItsOwn) {
  std::vector<std::vector<std::uint64_t>> drawn(4, std::vector<std::uint64_t>(2000));
  std::vector<std::thread> threads;
  for (auto& out : drawn)
    threads.emplace_back([&out] {
      auto source = make_system_source();
      (*source)->uniform_below(out, ~std::uint64_t{0});
    });
  for (auto& thread : threads) thread.join();
  std::set<std::uint64_t> seen;
  for (const auto& out : drawn)
    for (const std::uint64_t word : out) EXPECT_TRUE(seen.insert(word).second);
}

}  // namespace
}  // namespace selvage
