#include "selvage/experiment/trials/sampled_law.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "selvage/experiment/trials/trial_draws.hpp"

namespace selvage {
namespace {

constexpr double kPlace = 37.3;
constexpr double kNormalHigh = 1.2815515655446004;  // the 0.9 quantile of N(0, 1)

double student(SeededWords& words) {  // with three degrees of freedom
  double squares = 0;
  for (int i = 0; i < 3; ++i) squares += std::pow(normal(words), 2);
  return normal(words) / std::sqrt(squares / 3);
}

double poisson(SeededWords& words) {  // of mean 3
  double left = uniform(words), mass = std::exp(-3.0), count = 0;
  for (; left > mass && count < 100; mass *= 3 / ++count) left -= mass;
  return count;
}

constexpr double kPay = 18'000, kPaySpread = 0.95, kPaid = 0.7;

double money(SeededWords& words) {
  if (uniform(words) >= kPaid) return 0;
  return std::round(kPay * std::exp(kPaySpread * normal(words)));
}

// The 3/4 quantile of N(0, 1), and the mean of exp(N(0, 1)) between its 5 % and 95 %
// quantiles.
constexpr double kNormalQuartile = 0.6744897501960817;
constexpr double kLognormalTrimmed = 1.3490252623327508;
// The 2/7 and the 6/7 quantile of N(0, 1): with 30 % zeros these are the median and the
// 0.9 quantile of all.
const double kMoneyMedian = kPay * std::exp(kPaySpread * -0.5659488219328631);
const double kMoneyHigh = kPay * std::exp(kPaySpread * 1.0675705238781414);

}  // namespace

const std::vector<SampledLaw>& sampled_laws() {
  static const std::vector<SampledLaw> all = {
      {"normal", "37.3 + N(0, 1)", kPlace, kPlace + kNormalHigh, kPlace, 30, 45,
       [](SeededWords& words) { return kPlace + normal(words); }, 2 * kNormalQuartile,
       kPlace},
      {"lognormal", "1.3 exp(N(0, 1))", 1.3, 1.3 * std::exp(kNormalHigh),
       1.3 * std::exp(0.5), 0, 50,
       [](SeededWords& words) { return 1.3 * std::exp(normal(words)); },
       1.3 * 2 * std::sinh(kNormalQuartile), 1.3 * kLognormalTrimmed},
      {"Cauchy", "37.3 + Cauchy(1)", kPlace, kPlace + std::tan(0.4 * std::numbers::pi),
       kPlace, 0, 75,
       [](SeededWords& words) {
         return kPlace + std::tan(std::numbers::pi * (uniform(words) - 0.5));
       },
       2, kPlace},
      {"Laplace", "37.3 + Laplace(1)", kPlace, kPlace + std::log(5.0), kPlace, 27, 48,
       [](SeededWords& words) { return kPlace + laplace(words); }, 2 * std::log(2.0),
       kPlace},
      {"uniform", "37.3 + U(-1/2, 1/2)", kPlace, kPlace + 0.4, kPlace, 36, 39,
       [](SeededWords& words) { return kPlace + uniform(words) - 0.5; }, 0.5, kPlace},
      {"t(3)", "37.3 + t(3)", kPlace, kPlace + 1.6377443536962102, kPlace, 27, 48,
       [](SeededWords& words) { return kPlace + student(words); }},
      {"Poisson", "Poisson(3)", 3, 5, 3, 0, 12, poisson},
      {"money", "whole; 30 % are 0, the rest is 18,000 exp(N(0, 0.95^2))", kMoneyMedian,
       kMoneyHigh, kPaid * kPay * std::exp(kPaySpread * kPaySpread / 2), 0, 300'000,
       money}};
  return all;
}

std::vector<double> sampled_rows(const SampledLaw& law, std::int64_t rows,
                                 std::uint64_t seed) {
  SeededWords words(seed);
  std::vector<double> values;
  for (std::int64_t row = 0; row < rows; ++row) values.push_back(law.draw(words));
  std::sort(values.begin(), values.end());
  return values;
}

}  // namespace selvage
