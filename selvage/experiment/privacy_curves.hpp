// Pictures of what a profile's mechanisms promise and keep: epsilon of one person by
// the size of the class, and delta by epsilon for a whole group. From formulas alone:
// no data.
#pragma once
#include "selvage/mechanism/outlier/law/staircase_divergence.hpp"
#include "selvage/mechanism/outlier/law/warped_geometric.hpp"
#include "selvage/profile/profile.hpp"
#include "selvage/report/curves_svg.hpp"

namespace selvage {

// Noise of each count's own epsilon, DLap(profile(count)): it looks like it keeps the
// profile, and does not where the profile changes, since the width of the noise tells
// the class. A count of 0 has the noise of 1. All refuse profiles that are 0 or
// infinite at these counts, count < 1 and what StaircaseLaw refuses.
Result<Divergences> naive_divergences(const std::vector<ProfileStep>& profile,
                                      std::int64_t count, const Rational& epsilon);
// The least epsilon for counts `count` and count - 1 at this delta, in both directions,
// rounded up; none where even 64 is not enough. Refuses delta outside (0, 1).
Result<std::optional<Rational>> naive_epsilon(const std::vector<ProfileStep>& profile,
                                              std::int64_t count,
                                              const Rational& delta);

// Delta of W at an epsilon for a class of `larger` people and the same class with
// `smaller`. The likelihood ratio grows with the output, so the worst sets of outputs
// are tails: those from m on, and those up to m. Requires 0 <= smaller < larger,
// epsilon >= 0.
Divergences warped_divergences(const WarpedGeometric& law, const CountPair& counts,
                               const Rational& epsilon);

// Around the limit: promised epsilon by the people in the class, and the exact one of
// W, of naive noise and of noise that is then suppressed [LP15, Example 4] with the
// smallest and with the paper's threshold. Requires a profile of one limit with
// epsilons that grow and are neither 0 nor infinite, and delta in (0, 1).
Result<CurveChart> privacy_chart(const std::vector<ProfileStep>& profile,
                                 const Rational& delta);

}  // namespace selvage
