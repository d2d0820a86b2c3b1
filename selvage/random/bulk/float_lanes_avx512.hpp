// Sixteen floats at a time, by AVX-512.
#pragma once
#include <immintrin.h>

#include <cstddef>
#include <cstdint>

namespace selvage {
namespace {

struct Avx512FloatLanes {
  static constexpr std::size_t kCount = 16;
  using Real = __m512;
  using Bits = __m512i;
  using Table = __m512;

  static Real all(float x) { return _mm512_set1_ps(x); }
  static Bits all_bits(std::uint32_t x) {
    return _mm512_set1_epi32(static_cast<int>(x));
  }
  static Table table(const float* entries) { return _mm512_load_ps(entries); }
  static Bits load(const std::uint64_t* words, std::size_t i) {
    return _mm512_loadu_si512(words + i / 2);
  }
  static void store_real(float* to, Real x) { _mm512_storeu_ps(to, x); }

  static Bits halved(Bits half) { return _mm512_srli_epi32(half, 1); }
  static Real to_real(Bits u) { return _mm512_cvtepi32_ps(u); }
  static Bits bits(Real x) { return _mm512_castps_si512(x); }
  static Real biased_exponent(Bits x) {
    return _mm512_cvtepi32_ps(_mm512_srli_epi32(x, 23));
  }
  static Real mantissa(Bits x) {  // (x and mask) or one
    return _mm512_castsi512_ps(_mm512_ternarylogic_epi32(x, all_bits(0x007f'ffff),
                                                         all_bits(0x3f80'0000), 0xea));
  }
  static Real lookup(Table entries, Bits x) {  // by bits 19 to 22
    return _mm512_permutexvar_ps(_mm512_srli_epi32(x, 19), entries);
  }
  static Real reciprocal_bound(Real u) {  // as ScalarFloatLanes says
    return _mm512_castsi512_ps(_mm512_sub_epi32(all_bits(0x7f00'0000), bits(u)));
  }

  static Real minus(Real a, Real b) { return _mm512_sub_ps(a, b); }
  static Real fused(Real a, Real b, Real c) { return _mm512_fmadd_ps(a, b, c); }
  static Real fused_minus(Real a, Real b, Real c) { return _mm512_fmsub_ps(a, b, c); }
  static Real fused_from(Real a, Real b, Real c) { return _mm512_fnmadd_ps(a, b, c); }

  static unsigned settle(Real lower, Real upper, Bits half, Bits sign_bit,
                         std::int64_t* out) {
    // What does not fit becomes -2^31, as upper never does.
    const Bits least = _mm512_cvttps_epi32(lower), most = _mm512_cvttps_epi32(upper);
    const Bits value = _mm512_mask_sub_epi32(
        least, _mm512_test_epi32_mask(half, sign_bit), _mm512_setzero_si512(), least);
    _mm512_storeu_si512(out, _mm512_cvtepi32_epi64(_mm512_castsi512_si256(value)));
    _mm512_storeu_si512(out + 8,
                        _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64(value, 1)));
    return _mm512_cmpneq_epi32_mask(least, most);
  }
};

}  // namespace
}  // namespace selvage
