#include "selvage/inversion/filtered_gaussian.hpp"

#include <cassert>
#include <cmath>
#include <limits>

namespace selvage {
namespace {

// From here on the interval of -ln u is narrower than 2^-40; below, -ln u is more than
// 23 ln 2, which accepts nearly every candidate. [T16]
constexpr std::uint64_t kLeastDecided = std::uint64_t{1} << 40;
constexpr double kSmallCoinsAccept = 15.9;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

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
                             std::span<Verdict> verdicts) const {
  constexpr double kOffset = 63 * 0x1.62e42fefa39efp-1;  // 63 ln 2, within 2^-47
  alignas(64) std::array<double, kBatch> minus_ln_u;
  const std::size_t whole = coins.size() / tuning_.kernel.lanes * tuning_.kernel.lanes;
  tuning_.kernel.logarithms(coins.data(), whole, kOffset, minus_ln_u.data());
  filter_kernels().back().logarithms(coins.data() + whole, coins.size() - whole,
                                     kOffset, minus_ln_u.data() + whole);
  for (std::size_t i = 0; i < coins.size(); ++i) {
    const double gap = static_cast<double>(std::abs(candidates[i])) - centre_near_;
    const double exponent = gap * gap * half_precision_near_;
    const double margin = tuning_.slack + 0x1p-48 * exponent;
    const bool near = coins[i] >> 1 >= kLeastDecided;
    const double least = near ? minus_ln_u[i] - margin : kSmallCoinsAccept - margin;
    const double most = near ? minus_ln_u[i] + margin : kInfinity;
    // Without branches, which nobody could predict.
    verdicts[i] = static_cast<Verdict>(static_cast<int>(least > exponent) +
                                       2 * static_cast<int>(most < exponent));
  }
  explicit_bzero(minus_ln_u.data(), coins.size() * sizeof minus_ln_u[0]);
}

bool FilteredGaussian::exact(std::int64_t candidate, std::uint64_t coin,
                             const std::function<std::uint64_t()>& words) const {
  const Rational gap = absolute(Rational(candidate)) - centre_;
  PartialReal u(coin >> 1, 63);
  return below_exp(u, gap * gap / (variance_ * 2), words);
}

}  // namespace selvage
