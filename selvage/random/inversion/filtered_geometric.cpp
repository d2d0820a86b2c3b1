#include "selvage/random/inversion/filtered_geometric.hpp"

#include <cassert>

namespace selvage {

bool FilteredGeometric::fits(const Rational& scale) {
  return scale >= Rational::power_of_two(-62) && scale <= Rational::power_of_two(30);
}

FilteredGeometric::FilteredGeometric(Sides sides, const Rational& scale,
                                     const Tuning& tuning)
    : exact_(sides, scale),
      tuning_(tuning),
      offset_(exact_.offset(tuning.places)),
      scale_(scale.to_double()) {
  assert(fits(scale) && tuning.slack >= kFilterSlack && tuning.places <= 63);
}

std::size_t FilteredGeometric::decide(std::span<const std::uint64_t> words,
                                      std::span<std::int64_t> out,
                                      std::span<std::uint32_t, kBatch> unsure) const {
  assert(words.size() == out.size() && words.size() <= kBatch);
  return run_filter(tuning_.kernel, {.words = words.data(),
                                     .count = words.size(),
                                     .offsets = &offset_,
                                     .scales = &scale_,
                                     .each = false,
                                     .two_sided = exact_.sides() == Sides::two,
                                     .slack = tuning_.slack,
                                     .out = out.data(),
                                     .unsure = unsure.data()});
}

std::int64_t FilteredGeometric::exact(
    std::uint64_t word, const std::function<std::uint64_t()>& words) const {
  PartialReal u(word >> 1, tuning_.places);
  const bool negative = exact_.sides() == Sides::two && word % 2 == 1;
  for (;;) {
    if (const auto size = exact_.at(u)) return negative ? -*size : *size;
    u.append(words(), 64);
  }
}

}  // namespace selvage
