#include "selvage/verify/pair_divergence.hpp"

#include <algorithm>

#include "selvage/guarantee/privacy_loss.hpp"
#include "selvage/guarantee/zcdp.hpp"

namespace selvage::verify {
namespace {

// The longest shift, in steps, whose closed forms are summed.
constexpr std::int64_t kMostSteps = 1 << 12;
// What is cut off beside outcomes without a closed form.
const Rational kMostSlack = Rational::power_of_two(-20);

// Both directions, as far as they were executed.
struct BothWays {
  Divergence forth, back;
  Interval not_executed;
  Interval larger() const {
    return forth.upper().upper() < back.upper().upper() ? back.upper() : forth.upper();
  }
};

BothWays both_ways(const PairWalk& p, const PairWalk& q, const Rational& epsilon) {
  return {hockey_stick(p.law, q.law, epsilon), hockey_stick(q.law, p.law, epsilon),
          hull(p.law.unresolved, q.law.unresolved)};
}

// The pair says what delta is over all outcomes. Whatever was walked bounds it from
// both sides: from below, as an outcome of one table may be among those of the other
// that were not run.
PairDivergence known_divergence(const NeighbourPair& pair, const PairWalk& p,
                                const PairWalk& q) {
  const Rational epsilon = pair.epsilon.finite();
  const Interval exact = pair.exact_delta(epsilon);
  const Interval forth = between(p.law, q.law, epsilon);
  const Interval back = between(q.law, p.law, epsilon);
  const bool agrees = std::max(forth.lower(), back.lower()) <= exact.upper() &&
                      exact.lower() <= std::max(forth.upper(), back.upper());
  return {.delta = exact,
          .not_executed = hull(p.law.unresolved, q.law.unresolved),
          .agrees = agrees};
}

// Of Gaussian noise with a shift, from its law over all the integers.
PairDivergence gaussian_divergence(const Rational& variance, std::int64_t shift,
                                   const Interval& not_executed,
                                   const DpPromise& promised) {
  const Rational& epsilon = promised.epsilon;
  const auto loss = PrivacyLoss::discrete_gaussian(variance, shift);
  if (loss)
    return {.delta = Interval(loss->delta(epsilon)),
            .not_executed = not_executed,
            .agrees = true};
  const Rational rho = Rational(shift) * shift / (variance * 2);
  // Asked for the promised delta, the conversion is not blurred by its last digit.
  const bool kept = promised.delta.sign() > 0 &&
                    epsilon_from_zcdp(rho, promised.delta,
                                      order_for_delta(rho, promised.delta)) <= epsilon;
  const Rational at_epsilon =
      delta_from_zcdp(rho, epsilon, order_for_epsilon(rho, epsilon));
  const Rational delta = kept ? std::min(at_epsilon, promised.delta) : at_epsilon;
  return {.delta = Interval(delta), .not_executed = not_executed, .at_most = delta};
}

PairDivergence laplace_shift_divergence(const PairWalk& p, const PairWalk& q,
                                        const BothWays& walked,
                                        const Rational& epsilon) {
  const PairDivergence open{.delta = walked.larger(),
                            .not_executed = walked.not_executed};
  const Rational& scale = p.translation->draw.parameter();
  const std::int64_t shift = p.translation->offset - q.translation->offset;
  const std::int64_t size = shift < 0 ? -shift : shift;
  if (size == 0)
    return {.delta = Interval(0), .not_executed = walked.not_executed, .agrees = true};
  // The closed form has one term a step: of long shifts only the end is summed, which
  // is exactly 0 from shift / scale on.
  if (size > kMostSteps && epsilon * scale < size) return open;
  const Interval exact =
      size > kMostSteps ? Interval(0) : laplace_divergence(scale, size, epsilon);
  // An outcome at the end of one window may lie outside the other's: the walked sum can
  // exceed the exact value by that much, and fall short by what was not walked.
  const Interval slack = (p.law.unresolved + q.law.unresolved) *
                         (exp(Interval(epsilon)) + 1) * 2 * exp(Rational(size) / scale);
  for (const Divergence& way : {walked.forth, walked.back})
    if (!surely_at_most(Interval(way.resolved.lower()), exact + slack) ||
        !surely_at_most(Interval(exact.lower()), way.upper() + slack))
      return open;
  return {.delta = exact, .not_executed = walked.not_executed, .agrees = true};
}

// Nothing is known but what was walked.
PairDivergence walked_divergence(const PairWalk& p, const PairWalk& q,
                                 const BothWays& walked, const Rational& epsilon) {
  PairDivergence result{.delta = walked.larger(), .not_executed = walked.not_executed};
  const Interval slack =
      (p.law.unresolved + q.law.unresolved) * (exp(Interval(epsilon)) + 1);
  if (walked.not_executed.upper() > kNegligible || slack.upper() > kMostSlack)
    return result;
  result.slack = slack;
  result.agrees = true;
  return result;
}

}  // namespace

PairDivergence pair_divergence(const NeighbourPair& pair, const PairWalk& with,
                               const PairWalk& without) {
  const auto& p = with.translation;
  const auto& q = without.translation;
  const bool one_noise = p && q && p->draw.same_law(q->draw);
  const bool of_law = one_noise && p->draw.kind() == Draw::Kind::law;
  if (pair.epsilon.is_infinite())
    return {.delta = Interval(0),
            .not_executed = hull(with.law.unresolved, without.law.unresolved),
            .agrees = true,
            .of_law = of_law};
  if (pair.exact_delta) {
    PairDivergence known = known_divergence(pair, with, without);
    known.of_law = of_law;
    return known;
  }
  const DpPromise promised{pair.epsilon.finite(), pair.delta};
  const BothWays walked = both_ways(with, without, promised.epsilon);
  if (!one_noise || of_law)
    return walked_divergence(with, without, walked, promised.epsilon);
  if (p->draw.kind() == Draw::Kind::laplace)
    return laplace_shift_divergence(with, without, walked, promised.epsilon);
  if (walked.not_executed.upper() <= kNegligible &&
      walked.larger().upper() <= promised.delta)
    return {
        .delta = walked.larger(), .not_executed = walked.not_executed, .agrees = true};
  // Beside a shift that the noise seldom spans, outcomes of one law lie among the draws
  // of the other that were not run, and the walk takes them for impossible there. The
  // code is a translation, so the loss of the whole law speaks for it.
  return gaussian_divergence(p->draw.parameter(), std::abs(p->offset - q->offset),
                             walked.not_executed, promised);
}

}  // namespace selvage::verify
