// The kernels behind filter.hpp, each in a file compiled for its instructions.
#pragma once
#include "selvage/random/inversion/filter.hpp"

namespace selvage {

extern const FilterKernel kScalarFilter, kAvx2Filter, kAvx512Filter;

}  // namespace selvage
