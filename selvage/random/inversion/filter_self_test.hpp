// Whether this machine computes as the proofs say: 4096 fixed words go through the
// filter and must give the values stored in the program, which other software computed
// by 80 decimal digits. About a millisecond, before the first release.
#pragma once
#include "selvage/random/inversion/filter.hpp"

namespace selvage {

bool passes_self_test(const FilterKernel& kernel);

}  // namespace selvage
