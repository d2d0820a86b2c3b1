#include "selvage/random/inversion/filter_kernel.hpp"
#include "selvage/random/inversion/filter_kernels.hpp"
#include "selvage/random/inversion/lanes_avx512.hpp"

namespace selvage {

constinit const FilterKernel kAvx512Filter{"AVX-512", Avx512Lanes::kCount,
                                           filter<Avx512Lanes>, judge<Avx512Lanes>,
                                           logarithms<Avx512Lanes>};

}  // namespace selvage
