// Eight doubles at a time, by AVX-512.
#pragma once
#include <immintrin.h>

#include <cstddef>
#include <cstdint>

namespace selvage {
namespace {

struct Avx512Lanes {
  static constexpr std::size_t kCount = 8;
  using Real = __m512d;
  using Bits = __m512i;
  struct Table {
    __m512d low, high;
  };

  static Real all(double x) { return _mm512_set1_pd(x); }
  static Bits all_bits(std::uint64_t x) {
    return _mm512_set1_epi64(static_cast<long long>(x));
  }
  static Table table(const double* entries) {
    return {_mm512_load_pd(entries), _mm512_load_pd(entries + 8)};
  }
  static Bits load(const std::uint64_t* from) { return _mm512_loadu_si512(from); }
  static Real load_real(const double* from) { return _mm512_loadu_pd(from); }
  static void store_real(double* to, Real x) { _mm512_storeu_pd(to, x); }

  static Bits halved(Bits word) { return _mm512_srli_epi64(word, 1); }
  static Bits and_bits(Bits a, Bits b) { return _mm512_and_si512(a, b); }
  static Real to_real(Bits u) { return _mm512_cvtepi64_pd(u); }
  static Bits bits(Real x) { return _mm512_castpd_si512(x); }
  static Real exponent(Bits x) {
    return _mm512_sub_pd(_mm512_castsi512_pd(_mm512_or_si512(_mm512_srli_epi64(x, 52),
                                                             bits(all(0x1p52)))),
                         all(0x1p52 + 1023));
  }
  static Real mantissa(Bits x) {  // (x and mask) or one
    return _mm512_castsi512_pd(_mm512_ternarylogic_epi64(
        x, all_bits(0x000f'ffff'ffff'ffff), bits(all(1)), 0xea));
  }
  static Real lookup(const Table& entries, Bits x) {  // by bits 48 to 51
    return _mm512_permutex2var_pd(entries.low, _mm512_srli_epi64(x, 48), entries.high);
  }
  static Real reciprocal_bound(Real u) {  // as ScalarLanes says
    return _mm512_castsi512_pd(
        _mm512_sub_epi64(all_bits(0x7fe0'0000'0000'0000), bits(u)));
  }

  static Real times(Real a, Real b) { return _mm512_mul_pd(a, b); }
  static Real plus(Real a, Real b) { return _mm512_add_pd(a, b); }
  static Real minus(Real a, Real b) { return _mm512_sub_pd(a, b); }
  static unsigned less(Real a, Real b) { return _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ); }
  static Real fused(Real a, Real b, Real c) { return _mm512_fmadd_pd(a, b, c); }
  static Real fused_minus(Real a, Real b, Real c) { return _mm512_fmsub_pd(a, b, c); }
  static Real fused_from(Real a, Real b, Real c) { return _mm512_fnmadd_pd(a, b, c); }

  static unsigned settle(Real lower, Real upper, Bits negative, std::int64_t* out) {
    const Bits least = _mm512_cvttpd_epi64(lower), most = _mm512_cvttpd_epi64(upper);
    const Bits sign = _mm512_sub_epi64(_mm512_setzero_si512(), negative);
    _mm512_storeu_si512(out, _mm512_sub_epi64(_mm512_xor_si512(least, sign), sign));
    return _mm512_cmpneq_epi64_mask(least, most);
  }
};

}  // namespace
}  // namespace selvage
