#include "selvage/verify/profile_audit.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/guarantee/warped_cells.hpp"
#include "selvage/law/staircase_divergence.hpp"
#include "selvage/mechanism/cells/count_noise.hpp"
#include "selvage/verify/batch_probe.hpp"
#include "selvage/verify/cell_divergence.hpp"
#include "selvage/verify/consistency.hpp"
#include "selvage/verify/divergence.hpp"
#include "selvage/verify/paper_law.hpp"
#include "selvage/verify/threshold_probe.hpp"
#include "selvage/verify/warped_check.hpp"

namespace selvage::verify {
namespace {

constexpr std::int64_t kMostAudited = 2'000'000;
constexpr double kPaperCut = 1e-7;

// What the audit holds the code to: the profile and delta of the promise, or, where
// only a sum over cells is promised, the profile that makes it.
struct Held {
  std::vector<ProfileStep> profile;
  Rational delta;
};

Held held_to(const CellsPlan& plan) {
  if (const auto* outlier = promised_profile(plan))
    return {outlier->profile, outlier->delta};
  return {std::get<WarpedNoise>(plan.numbers[0].noise).law->profile(), 0};
}

// The counts that were asked for, and those at which the profile changes.
std::vector<std::int64_t> audited_counts(const Held& held,
                                         const AuditOptions& options) {
  std::vector<std::int64_t> counts = options.counts;
  std::size_t steps = 0;
  for (const ProfileStep& step : held.profile)
    if (step.limit && *step.limit < kMostAudited && ++steps <= 12) {
      counts.push_back(*step.limit);
      counts.push_back(*step.limit + 1);
    }
  std::sort(counts.begin(), counts.end());
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  return counts;
}

// Does the printed promise follow from the noise and the caps?
bool promise_follows(const CellsPlan& plan, const Held& held) {
  if (plan.share != person_share(plan.reading.person, plan.reading.domain) ||
      plan.share.rows_in_cell != 1 || plan.numbers.size() != 1 ||
      plan.numbers[0].per_row != 1 || plan.numbers[0].formula.of_rows != 1 ||
      plan.numbers[0].formula.of_sum != 0 || plan.numbers[0].formula.of_squares != 0)
    return false;
  const auto* warped = std::get_if<WarpedNoise>(&plan.numbers[0].noise);
  if (warped != nullptr) {
    // Nowhere more than is promised: a class of k people has -ln q_k.
    for (const auto& stretch : warped->law->stretches()) {
      const auto epsilon = epsilon_at(held.profile, stretch.first);
      if (epsilon.is_infinite()) continue;
      if (stretch.n == 0 ||
          !surely_at_most(exp(-epsilon.finite()), warped->law->q(stretch.first)))
        return false;
    }
    if (lower_envelope(held.profile) != warped->law->profile()) return false;
  }
  if (plan.key_threshold) {
    const auto told = warped != nullptr
                          ? warped_key_delta(held.profile, *plan.key_threshold)
                          : Result<Rational>(Error{});
    if (!told || *told > held.delta) return false;
  }
  if (!promises_dp(plan)) return most(held.profile).is_infinite();
  const DpPromise& dp = promised_dp(plan);
  return !most(held.profile).is_infinite() && dp.delta >= held.delta &&
         dp.epsilon >= most(held.profile).finite() * plan.share.cells;
}

struct Seen {
  std::size_t paths = 0;
  bool as_planned = true;
  Interval most_left = Interval(0);
};

// The exact loss of W at a count, and delta at the promised epsilon. [T38]
struct Exact {
  std::optional<Interval> epsilon;  // none: no epsilon does it
  Interval delta;
};
Exact exact_of(const WarpedGeometric& law, std::int64_t count,
               const ExtendedRational& promised) {
  const Rational q = count <= law.least() ? Rational(1) : law.q(count);
  if (q.sign() == 0)
    return {std::nullopt, promised.is_infinite() ? Interval(0) : Interval(1)};
  const Interval epsilon = Interval(0) - log(q);
  if (promised.is_infinite() ||
      surely_at_most(Interval(Rational(1) / q), exp(promised.finite())))
    return {epsilon, Interval(0)};
  return {epsilon,
          positive_part(Interval(1) - exp(promised.finite()) * q) / (Interval(q) + 1)};
}

Exact exact_of(const Staircase& law, std::int64_t count,
               const ExtendedRational& promised, const Rational& delta) {
  const auto least = epsilon_for(law, {count, count - 1}, delta);
  const auto apart = promised.is_infinite()
                         ? Result<Divergences>(Divergences{Interval(0), Interval(0)})
                         : divergences(law, {count, count - 1}, promised.finite());
  return {least && *least ? std::optional(**least) : std::nullopt,
          apart ? apart->larger() : Interval(1)};
}

Exact exact_of(const LowerBound& law, std::int64_t count,
               const ExtendedRational& promised) {
  const auto apart = promised.is_infinite()
                         ? Result<Divergences>(Divergences{Interval(0), Interval(0)})
                         : divergences(law, count, promised.finite());
  return {std::nullopt, apart ? apart->larger() : Interval(1)};
}

void add_check(std::int64_t count, const ExtendedRational& promised,
               const Rational& delta, const Exact& exact, const Interval& left,
               Audit& result) {
  const bool ok = exact.delta.upper() <= delta;
  result.checks.push_back(
      {.number = "count",
       .count = count,
       .removed = 1,
       .epsilon = promised,
       .delta_promised = delta,
       .delta = exact.delta,
       .not_executed = left,
       .holds = ok,
       .epsilon_exact = exact.epsilon ? exact.epsilon->upper_text(6) : std::string()});
  result.holds = result.holds && ok;
}

// The code is run at each count and at the one below, on every output; it must be one
// draw of W, and what was run must agree with what is known of W.
void audit_warped(const CellsPlan& plan, const Held& held, const AuditOptions& options,
                  Seen& seen, Audit& result) {
  const WarpedGeometric& law = *std::get<WarpedNoise>(plan.numbers[0].noise).law;
  for (const std::int64_t count : audited_counts(held, options)) {
    const auto promised = epsilon_at(held.profile, count);
    const Exact exact = exact_of(law, count, promised);
    Interval left(0);
    if (seen.paths <= options.enough) {
      const CellLaw with = cell_law(plan.numbers[0], count, options.limits);
      const CellLaw without = cell_law(plan.numbers[0], count - 1, options.limits);
      seen.paths += with.law.mass.size() + without.law.mass.size();
      left = hull(with.law.unresolved, without.law.unresolved);
      seen.as_planned = seen.as_planned && with.translation && without.translation &&
                        is_draw_of(with.translation->draw, plan.numbers[0].noise) &&
                        is_draw_of(without.translation->draw, plan.numbers[0].noise);
      if (!promised.is_infinite()) {
        // An outcome that only one of the two windows holds counts in full: together at
        // most the larger of what was left out, times exp(epsilon).
        const Interval slack =
            Interval(left.upper()) * (exp(Interval(promised.finite())) + 2);
        for (const Divergence& walked :
             {hockey_stick(with.law, without.law, promised.finite()),
              hockey_stick(without.law, with.law, promised.finite())})
          if (!surely_at_most(Interval(walked.resolved.lower()), exact.delta + slack))
            seen.as_planned = false;
      }
      if (seen.most_left.upper() < left.upper()) seen.most_left = left;
    }
    add_check(count, promised, 0, exact, left, result);
  }
}

void audit_paper(const CellsPlan& plan, const Held& held, const AuditOptions& options,
                 Seen& seen, Audit& result) {
  const Noise& noise = plan.numbers[0].noise;
  const auto* staircase = std::get_if<StaircaseNoise>(&noise);
  std::size_t run = 0;
  for (const std::int64_t count : audited_counts(held, options)) {
    const auto promised = epsilon_at(held.profile, count);
    const Exact exact =
        staircase != nullptr
            ? exact_of(staircase->law, count, promised, held.delta)
            : exact_of(std::get<LowerBoundNoise>(noise).law, count, promised);
    Interval left(1);
    if (++run <= 3) {
      const CellLaw walked = cell_law(plan.numbers[0], count,
                                      {.cut = std::max(options.limits.cut, kPaperCut),
                                       .paths = options.limits.paths});
      seen.paths += walked.law.mass.size();
      seen.as_planned = seen.as_planned && has_paper_law(noise, count, walked);
      left = walked.law.unresolved;
      if (seen.most_left.upper() < left.upper()) seen.most_left = left;
    }
    add_check(count, promised, held.delta, exact, left, result);
  }
}

// A key that one person alone brings is shown with at most the promised probability.
void check_new_key(const CellsPlan& plan, const Held& held, Audit& result) {
  const auto& law = *std::get<WarpedNoise>(plan.numbers[0].noise).law;
  const Interval shown = law.at_least(1, *plan.key_threshold);
  const bool ok = shown.upper() <= held.delta && only_passing_keys_are_released(plan);
  result.checks.push_back({.number = "new key",
                           .count = 1,
                           .removed = 1,
                           .epsilon = epsilon_at(held.profile, 1),
                           .delta_promised = held.delta,
                           .delta = shown,
                           .not_executed = Interval(0),
                           .holds = ok,
                           .epsilon_exact = {}});
  result.holds = result.holds && ok;
}

}  // namespace

std::optional<Interval> exact_epsilon(const CellsPlan& plan, std::int64_t count) {
  const Noise& noise = plan.numbers[0].noise;
  const Held held = held_to(plan);
  const auto promised = epsilon_at(held.profile, count);
  if (const auto* warped = std::get_if<WarpedNoise>(&noise))
    return exact_of(*warped->law, count, promised).epsilon;
  const auto* staircase = std::get_if<StaircaseNoise>(&noise);
  if (staircase == nullptr) return std::nullopt;
  return exact_of(staircase->law, count, promised, held.delta).epsilon;
}

Audit audit_profile(const CellsPlan& plan, const AuditOptions& options) {
  const Held held = held_to(plan);
  const bool warped = std::holds_alternative<WarpedNoise>(plan.numbers[0].noise);
  Audit result{
      .holds = promise_follows(plan, held) && (!warped || releases_as_planned(plan)),
      .checks = {},
      .curve = {},
      .verification = {VerificationLevel::exact_law, ""}};
  for (const Derivation& derivation : plan.derivations)
    result.holds = result.holds && holds(derivation);
  Seen seen;
  if (warped)
    audit_warped(plan, held, options, seen, result);
  else
    audit_paper(plan, held, options, seen, result);
  if (warped)
    seen.as_planned =
        seen.as_planned &&
        every_cell_has_its_own_draw(plan.numbers[0], plan.reading.domain.cells());
  if (plan.key_threshold) check_new_key(plan, held, result);
  result.holds = result.holds && seen.as_planned;
  if (warped) {
    result.verification.detail = fmt::format(
        "given ideal draws, the code was run on {} outcomes, and on {} cells at once: "
        "each count is replaced by one output of W of its own, whose privacy is known "
        "exactly at every count [T38]; outputs not run have probability at most {}",
        seen.paths, cells_tried_at_once(plan.reading.domain.cells()),
        seen.most_left.upper_text(3));
  } else {
    result.verification = {
        VerificationLevel::theorem_only,
        fmt::format("the law of the mechanism was computed with certified bounds at "
                    "every count, and the code was run on {} outcomes, which have that "
                    "law; outputs not run have probability {} [T72, T78]",
                    seen.paths, seen.most_left.upper_text(3))};
  }
  if (plan.key_threshold)
    result.verification.detail +=
        "; the code that compares with the threshold was run on counts around it [T45]";
  if (options.sampler && warped) {
    const bool exact =
        warped_sampler_is_exact(*std::get<WarpedNoise>(plan.numbers[0].noise).law);
    result.holds = result.holds && exact;
    if (exact)
      result.verification.detail +=
          "; the sampler's walk was taken too, coin by coin as fractions, and has the "
          "law of W, and its table gives random words the exact outputs [T40]";
  }
  return result;
}

}  // namespace selvage::verify
