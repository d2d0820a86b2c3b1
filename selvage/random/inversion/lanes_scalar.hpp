// One double at a time, in plain C++: what every machine can do.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>

namespace selvage {
namespace {

struct ScalarLanes {
  static constexpr std::size_t kCount = 1;
  using Real = double;
  using Bits = std::uint64_t;
  using Table = const double*;

  static Real all(double x) { return x; }
  static Bits all_bits(std::uint64_t x) { return x; }
  static Table table(const double* entries) { return entries; }
  static Bits load(const std::uint64_t* from) { return *from; }
  static Real load_real(const double* from) { return *from; }
  static void store_real(double* to, Real x) { *to = x; }

  static Bits halved(Bits word) { return word >> 1; }
  static Bits and_bits(Bits a, Bits b) { return a & b; }
  static Real to_real(Bits u) {  // one rounding
    return static_cast<double>(static_cast<std::int64_t>(u));
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
  static Real exponent(Bits x) {
    return static_cast<double>(static_cast<std::int64_t>(x >> 52) - 1023);
  }
  static Real mantissa(Bits x) {
    return from_bits((x & 0x000f'ffff'ffff'ffff) | 0x3ff0'0000'0000'0000);
  }
  static Real lookup(Table entries, Bits x) { return entries[x >> 48 & 15]; }
  // 1/u <= 2^-x (2-f)/2 for u = 2^x (1+f), since (2-f)(1+f) >= 2.
  static Real reciprocal_bound(Real u) {
    return from_bits(0x7fe0'0000'0000'0000 - bits(u));
  }

  static Real times(Real a, Real b) { return a * b; }
  static Real plus(Real a, Real b) { return a + b; }
  static Real minus(Real a, Real b) { return a - b; }
  // Bit i for lane i.
  static unsigned less(Real a, Real b) { return a < b ? 1 : 0; }
  static Real fused(Real a, Real b, Real c) { return std::fma(a, b, c); }
  static Real fused_minus(Real a, Real b, Real c) { return std::fma(a, b, -c); }
  static Real fused_from(Real a, Real b, Real c) { return std::fma(-a, b, c); }

  // Writes the whole part of lower, and tells whether that of upper is another one.
  static unsigned settle(Real lower, Real upper, Bits negative, std::int64_t* out) {
    // Below 0 lies no value; far below, only that it is unsure matters.
    const auto least = static_cast<std::int64_t>(lower < -1 ? -1 : lower);
    const auto most = static_cast<std::int64_t>(upper);
    const auto sign = -static_cast<std::int64_t>(negative);
    *out = (least ^ sign) - sign;
    return least != most ? 1 : 0;
  }
};

}  // namespace
}  // namespace selvage
