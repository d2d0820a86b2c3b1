// From rows to lines of a plane, or planes of a space, by what was released: level is y
// at the middle of x, tilt is how y changes over one spread of x. Both are counted in
// steps, and cells of the plane are `width` steps wide. A row is a function of itself
// and of how many rows its person has: all rows of a person weigh one whole weight
// together. [T145]
#pragma once
#include <vector>

#include "selvage/mechanism/robust_regression/plane.hpp"
#include "selvage/mechanism/robust_regression/space.hpp"
#include "selvage/summary/number_rows.hpp"

namespace selvage {

struct RowShape {
  std::vector<std::int64_t> middles, spreads;  // of each x, in codes; spreads >= 1
  int step_bits = 0;          // a step is 2^step_bits of the 2^-20 codes of y
  std::int64_t width;         // in steps
  std::int64_t y_middle = 0;  // in codes; levels are counted from it
};

// How many rows the person of each row has.
std::vector<std::int64_t> rows_of_person(const NumberRows& rows, std::size_t width);
// How many people there are.
std::int64_t people_in(const NumberRows& rows, std::size_t width);

// Requires two numbers a row, y and x.
std::vector<PlaneLine> plane_lines(const NumberRows& rows, const RowShape& shape);

// The same for y and two to four x.
std::vector<SpaceRow> space_rows(const NumberRows& rows, const RowShape& shape);

}  // namespace selvage
