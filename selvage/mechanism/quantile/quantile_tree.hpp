// Several quantiles by splitting: the middle one first, then those below it among the
// rows below its answer, those above it among the others. Each row lies in one part of
// every level, so a level costs what one quantile costs. [T97]
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "selvage/mechanism/quantile/quantile_slopes.hpp"

namespace selvage {

struct QuantileNode {
  Rational at;                          // of all rows
  Rational local;                       // of the rows in its part
  std::optional<std::size_t> from, to;  // the nodes whose answers are its ends
  std::optional<std::size_t> place;     // in the list; none: only a help for others
  std::size_t level;
  Slopes slopes;
  // The ranks that decide lie so far from ceil(at n) at most, but for 2^-128. [T97]
  std::int64_t below, above;
};

struct QuantileTree {
  std::vector<QuantileNode> nodes;  // level by level, from left to right
  std::size_t levels;
  Rational of_level;  // epsilon
};

// Requires rising quantiles between 0 and 1, epsilon > 0, rows_per_person >= 1.
QuantileTree quantile_tree(const std::vector<Rational>& at, const Rational& epsilon,
                           std::int64_t rows_per_person);

}  // namespace selvage
