#include "selvage/mechanism/display.hpp"

#include <algorithm>
#include <cassert>
#include <vector>

namespace selvage {

std::string display_name(Display::Kind kind) {
  constexpr const char* names[] = {"noisy", "likely", "unbiased"};
  return names[static_cast<std::size_t>(kind)];
}

// P(k | j) is proportional to r^k times the q between k and j, r = mean / (1 + mean):
// a_j is common to all. Weights are taken relative to that of k = j, and followed to
// both sides until they no longer matter.
std::int64_t likely_count(const WarpedGeometric& law, std::int64_t j,
                          const Rational& prior_mean) {
  assert(prior_mean.sign() > 0 && j >= law.least());
  const Rational r = prior_mean / (prior_mean + 1);
  const Rational negligible = Rational::power_of_two(-70);
  std::vector<Interval> below, above;  // of j-1, j-2, ...; of j+1, j+2, ...
  Interval total(1), weight(1);
  for (std::int64_t k = j - 1; k >= 0; --k) {
    // r^k grows downward: the sum to 0 is at most weight / (1 - r).
    weight = weight / r;
    if (k >= law.least()) weight = weight * law.q(k + 1);
    below.push_back(weight);
    total = total + weight;
    if (k > law.least() && law.q(k) <= r &&
        (weight / Interval(Rational(1) - law.q(k) / r + negligible)).upper() <
            total.lower() * negligible)
      break;
  }
  weight = Interval(1);
  for (std::int64_t k = j + 1;; ++k) {
    weight = weight * r * law.q(k);
    above.push_back(weight);
    total = total + weight;
    if ((weight / (Interval(1) - r)).upper() < total.lower() * negligible) break;
  }
  const double half = total.middle() / 2;
  Interval sum(0);
  const auto reaches = [&](const Interval& next) {
    sum = sum + next;
    return sum.middle() >= half;
  };
  for (std::size_t i = below.size(); i-- > 0;)
    if (reaches(below[i])) return j - 1 - static_cast<std::int64_t>(i);
  if (reaches(Interval(1))) return j;
  for (std::size_t i = 0; i < above.size(); ++i)
    if (reaches(above[i])) return j + 1 + static_cast<std::int64_t>(i);
  return j;
}

}  // namespace selvage
