// What a logistic regression is held to: the gradient at the rounded coefficients, in
// whole numbers but for the shares, each of which is a double that was rounded to
// 2^-40. [T336]
#include <algorithm>
#include <cmath>

#include "selvage/mechanism/sampled_sensitivity/fitted_rows.hpp"
#include "selvage/mechanism/sampled_sensitivity/logistic_descent.hpp"

namespace selvage {
namespace {

constexpr int kShareBits = 40;
constexpr int kStepsDown = 1000;
constexpr double kMostCoefficient = 1 << 20;

// 1 / (1 + exp(y w.x)) in parts of 2^-40, off by one of them at most: w.x is exact
// before it becomes a double, and the slope of the share is at most 1/4.
std::int64_t share_of(std::int64_t y, std::span<const std::int64_t> row,
                      std::span<const std::int64_t> coefficients) {
  Int128 product = 0;
  for (std::size_t j = 0; j < row.size(); ++j)
    product += Int128{row[j]} * coefficients[j];
  const double exponent =
      std::ldexp(static_cast<double>(product * y), -kFeatureBits - kCoefficientBits);
  const double share = 1.0 / (1.0 + std::exp(std::min(exponent, 700.0)));
  return std::llround(std::ldexp(share, kShareBits));
}

std::vector<std::int64_t> rounded_coefficients(const std::vector<double>& w) {
  std::vector<std::int64_t> coefficients;
  for (const double one : w) {
    const double near =
        std::isfinite(one) ? std::clamp(one, -kMostCoefficient, kMostCoefficient) : 0;
    coefficients.push_back(std::llround(std::ldexp(near, kCoefficientBits)));
  }
  return coefficients;
}

}  // namespace

Rational logistic_tolerance(std::int64_t width, const Rational& lambda) {
  return (Rational(width) + lambda) * Rational::power_of_two(1 - kCoefficientBits);
}

bool is_minimum(const FittedRows& rows, const Rational& lambda,
                std::span<const std::int64_t> coefficients) {
  std::vector<Int128> sums(rows.width, 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto row = rows.row(i);
    const std::int64_t share = share_of(rows.y[i], row, coefficients) * rows.y[i];
    for (std::size_t j = 0; j < rows.width; ++j) sums[j] += Int128{share} * row[j];
  }
  const Rational parts = Rational(static_cast<std::int64_t>(rows.size())) *
                         Rational::power_of_two(kShareBits + kFeatureBits);
  Rational square = 0;
  for (std::size_t j = 0; j < rows.width; ++j) {
    const Rational slope =
        lambda * coefficients[j] / kCoefficientOne - fraction_of(sums[j]) / parts;
    square = square + slope * slope;
  }
  // Shares that are off by 2^-40 move the gradient by 2^-38 at most: no row is longer
  // than 3.
  const Rational room =
      logistic_tolerance(static_cast<std::int64_t>(rows.width), lambda) -
      Rational::power_of_two(-38);
  return square <= room * room;
}

// Newton's steps find it at once. Where they did not, steps down the gradient do in the
// end, since each comes nearer by a fixed share.
std::vector<std::int64_t> logistic_coefficients(const FittedRows& rows,
                                                const Rational& lambda) {
  std::vector<double> w = newton_minimum(rows, lambda.to_double());
  auto coefficients = rounded_coefficients(w);
  while (!is_minimum(rows, lambda, coefficients)) {
    w = descended(rows, lambda.to_double(), std::move(w), kStepsDown);
    coefficients = rounded_coefficients(w);
  }
  return coefficients;
}

}  // namespace selvage
