#include "selvage/average_case/singleton_test.hpp"

#include <cassert>

namespace selvage {

Interval passing_the_gap(const Rational& epsilon, std::int64_t gap) {
  const Rational half = epsilon / 2;
  return exp(Interval(-(half * gap))) / (Interval(1) + exp(Interval(-half)));
}

std::optional<SingletonTest> singleton_test(std::int64_t people, const Rational& gamma,
                                            const Rational& epsilon,
                                            const Rational& eta) {
  assert(people >= 1 && gamma.sign() > 0 && gamma < 1 && eta.sign() > 0 && eta < 1 &&
         epsilon.sign() > 0);
  // s (2n + 1 - s) <= gamma n (n + 1), which rises in s up to n.
  const Rational n = people, most_product = gamma * n * (n + 1);
  std::int64_t most = 0, beyond = people + 1;
  while (most + 1 < beyond) {
    const std::int64_t middle = most + (beyond - most) / 2;
    const Rational s = middle;
    (s * (n * 2 + 1 - s) <= most_product ? most : beyond) = middle;
  }
  // No gap beyond `most` is of use.
  if (!surely_at_most(passing_the_gap(epsilon, most), eta)) return std::nullopt;
  std::int64_t low = -1, gap = most;
  while (low + 1 < gap) {
    const std::int64_t middle = low + (gap - low) / 2;
    (surely_at_most(passing_the_gap(epsilon, middle), eta) ? gap : low) = middle;
  }
  return SingletonTest{most, gap, most - gap};
}

}  // namespace selvage
