// Four doubles at a time, by AVX2 and FMA.
#pragma once
#include <immintrin.h>

#include <cstddef>
#include <cstdint>

namespace selvage {
namespace {

struct Avx2Lanes {
  static constexpr std::size_t kCount = 4;
  using Real = __m256d;
  using Bits = __m256i;
  struct Table {
    __m256d part[4];
  };

  static Real all(double x) { return _mm256_set1_pd(x); }
  static Bits all_bits(std::uint64_t x) {
    return _mm256_set1_epi64x(static_cast<long long>(x));
  }
  static Table table(const double* entries) {
    return {{_mm256_load_pd(entries), _mm256_load_pd(entries + 4),
             _mm256_load_pd(entries + 8), _mm256_load_pd(entries + 12)}};
  }
  static Bits load(const std::uint64_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  }
  static Real load_real(const double* from) { return _mm256_loadu_pd(from); }
  static void store_real(double* to, Real x) { _mm256_storeu_pd(to, x); }

  static Bits halved(Bits word) { return _mm256_srli_epi64(word, 1); }
  static Bits and_bits(Bits a, Bits b) { return _mm256_and_si256(a, b); }
  // The upper half as 2^84 + hi 2^32 and the lower as 2^52 + lo; only the last addition
  // rounds.
  static Real to_real(Bits u) {
    const Real high = _mm256_castsi256_pd(
        _mm256_or_si256(_mm256_srli_epi64(u, 32), _mm256_castpd_si256(all(0x1p84))));
    const Real low = _mm256_castsi256_pd(
        _mm256_blend_epi32(u, _mm256_castpd_si256(all(0x1p52)), 0xaa));
    return _mm256_add_pd(_mm256_sub_pd(high, all(0x1p84 + 0x1p52)), low);
  }
  static Bits bits(Real x) { return _mm256_castpd_si256(x); }
  static Real exponent(Bits x) {
    return _mm256_sub_pd(
        _mm256_castsi256_pd(_mm256_or_si256(_mm256_srli_epi64(x, 52),
                                            _mm256_castpd_si256(all(0x1p52)))),
        all(0x1p52 + 1023));
  }
  static Real mantissa(Bits x) {
    return _mm256_castsi256_pd(
        _mm256_or_si256(_mm256_and_si256(x, all_bits(0x000f'ffff'ffff'ffff)),
                        _mm256_castpd_si256(all(1))));
  }
  // A double is looked up as two neighbouring floats, in all four parts; bits 50 and 51
  // then choose the part.
  static Real lookup(const Table& entries, Bits x) {
    const Bits pair = _mm256_and_si256(_mm256_srli_epi64(x, 47), all_bits(6));
    const Bits index = _mm256_or_si256(
        _mm256_or_si256(pair, _mm256_slli_epi64(pair, 32)), all_bits(1ull << 32));
    const auto pick = [&](Real part) {
      return _mm256_permutevar8x32_ps(_mm256_castpd_ps(part), index);
    };
    const Real bit50 = _mm256_castsi256_pd(_mm256_slli_epi64(x, 13));
    const Real bit51 = _mm256_castsi256_pd(_mm256_slli_epi64(x, 12));
    const Real low = _mm256_blendv_pd(_mm256_castps_pd(pick(entries.part[0])),
                                      _mm256_castps_pd(pick(entries.part[1])), bit50);
    const Real high = _mm256_blendv_pd(_mm256_castps_pd(pick(entries.part[2])),
                                       _mm256_castps_pd(pick(entries.part[3])), bit50);
    return _mm256_blendv_pd(low, high, bit51);
  }
  static Real reciprocal_bound(Real u) {  // as ScalarLanes says
    return _mm256_castsi256_pd(
        _mm256_sub_epi64(all_bits(0x7fe0'0000'0000'0000), bits(u)));
  }

  static Real times(Real a, Real b) { return _mm256_mul_pd(a, b); }
  static Real plus(Real a, Real b) { return _mm256_add_pd(a, b); }
  static Real minus(Real a, Real b) { return _mm256_sub_pd(a, b); }
  static unsigned less(Real a, Real b) {
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_LT_OQ)));
  }
  static Real fused(Real a, Real b, Real c) { return _mm256_fmadd_pd(a, b, c); }
  static Real fused_minus(Real a, Real b, Real c) { return _mm256_fmsub_pd(a, b, c); }
  static Real fused_from(Real a, Real b, Real c) { return _mm256_fnmadd_pd(a, b, c); }

  static unsigned settle(Real lower, Real upper, Bits negative, std::int64_t* out) {
    constexpr int towards_zero = _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC;
    const Real least = _mm256_round_pd(lower, towards_zero);
    const Real most = _mm256_round_pd(upper, towards_zero);
    // A whole number below 2^51 is the lower bits of itself plus 2^52 + 2^51.
    const Real shift = all(0x1p52 + 0x1p51);
    const Bits value = _mm256_sub_epi64(
        _mm256_castpd_si256(_mm256_add_pd(least, shift)), _mm256_castpd_si256(shift));
    const Bits sign = _mm256_sub_epi64(_mm256_setzero_si256(), negative);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out),
                        _mm256_sub_epi64(_mm256_xor_si256(value, sign), sign));
    return static_cast<unsigned>(
        _mm256_movemask_pd(_mm256_cmp_pd(least, most, _CMP_NEQ_UQ)));
  }
};

}  // namespace
}  // namespace selvage
