#include "selvage/verify/audit.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/guarantee/privacy_loss.hpp"
#include "selvage/mechanism/cells/cells_mechanism.hpp"
#include "selvage/verify/batch_probe.hpp"
#include "selvage/verify/cell_divergence.hpp"
#include "selvage/verify/consistency.hpp"
#include "selvage/verify/divergence.hpp"
#include "selvage/verify/gaussian_check.hpp"
#include "selvage/verify/laplace_check.hpp"
#include "selvage/verify/profile_audit.hpp"
#include "selvage/verify/threshold_probe.hpp"

namespace selvage::verify {
namespace {

constexpr std::uint64_t kWalkedOfWideNoise = 1 << 9;

// What this number alone promises: its own share of the plan's epsilon for Laplace
// noise, all of the plan's promise for Gaussian noise.
DpPromise promise_of(const CellsPlan& plan, const PlannedNumber& number) {
  if (const auto* laplace = std::get_if<LaplaceNoise>(&number.noise))
    return {Rational(plan.share.rows) * number.per_row / laplace->scale, 0};
  return promised_dp(plan);
}

// What up to three of a person's rows do to a cell, then the most, which is the worst.
std::vector<std::int64_t> shifts(const CellsPlan& plan, const PlannedNumber& number) {
  std::vector<std::int64_t> result;
  const std::int64_t most = plan.share.rows_in_cell;
  for (std::int64_t rows = 1; rows <= std::min<std::int64_t>(most, 3); ++rows)
    result.push_back(rows * number.per_row);
  if (most > 3) result.push_back(most * number.per_row);
  return result;
}

std::string plain(const Interval& x) { return x.upper_text(3); }

// delta of the worst neighbours of a plan with one number; none where it takes too
// long.
std::optional<Interval> delta_of_worst(const CellsPlan& plan, const Rational& epsilon) {
  const PlannedNumber& number = plan.numbers.front();
  const std::int64_t shift = plan.share.rows_in_cell * number.per_row;
  const auto* laplace = std::get_if<LaplaceNoise>(&number.noise);
  const std::int64_t whole =
      laplace != nullptr ? plan.share.rows * number.per_row : shift;
  if (whole > kMostSteps) return std::nullopt;
  const bool one_by_one = plan.share.rows_in_cell == 1 && plan.share.cells > 1;
  if (laplace != nullptr && !one_by_one)
    return laplace_divergence(laplace->scale, whole, epsilon);
  const auto loss = laplace != nullptr
                        ? PrivacyLoss::discrete_laplace(laplace->scale, shift)
                        : PrivacyLoss::discrete_gaussian(
                              std::get<GaussianNoise>(number.noise).variance, shift);
  if (!loss || plan.share.cells > 4096) return std::nullopt;
  return Interval(loss->power(one_by_one ? plan.share.cells : 1).delta(epsilon));
}

// The plan's whole promise, where delta is above 0 and one number makes it.
void check_worst(const CellsPlan& plan, Audit& result) {
  const DpPromise& promised = promised_dp(plan);
  if (plan.numbers.size() != 1 || plan.key_threshold || promised.delta.sign() == 0)
    return;
  const auto delta = delta_of_worst(plan, promised.epsilon);
  if (!delta) return;
  const bool ok = delta->upper() <= promised.delta;
  const std::int64_t all = plan.share.rows * plan.numbers[0].per_row;
  result.checks.push_back({plan.numbers[0].name, all, all, promised.epsilon,
                           promised.delta, *delta, Interval(0), ok});
  result.holds = result.holds && ok;
}

// A key that one person alone brings is shown with at most the promised probability.
void check_keys(const CellsPlan& plan, const AuditOptions& options, Audit& result) {
  result.holds = result.holds && only_passing_keys_are_released(plan);
  const DpPromise& promised = promised_dp(plan);
  for (std::int64_t rows = 1; rows <= plan.share.rows_in_cell; ++rows) {
    if (rows > 3 && rows < plan.share.rows_in_cell) continue;
    const CellLaw law = cell_law(plan.numbers[0], rows, options.limits);
    Interval shown = law.law.unresolved;
    for (const auto& [count, mass] : law.law.mass)
      if (count >= *plan.key_threshold) shown = shown + mass.value();
    const bool ok = shown.upper() <= promised.delta + law.law.unresolved.upper();
    result.checks.push_back({"new key", rows, rows, promised.epsilon, promised.delta,
                             shown, law.law.unresolved, ok});
    result.holds = result.holds && ok;
  }
}

void add_curve(const CellsPlan& plan, Audit& result) {
  if (plan.numbers.size() != 1 || plan.key_threshold) return;
  for (int i = 0; i <= 8; ++i) {
    const Rational epsilon = promised_dp(plan).epsilon * Rational(i, 8);
    const auto delta = delta_of_worst(plan, epsilon);
    if (!delta) return result.curve.clear();
    result.curve.push_back({epsilon, *delta});
  }
}

// What was seen of one number.
struct Seen {
  bool as_planned = true;  // every path adds one draw of the planned noise
  bool agrees = true;      // what was walked agrees with the closed form
  bool exact = true;
  std::size_t paths = 0;
  Interval most_left = Interval(0);
};

// Draws around 0 that are run, as many as it takes or as there is time for, and the
// mass of the others.
struct Window {
  std::int64_t radius;
  Interval beyond;
};
Window window_of(const Noise& noise, std::int64_t most) {
  const std::int64_t needed = error_bound(noise, kNegligible);
  if (needed <= most / 2) return {needed, Interval(kNegligible)};
  const auto* laplace = std::get_if<LaplaceNoise>(&noise);
  const std::int64_t radius = most / 2;
  // The tail of wide Gaussian noise has no closed form: all of it is said to be left.
  if (laplace == nullptr) return {radius, Interval(1)};
  return {
      radius,
      Draw::laplace(laplace->scale).rest(static_cast<std::uint64_t>(radius) * 2 + 1)};
}

Seen audit_number(const CellsPlan& plan, const PlannedNumber& number,
                  const AuditOptions& options, Audit& result) {
  Seen seen;
  const DpPromise promised = promise_of(plan, number);
  const bool counts = number.name == "count";
  std::vector<std::int64_t> values = options.counts;
  const std::int64_t worst = plan.share.rows_in_cell * number.per_row;
  if (std::find(values.begin(), values.end(), worst) == values.end())
    values.insert(values.begin(), worst);  // the worst shift
  // Noise that is too wide to walk is walked a little, and run in many cells below.
  OutcomeTree::Limits limits = options.limits;
  if (static_cast<std::uint64_t>(error_bound(number.noise, kNegligible)) * 2 >=
      limits.paths)
    limits.paths = std::min<std::uint64_t>(limits.paths, kWalkedOfWideNoise);
  for (const std::int64_t value : values) {
    if (seen.paths > options.enough) break;
    const CellLaw with = cell_law(number, value, limits);
    seen.paths += with.law.mass.size();
    seen.as_planned = seen.as_planned && with.translation &&
                      is_draw_of(with.translation->draw, number.noise);
    for (const std::int64_t shift : shifts(plan, number)) {
      if (counts && shift > value) continue;
      const CellLaw without = cell_law(number, value - shift, limits);
      seen.paths += without.law.mass.size();
      const CellDivergence at = cell_divergence(with, without, promised);
      const bool ok = at.upper() <= promised.delta;
      result.checks.push_back({number.name, value, shift, promised.epsilon,
                               promised.delta, at.delta, at.not_executed, ok});
      result.holds = result.holds && ok;
      seen.exact = seen.exact && at.exact;
      seen.agrees = seen.agrees && at.agrees;
      if (seen.most_left.upper() < at.not_executed.upper())
        seen.most_left = at.not_executed;
    }
  }
  // Where one cell's walk left much out, the same draws in many cells.
  if (seen.as_planned && seen.most_left.upper() > kNegligible) {
    const auto [radius, beyond] = window_of(number.noise, options.window);
    const bool adds = adds_every_draw(number, worst, radius) &&
                      adds_every_draw(number, 0, std::min<std::int64_t>(radius, 4096));
    result.holds = result.holds && adds;
    seen.most_left = beyond;
    seen.paths += static_cast<std::size_t>(radius) * 2 + 1;
    seen.exact = adds && seen.agrees && seen.most_left.upper() <= kNegligible;
  }
  // One cell's law is that of all cells only if they do not share their noise.
  const bool own_draws =
      every_cell_has_its_own_draw(number, plan.reading.domain.cells());
  result.holds = result.holds && own_draws;
  seen.exact = seen.exact && own_draws && seen.as_planned;
  return seen;
}

}  // namespace

Audit audit(const CellsPlan& plan, const AuditOptions& options) {
  if (!is_added(plan.numbers[0].noise)) return audit_profile(plan, options);
  Audit result{.holds = true,
               .checks = {},
               .curve = {},
               .verification = {VerificationLevel::exact_law, ""}};
  for (const Derivation& derivation : plan.derivations)
    result.holds = result.holds && holds(derivation);
  result.holds = result.holds && is_consistent(plan) && releases_as_planned(plan);
  Seen all;
  for (const PlannedNumber& number : plan.numbers) {
    const Seen seen = audit_number(plan, number, options, result);
    all.exact = all.exact && seen.exact;
    all.paths += seen.paths;
    if (all.most_left.upper() < seen.most_left.upper()) all.most_left = seen.most_left;
  }
  if (plan.key_threshold) check_keys(plan, options, result);
  check_worst(plan, result);
  if (options.curve) add_curve(plan, result);
  if (!all.exact) result.verification.level = VerificationLevel::theorem_only;
  const bool laplace = std::holds_alternative<LaplaceNoise>(plan.numbers[0].noise);
  result.verification.detail =
      all.exact ? fmt::format(
                      "given ideal draws, the code that adds the noise was run on {} "
                      "outcomes, and on {} cells at once: each cell gets one "
                      "discrete {} draw of its own, whose privacy curve is known "
                      "exactly [{}]; draws not run have probability at most {}",
                      all.paths, cells_tried_at_once(plan.reading.domain.cells()),
                      laplace ? "Laplace" : "Gaussian", laplace ? "T9" : "T22",
                      plain(all.most_left))
                : fmt::format(
                      "the code that adds the noise was run on {} outcomes, but draws "
                      "with probability {} were not run; for these the claim rests on "
                      "the theorem [{}]",
                      all.paths, plain(all.most_left), laplace ? "T4" : "T25");
  if (plan.key_threshold)
    result.verification.detail +=
        "; the code that compares with the threshold was run on counts around it [T31]";
  if (!options.sampler) return result;
  for (const PlannedNumber& number : plan.numbers) {
    const auto* laplace_noise = std::get_if<LaplaceNoise>(&number.noise);
    const auto* gaussian_noise = std::get_if<GaussianNoise>(&number.noise);
    const auto exact =
        laplace_noise != nullptr ? laplace_sampler_is_exact(laplace_noise->scale)
        : gaussian_noise != nullptr
            ? std::optional(gaussian_sampler_is_exact(gaussian_noise->variance))
            : std::nullopt;
    result.holds = result.holds && exact.value_or(true);
    if (exact && *exact)
      result.verification.detail += fmt::format(
          "; the sampler of the draws for the {} was run too, at this scale on this "
          "machine: random words, many next to a threshold, got the values that the "
          "exact thresholds give [{}]",
          number.name, laplace_noise != nullptr ? "T12" : "T16");
  }
  return result;
}

Result<Verification> verify_for_release(const CellsPlan& plan) {
  // A delta is promised to six digits: what is not walked must be far below it.
  const double delta = promises_dp(plan) ? promised_dp(plan).delta.to_double() : 0;
  const double cut = delta > 0 ? std::min(0x1p-42, delta * 0x1p-30) : 0x1p-42;
  const Audit quick = audit(plan, {.counts = {plan.share.rows_in_cell},
                                   .limits = {.cut = cut, .paths = 1 << 12},
                                   .window = 1 << 24,
                                   .curve = false,
                                   .sampler = false});
  if (!quick.holds)
    return Error{ErrorKind::unverified,
                 "this program does not confirm its own privacy claim, so nothing is "
                 "released; please report it with the output of 'selvage audit'"};
  return quick.verification;
}

// Until the evidence of every mechanism is its own.
Audit audit(const Mechanism& mechanism, const AuditOptions& options) {
  return audit(dynamic_cast<const CellsMechanism&>(mechanism).plan(), options);
}
Result<Verification> verify_for_release(const Mechanism& mechanism) {
  return verify_for_release(dynamic_cast<const CellsMechanism&>(mechanism).plan());
}

std::string to_json_text(const Audit& audit) {
  nlohmann::ordered_json checks = nlohmann::ordered_json::array();
  for (const auto& check : audit.checks) {
    checks.push_back({{"number", check.number},
                      {"count", check.count},
                      {"removed", check.removed},
                      {"epsilon", check.epsilon.text()},
                      {"delta_promised", check.delta_promised.text()},
                      {"delta_exact_upper", check.delta.upper_text(12)},
                      {"not_executed", check.not_executed.upper_text(3)},
                      {"holds", check.holds}});
    if (!check.epsilon_exact.empty())
      checks.back()["epsilon_exact_upper"] = check.epsilon_exact;
  }
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
