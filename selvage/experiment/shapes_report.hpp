// What profiles do to tables of different shapes, as text.
#pragma once
#include "selvage/experiment/table_shapes.hpp"

namespace selvage {

struct MeasuredShape {
  TableShape shape;
  std::vector<ShapeResult> results;
};

// All shapes with all profiles.
Result<std::vector<MeasuredShape>> measured_shapes();

// For readers: a table and a verdict for each shape.
std::string shapes_markdown(const std::vector<MeasuredShape>& shapes);
// For programs: the same numbers with more digits.
std::string shapes_csv(const std::vector<MeasuredShape>& shapes);
// Which profiles cost nothing here, which give up a part of the table and how much of
// it, and which are of no use. From the measured numbers; profiles of one epsilon are
// left out.
std::string shape_verdict(const std::vector<ShapeResult>& results);

}  // namespace selvage
