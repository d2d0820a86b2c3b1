// The only window on the data: bound once to what a mechanism needs (a Reading), then
// asked as often as it likes. A later request may depend on parameters and on what was
// released, never on what was only read. All requests of one run see the same bounded
// rows. source/ opens it on real tables, verify/ on small worlds.
#pragma once
#include "selvage/summary/cells.hpp"

namespace selvage {

class Reader {
 public:
  virtual ~Reader() = default;
  // Rows and sums in each cell, after bounding each person. Fails only if the container
  // breaks while it is read or the caller stops it, never for what the values are.
  virtual Result<Cells> cells() = 0;
};

}  // namespace selvage
