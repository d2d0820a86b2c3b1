// The plan for counts of people under a profile: W, or by name a mechanism of [LP15].
#pragma once
#include "selvage/mechanism/cells/plan.hpp"

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
};

// The noise, the threshold and the derivations of a plan whose reading, share and
// numbers are there. `delta`: what may be spent.
Outcome plan_profile(const ProfileRequest& request, const Rational& delta,
                     CellsPlan& plan);

}  // namespace selvage
