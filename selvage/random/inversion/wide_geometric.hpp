// Geometric noise of scales too wide for the filter alone: the lower binary digits of a
// geometric number are independent of the rest, which is geometric of a smaller scale.
// Exact; whole numbers only, but for the filter of the rest. Theory: T17.
#pragma once
#include <functional>

#include "selvage/random/inversion/exponential_coin.hpp"
#include "selvage/random/inversion/filtered_geometric.hpp"

namespace selvage {

class WideGeometric {
 public:
  using Sides = FilteredGeometric::Sides;
  static constexpr std::int64_t kMost = std::int64_t{1}
                                        << 62;  // values are capped here

  // 2^30 < scale <= 2^62.
  static bool fits(const Rational& scale);
  explicit WideGeometric(Sides sides, const Rational& scale);
  bool is(Sides sides, const Rational& scale) const {
    return sides == sides_ && scale == scale_;
  }

  template <class Words>
  void draw(std::span<std::int64_t> out, Words& words) const {
    high_.draw(out, words);
    for (auto& value : out) {
      for (;;) {
        const std::uint64_t word = words();
        const std::uint64_t low = low_digits(word, words);
        const bool negative = sides_ == Sides::two && word % 2 == 1;
        if (negative && value == 0 && low == 0) {  // minus zero is refused, as in T2
          high_.draw(std::span(&value, 1), words);
          continue;
        }
        const std::int64_t size = joined(value, low);
        value = negative ? -size : size;
        break;
      }
    }
  }

 private:
  static constexpr int kHighBits = 20;  // 2^19 < scale of the rest <= 2^20

  // r < 2^digits with P(r) proportional to exp(-r/scale): uniform, and accepted with
  // that probability, which is above 1 - 2^-19.
  template <class Words>
  std::uint64_t low_digits(std::uint64_t word, Words& words) const {
    for (;; word = words()) {
      const std::uint64_t r = word >> (64 - digits_);
      const std::uint64_t coin = words();
      // 1 - u is above coin's complement / 2^64, and 1 - exp(-r/scale) below 2^-19.
      if (~coin >> (64 - (kHighBits - 1)) != 0) return r;
      if (accepts(r, coin, std::ref(words))) return r;
    }
  }
  bool accepts(std::uint64_t r, std::uint64_t coin,
               const std::function<std::uint64_t()>& words) const;
  std::int64_t joined(std::int64_t high, std::uint64_t low) const;

  Sides sides_;
  Rational scale_;
  unsigned digits_;
  FilteredGeometric high_;
};

}  // namespace selvage
