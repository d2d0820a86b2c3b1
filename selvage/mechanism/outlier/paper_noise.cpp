#include "selvage/mechanism/outlier/paper_noise.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "selvage/base/bisect.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/mechanism/outlier/law/noise_then_suppress.hpp"
#include "selvage/mechanism/outlier/law/thresholds.hpp"

namespace selvage {
namespace {

constexpr std::size_t kMostGuessed = 50;  // steps of a profile, for lower-bound

constexpr std::array<const char*, 8> kNames = {
    "warped",           "suppression", "noise-on-small", "noise-then-suppression",
    "noise-then-noise", "group",       "staircase",      "lower-bound"};

// What the examples of the paper need: one limit and two epsilons.
struct TwoSteps {
  std::int64_t limit;
  Rational below;
  ExtendedRational above;
};
Result<TwoSteps> two_steps(const ProfileRequest& request) {
  const auto steps = lower_envelope(request.profile);
  if (steps.size() != 2)
    return wrong_field(
        "profile",
        fmt::format("`mechanism` {} keeps profiles of one limit; write for example "
                    "`profile` 20:0.1,1, or leave out `mechanism`",
                    profile_mechanism_name(request.mechanism)),
        "20:0.1,1");
  return TwoSteps{*steps[0].limit, steps[0].epsilon.finite(), steps[1].epsilon};
}

Error needs_delta(ProfileMechanism mechanism) {
  return wrong_field(
      "delta",
      fmt::format("`mechanism` {} keeps its promise up to a small probability; add "
                  "`delta`, for "
                  "example `delta` 1e-6, or leave out `mechanism`, which needs none",
                  profile_mechanism_name(mechanism)),
      "1e-6");
}

Error needs_protection_above(ProfileMechanism mechanism) {
  return wrong_field("profile", fmt::format("`mechanism` {} protects everybody; write "
                                            "a profile that ends with a number and "
                                            "not with inf",
                                            profile_mechanism_name(mechanism)));
}

Result<Staircase> staircase_for(const ProfileRequest& request, const Rational& delta) {
  const ProfileMechanism kind = request.mechanism;
  const auto steps = lower_envelope(request.profile);
  if (kind == ProfileMechanism::group) {
    if (steps.front().epsilon.is_infinite() || steps.front().epsilon.sign() == 0)
      return wrong_field(
          "profile",
          "`mechanism` group adds the noise of the smallest classes to every count, "
          "and that needs an epsilon above 0 for them");
    return Staircase{steps.front().epsilon, {}, false};
  }
  if (kind == ProfileMechanism::suppression ||
      kind == ProfileMechanism::noise_on_small) {
    const auto two = two_steps(request);
    if (!two) return two.error();
    if (!two->above.is_infinite())
      return wrong_field("profile",
                         fmt::format("`mechanism` {} publishes larger counts as they "
                                     "are; if that is meant, write "
                                     "`profile` {}:{},inf",
                                     profile_mechanism_name(kind), two->limit,
                                     two->below.short_text()),
                         fmt::format("{}:{},inf", two->limit, two->below.short_text()));
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
    return wrong_field("profile", fmt::format("`mechanism` lower-bound takes profiles "
                                              "of at most {} steps; write fewer, or "
                                              "leave out `mechanism`",
                                              kMostGuessed));
  if (steps.front().epsilon.sign() == 0)
    return wrong_field(
        "profile",
        "`mechanism` lower-bound spends a part of every epsilon on a guess, and needs "
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
      return wrong("`mechanism` lower-bound needs more epsilon or delta than that");
    high *= 2;
  }
  law.shift = least_above(-1, high, enough);
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

}  // namespace

std::string profile_mechanism_name(ProfileMechanism mechanism) {
  return kNames[static_cast<std::size_t>(mechanism)];
}

std::optional<ProfileMechanism> profile_mechanism(const std::string& name) {
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (name == kNames[i]) return static_cast<ProfileMechanism>(i);
  return std::nullopt;
}

std::string profile_mechanism_names() {
  return fmt::format("{}", fmt::join(kNames, ", "));
}

Result<CountNoise> paper_noise(const ProfileRequest& request, const Rational& delta) {
  if (request.mechanism == ProfileMechanism::lower_bound) {
    auto law = lower_bound_for(request, delta);
    if (!law) return law.error();
    return CountNoise(LowerBoundNoise{*std::move(law)});
  }
  auto law = staircase_for(request, delta);
  if (!law) return law.error();
  law->flags = false;
  if (!samplers_take(*law))
    return wrong("an epsilon of the profile has too many digits; write it with fewer");
  return CountNoise(StaircaseNoise{*std::move(law)});
}

}  // namespace selvage
