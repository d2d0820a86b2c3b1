#include "selvage/mechanism/sparse_histogram/sparse_choice.hpp"

#include <algorithm>
#include <cmath>

namespace selvage {
namespace {

// P(Z >= m) and E[|Z|; Z >= m], for m >= 1.
struct Tail {
  double mass, size;
};

Tail tail_of(NoiseShape shape, double parameter, double m) {
  if (shape == NoiseShape::laplace) {
    const double q = std::exp(-1 / parameter),
                 mass = std::exp(-m / parameter) / (1 + q);
    return {mass, mass * (m + q / (1 - q))};
  }
  const double deviation = std::sqrt(parameter), from = (m - 0.5) / deviation;
  constexpr double kRootOfTwoPi = 2.5066282746310002;
  return {std::erfc(from / std::sqrt(2.0)) / 2,
          deviation * std::exp(-from * from / 2) / kRootOfTwoPi};
}

}  // namespace

double expected_loss(const SparseGuess& guess, NoiseShape shape, double parameter,
                     std::int64_t threshold, bool in_every_cell) {
  const auto full = static_cast<double>(std::max<std::int64_t>(1, guess.full));
  const double people = std::round(static_cast<double>(guess.people) / full);
  const auto least = static_cast<double>(threshold);
  const Tail whole = tail_of(shape, parameter, 1);
  double lost = 0, kept = 0;  // of a full cell
  if (least > people) {
    const Tail passes = tail_of(shape, parameter, least - people);
    lost = people * (1 - passes.mass);
    kept = passes.size;
  } else {
    const Tail fails = tail_of(shape, parameter, people - least + 1);
    lost = people * fails.mass;
    kept = 2 * whole.size - fails.size;
  }
  const double empty = static_cast<double>(guess.cells) - full;
  return full * (lost + kept) +
         (in_every_cell ? std::max(0.0, empty) * tail_of(shape, parameter, least).size
                        : 0);
}

}  // namespace selvage
