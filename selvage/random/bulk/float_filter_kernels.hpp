// The kernels of float_filter.hpp, one in each file that is compiled for its processor.
#pragma once
#include "selvage/random/bulk/float_filter.hpp"

namespace selvage {

extern const FloatFilterKernel kScalarFloatFilter, kAvx2FloatFilter, kAvx512FloatFilter;

}  // namespace selvage
