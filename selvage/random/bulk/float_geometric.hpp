// The sampler for experiments, which draw geometric and two-sided geometric (discrete
// Laplace) noise by the billion: half a random word a draw. Floats decide, where they
// cannot doubles do, and where these cannot, more bits of the same uniform number do.
// Exact. The time shows how many halves the floats left open, at most 2^-17 scale +
// 2^-30 of them: releases use FilteredGeometric. Theory: T14.
#pragma once
#include <algorithm>
#include <array>
#include <functional>

#include "selvage/random/bulk/float_filter.hpp"
#include "selvage/random/inversion/filtered_geometric.hpp"
#include "selvage/random/inversion/word_batches.hpp"

namespace selvage {

class FloatGeometric {
 public:
  using Sides = FilteredGeometric::Sides;
  static constexpr std::size_t kHalves = 2 * kBatch;  // at a time
  // 0 < scale <= 20, and not below 2^-62.
  static bool fits(const Rational& scale);

  // For those who examine the sampler: neither the kernel nor a larger slack, which
  // leaves more halves open, changes a value.
  struct Tuning {
    double slack = kFloatFilterSlack;
    FloatFilterKernel kernel = float_filter_kernels()[0];
  };

  // Requires fits(scale).
  FloatGeometric(Sides sides, const Rational& scale, const Tuning& tuning);
  FloatGeometric(Sides sides, const Rational& scale)
      : FloatGeometric(sides, scale, Tuning{}) {}
  bool is(Sides sides, const Rational& scale) const {
    return doubles_.is(sides, scale);
  }

  // `Words` is a stream of fair words. See word_batches.hpp. The last half of the word
  // for an odd number of draws is not used.
  template <class Words>
  void draw(std::span<std::int64_t> out, Words& words) const {
    alignas(64) std::array<std::uint64_t, kBatch> batch;
    std::array<std::uint32_t, kHalves> unsure;
    const std::size_t wiped = (std::min(out.size(), kHalves) + 1) / 2;
    while (!out.empty()) {
      const auto part = out.first(std::min(out.size(), kHalves));
      fill_words(words, std::span(batch).first((part.size() + 1) / 2));
      const std::size_t count = decide(batch, part, unsure);
      for (std::size_t i = 0; i < count; ++i)
        part[unsure[i]] = exact(half_of(batch, unsure[i]), std::ref(words));
      out = out.subspan(part.size());
    }
    explicit_bzero(batch.data(), wiped * sizeof batch[0]);
  }

  // The lower half of each word comes before the upper.
  static std::uint32_t half_of(std::span<const std::uint64_t> words, std::size_t i) {
    return static_cast<std::uint32_t>(words[i / 2] >> (i % 2 * 32));
  }
  // Values for the halves of these words, and the number of places where they are
  // unsure. Requires that there are at most kHalves of them, and enough words.
  std::size_t decide(std::span<const std::uint64_t> words, std::span<std::int64_t> out,
                     std::span<std::uint32_t, kHalves> unsure) const;
  // The value for a half and the words that follow it.
  std::int64_t exact(std::uint32_t half,
                     const std::function<std::uint64_t()>& words) const;

 private:
  FilteredGeometric doubles_;  // of words of 32 bits
  FloatLaw law_;
  bool two_sided_;
  FloatFilterKernel kernel_;
};

}  // namespace selvage
