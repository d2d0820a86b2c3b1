#include "selvage/average_case/ranks.hpp"

#include <algorithm>
#include <cassert>

#include "selvage/base/int128.hpp"

namespace selvage {

Rational rank_gamma(std::int64_t pairs, std::int64_t rank) {
  assert(1 <= rank && rank <= pairs);
  return Rational(pairs - rank + 1, pairs);
}

Rational all_pairs_gamma(std::int64_t people, std::int64_t rank) {
  const Rational n = people;
  const Rational gamma = Rational(1) - (Rational(rank) - n + 1) / (n * (n + 1) / 2);
  return std::min(Rational(1), gamma);
}

std::optional<std::int64_t> least_rank(std::int64_t pairs, const Rational& gamma) {
  // (m - j + 1)/m <= gamma.
  const auto rank = (Rational(pairs) + 1 - gamma * pairs).ceil().to_int64();
  if (!rank || *rank > pairs) return std::nullopt;
  return std::max<std::int64_t>(1, *rank);
}

Interval dkw_gamma(std::int64_t pairs, std::int64_t rank, const Rational& x) {
  const Rational others = pairs - 1;
  return Interval(Rational(1) - Rational(rank - 1) / others + x) +
         exp(Interval(-(others * 2 * x * x)));
}

namespace {

// Of rising numbers: how many pairs lie at most so far apart.
Int128 pairs_within(const std::vector<std::int64_t>& rising, std::int64_t apart) {
  Int128 pairs = 0;
  std::size_t first = 0;
  for (std::size_t last = 0; last < rising.size(); ++last) {
    while (rising[last] - rising[first] > apart) ++first;
    pairs += static_cast<Int128>(last - first);
  }
  return pairs;
}

}  // namespace

std::int64_t pairwise_difference(std::vector<std::int64_t> numbers, std::int64_t rank) {
  std::sort(numbers.begin(), numbers.end());
  std::int64_t low = -1, high = numbers.back() - numbers.front();
  while (low + 1 < high) {
    const std::int64_t middle = low + (high - low) / 2;
    (pairs_within(numbers, middle) >= rank ? high : low) = middle;
  }
  return high;
}

}  // namespace selvage
