// How much several bars lose together, and how many people can lie in bars of which
// nothing is left.
#pragma once
#include "selvage/one_sided/drop_table.hpp"

namespace selvage {

// Sums of which more values have a chance are bounded by what is sure: bars times
// width.
inline constexpr std::size_t kMostConvolved = 16'000;

// The least D that the drops of so many bars together exceed with probability `risk` at
// most: by their exact convolution, every step of it rounded up to words of 64 bits.
// [T163] Requires bars >= 1, 0 <= risk < 1.
std::int64_t most_dropped_in_all(const DropTable& table, std::int64_t bars,
                                 const Rational& risk);

// So many people at most are in bars that all came out empty, but for `risk`, whatever
// the counts of these bars are: the most that a bar of c people, empty with 1 - p_c,
// can add up to. [T164] Requires 1 <= bars, 0 < risk < 1.
std::int64_t most_in_empty_bars(const DropTable& table, std::int64_t bars,
                                const Rational& risk);

}  // namespace selvage
