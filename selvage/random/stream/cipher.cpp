#include "selvage/random/stream/cipher.hpp"

#include <sodium.h>

#include <cstring>
#include <vector>

namespace selvage {
namespace {

static_assert(Cipher::kKeyBytes == crypto_stream_chacha20_KEYBYTES);

void advance_chacha(unsigned char* key, unsigned char* out, std::size_t bytes) {
  constexpr unsigned char nonce[crypto_stream_chacha20_NONCEBYTES] = {};
  crypto_stream_chacha20(out, bytes, nonce, key);
  unsigned char next[Cipher::kKeyBytes] = {};
  crypto_stream_chacha20_xor_ic(next, next, sizeof next, nonce, bytes / 64, key);
  std::memcpy(key, next, sizeof next);
  sodium_memzero(next, sizeof next);
}

// RFC 8439, A.1, vectors 1 and 2 are how this keystream of the key zero begins; the
// digest is of its first 544 bytes, by the RFC's description in Python integers.
bool chacha_passes() {
  static constexpr unsigned char expected[crypto_hash_sha256_BYTES] = {
      0x9f, 0x4e, 0xe3, 0x87, 0xe0, 0x7d, 0xe7, 0xcd, 0xd4, 0xd5, 0xd9,
      0xfc, 0xa6, 0xa5, 0x52, 0xca, 0xd5, 0xf1, 0x0d, 0x90, 0x6c, 0x22,
      0x84, 0x31, 0x11, 0x89, 0xa5, 0xae, 0x95, 0x6a, 0x16, 0x97};
  unsigned char stream[Cipher::kPiece + Cipher::kKeyBytes] = {},
                                        digest[sizeof expected];
  advance_chacha(stream + Cipher::kPiece, stream, Cipher::kPiece);
  crypto_hash_sha256(digest, stream, sizeof stream);
  return std::memcmp(digest, expected, sizeof expected) == 0;
}

}  // namespace

void Cipher::advance(unsigned char* key, unsigned char* out, std::size_t bytes) const {
  if (aes == nullptr) return advance_chacha(key, out, bytes);
  constexpr unsigned char counter[16] = {};
  aes(key, counter, out, bytes, key);
}

bool Cipher::passes_self_test() const {
  return aes == nullptr ? chacha_passes() : selvage::passes_self_test({name, aes});
}

std::span<const Cipher> ciphers() {
  static const std::vector<Cipher> all = [] {
    std::vector<Cipher> found;
    for (const AesKernel& kernel : aes_kernels())
      found.push_back({kernel.name, kernel.run});
    found.push_back({"ChaCha20", nullptr});
    return found;
  }();
  return all;
}

}  // namespace selvage
