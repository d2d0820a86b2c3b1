// The sums behind means and variances, as functions of a row's value r. With x = r -
// lowest, y = highest - r and W = x + y a mean is made of the sums of y and of x, a
// variance of three quadratics. For every row they add up to the same number: so they
// tell the count too, and one row changes all of them together by hardly more than that
// number. [T95]
#pragma once
#include <vector>

#include "selvage/mechanism/cells/formula.hpp"
#include "selvage/summary/grid.hpp"

namespace selvage {

// How the changes of several numbers are measured together: by the sum of their sizes
// for Laplace noise, by the root of the sum of their squares for Gaussian noise.
enum class Norm { sum, euclidean };

struct MomentSum {
  const char* name;  // "low", "middle", "high"
  Formula formula;
  Int128 most;  // of one row, in size
};

struct MomentSums {
  std::vector<MomentSum> sums;
  Int128 of_row;    // they add up to this for every row
  Int128 together;  // the most by which one row changes them together
};

// In the norm for which it is made.
MomentSums sums_of_mean(const Grid& grid);
MomentSums sums_of_variance(const Grid& grid, Norm norm);

// The basis of a variance is (1-t)(1-kt), 2kt(1-t), t(1-k(1-t)) for t = x/W. What the
// middle one weighs beside a quarter: 1/(2k) - 1/4. [T95]
Rational middle_offset(Norm norm);

// The error of a variance by Gaussian noise of one unit beside that by Laplace noise of
// one unit, both of rows that add up to one unit: an average over means and variances.
inline const Rational kGaussianBeside(5622, 5790);

}  // namespace selvage
