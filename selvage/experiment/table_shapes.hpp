// What a profile does to tables of different shapes, by calculation: the error of the
// cells and of their total under W, and under plain noise of the profile's largest and
// of its smallest epsilon. The shapes are made by formulas; no data is read.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "selvage/profile/profile.hpp"

namespace selvage {

struct TableShape {
  std::string name, about;
  std::vector<std::int64_t> counts;
};

// Few large cells, many small cells, and a long tail [Zipf: count = most / rank].
std::vector<TableShape> table_shapes();
// The profiles they are tried with.
std::vector<std::string> shape_profiles();

struct Quality {
  double absolute;  // E|error| of a cell, mean over cells
  double relative;  // E|error| / count, mean over cells with people
  // Share of the cells with people whose 95 % error bound is at most half the count. A
  // cell that the profile hides altogether (epsilon 0) is not: all such look alike.
  double usable;
  // Root of the mean squared error of the sum over all cells, of unbiased counts. For W
  // with an epsilon of 0 there are none below the limit: the bias counts.
  double total;
};

struct ShapeResult {
  std::string profile;
  Rational largest, smallest;  // epsilons of it
  Quality warped, with_largest;
  std::optional<Quality> with_smallest;  // none where it is 0
  // Shares of the cells with people, and of the people, where W errs at most a tenth
  // more than plain noise of the largest epsilon.
  double cells_as_plain, people_as_plain;
};

// Refuses what is no profile, what W refuses, and profiles without a finite largest
// epsilon. Requires counts >= 0, one of them above 0.
Result<ShapeResult> measure(const TableShape& shape, const std::string& profile);

}  // namespace selvage
