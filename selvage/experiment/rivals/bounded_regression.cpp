#include "selvage/experiment/rivals/bounded_regression.hpp"

#include <cassert>
#include <cmath>

#include "selvage/base/errors.hpp"
#include "selvage/base/int128.hpp"
#include "selvage/random/random_source.hpp"

namespace selvage {
namespace {

// Sums are kept within this, noise within kMaxNoise.
constexpr Int128 kLargestTotal = Int128{1} << 61;

using Matrix = std::vector<std::vector<double>>;

// Of a symmetric matrix; Jacobi's rotations, until nothing is left beside the diagonal.
double least_eigenvalue(Matrix a) {
  const std::size_t n = a.size();
  for (int sweep = 0; sweep < 60; ++sweep)
    for (std::size_t p = 0; p < n; ++p)
      for (std::size_t q = p + 1; q < n; ++q) {
        if (a[p][q] == 0) continue;
        const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const double t = (theta >= 0 ? 1.0 : -1.0) /
                         (std::abs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        for (std::size_t k = 0; k < n; ++k) {
          const double kp = a[k][p], kq = a[k][q];
          a[k][p] = c * kp - s * kq;
          a[k][q] = s * kp + c * kq;
        }
        for (std::size_t k = 0; k < n; ++k) {
          const double pk = a[p][k], qk = a[q][k];
          a[p][k] = c * pk - s * qk;
          a[q][k] = s * pk + c * qk;
        }
      }
  double least = a[0][0];
  for (std::size_t k = 1; k < n; ++k) least = std::min(least, a[k][k]);
  return least;
}

// With partial pivoting.
std::vector<double> solved(Matrix a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(a[i][k]) > std::abs(a[best][k])) best = i;
    std::swap(a[k], a[best]);
    std::swap(b[k], b[best]);
    if (a[k][k] == 0) return std::vector<double>(n);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return b;
}

}  // namespace

Result<BoundedRegression> BoundedRegression::make(
    const BoundedRegressionParameters& parameters) {
  if (parameters.epsilon.sign() <= 0)
    return wrong_field("epsilon", "`epsilon` is not above 0");
  if (parameters.bounds.size() < 2) return wrong_field("x", "`x` names no column");
  for (const CodeBounds& bounds : parameters.bounds)
    if (bounds.lower >= bounds.upper)
      return wrong_field("bounds", "`bounds` hold no two numbers");
  BoundedRegression made(parameters);
  if (!fits_sampler(made.scale()))
    return wrong_field("epsilon", "`epsilon` is too small for so many columns");
  return made;
}

Guarantee BoundedRegression::guarantee() const {
  return {DpPromise{parameters_.epsilon, 0}};
}

// floor((code - middle) steps / half width + 1/2), clamped: from -steps to steps.
std::int64_t BoundedRegression::scaled(std::size_t column, std::int64_t code) const {
  const CodeBounds& bounds = parameters_.bounds[column];
  const Int128 twice =
      Int128{bounds.clamped(code)} * 2 - bounds.lower - Int128{bounds.upper};
  const Int128 width = bounds.width();
  return static_cast<std::int64_t>(
      floor_quotient(twice * steps() * 2 + width, width * 2));
}

// Rows and sums are released in steps, products in steps for 1: each changes by `steps`
// at most.
Rational BoundedRegression::scale() const {
  const auto n = static_cast<std::int64_t>(columns());
  return Rational(n + n * (n + 1) / 2) * steps() / parameters_.epsilon;
}

BoundedRegression::Noisy BoundedRegression::run(const std::vector<Row>& rows,
                                                RandomSource& random) const {
  std::vector<Int128> sums(1 + columns() + columns() * (columns() + 1) / 2 - 1);
  for (const Row& row : rows) {
    assert(row.size() == columns());
    std::vector<std::int64_t> v;
    for (std::size_t i = 0; i < row.size(); ++i) v.push_back(scaled(i, row[i]));
    std::size_t at = 0;
    sums[at++] += steps();
    for (const std::int64_t one : v) sums[at++] += one;
    for (std::size_t j = 1; j < v.size(); ++j)
      for (std::size_t i = 0; i <= j; ++i)
        sums[at++] +=
            floor_quotient(Int128{v[i]} * v[j] * 2 + steps(), Int128{steps()} * 2);
  }
  Noisy noisy(sums.size());
  random.discrete_laplace(noisy, scale());
  for (std::size_t i = 0; i < sums.size(); ++i)
    noisy[i] += static_cast<std::int64_t>(
        std::clamp<Int128>(sums[i], -kLargestTotal, kLargestTotal));
  return noisy;
}

// Columns are taken in half widths, and a column of ones stands first among the x.
std::vector<double> BoundedRegression::fit(const Noisy& noisy) const {
  const std::size_t n = columns();  // coefficients, too: ones for y
  const auto one = static_cast<double>(steps());
  const auto number = [&](std::size_t place) {
    return static_cast<double>(noisy[place]) / one;
  };
  const auto product = [&](std::size_t i, std::size_t j) {
    return number(1 + n + j * (j + 1) / 2 - 1 + i);
  };
  Matrix gram(n, std::vector<double>(n));
  std::vector<double> with_y(n);
  gram[0][0] = number(0);
  with_y[0] = number(1);
  for (std::size_t j = 1; j < n; ++j) {
    gram[0][j] = gram[j][0] = number(1 + j);
    with_y[j] = product(0, j);
    for (std::size_t i = 1; i <= j; ++i) gram[i][j] = gram[j][i] = product(i, j);
  }
  // So much that noise of this size leaves the matrix far from singular.
  const double noise =
      std::sqrt(2.0 * static_cast<double>(n)) * scale().to_double() / one;
  const double ridge = std::max(0.0, noise - least_eigenvalue(gram));
  for (std::size_t i = 0; i < n; ++i) gram[i][i] += ridge;
  const std::vector<double> beta = solved(gram, with_y);
  const auto half = [&](std::size_t i) {
    return static_cast<double>(parameters_.bounds[i].width()) / 2;
  };
  const auto middle = [&](std::size_t i) {
    return static_cast<double>(parameters_.bounds[i].lower) + half(i);
  };
  std::vector<double> fit = {middle(0) + half(0) * beta[0]};
  for (std::size_t j = 1; j < n; ++j) {
    fit.push_back(half(0) * beta[j] / half(j));
    fit[0] -= fit[j] * middle(j);
  }
  return fit;
}

}  // namespace selvage
