// Coins of probability exp(-x): u < exp(-x) for a uniform number u, decided by its
// first 64 places, and by more of them where these are too few. Exact. Theory: T13.
#pragma once
#include <functional>
#include <optional>

#include "selvage/base/rational.hpp"
#include "selvage/random/inversion/partial_real.hpp"
#include "selvage/random/inversion/word_batches.hpp"

namespace selvage {

// Whether u < exp(-x), if that is certain for all that u can be: u < (k+1)/2^places.
// Requires x >= 0.
std::optional<bool> below_exp(const PartialReal& u, const Rational& x);
// The same for a u whose further places are taken from `words`.
bool below_exp(PartialReal& u, const Rational& x,
               const std::function<std::uint64_t()>& words);

class ExponentialCoin {
 public:
  explicit ExponentialCoin(const Rational& x);
  bool is(const Rational& x) const { return x == x_; }

  template <class Words>
  void draw(std::span<std::uint8_t> out, Words& words) const {
    for_each_batch(words, out, [&](auto batch, auto part) {
      bool equal = false;  // to the first places of exp(-x): one word in 2^64
      for (std::size_t i = 0; i < batch.size(); ++i) {
        part[i] = batch[i] < threshold_ || certain_ ? 1 : 0;
        equal |= batch[i] == threshold_;
      }
      if (equal && !certain_) [[unlikely]]
        for (std::size_t i = 0; i < batch.size(); ++i)
          if (batch[i] == threshold_)
            part[i] = exact(batch[i], std::ref(words)) ? 1 : 0;
    });
  }

  // What the tests look at: floor(2^64 exp(-x)), and the decision for a word and what
  // follows it.
  std::uint64_t threshold() const { return threshold_; }
  bool exact(std::uint64_t word, const std::function<std::uint64_t()>& words) const;

 private:
  Rational x_;
  bool certain_;  // x = 0
  std::uint64_t threshold_ = 0;
};

}  // namespace selvage
