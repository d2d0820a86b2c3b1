#include "selvage/random/inversion/filter_kernel.hpp"
#include "selvage/random/inversion/filter_kernels.hpp"
#include "selvage/random/inversion/lanes_scalar.hpp"

namespace selvage {

constinit const FilterKernel kScalarFilter{"plain C++", ScalarLanes::kCount,
                                           filter<ScalarLanes>, judge<ScalarLanes>,
                                           logarithms<ScalarLanes>};

}  // namespace selvage
