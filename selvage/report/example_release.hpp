// A release made by hand, for the tests of this room.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "selvage/release/release.hpp"

namespace selvage {

// Counts in the order of the domain's cells, each with an interval of +-bound.
// Requires bins that parse and a count for every cell.
inline Release example_release(const std::string& bins,
                               const std::vector<std::int64_t>& counts,
                               std::int64_t bound) {
  Release release{
      .question = {"histogram",
                   "payroll.csv",
                   {"age", *NumericBins::parse(bins)},
                   "one row"},
      .cells = {},
      .derivations = {discrete_laplace_cells(Rational(9, 4), 3)},
      .accuracy = {},
      .error = {Rational(21, 10), bound, Rational(19, 20)},
      .mechanism = {"discrete_laplace", {{"scale", "2.25"}, {"rows_per_person", "3"}}},
      .verification = {VerificationLevel::exact_law, "one cell, at this very scale"},
      .warnings = {}};
  for (std::size_t i = 0; i < counts.size(); ++i)
    release.cells.push_back({release.question.domain.bins.label(i), counts[i],
                             counts[i] - bound, counts[i] + bound});
  return release;
}

}  // namespace selvage
