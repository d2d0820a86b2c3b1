// The ciphers that make keystreams: AES-256-CTR by vectors of blocks or block by block,
// and ChaCha20.
#pragma once
#include <cstddef>
#include <span>

#include "selvage/random/stream/aes256_ctr.hpp"

namespace selvage {

struct Cipher {
  static constexpr std::size_t kKeyBytes = 32;
  static constexpr std::size_t kPiece = 512;

  const char* name;
  Aes256Ctr aes;  // null for ChaCha20

  // Writes `bytes` bytes of the keystream of `key`, and replaces the key by the bytes
  // that follow. Requires that bytes is a multiple of kPiece.
  void advance(unsigned char* key, unsigned char* out, std::size_t bytes) const;
  // Whether it gives the standard's keystream, and the key that follows.
  bool passes_self_test() const;
};

// Those that run on this machine, the fastest first; ChaCha20 is always there.
std::span<const Cipher> ciphers();

}  // namespace selvage
