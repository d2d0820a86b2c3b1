// SipHash-2-4 with 64 bits, the keyed hash that libsodium calls crypto_shorthash, where
// the compiler sees it: messages are a few words, a call and a loop over bytes cost as
// much as the hash, and hashes that do not wait for one another run side by side.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

namespace selvage {

class SipHash {
 public:
  static constexpr std::size_t kKeyBytes = 16;
  explicit SipHash(const std::uint8_t* key)
      : low_(word_at(key)), high_(word_at(key + 8)) {}

  // Of words as they lie in memory.
  template <std::size_t kWords>
  std::uint64_t operator()(const std::uint64_t (&words)[kWords]) const {
    State state(*this);
    for (const std::uint64_t word : words) state.take(word);
    return state.end(std::uint64_t{8 * kWords} << 56);
  }
  std::uint64_t operator()(std::string_view message) const {
    State state(*this);
    const char* at = message.data();
    for (std::size_t words = message.size() / 8; words > 0; --words, at += 8)
      state.take(word_at(at));
    return state.end(last_word(message));
  }
  // Of one message by two keys.
  static std::pair<std::uint64_t, std::uint64_t> both(const SipHash& one,
                                                      const SipHash& other,
                                                      std::string_view message) {
    State first(one), second(other);
    const char* at = message.data();
    for (std::size_t words = message.size() / 8; words > 0; --words, at += 8) {
      const std::uint64_t word = word_at(at);
      first.take(word);
      second.take(word);
    }
    const std::uint64_t last = last_word(message);
    return {first.end(last), second.end(last)};
  }

 private:
  static_assert(std::endian::native == std::endian::little);

  struct State {
    explicit State(const SipHash& key)
        : a(key.low_ ^ 0x736f6d6570736575),
          b(key.high_ ^ 0x646f72616e646f6d),
          c(key.low_ ^ 0x6c7967656e657261),
          d(key.high_ ^ 0x7465646279746573) {}
    void round() {
      a += b;
      c += d;
      b = std::rotl(b, 13) ^ a;
      d = std::rotl(d, 16) ^ c;
      a = std::rotl(a, 32) + d;
      c += b;
      d = std::rotl(d, 21) ^ a;
      b = std::rotl(b, 17) ^ c;
      c = std::rotl(c, 32);
    }
    void take(std::uint64_t word) {
      d ^= word;
      round();
      round();
      a ^= word;
    }
    std::uint64_t end(std::uint64_t last) {
      take(last);
      c ^= 0xff;
      for (int i = 0; i < 4; ++i) round();
      return a ^ b ^ c ^ d;
    }
    std::uint64_t a, b, c, d;
  };

  template <class Byte>
  static std::uint64_t word_at(const Byte* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return word;
  }
  // The bytes that fill no word, and the length above them.
  static std::uint64_t last_word(std::string_view message) {
    const std::size_t size = message.size(), left = size % 8;
    const char* const end = message.data() + size;
    const auto byte = [&](std::size_t i) {
      return std::uint64_t{static_cast<unsigned char>(message[i])} << (8 * i);
    };
    std::uint64_t word = 0;
    if (left == 0) {
      // none
    } else if (size >= 8) {
      word = word_at(end - 8) >> (8 * (8 - left));
    } else if (size >= 4) {
      std::uint32_t first = 0, last = 0;
      std::memcpy(&first, message.data(), sizeof first);
      std::memcpy(&last, end - sizeof last, sizeof last);
      word = first | std::uint64_t{last} << (8 * (size - 4));
    } else {
      word = byte(0) | byte(size / 2) | byte(size - 1);
    }
    return word | std::uint64_t{size} << 56;
  }

  std::uint64_t low_, high_;
};

}  // namespace selvage
