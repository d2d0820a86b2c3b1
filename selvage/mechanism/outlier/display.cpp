#include "selvage/mechanism/outlier/display.hpp"

#include <algorithm>
#include <cassert>
#include <vector>

namespace selvage {
namespace {

// Counts that the output rules out at this rate are not looked at, whatever the prior.
const Rational kRuledOut(1, 1'000'000);
constexpr std::int64_t kMostCounts = 200'000;  // else the output itself is shown

}  // namespace

std::string display_name(Display::Kind kind) {
  constexpr const char* names[] = {"noisy", "likely", "unbiased"};
  return names[static_cast<std::size_t>(kind)];
}

// P(k | j) is proportional to r^k times the q between k and j, r = mean / (1 + mean):
// a_j is common to all. Weights are relative to that of k = j.
std::int64_t likely_count(const WarpedGeometric& law, std::int64_t j,
                          const Rational& prior_mean) {
  assert(prior_mean.sign() > 0 && j >= law.least());
  const auto [lowest, highest] = law.counts_behind(j, kRuledOut);
  if (highest - lowest > kMostCounts) return j;
  const Rational r = prior_mean / (prior_mean + 1);
  std::vector<Interval> weights(static_cast<std::size_t>(highest - lowest) + 1);
  const auto place = [&, low = lowest](std::int64_t k) -> Interval& {
    return weights[static_cast<std::size_t>(k - low)];
  };
  place(j) = Interval(1);
  for (std::int64_t k = j - 1; k >= lowest; --k) {
    place(k) = place(k + 1) / r;
    if (k >= law.least()) place(k) = place(k) * law.q(k + 1);
  }
  for (std::int64_t k = j + 1; k <= highest; ++k)
    place(k) = place(k - 1) * r * law.q(k);
  Interval total(0), sum(0);
  for (const Interval& weight : weights) total = total + weight;
  for (std::int64_t k = lowest; k < highest; ++k) {
    sum = sum + place(k);
    if (surely_at_most(total, sum * 2)) return k;
  }
  return highest;
}

}  // namespace selvage
