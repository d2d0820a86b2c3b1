// What noisy histograms of shares err by, in closed form: the lines that experiments
// are compared with. Counts with noise of scale 2/alpha, L1 distance. Theory: T237.
#pragma once
#include <cstdint>

#include "selvage/base/interval.hpp"

namespace selvage {

// E|Z|, Var Z and P(Z = z) of discrete Laplace noise of scale 2/alpha.
Interval mean_noise(const Rational& alpha);
Interval noise_variance(const Rational& alpha);
Interval noise_mass(const Rational& alpha, std::int64_t z);
// E|Z1 - Z2|: n times the loss of two full cells after the water level.
Interval mean_noise_difference(const Rational& alpha);

// Every alpha-differentially private histogram of k cells and n replaced people errs by
// at least this for some table; with the number of people moved that gives it.
struct LossBound {
  Interval least;
  std::int64_t moved;
};
LossBound minimax_loss(std::int64_t cells, std::int64_t people, const Rational& alpha);

// A mechanism that never errs by more than c/(alpha n) on two cells errs by at least
// this times 1/(alpha n) on every table: 2 exp(-1 - c/2).
Interval per_table_constant(const Rational& c);

}  // namespace selvage
