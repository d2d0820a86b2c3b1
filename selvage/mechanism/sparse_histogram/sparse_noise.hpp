// Noise in the cells that hold somebody. It is drawn for every cell and taken away from
// the empty ones, so that time does not tell which these are.
#pragma once
#include "selvage/average_case/sparse_failure.hpp"
#include "selvage/mechanism/cells/cell_noise.hpp"

namespace selvage {

class SparseNoise : public CellNoise {
 public:
  explicit SparseNoise(LaplaceNoise noise) : noise_(std::move(noise)) {}

  std::string name() const override { return "sparse_histogram"; }
  std::pair<std::string, std::string> parameter() const override {
    return {"scale", noise_.scale.text()};
  }
  void add(std::span<std::int64_t> numbers, RandomSource& random) const override {
    std::vector<std::int64_t> noisy(numbers.begin(), numbers.end());
    add_noise(noise_, noisy, random);
    keep_where_full(numbers, noisy);
  }
  Interval empty_at_least(std::int64_t) const override { return Interval(0); }
  std::unique_ptr<const LiftedCells> lifted_cells(std::int64_t) const override {
    return nullptr;
  }

 private:
  LaplaceNoise noise_;
};

}  // namespace selvage
