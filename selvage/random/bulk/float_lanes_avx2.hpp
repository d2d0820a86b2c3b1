// Eight floats at a time, by AVX2 and FMA.
#pragma once
#include <immintrin.h>

#include <cstddef>
#include <cstdint>

namespace selvage {
namespace {

struct Avx2FloatLanes {
  static constexpr std::size_t kCount = 8;
  using Real = __m256;
  using Bits = __m256i;
  struct Table {
    __m256 low, high;
  };

  static Real all(float x) { return _mm256_set1_ps(x); }
  static Bits all_bits(std::uint32_t x) {
    return _mm256_set1_epi32(static_cast<int>(x));
  }
  static Table table(const float* entries) {
    return {_mm256_load_ps(entries), _mm256_load_ps(entries + 8)};
  }
  static Bits load(const std::uint64_t* words, std::size_t i) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words + i / 2));
  }
  static void store_real(float* to, Real x) { _mm256_storeu_ps(to, x); }

  static Bits halved(Bits half) { return _mm256_srli_epi32(half, 1); }
  static Real to_real(Bits u) { return _mm256_cvtepi32_ps(u); }
  static Bits bits(Real x) { return _mm256_castps_si256(x); }
  static Real biased_exponent(Bits x) {
    return _mm256_cvtepi32_ps(_mm256_srli_epi32(x, 23));
  }
  static Real mantissa(Bits x) {
    return _mm256_castsi256_ps(_mm256_or_si256(
        _mm256_and_si256(x, all_bits(0x007f'ffff)), all_bits(0x3f80'0000)));
  }
  // Bits 19 to 21 choose in both halves of the table, then bit 22 between them.
  static Real lookup(const Table& entries, Bits x) {
    const Bits index = _mm256_srli_epi32(x, 19);
    return _mm256_blendv_ps(_mm256_permutevar8x32_ps(entries.low, index),
                            _mm256_permutevar8x32_ps(entries.high, index),
                            _mm256_castsi256_ps(_mm256_slli_epi32(x, 9)));
  }
  static Real reciprocal_bound(Real u) {  // as ScalarFloatLanes says
    return _mm256_castsi256_ps(_mm256_sub_epi32(all_bits(0x7f00'0000), bits(u)));
  }

  static Real minus(Real a, Real b) { return _mm256_sub_ps(a, b); }
  static Real fused(Real a, Real b, Real c) { return _mm256_fmadd_ps(a, b, c); }
  static Real fused_minus(Real a, Real b, Real c) { return _mm256_fmsub_ps(a, b, c); }
  static Real fused_from(Real a, Real b, Real c) { return _mm256_fnmadd_ps(a, b, c); }

  static unsigned settle(Real lower, Real upper, Bits half, Bits sign_bit,
                         std::int64_t* out) {
    // What does not fit becomes -2^31, as upper never does.
    const Bits least = _mm256_cvttps_epi32(lower), most = _mm256_cvttps_epi32(upper);
    const Bits sign =
        _mm256_sub_epi32(_mm256_setzero_si256(), _mm256_and_si256(half, sign_bit));
    const Bits value = _mm256_sub_epi32(_mm256_xor_si256(least, sign), sign);
    const auto store = [](std::int64_t* to, __m128i part) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_cvtepi32_epi64(part));
    };
    store(out, _mm256_castsi256_si128(value));
    store(out + 4, _mm256_extracti128_si256(value, 1));
    const Bits same = _mm256_cmpeq_epi32(least, most);
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(same))) ^ 0xff;
  }
};

}  // namespace
}  // namespace selvage
