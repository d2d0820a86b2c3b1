// The key schedule of AES-256 [FIPS197, 5.2], for the files that hold AES kernels.
#pragma once
#include <wmmintrin.h>

namespace selvage {
namespace {

constexpr int kRounds = 14;

inline __m128i spread(__m128i key, __m128i word) {
  key = _mm_xor_si128(key, _mm_slli_si128(key, 4));
  key = _mm_xor_si128(key, _mm_slli_si128(key, 8));
  return _mm_xor_si128(key, word);
}

template <int kConstant>
inline void next_round_keys(__m128i* keys, int i) {
  keys[i] = spread(
      keys[i - 2],
      _mm_shuffle_epi32(_mm_aeskeygenassist_si128(keys[i - 1], kConstant), 0xff));
  if (i < kRounds)
    keys[i + 1] = spread(
        keys[i - 1], _mm_shuffle_epi32(_mm_aeskeygenassist_si128(keys[i], 0), 0xaa));
}

inline void expand_key(const unsigned char* key, __m128i* keys) {
  keys[0] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(key));
  keys[1] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(key + 16));
  next_round_keys<0x01>(keys, 2);
  next_round_keys<0x02>(keys, 4);
  next_round_keys<0x04>(keys, 6);
  next_round_keys<0x08>(keys, 8);
  next_round_keys<0x10>(keys, 10);
  next_round_keys<0x20>(keys, 12);
  next_round_keys<0x40>(keys, 14);
}

// The bytes of a block in the opposite order: counters are big-endian.
inline __m128i reversed() {
  return _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

}  // namespace
}  // namespace selvage
