// Pictures of what a profile costs and of what it gives, by the count of a cell. From
// formulas alone: no data.
#pragma once
#include "selvage/profile/profile.hpp"
#include "selvage/report/curves_svg.hpp"

namespace selvage {

// The mean absolute error of W, of plain noise with the profile's largest epsilon, and
// of the mechanisms of [LP15] that keep the profile with this delta (1e-6 where it is
// 0). Mechanisms that do not apply are left out.
CurveChart error_chart(const std::vector<ProfileStep>& profile, const Rational& delta);

// Counts from 0 to some way above the last limit: all where they are few, then ever
// rarer.
std::vector<std::int64_t> charted_counts(const std::vector<ProfileStep>& profile);

}  // namespace selvage
