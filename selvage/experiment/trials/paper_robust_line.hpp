// The slope of a line as the robust regression R_H of [DL09] has it: the scales S of
// coefficients of pairs of rows, cells as wide as these over the fourth root of n, four
// grids of them, and noise on the coefficients with the least misses where one of the
// tests passes. Once repaired, once as printed. To compare with; no verb releases by
// it.
#pragma once
#include "selvage/experiment/trials/paper_line.hpp"

namespace selvage {

// Repaired, a test counts replaced people (half of the depth, upwards), asks for what
// the delta needs, and every coefficient is charged for its noise: epsilon in 12 equal
// parts, delta in 8. As printed it is 11 parts, the depth itself and ln^2 n + 2, which
// together promise neither epsilon nor any given delta. None where a test fails, or
// there are fewer than six points.
std::optional<double> paper_robust_slope(const std::vector<LinePoint>& points,
                                         const Rational& epsilon, const Rational& delta,
                                         PaperThreshold threshold,
                                         RandomSource& random);

}  // namespace selvage
