// One float at a time, in plain C++: what every machine can do.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace selvage {
namespace {

struct ScalarFloatLanes {
  static constexpr std::size_t kCount = 1;
  using Real = float;
  using Bits = std::uint32_t;
  using Table = const float*;

  static Real all(float x) { return x; }
  static Bits all_bits(std::uint32_t x) { return x; }
  static Table table(const float* entries) { return entries; }
  // From half i on.
  static Bits load(const std::uint64_t* words, std::size_t i) {
    return static_cast<Bits>(words[i / 2] >> (i % 2 * 32));
  }
  static void store_real(float* to, Real x) { *to = x; }

  static Bits halved(Bits half) { return half >> 1; }
  static Real to_real(Bits u) {  // one rounding
    return static_cast<float>(static_cast<std::int32_t>(u));
  }
  static Bits bits(Real x) {
    Bits result;
    std::memcpy(&result, &x, sizeof result);
    return result;
  }
  static Real from_bits(Bits x) {
    Real result;
    std::memcpy(&result, &x, sizeof result);
    return result;
  }
  static Real biased_exponent(Bits x) {  // 127 for [1, 2)
    return static_cast<float>(static_cast<std::int32_t>(x >> 23));
  }
  static Real mantissa(Bits x) { return from_bits((x & 0x007f'ffff) | 0x3f80'0000); }
  static Real lookup(Table entries, Bits x) { return entries[x >> 19 & 15]; }
  // 1/u <= 2^-x (2-f)/2 for u = 2^x (1+f), since (2-f)(1+f) >= 2.
  static Real reciprocal_bound(Real u) { return from_bits(0x7f00'0000 - bits(u)); }

  static Real minus(Real a, Real b) { return a - b; }
  static Real fused(Real a, Real b, Real c) { return std::fma(a, b, c); }
  static Real fused_minus(Real a, Real b, Real c) { return std::fma(a, b, -c); }
  static Real fused_from(Real a, Real b, Real c) { return std::fma(-a, b, c); }

  // Writes the whole part of lower, with a minus where half and sign_bit meet, and
  // tells whether the whole part of upper is another one.
  static unsigned settle(Real lower, Real upper, Bits half, Bits sign_bit,
                         std::int64_t* out) {
    // Below 0 lies no value; far below, only that it is unsure matters.
    const auto least = static_cast<std::int64_t>(lower < -1 ? -1 : lower);
    const auto most = static_cast<std::int64_t>(upper);
    *out = (half & sign_bit) != 0 ? -least : least;
    return least != most ? 1 : 0;
  }
};

}  // namespace
}  // namespace selvage
