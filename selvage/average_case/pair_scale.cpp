#include "selvage/average_case/pair_scale.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace selvage {
namespace {

// The least whole gap with scales * exp(-alpha0 gap / 2) <= eta, from 1 on.
std::int64_t gap_of(const Rational& alpha0, const Rational& eta, std::int64_t scales) {
  const auto small = [&](std::int64_t gap) {
    return surely_at_most(Interval(scales) * exp(Interval(-(alpha0 * gap / 2))), eta);
  };
  std::int64_t low = 0, high = 1;
  while (high < (std::int64_t{1} << 60) && !small(high)) low = high, high *= 2;
  while (low + 1 < high) {
    const std::int64_t middle = low + (high - low) / 2;
    (small(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace

std::optional<PairScale> pair_scale(std::int64_t pairs, const Rational& gamma,
                                    const Rational& alpha0, const Rational& eta,
                                    std::int64_t scales) {
  assert(pairs >= 1 && scales >= 1);
  const auto left = (gamma * pairs).floor().to_int64();
  const std::int64_t least = pairs - left.value_or(pairs);
  const std::int64_t gap = gap_of(alpha0, eta, scales);
  if (gap > pairs - least) return std::nullopt;
  return PairScale{least, gap, least + gap};
}

std::int64_t least_people_of_scale(const Rational& gamma, const Rational& alpha0,
                                   const Rational& eta, std::int64_t scales) {
  // floor(gamma m) >= gap.
  const Rational pairs = (Rational(gap_of(alpha0, eta, scales)) / gamma).ceil();
  return (pairs * 2).to_int64().value_or(INT64_MAX);
}

std::vector<std::int64_t> scale_scores(const std::vector<std::int64_t>& within,
                                       std::int64_t rank) {
  std::vector<std::int64_t> scores;
  std::int64_t before = 0;
  for (const std::int64_t many : within) {
    scores.push_back(std::min(many - rank, rank - before));
    before = many;
  }
  return scores;
}

std::vector<Interval> scale_law(const std::vector<std::int64_t>& scores,
                                const Rational& alpha0) {
  const std::int64_t best = *std::max_element(scores.begin(), scores.end());
  std::vector<Interval> coins;
  for (const std::int64_t score : scores)
    coins.push_back(exp(Interval(-(alpha0 * (best - score) / 2))));
  // Those before i in the order have all failed: with k others, the chance that exactly
  // j of them stand before i is 1/(k+1), and any j as likely.
  std::vector<Interval> law;
  for (std::size_t i = 0; i < coins.size(); ++i) {
    std::vector<Interval> failing = {Interval(1)};  // symmetric sums of 1 - coin
    for (std::size_t o = 0; o < coins.size(); ++o) {
      if (o == i) continue;
      const Interval fails = Interval(1) - coins[o];
      failing.emplace_back(0);
      for (std::size_t j = failing.size() - 1; j > 0; --j)
        failing[j] = failing[j] + failing[j - 1] * fails;
    }
    Interval sum = 0;
    Rational choose = 1;  // of `others` the j before
    const auto others = static_cast<std::int64_t>(coins.size()) - 1;
    for (std::int64_t j = 0; j <= others; ++j) {
      sum = sum + failing[static_cast<std::size_t>(j)] / Interval(choose);
      choose = choose * Rational(others - j) / Rational(j + 1);
      if (choose.sign() == 0) break;
    }
    law.push_back(coins[i] * sum / Interval(Rational(others + 1)));
  }
  return law;
}

Interval logistic_constant(const Rational& radius, const Rational& lambda) {
  const Interval squared = log(Interval(2)) * Interval(2) / Interval(lambda);
  const Interval root = exp(log(squared) / Interval(2));
  return (Interval(1) + Interval(radius / 4) * root) / Interval(lambda);
}

}  // namespace selvage
