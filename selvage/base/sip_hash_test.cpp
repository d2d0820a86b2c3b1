#include "selvage/base/sip_hash.hpp"

#include <sodium.h>

#include <array>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace selvage {
namespace {

using Key = std::array<std::uint8_t, SipHash::kKeyBytes>;

std::uint64_t of_sodium(std::string_view message, const Key& key) {
  std::uint64_t hash = 0;
  crypto_shorthash(reinterpret_cast<unsigned char*>(&hash),
                   reinterpret_cast<const unsigned char*>(message.data()),
                   message.size(), key.data());
  return hash;
}

Key any_key(std::mt19937_64& random) {
  Key key;
  for (auto& byte : key) byte = static_cast<std::uint8_t>(random());
  return key;
}

// The test vector of the paper's appendix A: message 00 01 .. 0e, key 00 01 .. 0f.
TEST(SipHash, OfThePaper) {
  Key key;
  std::string message;
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::uint8_t>(i);
  for (char byte = 0; byte < 15; ++byte) message += byte;
  EXPECT_EQ(SipHash(key.data())(message), 0xa129ca6149be45e5);
}

TEST(SipHash, IsThatOfLibsodiumForEveryLength) {
  std::mt19937_64 random(24);
  for (std::size_t size = 0; size <= 300; ++size)
    for (int i = 0; i < 20; ++i) {
      const Key key = any_key(random), other = any_key(random);
      std::string message(size, '\0');
      for (char& byte : message) byte = static_cast<char>(random());
      EXPECT_EQ(SipHash(key.data())(message), of_sodium(message, key)) << size;
      const auto [first, second] =
          SipHash::both(SipHash(key.data()), SipHash(other.data()), message);
      EXPECT_EQ(first, of_sodium(message, key)) << size;
      EXPECT_EQ(second, of_sodium(message, other)) << size;
    }
}

TEST(SipHash, OfWordsIsThatOfTheirBytes) {
  std::mt19937_64 random(24);
  for (int i = 0; i < 1000; ++i) {
    const Key key = any_key(random);
    const std::uint64_t words[] = {random(), random(), random(), random()};
    const std::uint64_t one[] = {words[0]};
    const auto* bytes = reinterpret_cast<const char*>(words);
    EXPECT_EQ(SipHash(key.data())(words), of_sodium({bytes, sizeof words}, key));
    EXPECT_EQ(SipHash(key.data())(one), of_sodium({bytes, sizeof one}, key));
  }
}

TEST(SipHash, OfDigitsIsThatOfTheText) {
  std::uint8_t key[SipHash::kKeyBytes] = {3, 1, 4, 1, 5, 9};
  const SipHash hash(key);
  const auto expect_same = [&](std::int64_t number) {
    ASSERT_EQ(hash.of_digits(number), hash(std::to_string(number))) << number;
  };
  for (std::int64_t number = 0; number < 20'000; ++number) expect_same(number);
  for (std::int64_t power = 1; power <= std::int64_t{1'000'000'000'000'000'000} / 10;
       power *= 10)
    for (const std::int64_t beside : {-2, -1, 0, 1, 99, 101}) {
      expect_same(power * 10 + beside);
      expect_same(-power * 10 - beside);
    }
  std::uint64_t state = 7;
  for (int i = 0; i < 200'000; ++i) {
    state = state * 6364136223846793005 + 1442695040888963407;
    expect_same(static_cast<std::int64_t>(state) >> (state % 60));
  }
  expect_same(std::numeric_limits<std::int64_t>::min());
  expect_same(std::numeric_limits<std::int64_t>::max());
}

}  // namespace
}  // namespace selvage
