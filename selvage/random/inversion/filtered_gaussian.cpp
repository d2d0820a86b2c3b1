#include "selvage/random/inversion/filtered_gaussian.hpp"

#include <cassert>
#include <cstdlib>

namespace selvage {
namespace {

Rational scale_of(const Rational& variance) { return floor_sqrt(variance) + 1; }

}  // namespace

FilteredGaussian::FilteredGaussian(const Rational& variance, const Tuning& tuning)
    : variance_(variance),
      centre_(variance / scale_of(variance)),
      tuning_(tuning),
      laplace_(FilteredGeometric::Sides::two, scale_of(variance),
               {.kernel = tuning.kernel}),
      centre_near_(centre_.to_double()),
      half_precision_near_((Rational(1) / (variance * 2)).to_double()) {
  assert(tuning.slack >= kLeastSlack);
  assert(variance.sign() > 0 && variance <= Rational::power_of_two(50) &&
         variance.denominator() <= Rational::power_of_two(20));
}

void FilteredGaussian::judge(std::span<const std::int64_t> candidates,
                             std::span<const std::uint64_t> coins,
                             Verdicts& verdicts) const {
  assert(candidates.size() == coins.size() && coins.size() <= kBatch);
  alignas(64) std::array<std::uint64_t, kBatch> sizes;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    sizes[i] = static_cast<std::uint64_t>(std::abs(candidates[i]));
  verdicts.accepted.fill(0);
  verdicts.open.fill(0);
  const std::size_t lanes = tuning_.kernel.lanes, done = coins.size() / lanes * lanes;
  JudgeBatch batch{.sizes = sizes.data(),
                   .coins = coins.data(),
                   .count = done,
                   .centre = centre_near_,
                   .half_precision = half_precision_near_,
                   .slack = tuning_.slack,
                   .accepted = verdicts.accepted.data(),
                   .open = verdicts.open.data()};
  tuning_.kernel.judge(batch);
  // What the lanes leave over, one at a time by the plain kernel, which judges alike.
  for (std::size_t i = done; i < coins.size(); ++i) {
    std::uint64_t accepted = 0, open = 0;
    batch.sizes = &sizes[i];
    batch.coins = &coins[i];
    batch.count = 1;
    batch.accepted = &accepted;
    batch.open = &open;
    filter_kernels().back().judge(batch);
    verdicts.accepted[i / 64] |= accepted << (i % 64);
    verdicts.open[i / 64] |= open << (i % 64);
  }
  explicit_bzero(sizes.data(), coins.size() * sizeof sizes[0]);
}

bool FilteredGaussian::exact(std::int64_t candidate, std::uint64_t coin,
                             const std::function<std::uint64_t()>& words) const {
  const Rational gap = absolute(Rational(candidate)) - centre_;
  PartialReal u(coin >> 1, 63);
  return below_exp(u, gap * gap / (variance_ * 2), words);
}

}  // namespace selvage
