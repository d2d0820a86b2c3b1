#include "selvage/mechanism/outlier/warped_loss.hpp"

namespace selvage {
namespace {

// The outputs of a count and of the one below are 1 and q apart, or 1/q.
Rational ratio_at(const WarpedGeometric& law, std::int64_t people) {
  return people <= law.least() ? Rational(1) : law.q(people);
}

}  // namespace

std::optional<Interval> warped_epsilon(const WarpedGeometric& law,
                                       std::int64_t people) {
  const Rational q = ratio_at(law, people);
  if (q.sign() == 0) return std::nullopt;
  return Interval(0) - log(q);
}

Interval warped_delta(const WarpedGeometric& law, std::int64_t people,
                      const Rational& epsilon) {
  const Rational q = ratio_at(law, people);
  if (q.sign() == 0) return Interval(1);
  if (surely_at_most(Interval(Rational(1) / q), exp(epsilon))) return Interval(0);
  return positive_part(Interval(1) - exp(epsilon) * q) / (Interval(q) + 1);
}

}  // namespace selvage
