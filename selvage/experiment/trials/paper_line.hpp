// The slope of a line as the short-cut regression R_S of [DL09] has it: rows in pairs,
// a line through each pair, and of their slopes the median M of the paper, once
// repaired and once with its own threshold ln^2 m + 1. To compare with; no verb
// releases by it.
#pragma once
#include <optional>

#include "selvage/experiment/trials/regression_trials.hpp"

namespace selvage {

class RandomSource;

enum class PaperThreshold { from_delta, as_printed };

// Half of epsilon and delta are for the intercept, of which nothing is told here. None
// where the tests fail, or there are fewer than six points.
std::optional<double> paper_slope(const std::vector<LinePoint>& points,
                                  const Rational& epsilon, const Rational& delta,
                                  PaperThreshold threshold, RandomSource& random);

}  // namespace selvage
