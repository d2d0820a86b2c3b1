// From a random word to a value of geometric noise, by one logarithm in floating point
// whose error is bounded, so that it decides only what is certain. Theory: T12.
//
// A word w stands for all u in [U, U+1)/2^63, U = w >> 1, and the value at u is
// floor((c - ln u) scale). Written once, for lanes of one, four or eight doubles; every
// operation is rounded as IEEE 754 says, so that all lanes decide alike. This file is
// included only by the kernels, which are compiled without contraction.
#pragma once
#include <cstddef>
#include <cstdint>

#include "selvage/random/inversion/filter.hpp"

namespace selvage {
namespace {

// 1/m for the middle of each sixteenth of [1, 2), to 12 bits, and minus its logarithm.
alignas(64) constexpr double kReciprocal[16] = {
    3972 / 4096.0, 3745 / 4096.0, 3542 / 4096.0, 3361 / 4096.0,
    3197 / 4096.0, 3048 / 4096.0, 2913 / 4096.0, 2789 / 4096.0,
    2675 / 4096.0, 2570 / 4096.0, 2473 / 4096.0, 2383 / 4096.0,
    2300 / 4096.0, 2222 / 4096.0, 2149 / 4096.0, 2081 / 4096.0};
alignas(64) constexpr double kLogarithm[16] = {
    0x1.f7a9b16782856p-6, 0x1.6ef528c056a2cp-4, 0x1.299d30c606ea7p-3,
    0x1.9509aa0044f8fp-3, 0x1.fb7d86eee3b90p-3, 0x1.2e9e2bce12286p-2,
    0x1.5d01dc49ff2e8p-2, 0x1.898d38a89347ep-2, 0x1.b44977c148f1bp-2,
    0x1.dd4aa04e1c4b6p-2, 0x1.02582a5c9d123p-1, 0x1.15533d3b8d7b3p-1,
    0x1.2779e1ec93ecap-1, 0x1.39240dde5ce92p-1, 0x1.4a3e862342525p-1,
    0x1.5ab505b39040bp-1};
constexpr double kLn2 = 0x1.62e42fefa39efp-1;
// Less than 23 ln 2, which is at most -ln u for U < 2^40. [T16]
constexpr double kSmallCoinsAccept = 15.9;

// What both kernels below share: U, and offset - ln U within 2^-43. For U = 0 some
// finite number.
template <class L>
struct Logarithm {
  const typename L::Table reciprocals = L::table(kReciprocal);
  const typename L::Table logarithms = L::table(kLogarithm);

  typename L::Real operator()(typename L::Real u, typename L::Real offset) const {
    const auto constant = [](double x) { return L::all(x); };
    const auto bits = L::bits(u);
    const auto exponent = L::exponent(bits);
    const auto f =
        L::fused(L::mantissa(bits), L::lookup(reciprocals, bits), constant(-1));
    // ln(1+f) = f (1 - f/2 + f^2/3 - ... + f^6/7), |f| < 0.0304.
    const auto f2 = L::times(f, f);
    const auto low = L::fused(f, constant(-1 / 2.), constant(1));
    const auto middle = L::fused(f, constant(-1 / 4.), constant(1 / 3.));
    const auto high = L::fused(f2, constant(1 / 7.),
                               L::fused(f, constant(-1 / 6.), constant(1 / 5.)));
    const auto series = L::fused(f2, L::fused(f2, high, middle), low);
    const auto whole = L::minus(
        offset, L::fused(exponent, constant(kLn2), L::lookup(logarithms, bits)));
    return L::fused_from(f, series, whole);  // whole - f series
  }
};

template <class L>
std::size_t filter(const FilterBatch& batch) {
  const Logarithm<L> logarithm;
  const auto slack = L::all(batch.slack);
  const auto sign_bit = L::all_bits(batch.two_sided ? 1 : 0);
  std::size_t unsure = 0;
  const auto decide = [&](std::size_t i, typename L::Real offset,
                          typename L::Real scale, typename L::Real margin) {
    const auto word = L::load(batch.words + i);
    const auto u = L::to_real(L::halved(word));
    const auto y = logarithm(u, offset);
    // At the other end of the interval y is smaller by less than 1/U. [T12]
    const auto width = L::reciprocal_bound(u);
    const auto below = L::fused(width, scale, margin);
    auto open = L::settle(L::fused_minus(y, scale, below), L::fused(y, scale, margin),
                          L::and_bits(word, sign_bit), batch.out + i);
    while (open != 0) [[unlikely]] {
        batch.unsure[unsure++] = static_cast<std::uint32_t>(i) +
                                 static_cast<std::uint32_t>(__builtin_ctz(open));
        open &= open - 1;
      }
  };
  if (batch.each) {
    for (std::size_t i = 0; i < batch.count; i += L::kCount) {
      const auto scale = L::load_real(batch.scales + i);
      decide(i, L::load_real(batch.offsets + i), scale, L::times(slack, scale));
    }
  } else {
    const auto offset = L::all(*batch.offsets), scale = L::all(*batch.scales);
    const auto margin = L::times(slack, scale);
    for (std::size_t i = 0; i < batch.count; i += L::kCount)
      decide(i, offset, scale, margin);
  }
  return unsure;
}

template <class L>
void judge(const JudgeBatch& batch) {
  const Logarithm<L> logarithm;
  const auto offset = L::all(63 * kLn2), centre = L::all(batch.centre);
  const auto half_precision = L::all(batch.half_precision);
  const auto slack = L::all(batch.slack), share = L::all(0x1p-48);
  const auto least_near = L::all(0x1p40), small_coins = L::all(kSmallCoinsAccept);
  constexpr unsigned all = (1u << L::kCount) - 1;
  for (std::size_t i = 0; i < batch.count; i += L::kCount) {
    const auto u = L::to_real(L::halved(L::load(batch.coins + i)));
    const auto y = logarithm(u, offset);
    const auto gap = L::minus(L::to_real(L::load(batch.sizes + i)), centre);
    const auto exponent = L::times(L::times(gap, gap), half_precision);
    const auto margin = L::fused(exponent, share, slack);
    const unsigned far = L::less(u, least_near);
    const unsigned accept = (~far & L::less(exponent, L::minus(y, margin))) |
                            (far & L::less(exponent, L::minus(small_coins, margin)));
    const unsigned refuse = ~far & L::less(L::plus(y, margin), exponent);
    const std::uint64_t open = ~(accept | refuse) & all;
    batch.accepted[i / 64] |= std::uint64_t{accept & all} << (i % 64);
    batch.open[i / 64] |= open << (i % 64);
  }
}

template <class L>
void logarithms(const std::uint64_t* words, std::size_t count, double offset,
                double* out) {
  const Logarithm<L> logarithm;
  const auto from = L::all(offset);
  for (std::size_t i = 0; i < count; i += L::kCount)
    L::store_real(out + i, logarithm(L::to_real(L::halved(L::load(words + i))), from));
}

}  // namespace
}  // namespace selvage
