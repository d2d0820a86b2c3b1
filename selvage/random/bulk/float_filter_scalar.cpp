#include "selvage/random/bulk/float_filter_kernel.hpp"
#include "selvage/random/bulk/float_filter_kernels.hpp"
#include "selvage/random/bulk/float_lanes_scalar.hpp"

namespace selvage {

constinit const FloatFilterKernel kScalarFloatFilter{
    "plain C++", ScalarFloatLanes::kCount, float_filter<ScalarFloatLanes>,
    float_logarithms<ScalarFloatLanes>};

}  // namespace selvage
