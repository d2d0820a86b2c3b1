// The two examples of [HRW12, section 8]: histograms of few full cells, and how far off
// several releases of them are, by simulation with the shipped samplers. Theory: T230,
// T231, T232, T237.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "selvage/base/rational.hpp"

namespace selvage {

struct SparseExample {
  std::string name;
  std::int64_t cells;
  std::vector<std::int64_t> full;  // the counts of the full cells
  Rational alpha;

  std::int64_t people() const;
};

// The paper does not tell alpha, gamma, the counts, the number of people of its second
// example or the projection. These are ours: 300 and 200 people of 25 cells, and 16
// equal cells of 400.
std::vector<SparseExample> sparse_examples();

struct LossRow {
  std::string release;
  bool for_everybody;          // a worst-case promise
  std::vector<double> losses;  // rising: of each run, the sum of differences of shares
  double mean() const;
};

struct ExampleLosses {
  SparseExample example;
  double gamma;    // of the sparse histogram
  double minimax;  // what some table costs every alpha-private histogram
  double exact;    // of the sparse histogram before projection: r/(n sinh(alpha/2))
  std::vector<LossRow> rows;
};

// The same for the same seed.
ExampleLosses measured_losses(const SparseExample& example, std::uint64_t seed,
                              std::int64_t runs);

}  // namespace selvage
