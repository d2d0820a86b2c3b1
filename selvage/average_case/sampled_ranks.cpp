#include "selvage/average_case/sampled_ranks.hpp"

#include <algorithm>
#include <cassert>

namespace selvage {
namespace {

constexpr std::int64_t kMostGap = std::int64_t{1} << 60;

std::int64_t distance_of(std::int64_t one, std::int64_t other, PairDistance distance) {
  if (distance == PairDistance::sum) return one + other;
  return one > other ? one - other : other - one;
}

// Of rising numbers: pairs with a difference, or a sum, of at most so much.
std::int64_t near_pairs(const std::vector<std::int64_t>& rising, std::int64_t most) {
  std::int64_t pairs = 0;
  std::size_t first = 0;
  for (std::size_t last = 0; last < rising.size(); ++last) {
    while (rising[last] - rising[first] > most) ++first;
    pairs += static_cast<std::int64_t>(last - first);
  }
  return pairs;
}

std::int64_t light_pairs(const std::vector<std::int64_t>& rising, std::int64_t most) {
  std::int64_t pairs = 0;
  std::size_t light = rising.size();  // of these the sum with the one is small enough
  for (std::size_t one = 0; one < rising.size(); ++one) {
    while (light > 0 && rising[one] + rising[light - 1] > most) --light;
    if (light <= one + 1) break;
    pairs += static_cast<std::int64_t>(light - one - 1);
  }
  return pairs;
}

}  // namespace

PairNumbers pair_numbers(RowPairs pairs, std::int64_t people) {
  assert(2 <= people && people <= std::int64_t{1} << 31);
  if (pairs == RowPairs::numbered) return {people / 2, 1, people / 2};
  return {people * (people - 1) / 2, people - 1, people * (people + 1) / 2};
}

std::int64_t covered_pairs(const PairNumbers& numbers, const Rational& gamma) {
  return ((Rational(1) - gamma) * numbers.fresh).ceil().to_int64().value();
}

Rational covered_gamma(const PairNumbers& numbers, std::int64_t covered) {
  return Rational(numbers.fresh - covered, numbers.fresh);
}

Interval gap_eta(const PairNumbers& numbers, const Rational& choice, std::int64_t gap,
                 std::int64_t scales) {
  return Interval(scales) * exp(Interval(-(choice * gap / (2 * numbers.moved))));
}

std::optional<std::int64_t> scale_gap(const PairNumbers& numbers,
                                      const Rational& choice, const Rational& eta,
                                      std::int64_t scales) {
  const auto small = [&](std::int64_t gap) {
    return surely_at_most(gap_eta(numbers, choice, gap, scales), eta);
  };
  std::int64_t low = 0, high = 1;
  while (high < kMostGap && !small(high)) low = high, high *= 2;
  if (high >= kMostGap) return std::nullopt;
  while (low + 1 < high) {
    const std::int64_t middle = low + (high - low) / 2;
    (small(middle) ? high : low) = middle;
  }
  return high;
}

std::int64_t scale_rank(const PairNumbers& numbers, std::int64_t covered,
                        std::int64_t gap) {
  return covered + numbers.moved - 1 + gap;
}

Interval decay_eta(const Rational& spread, const Rational& decay, std::int64_t values) {
  const Rational exponent = spread * decay / ((Rational(1) - decay) * values);
  return Interval(2 * values) * exp(Interval(-exponent));
}

std::int64_t smooth_scale(std::span<const std::int64_t> scales,
                          std::span<const std::int64_t> within, std::int64_t rank,
                          std::int64_t moved, const Rational& decay) {
  assert(scales.size() == within.size());
  // Rounded up in every step, so that no step falls by more than the decay.
  const std::int64_t factor = (decay * kSmoothParts).ceil().to_int64().value();
  std::int64_t part = kSmoothParts, taken = 0, largest = 0, below = 0;
  for (std::size_t i = 0; i < scales.size(); ++i) {
    const std::int64_t missing = std::max<std::int64_t>(0, below + 1 - rank);
    const std::int64_t steps = (missing + moved - 1) / moved;
    for (; taken < steps; ++taken) {
      const std::int64_t next = (part * factor + kSmoothParts - 1) / kSmoothParts;
      if (next == part) break;  // as it stays
      part = next;
    }
    taken = steps;
    largest = std::max(largest, scales[i] * part);
    below = within[i];
  }
  return largest;
}

std::vector<std::int64_t> pairs_within(std::vector<std::int64_t> numbers,
                                       PairDistance distance,
                                       std::span<const std::int64_t> scales) {
  std::sort(numbers.begin(), numbers.end());
  std::vector<std::int64_t> within;
  for (const std::int64_t scale : scales)
    within.push_back(distance == PairDistance::sum ? light_pairs(numbers, scale)
                                                   : near_pairs(numbers, scale));
  return within;
}

std::vector<std::int64_t> pairs_within(
    std::span<const std::int64_t> numbers,
    std::span<const std::pair<std::uint32_t, std::uint32_t>> pairs,
    PairDistance distance, std::span<const std::int64_t> scales) {
  std::vector<std::int64_t> distances;
  distances.reserve(pairs.size());
  for (const auto& [one, other] : pairs)
    distances.push_back(distance_of(numbers[one], numbers[other], distance));
  std::sort(distances.begin(), distances.end());
  std::vector<std::int64_t> within;
  for (const std::int64_t scale : scales)
    within.push_back(std::upper_bound(distances.begin(), distances.end(), scale) -
                     distances.begin());
  return within;
}

}  // namespace selvage
