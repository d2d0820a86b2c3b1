#include "selvage/mechanism/outlier/profile_totals.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace selvage {
namespace {

// Beyond, the moments of all counts take too long.
constexpr double kMostTerms = 2e6;
constexpr double kNegligibleWay = 1e-18;  // of the mass of an output
// For the rounding of doubles, and for what is negligible.
constexpr double kMargin = 1 + 1e-6;
// Around the best h for Gaussian noise.
constexpr double kTried[] = {0.25, 0.4, 0.55, 0.7, 0.8, 0.9, 1, 1.15, 1.4, 2};

double rate_of(std::uint64_t n) {
  return -std::log(std::ldexp(static_cast<double>(n), -WarpedGeometric::kBits));
}

}  // namespace

std::optional<ProfileTotals> ProfileTotals::make(const WarpedGeometric& law) {
  if (law.least() > 0) return std::nullopt;
  ProfileTotals totals;
  double terms = 0;
  totals.least_rate_ = 1e9;
  for (const auto& stretch : law.stretches()) {
    const double rate = stretch.n == 0 ? 1e9 : rate_of(stretch.n);
    const double width = 90 / rate + 1;
    totals.least_rate_ = std::min(totals.least_rate_, rate);
    terms +=
        width *
        (stretch.last ? static_cast<double>(*stretch.last - stretch.first + 1) : width);
  }
  if (terms > kMostTerms) return std::nullopt;
  // Far above the knee the law is that of the tail.
  const double tail = rate_of(law.n(law.knee() + 1));
  const auto beyond = static_cast<std::int64_t>(std::isfinite(tail) ? 45 / tail : 0);
  totals.counts_ = static_cast<std::size_t>(law.knee() + 2 + beyond);
  const double scale = std::ldexp(1.0, -WarpedGeometric::kBits);
  for (std::int64_t j = 0; j <= static_cast<std::int64_t>(totals.counts_) + beyond + 2;
       ++j) {
    totals.q_.push_back(static_cast<double>(law.n(j)) * scale);
    const bool step = j == 0 || law.n(j) != law.n(j + 1);
    totals.unbiased_.push_back(step ? law.unbiased(j).to_double()
                                    : static_cast<double>(j));
  }
  for (std::size_t k = 0; k < totals.counts_; ++k)
    totals.most_variance_ = std::max(
        totals.most_variance_, totals.mean(k, [](double off) { return off * off; }));
  totals.most_variance_ = totals.most_variance_ * kMargin + 1e-9;
  return totals;
}

template <class Value>
double ProfileTotals::mean(std::size_t k, const Value& value) const {
  const auto term = [&](std::size_t j, double way) {
    const double here = q_[j], next = j + 1 < q_.size() ? q_[j + 1] : here;
    return (1 - here * next) / ((1 + here) * (1 + next)) * way *
           value(unbiased_[j] - static_cast<double>(k));
  };
  double sum = term(k, 1), way = 1;
  for (std::size_t j = k; j-- > 0 && way > kNegligibleWay;)
    sum += term(j, way *= q_[j + 1]);
  way = 1;
  for (std::size_t j = k + 1; j < q_.size() && way > kNegligibleWay; ++j)
    sum += term(j, way *= q_[j]);
  return sum;
}

double ProfileTotals::log_moment(double h) const {
  double most = 1;
  for (std::size_t k = 0; k < counts_; ++k)
    for (const double sign : {-h, h})
      most =
          std::max(most, mean(k, [sign](double off) { return std::exp(sign * off); }));
  return std::log(most * kMargin);
}

// Chebyshev: P(|off| >= t) <= cells variance / t^2. Chernoff: at most
// 2 exp(cells log_moment(h) - h t) for every h.
double ProfileTotals::bound(std::int64_t cells, double beta) const {
  assert(cells >= 1 && beta > 0 && beta < 1);
  const double variance = static_cast<double>(cells) * most_variance_;
  double least = std::sqrt(variance / beta);
  const double needed = std::log(2 / beta);
  const double best = std::sqrt(2 * needed / variance);
  for (const double part : kTried) {
    // Where moments are far from infinite, the tails that are left out do not matter.
    const double h = std::min(best * part, least_rate_ / 4);
    const double moment = log_moment(h) * static_cast<double>(cells);
    if (std::isfinite(moment)) least = std::min(least, (moment + needed) / h);
  }
  return least * kMargin + 1;
}

}  // namespace selvage
