// Counts that are whole, not negative and add up, beside the released ones: the nearest
// such numbers with the same total, in the sum of squares. With y the released counts
// and T = max(0, sum of y), x_i = max(0, y_i - t) where t is such that they sum to T,
// rounded so that they still do. Post-processing in whole numbers: it costs nothing and
// draws nothing. Theory: T100.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "selvage/base/result.hpp"
#include "selvage/release/release.hpp"

namespace selvage {

inline constexpr const char* kConsistent = "consistent";  // the name of the series

// Among equally near ones that which gives the first cells one more. Requires numbers
// of at most 2^62 in size, and fewer than 2^60 of them.
std::vector<std::int64_t> consistent_counts(std::span<const std::int64_t> noisy);

// Whether a verb counts in cells, so that other counts can be made of its own.
bool has_counts_beside(const std::string& verb);

// Refuses what consistent counts are not for, in one sentence: numbers that are no
// counts, cells that are not listed, and noise that is not the same in every cell.
// Public facts, known before any data.
Outcome check_consistent(const Question& question, bool all_cells, bool same_noise);
Outcome check_consistent(const Release& release);

// The release with one more series beside the counts, made of these alone.
Release with_counts_beside(
    const Release& release, const char* name,
    const std::function<std::vector<std::int64_t>(std::span<const std::int64_t>)>&
        made_of);

// The release with a series of them. Requires check_consistent.
Release with_consistent(const Release& release);

}  // namespace selvage
