// The search for a logistic regression in floating point. Nothing rests on it: what it
// finds is checked in whole numbers. The only place that sees Eigen.
#pragma once
#include <vector>

#include "selvage/mechanism/sampled_sensitivity/fitted_rows.hpp"

namespace selvage {

// Newton's steps from 0, shortened so that none is too long wherever it begins, until
// they no longer move anything or there were fifty. [ST19]
std::vector<double> newton_minimum(const FittedRows& rows, double lambda);
// So many steps down the gradient from there, each of which comes nearer to the minimum
// by a share of it.
std::vector<double> descended(const FittedRows& rows, double lambda,
                              std::vector<double> from, int steps);

}  // namespace selvage
