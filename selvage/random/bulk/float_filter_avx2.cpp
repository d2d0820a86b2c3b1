#include "selvage/random/bulk/float_filter_kernel.hpp"
#include "selvage/random/bulk/float_filter_kernels.hpp"
#include "selvage/random/bulk/float_lanes_avx2.hpp"

namespace selvage {

constinit const FloatFilterKernel kAvx2FloatFilter{"AVX2", Avx2FloatLanes::kCount,
                                                   float_filter<Avx2FloatLanes>,
                                                   float_logarithms<Avx2FloatLanes>};

}  // namespace selvage
