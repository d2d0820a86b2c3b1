// The only window on the data. source/ opens it on real tables, verify/ on small
// worlds.
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
