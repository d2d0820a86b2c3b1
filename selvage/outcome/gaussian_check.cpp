#include "selvage/outcome/gaussian_check.hpp"

#include <vector>

#include "selvage/base/interval.hpp"
#include "selvage/outcome/laplace_check.hpp"
#include "selvage/outcome/near_words.hpp"
#include "selvage/random/inversion/filtered_gaussian.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

bool a_source_draws_gaussian_by_it(const Rational& variance) {
  std::vector<std::int64_t> drawn(1003), examined(1003);
  SeededSource(1).discrete_gaussian(drawn, variance);
  SeededWords words(1);
  FilteredGaussian(variance).draw(examined, words);
  return drawn == examined;
}

}  // namespace

bool gaussian_sampler_is_exact(const Rational& variance, const FilterKernel& kernel) {
  const Rational t = floor_sqrt(variance) + 1;
  if (laplace_sampler_is_exact(t, kernel) != std::optional(true)) return false;
  if (!a_source_draws_gaussian_by_it(variance)) return false;
  const FilteredGaussian noise(variance, {.kernel = kernel});
  std::vector<std::int64_t> candidates;
  std::vector<std::uint64_t> coins;
  std::vector<Interval> thresholds;
  const std::int64_t step = *(t / 8).ceil().to_int64();
  for (std::int64_t y = 0; y <= 128 * step; y += step) {
    const Rational gap = Rational(y) - variance / t;
    const Rational exponent = gap * gap / (variance * 2);
    if (exponent > 60) break;  // accepted by no word of 63 places
    const Interval threshold = exp(Interval(-exponent));
    const auto add = [&](std::uint64_t u) {
      candidates.push_back(coins.size() % 2 == 0 ? y : -y);
      coins.push_back(u << 1);
      thresholds.push_back(threshold);
    };
    for (const int away : {0, 10, -10, 48, -48, 400, -400, 50'000, -50'000})
      if (const auto u = place_of(threshold.lower(), 63, away)) add(*u);
    // Below 2^40 coins are judged in another way.
    const std::uint64_t edge = std::uint64_t{1} << 40;
    for (const std::uint64_t u : {edge - 1, edge, edge / 2, edge / 16 + 1}) add(u);
  }
  std::size_t decided = 0;
  for (std::size_t first = 0; first < coins.size(); first += kBatch) {
    const std::size_t count = std::min(kBatch, coins.size() - first);
    FilteredGaussian::Verdicts verdicts;
    noise.judge(std::span(candidates).subspan(first, count),
                std::span(coins).subspan(first, count), verdicts);
    for (std::size_t i = 0; i < count; ++i) {
      const Rational unit = Rational::power_of_two(-63);
      const Rational low = Rational::from_uint64(coins[first + i] >> 1) * unit;
      const Interval& threshold = thresholds[first + i];
      bool accept = verdicts.accepts(i);
      Rational at = low, width = unit;
      if (verdicts.leaves_open(i)) {
        const std::uint64_t more = 0x1234'5678'9abc'def0;
        std::uint64_t taken = 0;
        accept = noise.exact(candidates[first + i], coins[first + i], [&] {
          ++taken;
          return more;
        });
        if (taken > 1) continue;
        if (taken == 1) {
          width = unit * Rational::power_of_two(-64);
          at = low + Rational::from_uint64(more) * width;
        }
      } else {
        ++decided;
      }
      const bool right =
          accept ? at + width <= threshold.upper() : at >= threshold.lower();
      if (!right) return false;
    }
  }
  return decided >= coins.size() / 3;
}

}  // namespace selvage
