// Codes with ties: code 2^t + (t random bits that a row has for itself), so that rows
// of one value have an order too. Every tied code weighs as much as its code. With
// t = 0 it is the code. [T97]
#pragma once
#include "selvage/mechanism/quantile/universal_prior.hpp"

namespace selvage {

using TiedCode = Int128;

class TiedPrior {
 public:
  static constexpr int kMostTies = 32;

  // Requires 0 <= ties <= kMostTies.
  // NOLINTNEXTLINE(google-explicit-constructor): a prior has no ties of itself.
  TiedPrior(const UniversalPrior& codes, int ties = 0);

  const UniversalPrior& codes() const { return codes_; }
  int ties() const { return ties_; }
  TiedCode lowest() const { return first_of(codes_.lowest()); }
  TiedCode most() const { return last_of(codes_.most()); }

  std::int64_t code_of(TiedCode tied) const {
    return static_cast<std::int64_t>(tied >> ties_);
  }
  TiedCode first_of(std::int64_t code) const { return TiedCode{code} << ties_; }
  TiedCode last_of(std::int64_t code) const { return first_of(code + 1) - 1; }

  // Requires lowest() <= first <= last <= most().
  Uint128 mass(TiedCode first, TiedCode last) const;
  Uint128 total() const { return mass(lowest(), most()); }
  // These side by side, each as wide as its weight: the one at `place`. A uniform place
  // gives a draw from the prior within them. Requires place < mass(first, last).
  TiedCode at(TiedCode first, TiedCode last, Uint128 place) const;

 private:
  UniversalPrior codes_;
  int ties_;
};

}  // namespace selvage
