// SipHash-2-4 with 64 bits, the keyed hash that libsodium calls crypto_shorthash, where
// the compiler sees it: messages are a few words, a call and a loop over bytes cost as
// much as the hash, and hashes that do not wait for one another run side by side.
#pragma once
#include <bit>
#include <charconv>
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
  // Of the digits of a whole number, as text: with '-' before them where it is below 0.
  std::uint64_t of_digits(std::int64_t number) const {
    constexpr std::int64_t kHalf = 100'000'000, kWhole = kHalf * kHalf;
    if (number < 0 || number >= kWhole) {
      char text[24];
      const auto end = std::to_chars(text, text + sizeof text, number);
      return (*this)({text, static_cast<std::size_t>(end.ptr - text)});
    }
    State state(*this);
    if (number < kHalf) {
      const Digits digits(static_cast<std::uint64_t>(number));
      if (digits.count < 8) return state.end(digits.text | digits.count << 56);
      state.take(digits.text);
      return state.end(std::uint64_t{8} << 56);
    }
    const Digits upper(static_cast<std::uint64_t>(number / kHalf));
    const std::uint64_t lower =
        eight_digits(static_cast<std::uint64_t>(number % kHalf)) | kZeros;
    if (upper.count == 8) {
      state.take(upper.text);
      state.take(lower);
      return state.end(std::uint64_t{16} << 56);
    }
    state.take(upper.text | lower << (8 * upper.count));
    return state.end(lower >> (64 - 8 * upper.count) | (8 + upper.count) << 56);
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

  static constexpr std::uint64_t kZeros = 0x3030303030303030;  // as text

  // Each in a byte of its own, the first one in the lowest byte. Requires number <
  // 10^8. Quotients by 100 of all below 10,000 and by 10 of all below 100 are those of
  // the products.
  static std::uint64_t eight_digits(std::uint64_t number) {
    std::uint64_t digits = number / 10'000 | number % 10'000 << 32;
    std::uint64_t upper = digits * 10486 >> 20 & 0x0000007f0000007f;
    digits = upper | (digits - upper * 100) << 16;
    upper = digits * 103 >> 10 & 0x000f000f000f000f;
    return upper | (digits - upper * 10) << 8;
  }
  // Without zeros before them; the last one stays.
  struct Digits {
    explicit Digits(std::uint64_t number) {
      const std::uint64_t all = eight_digits(number);
      const int zeros = std::countr_zero(all | std::uint64_t{1} << 56) / 8;
      text = (all | kZeros) >> (8 * zeros);
      count = static_cast<std::uint64_t>(8 - zeros);
    }
    std::uint64_t text, count;
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
