// What the reference samplers draw from, answered by a stream of fair words: uniform
// integers, rational coins and coins of probability exp(-x), x <= 1.
#pragma once
#include <bit>

#include "selvage/random/sampling/bernoulli_exp.hpp"

namespace selvage {

template <class Words>
class WordDraws {
 public:
  explicit WordDraws(Words& words) : words_(words) {}

  // Uniform on 0..n-1. Requires 1 <= n < 2^127.
  Uint128 below(Uint128 n) {
    if (n <= std::numeric_limits<std::uint64_t>::max())
      return uniform_from_words<std::uint64_t, Uint128>(words_,
                                                        static_cast<std::uint64_t>(n));
    const int spare = std::countl_zero(static_cast<std::uint64_t>((n - 1) >> 64));
    for (;;) {  // ceil(log2 n) bits, rejected until below n
      const std::uint64_t high = spare == 64 ? 0 : words_() >> spare;
      const Uint128 value = static_cast<Uint128>(high) << 64 | words_();
      if (value < n) return value;
    }
  }

  // True with probability a/n. Requires a <= n.
  bool coin(Uint128 a, Uint128 n) { return below(n) < a; }

  // True with probability exp(-x). Requires x <= 1.
  bool exp_minus(Fraction x) { return bernoulli_exp_by_coins(*this, x); }

 private:
  Words& words_;
};

}  // namespace selvage
