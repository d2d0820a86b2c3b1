#include "selvage/summary/key_dictionary.hpp"

#include <thread>

#include <gtest/gtest.h>

namespace selvage {
namespace {

std::string key_of(int i) {
  std::string key;
  KeyDictionary::append(
      key, i == 0 ? std::nullopt : std::optional<std::string>(std::to_string(i)));
  return key;
}

// More keys than a finder holds at once, asked for again and again.
TEST(KeyDictionary, WhoeverAsksAKeyHasOneNumber) {
  constexpr int kKeys = 20'000;
  KeyDictionary dictionary;
  std::vector<std::vector<std::uint32_t>> numbers(3, std::vector<std::uint32_t>(kKeys));
  constexpr int kStrides[] = {1, 3, 7};  // each meets every key
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 3; ++thread)
    threads.emplace_back([&, thread] {
      KeyFinder finder(dictionary);
      for (int round = 0; round < 3; ++round)
        for (int i = 0; i < kKeys; ++i) {
          const int k = (i * kStrides[thread] + round) % kKeys;
          numbers[static_cast<std::size_t>(thread)][static_cast<std::size_t>(k)] =
              finder.number(key_of(k));
        }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(numbers[1], numbers[0]);
  EXPECT_EQ(numbers[2], numbers[0]);
  const auto keys = dictionary.keys();
  ASSERT_EQ(keys.size(), kKeys);
  for (int i = 0; i < kKeys; ++i) {
    const std::uint32_t number = numbers[0][static_cast<std::size_t>(i)];
    EXPECT_EQ(dictionary.key(number), key_of(i));
    EXPECT_EQ(keys[number][0],
              i == 0 ? std::nullopt : std::optional(std::to_string(i)));
  }
}

}  // namespace
}  // namespace selvage
