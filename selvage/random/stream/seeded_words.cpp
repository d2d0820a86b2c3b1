#include "selvage/random/stream/seeded_words.hpp"

#include <endian.h>
#include <sodium.h>

#include <algorithm>
#include <cstring>

namespace selvage {

// Block number b of the stream is ChaCha20 under key = seed, nonce = b; all numbers are
// little-endian, whatever the machine is.
void SeededWords::make_block() {
  unsigned char key[crypto_stream_chacha20_KEYBYTES] = {};
  unsigned char nonce[crypto_stream_chacha20_NONCEBYTES] = {};
  static_assert(sizeof nonce == sizeof block_);
  const std::uint64_t seed = htole64(seed_), block = htole64(block_);
  std::memcpy(key, &seed, sizeof seed);
  std::memcpy(nonce, &block, sizeof block);
  crypto_stream_chacha20(reinterpret_cast<unsigned char*>(words_.data()), sizeof words_,
                         nonce, key);
  for (auto& word : words_) word = le64toh(word);
  ++block_;
}

std::uint64_t SeededWords::operator()() {
  if (served_ == 0) make_block();
  const std::uint64_t word = words_[served_];
  served_ = (served_ + 1) % words_.size();
  return word;
}

void SeededWords::fill(std::span<std::uint64_t> out) {
  while (!out.empty()) {
    if (served_ == 0) make_block();
    const std::size_t count = std::min(out.size(), words_.size() - served_);
    std::copy_n(words_.data() + served_, count, out.data());
    served_ = (served_ + count) % words_.size();
    out = out.subspan(count);
  }
}

}  // namespace selvage
