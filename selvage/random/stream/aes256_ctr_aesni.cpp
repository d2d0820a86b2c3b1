// Eight blocks at a time, one to a register.
#include <immintrin.h>
#include <string.h>

#include "selvage/random/stream/aes256_kernels.hpp"
#include "selvage/random/stream/aes256_rounds.hpp"

namespace selvage {

void aes256_ctr_aesni(const unsigned char* key, const unsigned char* counter,
                      unsigned char* out, std::size_t bytes, unsigned char* next) {
  constexpr int kBlocks = 8;
  __m128i keys[kRounds + 1];
  expand_key(key, keys);
  __m128i at = _mm_shuffle_epi8(
      _mm_loadu_si128(reinterpret_cast<const __m128i*>(counter)), reversed());
  const __m128i one = _mm_set_epi64x(0, 1);
  const auto encrypt = [&](__m128i(&blocks)[kBlocks]) {
#pragma GCC unroll 8
    for (auto& block : blocks) {
      block = _mm_xor_si128(_mm_shuffle_epi8(at, reversed()), keys[0]);
      at = _mm_add_epi64(at, one);
    }
    for (int round = 1; round < kRounds; ++round)
#pragma GCC unroll 8
      for (auto& block : blocks) block = _mm_aesenc_si128(block, keys[round]);
#pragma GCC unroll 8
    for (auto& block : blocks) block = _mm_aesenclast_si128(block, keys[kRounds]);
  };
  __m128i blocks[kBlocks];
  for (std::size_t i = 0; i < bytes; i += sizeof blocks) {
    encrypt(blocks);
#pragma GCC unroll 8
    for (int b = 0; b < kBlocks; ++b)
      _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i) + b, blocks[b]);
  }
  encrypt(blocks);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(next), blocks[0]);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(next) + 1, blocks[1]);
  explicit_bzero(keys, sizeof keys);
  explicit_bzero(blocks, sizeof blocks);
}

}  // namespace selvage
