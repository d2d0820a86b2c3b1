// The sampler that releases use for geometric and two-sided geometric (discrete
// Laplace) noise: one random word a draw, the filter decides, and where it cannot, more
// bits of the same uniform number do. Exact; the same instructions for every value, but
// for the words that the filter leaves open, at most (2^-39 + 2^-56) scale + 2^-62 of
// them. Theory: T12.
#pragma once
#include <array>
#include <functional>

#include "selvage/random/inversion/filter.hpp"
#include "selvage/random/inversion/geometric_inversion.hpp"
#include "selvage/random/inversion/word_batches.hpp"

namespace selvage {

class FilteredGeometric {
 public:
  using Sides = GeometricInversion::Sides;
  // 0 < scale <= 2^30, and not below 2^-62.
  static bool fits(const Rational& scale);

  // For those who examine the sampler. Neither the kernel nor a larger slack, which
  // sends more words to the exact path, changes a value; with fewer places all words
  // can be tried, 2^(places + 1) of them.
  struct Tuning {
    double slack = kFilterSlack;
    unsigned places = 63;  // of u in a word; one more bit is the sign
    FilterKernel kernel = filter_kernels()[0];
  };

  // Requires fits(scale).
  FilteredGeometric(Sides sides, const Rational& scale, const Tuning& tuning);
  FilteredGeometric(Sides sides, const Rational& scale)
      : FilteredGeometric(sides, scale, Tuning{}) {}
  bool is(Sides sides, const Rational& scale) const {
    return exact_.sides() == sides && exact_.scale() == scale;
  }

  // `Words` is a stream of fair words. See word_batches.hpp.
  template <class Words>
  void draw(std::span<std::int64_t> out, Words& words) const {
    for_each_batch(words, out, [&](auto batch, auto part) {
      std::array<std::uint32_t, kBatch> unsure;
      const std::size_t count = decide(batch, part, unsure);
      for (std::size_t i = 0; i < count; ++i)
        part[unsure[i]] = exact(batch[unsure[i]], std::ref(words));
    });
  }

  // Values for these words, and the number of places where they are unsure. Requires
  // that there are at most kBatch words.
  std::size_t decide(std::span<const std::uint64_t> words, std::span<std::int64_t> out,
                     std::span<std::uint32_t, kBatch> unsure) const;
  // c + places ln 2 and the scale, as the filter takes them.
  double filter_offset() const { return offset_; }
  double filter_scale() const { return scale_; }
  // The value for a word and what follows it.
  std::int64_t exact(std::uint64_t word,
                     const std::function<std::uint64_t()>& words) const;

 private:
  GeometricInversion exact_;
  Tuning tuning_;
  double offset_, scale_;
};

}  // namespace selvage
