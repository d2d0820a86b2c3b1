// Thirty-two blocks at a time, four to a register; the round keys stay in registers.
#include <immintrin.h>
#include <string.h>

#include "selvage/random/stream/aes256_kernels.hpp"
#include "selvage/random/stream/aes256_rounds.hpp"

namespace selvage {

namespace {

// They held the round keys, and would be in a memory dump.
inline void clear_registers() {
  asm volatile(
      "vzeroall\n\t"
      "vpxord %%zmm16, %%zmm16, %%zmm16\n\t"
      "vpxord %%zmm17, %%zmm17, %%zmm17\n\t"
      "vpxord %%zmm18, %%zmm18, %%zmm18\n\t"
      "vpxord %%zmm19, %%zmm19, %%zmm19\n\t"
      "vpxord %%zmm20, %%zmm20, %%zmm20\n\t"
      "vpxord %%zmm21, %%zmm21, %%zmm21\n\t"
      "vpxord %%zmm22, %%zmm22, %%zmm22\n\t"
      "vpxord %%zmm23, %%zmm23, %%zmm23\n\t"
      "vpxord %%zmm24, %%zmm24, %%zmm24\n\t"
      "vpxord %%zmm25, %%zmm25, %%zmm25\n\t"
      "vpxord %%zmm26, %%zmm26, %%zmm26\n\t"
      "vpxord %%zmm27, %%zmm27, %%zmm27\n\t"
      "vpxord %%zmm28, %%zmm28, %%zmm28\n\t"
      "vpxord %%zmm29, %%zmm29, %%zmm29\n\t"
      "vpxord %%zmm30, %%zmm30, %%zmm30\n\t"
      "vpxord %%zmm31, %%zmm31, %%zmm31"
      :
      :
      : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
        "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "xmm16", "xmm17", "xmm18",
        "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25", "xmm26", "xmm27",
        "xmm28", "xmm29", "xmm30", "xmm31");
}

}  // namespace

void aes256_ctr_vaes(const unsigned char* key, const unsigned char* counter,
                     unsigned char* out, std::size_t bytes, unsigned char* next) {
  constexpr int kVectors = 8;
  __m128i narrow[kRounds + 1];
  expand_key(key, narrow);
  __m512i keys[kRounds + 1];
#pragma GCC unroll 15
  for (int round = 0; round <= kRounds; ++round)
    keys[round] = _mm512_broadcast_i32x4(narrow[round]);
  const __m512i turn = _mm512_broadcast_i32x4(reversed());
  const __m512i four = _mm512_set_epi64(0, 4, 0, 4, 0, 4, 0, 4);
  __m512i at = _mm512_add_epi64(
      _mm512_shuffle_epi8(_mm512_broadcast_i32x4(_mm_loadu_si128(
                              reinterpret_cast<const __m128i*>(counter))),
                          turn),
      _mm512_set_epi64(0, 3, 0, 2, 0, 1, 0, 0));
  for (std::size_t i = 0; i < bytes; i += kVectors * sizeof(__m512i)) {
    __m512i blocks[kVectors];
#pragma GCC unroll 8
    for (auto& block : blocks) {
      block = _mm512_xor_si512(_mm512_shuffle_epi8(at, turn), keys[0]);
      at = _mm512_add_epi64(at, four);
    }
#pragma GCC unroll 13
    for (int round = 1; round < kRounds; ++round)
#pragma GCC unroll 8
      for (auto& block : blocks) block = _mm512_aesenc_epi128(block, keys[round]);
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v)
      _mm512_storeu_si512(out + i + 64 * v,
                          _mm512_aesenclast_epi128(blocks[v], keys[kRounds]));
  }
  __m512i last = _mm512_xor_si512(_mm512_shuffle_epi8(at, turn), keys[0]);
#pragma GCC unroll 13
  for (int round = 1; round < kRounds; ++round)
    last = _mm512_aesenc_epi128(last, keys[round]);
  last = _mm512_aesenclast_epi128(last, keys[kRounds]);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(next), _mm512_castsi512_si256(last));
  explicit_bzero(narrow, sizeof narrow);
  clear_registers();
}

}  // namespace selvage
