#include "selvage/verify/cell_divergence.hpp"

#include <algorithm>

#include "selvage/guarantee/privacy_loss.hpp"
#include "selvage/guarantee/zcdp.hpp"
#include "selvage/verify/divergence.hpp"

namespace selvage::verify {
namespace {

// Of Gaussian noise with a shift, from its law over all the integers.
CellDivergence gaussian_divergence(const Rational& variance, std::int64_t shift,
                                   const Interval& not_executed,
                                   const DpPromise& promised) {
  const Rational& epsilon = promised.epsilon;
  const auto loss = PrivacyLoss::discrete_gaussian(variance, shift);
  if (loss) return {Interval(loss->delta(epsilon)), not_executed, false, true};
  const Rational rho = Rational(shift) * shift / (variance * 2);
  // Asked for the promised delta, the conversion is not blurred by its last digit.
  const bool kept = promised.delta.sign() > 0 &&
                    epsilon_from_zcdp(rho, promised.delta,
                                      order_for_delta(rho, promised.delta)) <= epsilon;
  const Rational at_epsilon =
      delta_from_zcdp(rho, epsilon, order_for_epsilon(rho, epsilon));
  const Rational delta = kept ? std::min(at_epsilon, promised.delta) : at_epsilon;
  return {Interval(delta), not_executed, false, false, delta};
}

}  // namespace

CellDivergence cell_divergence(const CellLaw& p, const CellLaw& q,
                               const DpPromise& promised) {
  const Rational& epsilon = promised.epsilon;
  const Divergence forth = hockey_stick(p.law, q.law, epsilon);
  const Divergence back = hockey_stick(q.law, p.law, epsilon);
  const Interval not_executed = hull(p.law.unresolved, q.law.unresolved);
  const Interval worst =
      forth.upper().upper() < back.upper().upper() ? back.upper() : forth.upper();
  const bool negligible = not_executed.upper() <= kNegligible;
  if (!p.translation || !q.translation ||
      p.translation->draw.parameter() != q.translation->draw.parameter())
    return {worst, not_executed, false};
  if (p.translation->draw.kind() == Draw::Kind::gaussian) {
    if (negligible && worst.upper() <= promised.delta)
      return {worst, not_executed, true, true};
    // Beside a shift that the noise seldom spans, outcomes of one law lie among the
    // draws of the other that were not run, and the walk takes them for impossible
    // there. The code is a translation, so the loss of the whole law speaks for it.
    CellDivergence whole =
        gaussian_divergence(p.translation->draw.parameter(),
                            std::abs(p.translation->offset - q.translation->offset),
                            not_executed, promised);
    whole.exact = negligible && whole.agrees;
    return whole;
  }
  const Rational& scale = p.translation->draw.parameter();
  const std::int64_t shift = p.translation->offset - q.translation->offset;
  if (shift == 0) return {Interval(0), not_executed, true, true};
  const std::int64_t size = shift < 0 ? -shift : shift;
  // The closed form has one term a step: of long shifts only the end is summed, which
  // is exactly 0 from shift / scale on.
  if (size > kMostSteps && epsilon * scale < size) return {worst, not_executed, false};
  const Interval exact =
      size > kMostSteps ? Interval(0) : laplace_divergence(scale, size, epsilon);
  // An outcome at the end of one window may lie outside the other's: the walked sum can
  // exceed the exact value by that much, and fall short by what was not walked.
  const Interval slack = (p.law.unresolved + q.law.unresolved) *
                         (exp(Interval(epsilon)) + 1) * 2 * exp(Rational(size) / scale);
  for (const Divergence& walked : {forth, back})
    if (!surely_at_most(Interval(walked.resolved.lower()), exact + slack) ||
        !surely_at_most(Interval(exact.lower()), walked.upper() + slack))
      return {worst, not_executed, false};
  return {exact, not_executed, negligible, true};
}

}  // namespace selvage::verify
