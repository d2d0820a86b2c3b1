// Discrete Gaussian noise: candidates of two-sided geometric noise, each accepted by
// one comparison of -ln u with an exponent, in floating point where its error leaves no
// doubt, exactly elsewhere. The number of candidates tells nothing about the values.
// Theory: T3, T16.
#pragma once
#include <array>
#include <bit>
#include <functional>

#include "selvage/random/inversion/exponential_coin.hpp"
#include "selvage/random/inversion/filtered_geometric.hpp"

namespace selvage {

class FilteredGaussian {
 public:
  static constexpr double kLeastSlack = 0x1p-38;
  struct Tuning {
    double slack = kLeastSlack;  // a larger one sends more candidates to the exact path
    FilterKernel kernel = filter_kernels()[0];
  };

  // Requires 0 < variance <= 2^50 and a denominator up to 2^20.
  FilteredGaussian(const Rational& variance, const Tuning& tuning);
  explicit FilteredGaussian(const Rational& variance)
      : FilteredGaussian(variance, Tuning{}) {}
  bool is(const Rational& variance) const { return variance == variance_; }

  template <class Words>
  void draw(std::span<std::int64_t> out, Words& words) const {
    alignas(64) std::array<std::int64_t, kBatch> candidates;
    alignas(64) std::array<std::uint64_t, kBatch> coins;
    Verdicts verdicts;
    while (!out.empty()) {
      // About 3/4 are accepted. Those beyond the last that is needed are dropped: which
      // these are does not depend on their values.
      const std::size_t count = std::min(kBatch, out.size() + out.size() / 2 + 8);
      const auto tried = std::span(candidates).first(count);
      const auto tossed = std::span(coins).first(count);
      laplace_.draw(tried, words);
      fill_words(words, tossed);
      judge(tried, tossed, verdicts);
      verdicts.for_each_open(count, [&](std::size_t i) {
        if (exact(candidates[i], coins[i], std::ref(words))) verdicts.accept(i);
      });
      std::size_t accepted = 0;
      for (std::size_t i = 0; i < count && accepted < out.size(); ++i) {
        out[accepted] = candidates[i];
        accepted += verdicts.accepts(i) ? 1 : 0;
      }
      out = out.subspan(accepted);
    }
    explicit_bzero(candidates.data(), sizeof candidates);
    explicit_bzero(coins.data(), sizeof coins);
    explicit_bzero(&verdicts, sizeof verdicts);
  }

  // What floating point is certain of, a bit for each candidate.
  struct Verdicts {
    std::array<std::uint64_t, kBatch / 64> accepted, open;
    bool accepts(std::size_t i) const { return accepted[i / 64] >> (i % 64) & 1; }
    bool leaves_open(std::size_t i) const { return open[i / 64] >> (i % 64) & 1; }
    void accept(std::size_t i) { accepted[i / 64] |= std::uint64_t{1} << (i % 64); }
    template <class Use>
    void for_each_open(std::size_t count, Use use) const {
      for (std::size_t word = 0; 64 * word < count; ++word)
        for (std::uint64_t left = open[word]; left != 0; left &= left - 1)
          [[unlikely]] use(64 * word +
                           static_cast<std::size_t>(std::countr_zero(left)));
    }
  };
  // Requires as many coins as candidates, at most kBatch, and |candidates| < 2^51.
  void judge(std::span<const std::int64_t> candidates,
             std::span<const std::uint64_t> coins, Verdicts& verdicts) const;
  // Whether u < exp(-(|y| - variance/t)^2 / (2 variance)), for the u that begins with
  // this word.
  bool exact(std::int64_t candidate, std::uint64_t coin,
             const std::function<std::uint64_t()>& words) const;

 private:
  Rational variance_, centre_;  // variance / t
  Tuning tuning_;
  FilteredGeometric laplace_;  // of scale t = floor(sqrt(variance)) + 1
  double centre_near_, half_precision_near_;
};

}  // namespace selvage
