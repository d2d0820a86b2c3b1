// What noise alone lifts an empty cell to, once in twenty tables or less. Theory: T231.
#pragma once
#include <cstdint>

#include "selvage/base/rational.hpp"

namespace selvage {

enum class NoiseShape { laplace, gaussian };

// The least count that at most one table in twenty shows for an empty cell, of so many
// cells with discrete Laplace noise of this scale, or Gaussian of this variance.
// Requires a parameter above 0, and a cell.
std::int64_t empty_threshold(NoiseShape shape, const Rational& parameter,
                             std::uint64_t cells);

}  // namespace selvage
