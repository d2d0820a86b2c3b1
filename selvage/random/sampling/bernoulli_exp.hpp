// Coins of probability exp(-x), by rational coins alone. [CKS20, Alg. 1] Theory: T1.
#pragma once
#include <cassert>

#include "selvage/random/sampling/uniform.hpp"

namespace selvage {

// A non-negative fraction whose terms fit in 127 bits.
struct Fraction {
  Uint128 numerator;
  Uint128 denominator;
};

// True with probability exp(-a/b), 0 <= a <= b: coins a/b, a/2b, a/3b, ... until one
// fails; P(the k-th is the first to fail, k odd) telescopes to the series of exp. [T1]
// `Coins` offers coin(a, n).
template <class Coins>
bool bernoulli_exp_by_coins(Coins& coins, Fraction x) {
  assert(x.numerator <= x.denominator);
  Uint128 k = 1;
  while (coins.coin(x.numerator, x.denominator * k)) ++k;
  return k % 2 == 1;
}

}  // namespace selvage
