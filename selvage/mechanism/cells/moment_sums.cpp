#include "selvage/mechanism/cells/moment_sums.hpp"

namespace selvage {
namespace {

struct Kappa {
  std::int64_t over, under;
};
constexpr Kappa kLaplaceKappa = {5, 4}, kGaussianKappa = {2, 1};

Kappa kappa_of(Norm norm) { return norm == Norm::sum ? kLaplaceKappa : kGaussianKappa; }

// a x^2 + b x y + c y^2
Formula quadratic(const Grid& grid, Int128 a, Int128 b, Int128 c) {
  const Int128 low = grid.lowest(), high = grid.highest();
  return {.of_rows = a * low * low - b * low * high + c * high * high,
          .of_sum = b * (low + high) - 2 * a * low - 2 * c * high,
          .of_squares = a - b + c};
}

}  // namespace

MomentSums sums_of_mean(const Grid& grid) {
  const Int128 low = grid.lowest(), high = grid.highest(), width = high - low;
  return {{{"low", {.of_rows = high, .of_sum = -1}, width},
           {"high", {.of_rows = -low, .of_sum = 1}, width}},
          width,
          width};
}

// With k = p/q, q W^2 times the basis: q y^2 - (p-q) x y, 2p x y, q x^2 - (p-q) x y.
// For k = 5/4 the sizes of all three add up to at most 41/40 q W^2, where x or y is
// W/10; for k = 2 their squares to (q W^2)^2, where x or y is 0, or both are W/2.
MomentSums sums_of_variance(const Grid& grid, Norm norm) {
  const auto [p, q] = kappa_of(norm);
  const Int128 width = grid.highest() - grid.lowest(), square = width * width;
  const Int128 of_row = square * q;
  const Int128 together =
      norm == Norm::sum ? of_row + floor_quotient(square - 1, 10) + 1 : of_row;
  return {
      {{"low", quadratic(grid, 0, q - p, q), of_row},
       {"middle", quadratic(grid, 0, 2 * p, 0), floor_quotient(square * p - 1, 2) + 1},
       {"high", quadratic(grid, q, q - p, 0), of_row}},
      of_row,
      together};
}

Rational middle_offset(Norm norm) {
  const auto [p, q] = kappa_of(norm);
  return Rational(q, 2 * p) - Rational(1, 4);
}

}  // namespace selvage
