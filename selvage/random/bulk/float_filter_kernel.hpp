// From half a random word to a value of geometric noise, by one logarithm in single
// precision whose error is bounded, so that it decides only what is certain. Theory:
// T14.
//
// Written once, for lanes of one, eight or sixteen floats; every operation is rounded
// as IEEE 754 says, so that all lanes decide alike. This file is included only by the
// kernels, which are compiled without contraction, and by the test of its tables.
#pragma once
#include <cstddef>
#include <cstdint>

#include "selvage/random/bulk/float_filter.hpp"

namespace selvage {
namespace {

// 1/m for the middle of each sixteenth of [1, 2), to 12 bits, and minus its logarithm.
alignas(64) constexpr float kFloatReciprocal[16] = {
    3972 / 4096.f, 3745 / 4096.f, 3542 / 4096.f, 3361 / 4096.f,
    3197 / 4096.f, 3048 / 4096.f, 2913 / 4096.f, 2789 / 4096.f,
    2675 / 4096.f, 2570 / 4096.f, 2473 / 4096.f, 2383 / 4096.f,
    2300 / 4096.f, 2222 / 4096.f, 2149 / 4096.f, 2081 / 4096.f};
alignas(64) constexpr float kFloatLogarithm[16] = {
    0x1.f7a9b16782856p-6f, 0x1.6ef528c056a2cp-4f, 0x1.299d30c606ea7p-3f,
    0x1.9509aa0044f8fp-3f, 0x1.fb7d86eee3b90p-3f, 0x1.2e9e2bce12286p-2f,
    0x1.5d01dc49ff2e8p-2f, 0x1.898d38a89347ep-2f, 0x1.b44977c148f1bp-2f,
    0x1.dd4aa04e1c4b6p-2f, 0x1.02582a5c9d123p-1f, 0x1.15533d3b8d7b3p-1f,
    0x1.2779e1ec93ecap-1f, 0x1.39240dde5ce92p-1f, 0x1.4a3e862342525p-1f,
    0x1.5ab505b39040bp-1f};

template <class L>
struct FloatLogarithm {
  const typename L::Table reciprocals = L::table(kFloatReciprocal);
  const typename L::Table logarithms = L::table(kFloatLogarithm);

  typename L::Real operator()(typename L::Real u, typename L::Real offset) const {
    const auto constant = [](float x) { return L::all(x); };
    const auto bits = L::bits(u);
    const auto f =
        L::fused(L::mantissa(bits), L::lookup(reciprocals, bits), constant(-1));
    // ln(1+f) = f (1 - f/2 + f^2/3) within 2.2e-7, since |f| < 0.0304.
    const auto series =
        L::fused(f, L::fused(f, constant(1 / 3.f), constant(-1 / 2.f)), constant(1));
    // A small result is left with a small error: this difference is rounded once.
    const auto whole =
        L::fused_from(L::biased_exponent(bits), constant(kFloatLn2), offset);
    return L::fused_from(f, series, L::minus(whole, L::lookup(logarithms, bits)));
  }
};

template <class L>
std::size_t float_filter(const FloatFilterBatch& given) {
  const FloatFilterBatch batch = given;  // which no store below can change
  const FloatLogarithm<L> logarithm;
  const auto offset = L::all(batch.law.offset), scale = L::all(batch.law.scale);
  const auto lower_scale = L::all(batch.law.lower_scale);
  const auto upper_scale = L::all(batch.law.upper_scale);
  const auto lower_margin = L::all(batch.law.lower_margin);
  const auto upper_margin = L::all(batch.law.upper_margin);
  const auto sign_bit = L::all_bits(batch.two_sided ? 1 : 0);
  std::size_t unsure = 0;
  for (std::size_t i = 0; i < batch.count; i += L::kCount) {
    const auto half = L::load(batch.words, i);
    const auto u = L::to_real(L::halved(half));
    const auto y = logarithm(u, offset);
    // At the other end of the interval y is smaller by less than 1/U. [T14]
    const auto below = L::fused(L::reciprocal_bound(u), scale, lower_margin);
    auto open = L::settle(L::fused_minus(y, lower_scale, below),
                          L::fused(y, upper_scale, upper_margin), half, sign_bit,
                          batch.out + i);
    while (open != 0) [[unlikely]] {
        batch.unsure[unsure++] = static_cast<std::uint32_t>(i) +
                                 static_cast<std::uint32_t>(__builtin_ctz(open));
        open &= open - 1;
      }
  }
  return unsure;
}

template <class L>
void float_logarithms(const std::uint64_t* words, std::size_t count, float offset,
                      float* out) {
  const FloatLogarithm<L> logarithm;
  const auto from = L::all(offset);
  for (std::size_t i = 0; i < count; i += L::kCount)
    L::store_real(out + i, logarithm(L::to_real(L::halved(L::load(words, i))), from));
}

}  // namespace
}  // namespace selvage
