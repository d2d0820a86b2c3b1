#include "selvage/inversion/filter_kernel.hpp"
#include "selvage/inversion/filter_kernels.hpp"
#include "selvage/inversion/lanes_scalar.hpp"

namespace selvage {

constinit const FilterKernel kScalarFilter{"plain C++", ScalarLanes::kCount,
                                           filter<ScalarLanes>, judge<ScalarLanes>,
                                           logarithms<ScalarLanes>};

}  // namespace selvage
