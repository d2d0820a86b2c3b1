// What the noisy numbers of cells say: estimates with intervals, and sums of them.
// Post-processing.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "selvage/base/int128.hpp"
#include "selvage/mechanism/answer.hpp"

namespace selvage {

class CellEstimates {
 public:
  virtual ~CellEstimates() = default;

  virtual const Rational& unit() const = 0;
  // Of every cell that was drawn, in units.
  virtual std::vector<Estimate> estimates(const Drawn& drawn) const = 0;
  // What each cell adds to a sum over cells; total() tells the sum of `count` cells.
  // None where these numbers say nothing of sums, or too little. Requires a count or a
  // sum.
  virtual std::vector<Int128> summands(const Drawn& drawn) const = 0;
  virtual std::optional<Estimate> total(Int128 sum, std::int64_t count) const = 0;
  // Its value alone.
  virtual std::optional<std::int64_t> total_value(Int128 sum) const = 0;
};

// visit(numbers) with the numbers of one cell after the other.
template <class Visit>
void for_each_cell(const Drawn& drawn, const Visit& visit) {
  std::vector<std::int64_t> numbers(drawn.numbers.size());
  for (std::size_t i = 0; i < drawn.cells.size(); ++i) {
    for (std::size_t n = 0; n < numbers.size(); ++n) numbers[n] = drawn.numbers[n][i];
    visit(std::span<const std::int64_t>(numbers));
  }
}

}  // namespace selvage
