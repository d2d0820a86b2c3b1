#include "selvage/verify/audit.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/verify/batch_probe.hpp"
#include "selvage/verify/cell_law.hpp"
#include "selvage/verify/divergence.hpp"
#include "selvage/verify/sampler_walk.hpp"

namespace selvage::verify {
namespace {

const Rational kNegligible = Rational::power_of_two(-40);

struct Measured {
  Interval delta;
  Interval not_executed;
  bool exact;  // the law is known over all integers, and the executed part agrees
};

// The larger divergence of the two directions. Where the code is seen to be a
// translation of one discrete Laplace draw, its divergence is the closed form [T9] and
// the executed paths must agree with it; otherwise what was cut off counts in full.
Measured measure(const CellLaw& p, const CellLaw& q, const Rational& epsilon) {
  const Divergence forth = hockey_stick(p.law, q.law, epsilon);
  const Divergence back = hockey_stick(q.law, p.law, epsilon);
  const Interval not_executed = hull(p.law.unresolved, q.law.unresolved);
  const Interval worst =
      forth.upper().upper() < back.upper().upper() ? back.upper() : forth.upper();
  if (!p.translation || !q.translation || p.translation->scale != q.translation->scale)
    return {worst, not_executed, false};
  const std::int64_t shift = p.translation->offset - q.translation->offset;
  if (shift == 0) return {Interval(0), not_executed, true};
  const Interval exact =
      laplace_divergence(p.translation->scale, shift < 0 ? -shift : shift, epsilon);
  // An outcome at the end of one window may lie outside the other's: the walked sum can
  // exceed the exact value by that much, and fall short by what was not walked.
  const Interval slack =
      (p.law.unresolved + q.law.unresolved) * (exp(Interval(epsilon)) + 1) * 2 *
      exp(Rational(shift < 0 ? -shift : shift) / p.translation->scale);
  for (const Divergence& walked : {forth, back})
    if (!surely_at_most(Interval(walked.resolved.lower()), exact + slack) ||
        !surely_at_most(Interval(exact.lower()), walked.upper() + slack))
      return {worst, not_executed, false};
  return {exact, not_executed, not_executed.upper() <= kNegligible};
}

struct Promised {
  Rational epsilon, delta;
};

Promised promised_dp(const Plan& plan) {
  const auto& dp = std::get<DpPromise>(plan.derivations.front().conclusion.promise);
  return {dp.epsilon, dp.delta};
}

// All shifts up to 3, then the largest, which is the worst.
std::vector<std::int64_t> shifts(std::int64_t rows_per_person, std::int64_t count) {
  std::vector<std::int64_t> result;
  const std::int64_t most = std::min(rows_per_person, count);
  for (std::int64_t r = 1; r <= std::min<std::int64_t>(most, 3); ++r)
    result.push_back(r);
  if (most > 3) result.push_back(most);
  return result;
}

std::string plain(const Interval& x) { return x.upper_text(3); }

}  // namespace

Audit audit(const Plan& plan, const AuditOptions& options) {
  const Promised promised = promised_dp(plan);
  Audit result{.holds = holds(plan.derivations.front()),
               .checks = {},
               .curve = {},
               .verification = {VerificationLevel::exact_law, ""}};
  std::vector<Rational> curve_at;
  for (int i = 0; i <= 8; ++i) curve_at.push_back(promised.epsilon * Rational(i, 8));
  Interval most_left(0);
  std::size_t paths = 0;
  std::optional<Rational> scale;
  std::vector<std::int64_t> counts = options.counts;
  if (std::find(counts.begin(), counts.end(), plan.rows_per_person) == counts.end())
    counts.insert(counts.begin(), plan.rows_per_person);  // the worst shift
  for (const std::int64_t count : counts) {
    if (paths > options.enough) break;
    const CellLaw with = cell_law(plan, count, options.limits);
    paths += with.law.mass.size();
    if (with.translation) scale = with.translation->scale;
    for (const std::int64_t removed : shifts(plan.rows_per_person, count)) {
      const CellLaw without = cell_law(plan, count - removed, options.limits);
      paths += without.law.mass.size();
      const Measured at = measure(with, without, promised.epsilon);
      const bool ok = at.delta.upper() <= promised.delta;
      result.checks.push_back({count, removed, promised.epsilon, promised.delta,
                               at.delta, at.not_executed, ok});
      result.holds = result.holds && ok;
      if (!at.exact) result.verification.level = VerificationLevel::theorem_only;
      if (most_left.upper() < at.not_executed.upper()) most_left = at.not_executed;
      // The noise is the same at every count: one pair of neighbours gives the curve.
      if (!options.curve || removed != plan.rows_per_person || !result.curve.empty())
        continue;
      for (const Rational& epsilon : curve_at)
        result.curve.push_back({epsilon, measure(with, without, epsilon).delta});
    }
  }
  // One cell's law is that of all cells only if they do not share their noise.
  const bool own_draws = scale && every_cell_has_its_own_draw(plan, *scale);
  result.holds = result.holds && own_draws;
  if (!own_draws) result.verification.level = VerificationLevel::theorem_only;
  result.verification.detail =
      result.verification.level == VerificationLevel::exact_law
          ? fmt::format(
                "given ideal draws, the code that adds the noise was run on {} "
                "outcomes of one cell and on {} cells at once: each cell gets one "
                "discrete Laplace draw of its own, whose privacy curve is known "
                "exactly [T9]; draws not run have probability at most {}",
                paths, cells_tried_at_once(plan), plain(most_left))
          : fmt::format(
                "the code that adds the noise was run on {} outcomes, but draws "
                "with probability {} were not run; for these the claim rests on "
                "the theorem [T4]",
                paths, plain(most_left));
  if (!options.sampler || !scale) return result;
  const auto walked = laplace_sampler_is_exact(*scale);
  result.holds = result.holds && walked.value_or(true);
  if (walked && *walked)
    result.verification.detail +=
        "; the sampler of these draws was walked too, branch by branch at this scale, "
        "and "
        "has their law [T10]";
  return result;
}

Result<Verification> verify_for_release(const Plan& plan) {
  const Audit quick = audit(plan, {.counts = {plan.rows_per_person},
                                   .limits = {.cut = 0x1p-42, .paths = 1 << 13},
                                   .curve = false,
                                   .sampler = false});
  if (!quick.holds)
    return Error{ErrorKind::unverified,
                 "this program does not confirm its own privacy claim, so nothing is "
                 "released; please report it with the output of 'selvage audit'"};
  return quick.verification;
}

std::string to_json_text(const Audit& audit) {
  nlohmann::ordered_json checks = nlohmann::ordered_json::array();
  for (const auto& check : audit.checks)
    checks.push_back({{"count", check.count},
                      {"removed", check.removed},
                      {"epsilon", check.epsilon.text()},
                      {"delta_promised", check.delta_promised.text()},
                      {"delta_exact_upper", check.delta.upper_text(12)},
                      {"not_executed", check.not_executed.upper_text(3)},
                      {"holds", check.holds}});
  nlohmann::ordered_json curve = nlohmann::ordered_json::array();
  for (const auto& point : audit.curve)
    curve.push_back(
        {{"epsilon", point.epsilon.text()}, {"delta", point.delta.upper_text(12)}});
  const nlohmann::ordered_json json = {{"selvage", "0.1"},
                                       {"holds", audit.holds},
                                       {"checks", checks},
                                       {"curve", curve},
                                       {"level", level_name(audit.verification.level)},
                                       {"detail", audit.verification.detail}};
  return json.dump(2) + "\n";
}

}  // namespace selvage::verify
