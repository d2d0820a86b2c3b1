#include "selvage/mechanism/profile_plan.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "selvage/guarantee/outlier_conversion.hpp"
#include "selvage/guarantee/outlier_distribution.hpp"
#include "selvage/guarantee/threshold_cells.hpp"
#include "selvage/guarantee/warped_cells.hpp"
#include "selvage/law/distributional.hpp"
#include "selvage/law/noise_then_suppress.hpp"
#include "selvage/law/thresholds.hpp"
#include "selvage/mechanism/count_noise.hpp"

namespace selvage {
namespace {

constexpr std::size_t kMostGuessed = 50;  // steps of a profile, for lower-bound

constexpr std::array<const char*, 8> kNames = {
    "warped",           "suppression", "noise-on-small", "noise-then-suppression",
    "noise-then-noise", "group",       "staircase",      "lower-bound"};

Error wrong(std::string why) { return {ErrorKind::invalid_request, std::move(why)}; }

std::string name_of(ProfileMechanism mechanism) {
  return kNames[static_cast<std::size_t>(mechanism)];
}

// The least key threshold that keeps delta. delta(1) falls with it.
Result<std::int64_t> least_threshold(const WarpedGeometric& law,
                                     const Rational& delta) {
  if (delta.sign() <= 0 || delta >= 1)
    return wrong(
        "keys that are not known are released with a small probability of telling of "
        "one person alone; add --delta, for example --delta 1e-6, or name the keys");
  const auto enough = [&](std::int64_t threshold) {
    const auto told = warped_key_delta(law.profile(), threshold);
    return told && *told <= delta;
  };
  std::int64_t high = std::max<std::int64_t>(2, law.least() + 1);
  constexpr std::int64_t kMostThreshold = std::int64_t{1} << 40;
  while (!enough(high)) {
    if (high > kMostThreshold)
      return wrong(fmt::format(
          "no threshold keeps delta {} for keys that are not known; give more epsilon "
          "or delta",
          delta.short_text()));
    high *= 2;
  }
  std::int64_t low = 1;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return high;
}

// What the examples of the paper need: one limit and two epsilons.
struct TwoSteps {
  std::int64_t limit;
  Rational below;
  ExtendedRational above;
};
Result<TwoSteps> two_steps(const ProfileRequest& request) {
  const auto steps = lower_envelope(request.profile);
  if (steps.size() != 2)
    return wrong(
        fmt::format("--mechanism {} keeps profiles of one limit; write for example "
                    "--profile 20:0.1,1, or leave out --mechanism",
                    name_of(request.mechanism)));
  return TwoSteps{*steps[0].limit, steps[0].epsilon.finite(), steps[1].epsilon};
}

Error needs_delta(ProfileMechanism mechanism) {
  return wrong(fmt::format(
      "--mechanism {} keeps its promise up to a small probability; add --delta, for "
      "example --delta 1e-6, or leave out --mechanism, which needs none",
      name_of(mechanism)));
}

Error needs_protection_above(ProfileMechanism mechanism) {
  return wrong(fmt::format(
      "--mechanism {} protects everybody; write a profile that ends with a number and "
      "not with inf",
      name_of(mechanism)));
}

Result<Staircase> staircase_for(const ProfileRequest& request, const Rational& delta) {
  const ProfileMechanism kind = request.mechanism;
  const auto steps = lower_envelope(request.profile);
  if (kind == ProfileMechanism::group) {
    if (steps.front().epsilon.is_infinite() || steps.front().epsilon.sign() == 0)
      return wrong(
          "--mechanism group adds the noise of the smallest classes to every count, "
          "and "
          "that needs an epsilon above 0 for them");
    return Staircase{steps.front().epsilon, {}, false};
  }
  if (kind == ProfileMechanism::suppression ||
      kind == ProfileMechanism::noise_on_small) {
    const auto two = two_steps(request);
    if (!two) return two.error();
    if (!two->above.is_infinite())
      return wrong(fmt::format(
          "--mechanism {} tells larger counts as they are; if that is meant, write "
          "--profile {}:{},inf",
          name_of(kind), two->limit, two->below.short_text()));
    if (kind == ProfileMechanism::suppression) return suppress_small(two->limit);
    return Staircase{ExtendedRational::infinity(), {{two->limit, two->below}}, false};
  }
  if (delta.sign() <= 0) return needs_delta(kind);
  if (most(steps).is_infinite()) return needs_protection_above(kind);
  if (kind == ProfileMechanism::staircase)
    return request.paper_thresholds ? paper_staircase_for(request.profile, delta)
                                    : smallest_thresholds(request.profile, delta);
  const auto two = two_steps(request);
  if (!two) return two.error();
  const std::vector<ProfileStep> suppressing = {{two->limit, Rational(0)},
                                                {std::nullopt, two->above}};
  if (kind == ProfileMechanism::noise_then_noise)
    return request.paper_thresholds ? paper_staircase_for(steps, delta)
                                    : smallest_thresholds(steps, delta);
  if (request.paper_thresholds) return paper_staircase_for(suppressing, delta);
  const auto threshold =
      least_suppression_threshold(two->limit, two->above.finite(), two->below, delta);
  if (!threshold) return threshold.error();
  return noise_then_suppress(two->above.finite(), *threshold);
}

// Half of what the smallest classes have is spent on the guess.
Result<LowerBound> lower_bound_for(const ProfileRequest& request,
                                   const Rational& delta) {
  if (delta.sign() <= 0) return needs_delta(request.mechanism);
  const auto steps = lower_envelope(request.profile);
  if (most(steps).is_infinite()) return needs_protection_above(request.mechanism);
  if (steps.size() > kMostGuessed)
    return wrong(fmt::format(
        "--mechanism lower-bound takes profiles of at most {} steps; write fewer, or "
        "leave out --mechanism",
        kMostGuessed));
  if (steps.front().epsilon.sign() == 0)
    return wrong(
        "--mechanism lower-bound spends a part of every epsilon on a guess, and needs "
        "an epsilon above 0 for the smallest classes");
  LowerBound law{steps, steps.front().epsilon, steps.front().epsilon.finite() / 2, 0,
                 false};
  const auto enough = [&](std::int64_t shift) {
    law.shift = shift;
    const auto failure = guess_failure(law);
    return failure && failure->upper() <= delta;
  };
  std::int64_t high = 1;
  while (!enough(high)) {
    if (high > kMostCount / 2)
      return wrong("--mechanism lower-bound needs more epsilon or delta than that");
    high *= 2;
  }
  std::int64_t low = -1;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
  law.shift = high;
  return law;
}

bool samplers_take(const Staircase& law) {
  const auto takes = [](const Rational& epsilon) {
    return epsilon.sign() == 0 || fits_sampler(Rational(1) / epsilon);
  };
  return (law.first.is_infinite() || takes(law.first.finite())) &&
         std::all_of(law.levels.begin(), law.levels.end(),
                     [&](const auto& level) { return takes(level.epsilon); });
}

// What it promises to people in small classes.
Result<Derivation> choose(const ProfileRequest& request, const Rational& delta,
                          Plan& plan) {
  Noise& noise = plan.numbers[0].noise;
  if (request.mechanism == ProfileMechanism::warped) {
    auto law = WarpedGeometric::make(request.profile);
    if (!law) return law.error();
    auto promise = warped_geometric_cells(request.profile, request.partition);
    if (promise && plan.reading.domain.has_unknown_keys()) {
      const auto threshold = least_threshold(*law, delta);
      if (!threshold) return threshold.error();
      plan.key_threshold = *threshold;
      promise = outlier_key_threshold(*std::move(promise), *threshold);
    }
    noise = WarpedNoise{std::make_shared<const WarpedGeometric>(*std::move(law))};
    plan.reason =
        "W meets the profile exactly at every count, and no mechanism is known to err "
        "less";
    return promise;
  }
  plan.reason = "asked for; W meets the same profile with less error and delta 0";
  if (plan.reading.domain.has_unknown_keys())
    return wrong(fmt::format(
        "keys that are not known are released by W only; leave out --mechanism {}",
        name_of(request.mechanism)));
  if (request.mechanism == ProfileMechanism::lower_bound) {
    auto law = lower_bound_for(request, delta);
    if (!law) return law.error();
    auto promise = lower_bound_cells(*law, delta, request.partition);
    noise = LowerBoundNoise{*std::move(law)};
    return promise;
  }
  auto law = staircase_for(request, delta);
  if (!law) return law.error();
  law->flags = false;
  if (!samplers_take(*law))
    return wrong("an epsilon of the profile has too many digits; write it with fewer");
  const bool exact = law->levels.empty() || law->first.is_infinite();
  // Noise for the group gives everybody what the smallest classes have.
  const std::vector<ProfileStep> kept =
      law->levels.empty() ? std::vector<ProfileStep>{{std::nullopt, law->first}}
                          : request.profile;
  auto promise =
      staircase_cells(*law, kept, exact ? Rational(0) : delta, request.partition);
  noise = StaircaseNoise{*std::move(law)};
  return promise;
}

// The crowd of the profile that makes the least epsilon.
Result<Derivation> sampled_promise(const Derivation& promise,
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
                   : wrong(
                         "--sampled needs a profile with a limit, for example "
                         "--profile 100:0.01,1");
  // In five digits, rounded up: more epsilon needs less delta.
  return distributional_from_outlier(promise, {crowd, sampling.rate, sampling.known},
                                     *Rational::parse(Interval(*least).upper_text(5)));
}

}  // namespace

std::optional<ProfileMechanism> profile_mechanism(const std::string& name) {
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (name == kNames[i]) return static_cast<ProfileMechanism>(i);
  return std::nullopt;
}

std::string profile_mechanism_names() {
  return fmt::format("{}", fmt::join(kNames, ", "));
}

Outcome plan_profile(const ProfileRequest& request, const Rational& delta, Plan& plan) {
  const PersonShare& share = plan.share;
  if (share.rows_in_cell != 1)
    return wrong(
        "a profile counts people, and here one person may count several times in a "
        "cell; write --per-person first");
  auto promise = choose(request, delta, plan);
  if (!promise) return promise.error();
  if (share.cells > 1) {
    if (!request.sum_only)
      return wrong(fmt::format(
          "a profile goes by the class that a person is in, and a person in {} cells "
          "is "
          "in several; write --cells-per-person 1, or --claim sum to be promised {} "
          "times the largest epsilon and no more",
          share.cells, share.cells));
    if (request.mechanism != ProfileMechanism::warped || plan.key_threshold)
      return wrong(
          "--claim sum is for W over keys that are known; leave out --mechanism, name "
          "the keys, or write --cells-per-person 1");
    auto sum = warped_cells_of_person(request.profile, share.cells);
    if (!sum) return sum.error();
    plan.derivations.push_back(*std::move(sum));
  } else {
    const auto& profile = std::get<OutlierPromise>(promise->conclusion.promise).profile;
    if (!most(profile).is_infinite()) {
      auto dp = dp_from_outlier(*promise);
      if (!dp) return dp.error();
      plan.derivations.push_back(*std::move(dp));
    }
    plan.derivations.push_back(*promise);
    if (request.sampling) {
      auto sampled = sampled_promise(*promise, *request.sampling);
      if (!sampled) return sampled.error();
      plan.derivations.push_back(*std::move(sampled));
    }
  }
  if (const std::int64_t told = least_told(plan.numbers[0].noise); told > 0)
    plan.fewer_than = std::max(told, plan.fewer_than.value_or(0));
  return Done{};
}

}  // namespace selvage
