// How many of `rows` rows each cell gets, in proportion to weights, so that no cell is
// off by one row or more. With C_i the sum of the weights up to i, T that of all and u
// uniform on 0..T-1, cell i gets floor((C_i rows + u)/T) - floor((C_(i-1) rows + u)/T).
// They sum to `rows`, each is its share w_i rows/T rounded down or up, and in the mean
// over u it is that share: each floor is a whole number whose mean is the quotient, as
// the remainder of (C_i rows + u) mod T is uniform. With rows = T it is w_i itself.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace selvage {

// Requires weights of at least 0 whose sum T is above 0 and below 2^63, rows from 0 to
// 2^32, and offset < T.
std::vector<std::int64_t> apportion(std::span<const std::int64_t> weights,
                                    std::int64_t rows, std::uint64_t offset);

}  // namespace selvage
