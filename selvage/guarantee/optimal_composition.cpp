#include "selvage/guarantee/optimal_composition.hpp"

#include <algorithm>
#include <cassert>

#include "selvage/base/interval.hpp"
#include "selvage/guarantee/loss_composition.hpp"
#include "selvage/guarantee/loss_tail.hpp"
#include "selvage/guarantee/privacy_loss.hpp"

namespace selvage {
namespace {

// The probabilities C(k,j) p^j (1-p)^(k-j) for j = k, k-1, ...: the loss is (2j - k) e.
class BinomialTail {
 public:
  BinomialTail(const Rational& epsilon, std::int64_t times)
      : times_(times),
        left_(times),
        shrink_(exp(Interval(-epsilon))),
        mass_(exp(Interval(-times) * log(Interval(1) + shrink_))),
        tail_(epsilon * times, epsilon * 2, Interval(0)) {}

  void add() {
    tail_.add(mass_);
    mass_ = mass_ * shrink_ * Interval(Rational(left_, times_ - left_ + 1));
    --left_;
  }
  const LossTail& tail() const { return tail_; }

 private:
  std::int64_t times_, left_;
  Interval shrink_, mass_;
  LossTail tail_;
};

// (1 - delta)^times.
Interval kept(const Rational& delta, std::int64_t times) {
  if (delta.sign() == 0) return Interval(1);
  return exp(Interval(times) * log(Interval(Rational(1) - delta)));
}

// 1 - (1 - delta)^times (1 - inner), at most 1.
Rational total_delta(const Rational& delta, std::int64_t times, const Interval& inner) {
  const Interval total = delta.sign() == 0
                             ? inner
                             : Interval(1) - kept(delta, times) * (Interval(1) - inner);
  return std::min(positive_part(total).upper(), Rational(1));
}

}  // namespace

Rational optimal_delta(const DpPromise& each, std::int64_t times,
                       const Rational& epsilon) {
  assert(epsilon.sign() >= 0 && times >= 1 && times <= kMaxOptimalTimes);
  if (epsilon >= each.epsilon * times)
    return total_delta(each.delta, times, Interval(0));
  BinomialTail binomial(each.epsilon, times);
  while (binomial.tail().next() > epsilon) binomial.add();
  return total_delta(each.delta, times, binomial.tail().delta(epsilon));
}

Rational optimal_corner_delta(const DpPromise& each, std::int64_t times,
                              std::int64_t corner) {
  assert(corner >= 0 && 2 * corner <= times && times <= kMaxOptimalTimes);
  const Interval below =
      exp(Interval(times) * log(Interval(1) + exp(Interval(each.epsilon))));
  Interval sum(0), choose(1);
  for (std::int64_t l = 0; l < corner; ++l) {
    sum = sum + choose * (exp(Interval(each.epsilon * (times - l))) -
                          exp(Interval(each.epsilon * (times - 2 * corner + l))));
    choose = choose * Interval(Rational(times - l, l + 1));
  }
  return total_delta(each.delta, times, sum / below);
}

std::optional<Rational> optimal_epsilon(const DpPromise& each, std::int64_t times,
                                        const Rational& delta) {
  assert(times >= 1 && times <= kMaxOptimalTimes && delta.sign() >= 0 && delta < 1);
  // total <= delta iff inner <= 1 - (1 - delta) / (1 - each.delta)^times.
  Interval inner(delta);
  if (each.delta.sign() != 0) {
    const Interval rest = kept(each.delta, times);
    if (rest.lower().sign() <= 0) return std::nullopt;  // the deltas come to nearly 1
    inner = Interval(1) - Interval(Rational(1) - delta) / rest;
  }
  if (!surely_at_most(Interval(0), inner)) return std::nullopt;
  if (each.epsilon.sign() == 0) return Rational(0);
  BinomialTail binomial(each.epsilon, times);
  const LossTail& tail = binomial.tail();
  const Rational sum = each.epsilon * times;
  while (tail.next().sign() > 0) {
    binomial.add();
    if (surely_at_most(tail.delta_at_next(), inner)) continue;
    const Interval solution = tail.epsilon(inner);
    if (!surely_at_most(inner, tail.delta_at_next())) return std::nullopt;
    if (is_least_above(solution)) return std::min(decimal_above(solution), sum);
    // At delta 0 the solution is the sum itself, which is not rounded.
    return sum <= decimal_above(Interval(solution.lower())) ? std::optional(sum)
                                                            : std::nullopt;
  }
  return Rational(0);
}

Result<Rational> optimal_delta(const std::vector<DpPromise>& promises,
                               const Rational& epsilon) {
  std::vector<PrivacyLoss> parts;
  for (const DpPromise& promise : promises) {
    auto part = PrivacyLoss::of_dp(promise);
    if (!part) return part.error();
    parts.push_back(*std::move(part));
  }
  const auto whole = compose(parts, common_step(parts));
  if (!whole) return whole.error();
  return whole->delta(epsilon);
}

Result<Derivation> optimal_composition(std::vector<Derivation> premises,
                                       const std::vector<std::int64_t>& times,
                                       const Rational& delta) {
  return derive_on_lattice("optimal_composition", std::move(premises), times, delta);
}

}  // namespace selvage
