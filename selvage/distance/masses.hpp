// Two histograms as masses of one total, in whole numbers: x(g) |y| and y(g) |x|,
// divided by what |x| and |y| have in common. A share of the loss is exact.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "selvage/base/int128.hpp"
#include "selvage/base/rational.hpp"

namespace selvage {

// What a histogram may hold in all: then a product of two sizes has 124 bits.
inline constexpr std::int64_t kMostItems = std::int64_t{1} << 62;

// None if a count is below 0 or all together exceed kMostItems.
std::optional<std::int64_t> size_of(std::span<const std::int64_t> counts);

struct CommonMasses {
  Int128 from_factor, to_factor;  // mass of an item of the first, of the second
  Int128 total;                   // of either
};
// Requires sizes from 1 to kMostItems.
CommonMasses common_masses(std::int64_t from_size, std::int64_t to_size);

Rational rational_of(Int128 whole);

// The least whole mass that is at least (1 - theta) total: what must be transported.
// Requires 0 <= theta <= 1.
Int128 mass_to_match(Int128 total, const Rational& theta);

}  // namespace selvage
