// The plan for counts of people under a profile: W, or by name a mechanism of [LP15].
#pragma once
#include "selvage/mechanism/cells/cells_plan.hpp"
#include "selvage/mechanism/outlier/outlier_plan.hpp"

namespace selvage {

enum class ProfileMechanism {
  warped,
  suppression,             // [LP15, Example 2]
  noise_on_small,          // Example 3
  noise_then_suppression,  // Example 4
  noise_then_noise,        // Example 5
  group,                   // Example 6
  staircase,               // Example 7
  lower_bound,             // Example 8
};
// "warped", "noise-then-suppression", ...; none for other texts.
std::optional<ProfileMechanism> profile_mechanism(const std::string& name);
std::string profile_mechanism_name(ProfileMechanism mechanism);
// All names, with commas.
std::string profile_mechanism_names();

// Each person was sampled with at most this probability, independently, but for some
// that are known. [T67]
struct Sampling {
  Rational rate;
  std::int64_t known = 0;
  Rational delta = Rational(1, 1'000'000);
};

struct ProfileRequest {
  std::vector<ProfileStep> profile;  // as asked
  ProfileMechanism mechanism = ProfileMechanism::warped;
  bool paper_thresholds = false;  // not the smallest that keep the promise
  // Whether somebody with several cells is promised the sum of what they have, instead
  // of the profile.
  bool sum_only = false;
  std::optional<Sampling> sampling = std::nullopt;
  std::string partition = {};  // the name of the classes
  Display::Kind display = Display::Kind::noisy;
};

// The plan that keeps the profile; the delta of the request may be spent, and its
// epsilon is not looked at.
Result<OutlierPlan> plan_profile(const PlanRequest& request,
                                 const ProfileRequest& profile);

}  // namespace selvage
