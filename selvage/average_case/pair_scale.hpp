// The scale of noise, chosen privately from a public list so that a replaced person
// almost never moves the statistic by more: a rank of the distances in public pairs of
// rows. Theory: T236.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "selvage/base/interval.hpp"

namespace selvage {

struct PairScale {
  std::int64_t least;  // pairs that must lie within the scale, but for one
  std::int64_t gap;    // what the draw errs by more than with probability eta
  std::int64_t rank;   // of which distance a scale is wanted: least + gap
};

// For m pairs, so many scales in the list, and alpha0 spent on the draw. None where
// there are too few pairs. Requires pairs >= 1, 0 < gamma < 1, 0 < eta < 1, alpha0 > 0,
// scales >= 1.
std::optional<PairScale> pair_scale(std::int64_t pairs, const Rational& gamma,
                                    const Rational& alpha0, const Rational& eta,
                                    std::int64_t scales);
// The least number of people with whom it is not none.
std::int64_t least_people_of_scale(const Rational& gamma, const Rational& alpha0,
                                   const Rational& eta, std::int64_t scales);

// Of each scale, from the number of pairs within it: one replaced row changes each by
// at most 1, and the best is not negative. Requires rising numbers.
std::vector<std::int64_t> scale_scores(const std::vector<std::int64_t>& within,
                                       std::int64_t rank);

// The law of the draw: a random order, a coin of probability exp(-alpha0 (best -
// score)/2) for each scale, and the first that succeeds. For audits; few scales.
std::vector<Interval> scale_law(const std::vector<std::int64_t>& scores,
                                const Rational& alpha0);

// How far one row of features (length at most `radius`, times its sign) moves a
// logistic regression with penalty `lambda`, for a unit of distance and times n.
Interval logistic_constant(const Rational& radius, const Rational& lambda);

}  // namespace selvage
