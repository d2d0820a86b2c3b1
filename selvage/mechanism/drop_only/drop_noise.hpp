// Noise of cells that only takes away: no number is above the true one, and empty cells
// stay empty.
#pragma once
#include "selvage/mechanism/cells/cell_noise.hpp"
#include "selvage/mechanism/drop_only/drop_terms.hpp"

namespace selvage {

class DropNoise : public CellNoise {
 public:
  explicit DropNoise(DropTerms terms) : terms_(std::move(terms)) {}

  std::string name() const override { return "drop_only"; }
  std::pair<std::string, std::string> parameter() const override {
    return {"width", std::to_string(terms_.width())};
  }
  void add(std::span<std::int64_t> numbers, RandomSource& random) const override {
    drop_from(numbers, *terms_.draws, random);
  }
  Interval empty_at_least(std::int64_t) const override { return Interval(0); }
  std::unique_ptr<const LiftedCells> lifted_cells(std::int64_t) const override {
    return nullptr;
  }

 private:
  DropTerms terms_;
};

}  // namespace selvage
