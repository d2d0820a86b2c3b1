#include "selvage/random/bulk/float_geometric.hpp"

#include <cassert>

namespace selvage {

bool FloatGeometric::fits(const Rational& scale) {
  return scale >= Rational::power_of_two(-62) && scale <= Rational(20);
}

// Half a word is to the doubles a word with 31 places. They see one at a time.
FloatGeometric::FloatGeometric(Sides sides, const Rational& scale, const Tuning& tuning)
    : doubles_(
          sides, scale,
          {.slack = kFilterSlack, .places = 31, .kernel = filter_kernels().back()}),
      law_(make_float_law(doubles_.filter_offset(), doubles_.filter_scale(),
                          tuning.slack)),
      two_sided_(sides == Sides::two),
      kernel_(tuning.kernel) {
  assert(fits(scale));
}

std::size_t FloatGeometric::decide(std::span<const std::uint64_t> words,
                                   std::span<std::int64_t> out,
                                   std::span<std::uint32_t, kHalves> unsure) const {
  assert(out.size() <= kHalves && words.size() >= (out.size() + 1) / 2);
  return run_float_filter(kernel_, {.words = words.data(),
                                    .count = out.size(),
                                    .law = law_,
                                    .two_sided = two_sided_,
                                    .out = out.data(),
                                    .unsure = unsure.data()});
}

std::int64_t FloatGeometric::exact(std::uint32_t half,
                                   const std::function<std::uint64_t()>& words) const {
  const std::uint64_t word = half;
  std::int64_t value = 0;
  std::array<std::uint32_t, kBatch> unsure;
  // Nearly every half that floats leave open has one value all the same.
  if (doubles_.decide({&word, 1}, {&value, 1}, unsure) == 0) return value;
  return doubles_.exact(word, words);
}

}  // namespace selvage
