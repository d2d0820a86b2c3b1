#include "selvage/random/bulk/float_filter_kernel.hpp"
#include "selvage/random/bulk/float_filter_kernels.hpp"
#include "selvage/random/bulk/float_lanes_avx512.hpp"

namespace selvage {

constinit const FloatFilterKernel kAvx512FloatFilter{
    "AVX-512", Avx512FloatLanes::kCount, float_filter<Avx512FloatLanes>,
    float_logarithms<Avx512FloatLanes>};

}  // namespace selvage
