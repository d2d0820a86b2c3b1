#include "selvage/mechanism/outlier/profile_plan.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/bisect.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/guarantee/outlier_distribution.hpp"
#include "selvage/guarantee/warped_cells.hpp"
#include "selvage/mechanism/outlier/law/distributional.hpp"
#include "selvage/mechanism/outlier/paper_noise.hpp"
#include "selvage/mechanism/outlier/warped_table.hpp"

namespace selvage {
namespace {

// The least key threshold that keeps delta. delta(1) falls with it.
Result<std::int64_t> least_threshold(const WarpedGeometric& law,
                                     const Rational& delta) {
  if (delta.sign() <= 0 || delta >= 1)
    return wrong_field(
        "delta",
        "keys that are not known are released with a small probability of telling of "
        "one person alone; add `delta`, for example `delta` 1e-6, or name the keys",
        "1e-6");
  const auto enough = [&](std::int64_t threshold) {
    const auto told = warped_key_delta(law.profile(), threshold);
    return told && *told <= delta;
  };
  std::int64_t high = std::max<std::int64_t>(2, law.least() + 1);
  constexpr std::int64_t kMostThreshold = std::int64_t{1} << 40;
  while (!enough(high)) {
    if (high > kMostThreshold)
      return wrong_field("delta", fmt::format("no threshold keeps delta {} for keys "
                                              "that are not known; give more epsilon "
                                              "or delta",
                                              delta.short_text()));
    high *= 2;
  }
  return least_above(1, high, enough);
}

// The noise, the threshold and what the promise needs besides.
Outcome choose(const ProfileRequest& request, const Rational& delta,
               OutlierPlan& plan) {
  PlannedNumber& count = plan.numbers[0];
  if (request.mechanism == ProfileMechanism::warped) {
    auto law = WarpedGeometric::make(request.profile);
    if (!law) return law.error();
    if (plan.reading.domain.has_unknown_keys()) {
      const auto threshold = least_threshold(*law, delta);
      if (!threshold) return threshold.error();
      plan.key_threshold = *threshold;
    }
    count.set_noise(replacing_noise(
        WarpedNoise{std::make_shared<const WarpedGeometric>(*std::move(law))}));
    plan.reason =
        "W meets the profile exactly at every count, and no mechanism is known to err "
        "less";
    return Done{};
  }
  plan.reason = "asked for; W meets the same profile with less error and delta 0";
  if (plan.reading.domain.has_unknown_keys())
    return wrong_field(
        "mechanism",
        fmt::format(
            "keys that are not known are released by W only; leave out `mechanism` {}",
            profile_mechanism_name(request.mechanism)));
  auto paper = paper_noise(request, delta);
  if (!paper) return paper.error();
  count.set_noise(replacing_noise(*std::move(paper)));
  plan.promise.delta = delta;
  if (std::holds_alternative<LowerBoundNoise>(plan.noise())) return Done{};
  const Staircase& law = std::get<StaircaseNoise>(plan.noise()).law;
  if (law.levels.empty() || law.first.is_infinite()) plan.promise.delta = 0;  // exact
  // Noise for the group gives everybody what the smallest classes have.
  plan.classes.profile = law.levels.empty()
                             ? std::vector<ProfileStep>{{std::nullopt, law.first}}
                             : request.profile;
  return Done{};
}

// The crowd of the profile that makes the least epsilon.
Result<ClassChoice::Sampling> sampled_choice(const Derivation& promise,
                                             const Sampling& sampling) {
  const auto& outlier = std::get<OutlierPromise>(promise.conclusion.promise);
  std::optional<Rational> least;
  std::int64_t crowd = 0;
  std::optional<Error> refused;
  // A formula makes hundreds of limits: a few of them, the last one too, are enough.
  constexpr std::size_t kMostTried = 8;
  const std::size_t stride = outlier.profile.size() / kMostTried + 1;
  for (std::size_t i = 0; i < outlier.profile.size(); ++i) {
    const ProfileStep& step = outlier.profile[i];
    if (!step.limit || step.epsilon.is_infinite()) continue;
    if ((outlier.profile.size() - 2 - i) % stride != 0) continue;
    const auto epsilon =
        distributional_epsilon({*step.limit, step.epsilon.finite() * *step.limit,
                                outlier.delta, sampling.rate, sampling.known},
                               sampling.delta);
    if (!epsilon && !refused) refused = epsilon.error();
    if (!epsilon || (least && *least <= *epsilon)) continue;
    least = *epsilon;
    crowd = *step.limit;
  }
  if (!least)
    return refused ? *refused
                   : wrong_field("profile",
                                 "`sampled` needs a profile with a limit, for example "
                                 "`profile` 100:0.01,1",
                                 "100:0.01,1");
  // In five digits, rounded up: more epsilon needs less delta.
  return ClassChoice::Sampling{{crowd, sampling.rate, sampling.known},
                               *Rational::parse(Interval(*least).upper_text(5))};
}

// A promise that everybody has against anybody holds against whoever is unsure who was
// sampled, too: a weaker one beside it would only mislead.
Outcome check_worth(const ClassChoice::Sampling& chosen, const Sampling& asked,
                    const Derivation& promise) {
  const auto& outlier = std::get<OutlierPromise>(promise.conclusion.promise);
  const ExtendedRational everybody = most(outlier.profile);
  if (everybody.is_infinite() || outlier.delta > asked.delta ||
      chosen.epsilon < everybody.finite())
    return Done{};
  return wrong_field(
      "sampled",
      fmt::format("`sampled` {} promises epsilon {} against somebody who is unsure who "
                  "was sampled, and everybody has epsilon {} against anybody; leave it "
                  "out, or write a smaller rate",
                  asked.rate.short_text(), promised_text(chosen.epsilon),
                  everybody.finite().short_text()));
}

// Noise, threshold and derivations of a plan whose reading, share and numbers are
// there.
Outcome keep_profile(const ProfileRequest& request, const Rational& delta,
                     OutlierPlan& plan) {
  const PersonShare& share = plan.share;
  if (share.rows_in_cell != 1) {
    const bool capped = plan.reading.person.rows_in_cell.has_value();
    const char* const field = capped ? "rows_per_cell" : "per_person";
    const char* const instead = capped ? "1" : "first";
    return wrong_field(
        field,
        fmt::format("a profile counts people, and here one person may count several "
                    "times in a cell; write `{}` {}",
                    field, instead),
        instead);
  }
  if (const auto chosen = choose(request, delta, plan); !chosen) return chosen.error();
  const NoisyCounts counts = noisy_counts(plan);
  auto promise = class_promise(counts, plan.promise, plan.classes, request.partition);
  if (!promise) return promise.error();
  if (share.cells > 1) {
    if (!request.sum_only)
      return wrong_field("cells_per_person",
                         fmt::format("a profile goes by the class that a person is in, "
                                     "and a person in {} cells "
                                     "is in several; write `cells_per_person` 1, or "
                                     "`claim` sum to be promised {} "
                                     "times the largest epsilon and no more",
                                     share.cells, share.cells),
                         "1");
    if (request.mechanism != ProfileMechanism::warped || plan.key_threshold)
      return wrong_field(
          "claim",
          "`claim` sum is for W over keys that are known; leave out `mechanism`, name "
          "the keys, or write `cells_per_person` 1");
  } else if (request.sampling) {
    auto sampled = sampled_choice(*promise, *request.sampling);
    if (!sampled) return sampled.error();
    if (auto worth = check_worth(*sampled, *request.sampling, *promise); !worth)
      return worth.error();
    plan.classes.sampling = *std::move(sampled);
  }
  auto promises = class_promises(counts, plan.classes, *std::move(promise));
  if (!promises) return promises.error();
  plan.derivations = *std::move(promises);
  if (const std::int64_t told = plan.numbers[0].noise->least_told(); told > 0)
    plan.fewer_than = std::max(told, plan.fewer_than.value_or(0));
  return Done{};
}

// Where empty cells are jumped over: the product of so many fractions.
constexpr std::int64_t kMostLifted = 100'000;

// Without a table W is a walk of about as many steps as it errs.
bool takes_too_long(const WarpedGeometric& law, std::uint64_t cells) {
  constexpr double kMostSteps = 5e8;
  if (WarpedTable::fits(law)) return false;
  const double steps = std::max(law.mean_absolute_error(0).middle(),
                                law.mean_absolute_error(law.knee() + 1).middle());
  return (steps + 1) * static_cast<double>(cells) > kMostSteps;
}

// Whether so many cells can be released by it.
Outcome check_cells(const OutlierPlan& plan) {
  const std::uint64_t cells = plan.reading.domain.cells();
  const bool sparse = cells > kMostVisited;
  const WarpedGeometric* warped = warped_of(plan.noise());
  if (sparse && warped == nullptr)
    return wrong_field(
        "mechanism",
        fmt::format("{} cells are released by W only; leave out `mechanism`", cells));
  if (sparse && *plan.fewer_than <= warped->least())
    return wrong_field(
        "fewer_than",
        fmt::format("`fewer_than` {} would list every cell; write more than {}, from "
                    "where on the profile lets counts be published",
                    *plan.fewer_than, warped->least()),
        std::to_string(warped->least() + 1));
  if (sparse && *plan.fewer_than > kMostLifted)
    return wrong_field(
        "fewer_than",
        fmt::format("`fewer_than` {} is above {}, the most for that many cells",
                    *plan.fewer_than, kMostLifted),
        std::to_string(kMostLifted));
  if (warped != nullptr && takes_too_long(*warped, sparse ? 1 : cells))
    return wrong(fmt::format(
        "noise as wide as that takes too long for {} cells; give more epsilon to "
        "small classes, or use fewer cells",
        cells));
  return Done{};
}

}  // namespace

Result<OutlierPlan> plan_profile(const PlanRequest& request,
                                 const ProfileRequest& profile) {
  if (request.statistic != Statistic::count)
    return wrong_field(
        "profile",
        "`profile` is for counts of people; sums, means and variances take `epsilon`");
  auto cells = plan_without_noise(request);
  if (!cells) return cells.error();
  OutlierPlan plan{*std::move(cells)};
  if (auto done = keep_profile(profile, request.delta, plan); !done)
    return done.error();
  if (auto done = check_cells(plan); !done) return done.error();
  return plan;
}

}  // namespace selvage
