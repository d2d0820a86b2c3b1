#include "selvage/mechanism/outlier/profile_evidence.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/guarantee/warped_cells.hpp"
#include "selvage/mechanism/cells/batch_probe.hpp"
#include "selvage/mechanism/cells/consistency.hpp"
#include "selvage/mechanism/outlier/law/staircase_divergence.hpp"
#include "selvage/mechanism/outlier/paper_law.hpp"
#include "selvage/mechanism/outlier/warped_check.hpp"
#include "selvage/mechanism/outlier/warped_loss.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostAudited = 2'000'000;
constexpr double kPaperCut = 1e-7;
constexpr std::size_t kMostPaperWalks = 3;

// What the code is held to: the profile and delta of the promise, or, where only a sum
// over cells is promised, the profile that makes it.
struct ClassPromise {
  std::vector<ProfileStep> profile;
  Rational delta;
};

ClassPromise class_promise(const OutlierPlan& plan) {
  if (const auto* outlier = promised_profile(plan))
    return {outlier->profile, outlier->delta};
  return {warped_of(plan.noise())->profile(), 0};
}

// The counts that were asked for, and those at which the profile changes.
std::vector<std::int64_t> class_sizes(const ClassPromise& promise,
                                      const CellsEffort& effort) {
  std::vector<std::int64_t> sizes = effort.values;
  std::size_t steps = 0;
  for (const ProfileStep& step : promise.profile)
    if (step.limit && *step.limit < kMostAudited && ++steps <= 12) {
      sizes.push_back(*step.limit);
      sizes.push_back(*step.limit + 1);
    }
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

// W nowhere gives away more than is promised: a class of k people has -ln q_k.
bool warped_keeps(const WarpedGeometric& law, const ClassPromise& promise) {
  for (const auto& stretch : law.stretches()) {
    const auto epsilon = epsilon_at(promise.profile, stretch.first);
    if (epsilon.is_infinite()) continue;
    if (stretch.n == 0 || !surely_at_most(exp(-epsilon.finite()), law.q(stretch.first)))
      return false;
  }
  return lower_envelope(promise.profile) == law.profile();
}

// Does the printed promise follow from the noise and the caps?
bool promise_follows(const OutlierPlan& plan, const ClassPromise& promise) {
  if (plan.share != person_share(plan.reading.person, plan.reading.domain) ||
      plan.share.rows_in_cell != 1 || plan.numbers.size() != 1 ||
      plan.numbers[0].per_row != 1 || plan.numbers[0].formula.of_rows != 1 ||
      plan.numbers[0].formula.of_sum != 0 || plan.numbers[0].formula.of_squares != 0)
    return false;
  const WarpedGeometric* warped = warped_of(plan.noise());
  if (warped != nullptr && !warped_keeps(*warped, promise)) return false;
  if (plan.key_threshold) {
    const auto told = warped != nullptr
                          ? warped_key_delta(promise.profile, *plan.key_threshold)
                          : Result<Rational>(Error{});
    if (!told || *told > promise.delta) return false;
  }
  const ExtendedRational largest = most(promise.profile);
  if (!promises_dp(plan)) return largest.is_infinite();
  const DpPromise& dp = promised_dp(plan);
  const auto* staircase = std::get_if<StaircaseNoise>(&plan.noise());
  if (staircase != nullptr && !staircase->law.first.is_infinite())
    return dp.epsilon >= staircase->law.first.finite();  // whatever comes after it
  return !largest.is_infinite() && dp.delta >= promise.delta &&
         dp.epsilon >= largest.finite() * plan.share.cells;
}

// By its certified law; 1 where it cannot be told.
Interval paper_delta(const CountNoise& noise, std::int64_t people,
                     const Rational& epsilon) {
  const auto* staircase = std::get_if<StaircaseNoise>(&noise);
  const auto apart =
      staircase != nullptr
          ? divergences(staircase->law, {people, people - 1}, epsilon)
          : divergences(std::get<LowerBoundNoise>(noise).law, people, epsilon);
  return apart ? apart->larger() : Interval(1);
}

std::optional<Interval> least_epsilon(const CountNoise& noise, std::int64_t people,
                                      const Rational& delta) {
  if (const WarpedGeometric* warped = warped_of(noise))
    return warped_epsilon(*warped, people);
  const auto* staircase = std::get_if<StaircaseNoise>(&noise);
  if (staircase == nullptr) return std::nullopt;
  const auto least = epsilon_for(staircase->law, {people, people - 1}, delta);
  return least && *least ? std::optional(**least) : std::nullopt;
}

// W is run at each count and at the one below, on every output; the laws of the others
// are computed, and compared with the code by a probe.
void add_class_pairs(const OutlierPlan& plan, const ClassPromise& promise,
                     const CellsEffort& effort, Evidence& result) {
  const PlannedNumber& number = plan.numbers[0];
  const WarpedGeometric* warped = warped_of(plan.noise());
  for (const std::int64_t people : class_sizes(promise, effort)) {
    NeighbourPair pair = cell_pair(number, people, 1);
    pair.epsilon = epsilon_at(promise.profile, people);
    pair.least_epsilon = least_epsilon(plan.noise(), people, promise.delta);
    if (warped != nullptr) {
      pair.exact_delta = [&law = *warped, people](const Rational& epsilon) {
        return warped_delta(law, people, epsilon);
      };
    } else {
      pair.with = pair.without = nullptr;
      pair.delta = promise.delta;
      pair.exact_delta = [&noise = plan.noise(), people](const Rational& epsilon) {
        return paper_delta(noise, people, epsilon);
      };
    }
    result.pairs.push_back(std::move(pair));
  }
}

// To somebody who is alone with a key it is shown with at most this probability. [T45]
void add_new_key(const OutlierPlan& plan, const ClassPromise& promise,
                 Evidence& result) {
  const WarpedGeometric& law = *warped_of(plan.noise());
  NeighbourPair pair = new_key_pair(plan, 1);
  pair.epsilon = epsilon_at(promise.profile, 1);
  pair.delta = promise.delta;
  const std::int64_t least =
      std::max(*plan.key_threshold, plan.fewer_than.value_or(*plan.key_threshold));
  pair.exact_delta = [&law, least](const Rational&) { return law.at_least(1, least); };
  result.pairs.push_back(std::move(pair));
  add_threshold_probe(plan, "T45", result);
}

Probed walk_paper_law(const PlannedNumber& number,
                      const std::vector<std::int64_t>& sizes,
                      const CellsEffort& effort) {
  Probed probed{.holds = true};
  for (std::size_t i = 0; i < std::min(sizes.size(), kMostPaperWalks); ++i) {
    const auto walked = law_of<TreeSource>(
        {.cut = kPaperCut, .paths = effort.most_walked}, [&](RandomSource& random) {
          std::int64_t count = sizes[i];
          number.add_noise(std::span(&count, 1), random);
          return count;
        });
    probed.holds =
        probed.holds && has_paper_law(count_noise_of(*number.noise), sizes[i], walked);
    probed.outcomes += walked.mass.size();
    if (probed.not_executed.upper() < walked.unresolved.upper())
      probed.not_executed = walked.unresolved;
  }
  return probed;
}

std::string warped_sentence(const OutlierPlan& plan, const Walked& walked) {
  return fmt::format(
      "given ideal draws, the code was run on {} outcomes, and on {} cells at once: "
      "each count is replaced by one output of W of its own, whose privacy is known "
      "exactly at every count [T38]; outputs not run have probability at most {}",
      walked.outcomes, cells_tried_at_once(plan.reading.domain.cells()),
      walked.not_executed.upper_text(3));
}

std::string paper_sentence(const Walked& walked) {
  return fmt::format(
      "the law of the mechanism was computed with certified bounds at every count, and "
      "the code was run on {} outcomes, which have that law; outputs not run have "
      "probability {} [T72, T78]",
      walked.outcomes, walked.not_executed.upper_text(3));
}

void add_warped(const OutlierPlan& plan, const CellsEffort& effort, Evidence& result) {
  const PlannedNumber& number = plan.numbers[0];
  const WarpedGeometric& law = *warped_of(plan.noise());
  result.probes.push_back({[&plan, &number]() -> Probed {
    return {.holds = releases_as_planned(plan) &&
                     every_cell_has_its_own_draw(number, plan.reading.domain.cells())};
  }});
  if (effort.sampler)
    result.probes.push_back({[&law]() -> Probed {
      return {.holds = warped_sampler_is_exact(law),
              .says =
                  "the sampler's walk was taken too, coin by coin as fractions, "
                  "and has the law of W, and its table gives random words the "
                  "exact outputs [T40]"};
    }});
  result.says = [&plan](const Walked& walked) { return warped_sentence(plan, walked); };
}

}  // namespace

Evidence profile_evidence(const OutlierPlan& plan, const CellsEffort& effort) {
  const ClassPromise promise = class_promise(plan);
  const PlannedNumber& number = plan.numbers[0];
  Evidence result;
  add_class_pairs(plan, promise, effort, result);
  result.probes.push_back({[&plan, promise]() -> Probed {
    return {.holds = promise_follows(plan, promise)};
  }});
  if (warped_of(plan.noise()) != nullptr) {
    if (plan.key_threshold) add_new_key(plan, promise, result);
    add_warped(plan, effort, result);
    return result;
  }
  result.speaks_for_all = false;
  result.probes.push_back({[&number, effort, sizes = class_sizes(promise, effort)] {
    return walk_paper_law(number, sizes, effort);
  }});
  result.says = paper_sentence;
  return result;
}

std::optional<Interval> class_epsilon(const OutlierPlan& plan, std::int64_t people) {
  return least_epsilon(plan.noise(), people, class_promise(plan).delta);
}

}  // namespace selvage
