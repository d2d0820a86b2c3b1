#include "selvage/average_case/sparse_failure.hpp"

#include <algorithm>
#include <cassert>

namespace selvage {
namespace {

Rational power(const Rational& base, std::int64_t exponent) {
  Rational result = 1, square = base;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 != 0) result = result * square;
    square = square * square;
  }
  return result;
}

// p (1 - p)^times: that one row is in a cell, and the other `times` are not.
Interval alone(const Rational& p, std::int64_t times) {
  if (p >= 1) return Interval(times == 0 ? 1 : 0);
  return Interval(p) * exp(Interval(Rational(times)) * log(Interval(Rational(1) - p)));
}

// The sum over the cells of that is largest where all but one have probability
// 1/(times + 1), and one has what is left: at least 1/cells. [T232]
Interval most_alone(std::uint64_t cells, std::int64_t times) {
  const Rational worst(1, times + 1);
  const Rational others = Rational::from_uint64(cells) - 1;
  const Rational least_largest = Rational(1) / Rational::from_uint64(cells);
  return Interval(others) * alone(worst, times) +
         alone(std::max(least_largest, worst), times);
}

}  // namespace

Rational failure_given_singletons(std::int64_t people, std::int64_t singletons) {
  assert(people >= 1 && singletons >= 0 && singletons <= people + 1);
  const Rational others = Rational(people) + 1 - singletons;
  return Rational(1) -
         others * (others - 1) / (Rational(people) * (Rational(people) + 1));
}

Rational failure_of(const std::vector<Rational>& population, std::int64_t people) {
  Rational one = 0, both = 0;
  for (std::size_t i = 0; i < population.size(); ++i) {
    one = one + population[i] * power(Rational(1) - population[i], people);
    for (std::size_t j = 0; j < population.size(); ++j)
      if (i != j)
        both =
            both + population[i] * population[j] *
                       power(Rational(1) - population[i] - population[j], people - 1);
  }
  return one * 2 - both;
}

Interval sparse_gamma(std::uint64_t cells, std::int64_t people) {
  assert(cells >= 1 && people >= 1);
  return most_alone(cells, people) * Interval(2);
}

Interval sparse_people_gamma(std::uint64_t cells, std::int64_t people) {
  assert(cells >= 1 && people >= 1);
  return Interval(Rational::from_uint64(cells) * 2) *
         alone(Rational(1, people + 1), people);
}

Rational exchangeable_sparse_gamma(std::uint64_t cells, std::int64_t people) {
  assert(cells >= 1 && people >= 1);
  // The formula falls again beyond, where all n + 1 rows can be alone.
  if (cells > static_cast<std::uint64_t>(people)) return 1;
  return failure_given_singletons(people, static_cast<std::int64_t>(cells) - 1);
}

Interval added_sparse_gamma(std::uint64_t cells, std::int64_t least_people) {
  assert(cells >= 1 && least_people >= 1);
  return most_alone(cells, least_people - 1);
}

void keep_where_full(std::span<std::int64_t> counts,
                     std::span<const std::int64_t> noisy) {
  assert(counts.size() == noisy.size());
  for (std::size_t i = 0; i < counts.size(); ++i)
    counts[i] = noisy[i] & -static_cast<std::int64_t>(counts[i] > 0);
}

}  // namespace selvage
