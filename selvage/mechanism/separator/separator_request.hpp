// What is asked of a separator: a column with two labels, and up to five columns of
// numbers, each with the grid that its values fall on.
#pragma once
#include <string>
#include <vector>

#include "selvage/question/question.hpp"
#include "selvage/summary/numeric_bins.hpp"

namespace selvage {

inline constexpr std::size_t kMostAxes = 5;

struct SeparatorAxis {
  std::string column;
  NumericBins grid;
  // Of the lattice: a value counts as the middle of its step.
  Rational low() const { return grid.edge(0); }
  Rational step() const;
  std::int64_t size() const { return static_cast<std::int64_t>(grid.bins()); }
};

struct SeparatorRequest {
  std::vector<std::string> labels;  // the first and the second
  std::vector<SeparatorAxis> axes;

  std::vector<std::int64_t> sizes() const;
  std::int64_t points() const;    // of the lattice
  std::string axes_text() const;  // "age=20:70:5,salary=0:200000:10000"
  // The axes and behind them the labels; rows without one of these are left out.
  Result<Domain> domain(const std::string& label) const;
  // Which cell of the domain holds the rows of a lattice point and a label.
  std::uint64_t cell(std::int64_t place, bool second) const;
};

// "age=20:70:5,salary=0:200000:10000".
Result<std::vector<SeparatorAxis>> parse_axes(const std::string& text);
// What is wrong with it, if anything is.
std::optional<Error> fault_of(const Question& question,
                              const SeparatorRequest& request);

}  // namespace selvage
