// The mechanisms of [LP15] that are offered by name, with the parameters that keep a
// profile.
#pragma once
#include "selvage/mechanism/outlier/profile_plan.hpp"

namespace selvage {

// Refuses, in one sentence, a profile that the mechanism cannot keep. Requires another
// mechanism than W. `delta`: what may be spent.
Result<CountNoise> paper_noise(const ProfileRequest& request, const Rational& delta);

}  // namespace selvage
