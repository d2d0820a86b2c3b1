// The draws that all regressions share: in which block a row or a name lies, the median
// of what blocks say, and what a noisy count tells of the true one.
#pragma once
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/mechanism/quantile/cell_bounds.hpp"

namespace selvage {

// A block for each row, where every row is a person. Requires blocks < 2^20.
void draw_blocks(std::span<std::uint64_t> out, std::uint64_t blocks,
                 RandomSource& random);
// For the names of people; each half is below `keys`.
BlockKey draw_block_key(std::uint64_t keys, RandomSource& random);

// The terms of a median of blocks with the prior of octaves on this scale. [T140]
QuantileTerms median_terms(const Rational& slope, const CodeScale& scale);
std::int64_t draw_block_median(const QuantileTerms& terms,
                               std::vector<std::int64_t> codes, RandomSource& random);

// A count with noise; the truth is from 0 to `most`, so it and its interval are shown
// there.
Estimate shown_count(std::int64_t count, std::int64_t most, const Rational& scale,
                     const Rational& confidence);

// Pairs of lists of what blocks say that differ in one block, and what one median is
// promised to spend.
std::vector<NeighbourPair> median_pairs(const std::string& number,
                                        const QuantileTerms& terms,
                                        const Rational& epsilon, Effort effort);

}  // namespace selvage
