#include "selvage/random/inversion/filter_kernel.hpp"
#include "selvage/random/inversion/filter_kernels.hpp"
#include "selvage/random/inversion/lanes_avx2.hpp"

namespace selvage {

constinit const FilterKernel kAvx2Filter{"AVX2", Avx2Lanes::kCount, filter<Avx2Lanes>,
                                         judge<Avx2Lanes>, logarithms<Avx2Lanes>};

}  // namespace selvage
