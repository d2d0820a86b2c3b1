// Counts with a total, beside the released ones: the nearest histogram by the water
// level, after which those of a mostly empty table are nearly as good as if the empty
// cells were known. Post-processing of released counts and of what is public: it costs
// nothing and draws nothing. Theory: T230, T231.
#pragma once
#include "selvage/release/release.hpp"

namespace selvage {

inline constexpr const char* kProjected = "projected";  // the name of the series

// The least count of which at most one table in twenty shows an empty cell: smaller
// ones become 0 before the projection. Fails where the noise has neither
// a scale nor a variance, or is not the same in every cell.
using MechanismParameters = std::vector<std::pair<std::string, std::string>>;
Result<std::int64_t> sparse_threshold(const MechanismParameters& parameters,
                                      bool same_noise, std::uint64_t cells);

// Refuses numbers that are no counts, and cells that are not listed. Public facts,
// known before any data.
Outcome check_projected(const Question& question, bool all_cells);
Outcome check_projected(const Release& release);

// The release with a series of them. `below`: what becomes 0 first, from 1 on. `total`:
// one that is public knowledge, at most 2^62. Without one it is the number of people
// where that is public, else that of the noisy counts that are left. Where empty cells
// are told exactly they stay empty. Requires check_projected.
Release with_projected(const Release& release,
                       std::optional<std::int64_t> below = std::nullopt,
                       std::optional<std::int64_t> total = std::nullopt);

}  // namespace selvage
