#include "selvage/noise/seeded_source.hpp"

#include <sodium.h>

#include <cstring>

namespace selvage {

// Block number b of the stream is ChaCha20 under key = seed, nonce = b.
std::uint64_t SeededWords::operator()() {
  if (served_ == 0) {
    unsigned char key[crypto_stream_chacha20_KEYBYTES] = {};
    unsigned char nonce[crypto_stream_chacha20_NONCEBYTES] = {};
    static_assert(sizeof nonce == sizeof block_);
    std::memcpy(key, &seed_, sizeof seed_);
    std::memcpy(nonce, &block_, sizeof block_);
    crypto_stream_chacha20(reinterpret_cast<unsigned char*>(words_.data()),
                           sizeof words_, nonce, key);
    ++block_;
  }
  const std::uint64_t word = words_[served_];
  served_ = (served_ + 1) % words_.size();
  return word;
}

}  // namespace selvage
