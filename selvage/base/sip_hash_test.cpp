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

}  // namespace
}  // namespace selvage
