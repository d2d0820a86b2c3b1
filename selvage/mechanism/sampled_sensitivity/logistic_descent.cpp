#include "selvage/mechanism/sampled_sensitivity/logistic_descent.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace selvage {
namespace {

constexpr Eigen::Index kRowsAtOnce = 4096;
constexpr int kMostNewtonSteps = 50;

struct Slope {
  Eigen::VectorXd gradient;
  Eigen::MatrixXd curvature;
};

// Of the mean loss and the penalty. Rows are taken in turn, so that memory is that of a
// few thousand of them.
Slope slope_at(const FittedRows& rows, double lambda, const Eigen::VectorXd& w,
               bool with_curvature) {
  const auto width = static_cast<Eigen::Index>(rows.width);
  Slope slope{Eigen::VectorXd::Zero(width), Eigen::MatrixXd::Zero(width, width)};
  Eigen::MatrixXd u(kRowsAtOnce, width);
  for (std::size_t from = 0; from < rows.size();
       from += static_cast<std::size_t>(kRowsAtOnce)) {
    const auto size =
        std::min(kRowsAtOnce, static_cast<Eigen::Index>(rows.size() - from));
    for (Eigen::Index i = 0; i < size; ++i) {
      const std::size_t at = from + static_cast<std::size_t>(i);
      const auto row = rows.row(at);
      for (Eigen::Index j = 0; j < width; ++j)
        u(i, j) = static_cast<double>(rows.y[at] * row[static_cast<std::size_t>(j)]) /
                  static_cast<double>(kFeatureOne);
    }
    const auto block = u.topRows(size);
    const Eigen::ArrayXd share = 1.0 / (1.0 + (block * w).array().min(700.0).exp());
    slope.gradient -= block.transpose() * share.matrix();
    if (with_curvature)
      slope.curvature +=
          block.transpose() * (share * (1.0 - share)).matrix().asDiagonal() * block;
  }
  const auto people = static_cast<double>(rows.size());
  slope.gradient = slope.gradient / people + lambda * w;
  slope.curvature /= people;
  slope.curvature.diagonal().array() += lambda;
  return slope;
}

std::vector<double> listed(const Eigen::VectorXd& w) {
  return {w.data(), w.data() + w.size()};
}

}  // namespace

std::vector<double> newton_minimum(const FittedRows& rows, double lambda) {
  Eigen::VectorXd w = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(rows.width));
  const double longest = std::sqrt(static_cast<double>(rows.width));
  for (int i = 0; i < kMostNewtonSteps; ++i) {
    const Slope slope = slope_at(rows, lambda, w, true);
    const Eigen::VectorXd step = slope.curvature.llt().solve(slope.gradient);
    const double length = longest * step.norm();
    if (!std::isfinite(length)) break;
    w -= length > 1e-12 ? step * (std::log1p(length) / length) : step;
    if (length < 1e-13) break;
  }
  return listed(w);
}

std::vector<double> descended(const FittedRows& rows, double lambda,
                              std::vector<double> from, int steps) {
  Eigen::VectorXd w = Eigen::Map<const Eigen::VectorXd>(
      from.data(), static_cast<Eigen::Index>(from.size()));
  if (!w.allFinite()) w.setZero();
  const double steepest = static_cast<double>(rows.width) / 4 + lambda;
  for (int i = 0; i < steps; ++i)
    w -= slope_at(rows, lambda, w, false).gradient / steepest;
  return listed(w);
}

}  // namespace selvage
