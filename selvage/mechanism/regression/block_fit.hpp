// Least squares in one block, exactly: y = intercept + sum of slope_j x_j, solved in
// fractions from the block's sums, then rounded to a public unit. So a fit is a
// function of the rows of its block alone, whatever their order. [T141]
#pragma once
#include <optional>
#include <vector>

#include "selvage/summary/block_tally.hpp"
#include "selvage/summary/code_scale.hpp"

namespace selvage {

// Intercept, then slopes, where v_0 is y and v_1, v_2, ... are x. None where the rows
// do not decide them: too few rows, or columns that are constant or depend on each
// other there.
std::optional<std::vector<Rational>> least_squares(const BlockSums& sums);

// What turns a fit into codes.
struct FitUnits {
  std::vector<Rational> values;  // what each coefficient of codes is worth
  Rational coefficients;         // one step of what they are told in
  CodeScale scale;               // of these steps
};

// The place nearest to coefficient / unit, clamped. [T250]
std::optional<std::vector<std::int64_t>> fitted_codes(const BlockSums& sums,
                                                      const FitUnits& units);

// What stands in the place of coefficients that a block does not decide: above
// everything in the blocks with odd numbers, below everything in the others, so that
// these blocks move no median to one side. [T140]
std::int64_t unfitted_code(std::size_t block, const FitUnits& units);

}  // namespace selvage
