// Rows of numbers that a regression sees: each column brought to [-1, 1] by its public
// bounds and rounded to whole parts of 2^-20. The first number of a row is its
// constant, a whole 1; a row that misses a number is nothing but zeros. [T335]
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "selvage/base/int128.hpp"
#include "selvage/base/rational.hpp"

namespace selvage {

inline constexpr int kFeatureBits = 20;
inline constexpr std::int64_t kFeatureOne = std::int64_t{1} << kFeatureBits;
// Coefficients are whole multiples of 2^-30.
inline constexpr int kCoefficientBits = 30;
inline constexpr std::int64_t kCoefficientOne = std::int64_t{1} << kCoefficientBits;

struct FittedRows {
  std::size_t width = 0;             // numbers that explain, with the constant
  std::vector<std::int64_t> x = {};  // row after row
  std::vector<std::int64_t> y = {};  // one a row; logistic: -1, 1, or 0 for no row

  std::size_t size() const { return y.size(); }
  std::span<const std::int64_t> row(std::size_t i) const {
    return std::span(x).subspan(i * width, width);
  }
};

// The same number.
Rational fraction_of(Int128 number);

// floor(2^20 (2 steps - most) / most + 1/2), for a column of `most` steps.
std::int64_t feature_of(std::int64_t steps, std::int64_t most);
// The least whole number that is at least the length of the row.
std::int64_t length_above(std::span<const std::int64_t> row);
// The same of the longest row of so many numbers.
std::int64_t longest_row(std::int64_t width);

// The minimum of sum (y - w.x)^2 / (2n) + lambda |w|^2 / 2, solved exactly in fractions
// and rounded to multiples of 2^-30. Requires rows, lambda > 0.
std::vector<std::int64_t> ridge_coefficients(const FittedRows& rows,
                                             const Rational& lambda);

// The minimum of sum ln(1 + exp(-y w.x)) / n + lambda |w|^2 / 2, but for a distance of
// logistic_tolerance / lambda: a multiple of 2^-30 whose gradient was found to be at
// most the tolerance in whole numbers. Requires rows, lambda > 0. [T336]
std::vector<std::int64_t> logistic_coefficients(const FittedRows& rows,
                                                const Rational& lambda);
Rational logistic_tolerance(std::int64_t width, const Rational& lambda);
// Whether the gradient there is surely at most the tolerance.
bool is_minimum(const FittedRows& rows, const Rational& lambda,
                std::span<const std::int64_t> coefficients);

}  // namespace selvage
