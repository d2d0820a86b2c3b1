// The kernels of the filter: the same answers from all of them, the logarithm within
// its proven error, and every decision what multi-precision says. Theory: T12.
#include "selvage/inversion/filter.hpp"

#include <gtest/gtest.h>
