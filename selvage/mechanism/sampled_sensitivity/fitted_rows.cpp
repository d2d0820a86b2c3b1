#include "selvage/mechanism/sampled_sensitivity/fitted_rows.hpp"

#include <cassert>

namespace selvage {
namespace {

std::int64_t whole_root_above(std::int64_t square) {
  const std::int64_t root = floor_sqrt(square);
  return root * root == square ? root : root + 1;
}

using Matrix = std::vector<std::vector<Rational>>;

// By Gauss; what is solved is positive definite, so no pivot is 0.
std::vector<Rational> solved(Matrix matrix, std::vector<Rational> right) {
  const std::size_t size = right.size();
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t row = i + 1; row < size; ++row) {
      assert(matrix[i][i].sign() > 0);
      const Rational factor = matrix[row][i] / matrix[i][i];
      if (factor.sign() == 0) continue;
      for (std::size_t k = i; k < size; ++k)
        matrix[row][k] = matrix[row][k] - factor * matrix[i][k];
      right[row] = right[row] - factor * right[i];
    }
  for (std::size_t i = size; i-- > 0;) {
    for (std::size_t k = i + 1; k < size; ++k)
      right[i] = right[i] - matrix[i][k] * right[k];
    right[i] = right[i] / matrix[i][i];
  }
  return right;
}

}  // namespace

Rational fraction_of(Int128 number) {
  const auto high = static_cast<std::int64_t>(number >> 64);
  return Rational(high) * Rational::power_of_two(64) +
         Rational::from_uint64(static_cast<std::uint64_t>(number));
}

std::int64_t feature_of(std::int64_t steps, std::int64_t most) {
  const Int128 above = Int128{2 * steps - most} * kFeatureOne;
  return static_cast<std::int64_t>(floor_quotient(2 * above + most, Int128{2} * most));
}

std::int64_t length_above(std::span<const std::int64_t> row) {
  std::int64_t square = 0;
  for (const std::int64_t number : row) square += number * number;
  return whole_root_above(square);
}

std::int64_t longest_row(std::int64_t width) {
  return whole_root_above(width * kFeatureOne * kFeatureOne);
}

std::vector<std::int64_t> ridge_coefficients(const FittedRows& rows,
                                             const Rational& lambda) {
  const std::size_t width = rows.width;
  std::vector<Int128> products(width * width, 0), with_y(width, 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto row = rows.row(i);
    for (std::size_t j = 0; j < width; ++j) {
      with_y[j] += Int128{row[j]} * rows.y[i];
      for (std::size_t k = 0; k <= j; ++k)
        products[j * width + k] += Int128{row[j]} * row[k];
    }
  }
  // Both sides times n 2^40.
  const Rational penalty =
      lambda * static_cast<std::int64_t>(rows.size()) * kFeatureOne * kFeatureOne;
  Matrix matrix(width, std::vector<Rational>(width));
  std::vector<Rational> right;
  for (std::size_t j = 0; j < width; ++j) {
    for (std::size_t k = 0; k <= j; ++k)
      matrix[j][k] = matrix[k][j] = fraction_of(products[j * width + k]);
    matrix[j][j] = matrix[j][j] + penalty;
    right.push_back(fraction_of(with_y[j]));
  }
  std::vector<std::int64_t> coefficients;
  for (const Rational& one : solved(std::move(matrix), std::move(right)))
    coefficients.push_back(
        (one * kCoefficientOne + Rational(1, 2)).floor().to_int64().value());
  return coefficients;
}

}  // namespace selvage
