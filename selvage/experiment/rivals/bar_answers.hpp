// Answers read off the heights of bars, numbered from 1, and how stable they are under
// one person more or less: what mechanisms of the literature need to know of them. An
// answer of 0 is none.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace selvage {

using Bars = std::span<const std::int64_t>;

// The highest bar of at least `least` people; least = 1: the maximum.
struct HighestBar {
  std::int64_t least = 1;
};
// The first bar with the largest height; 1 where all are empty.
struct FirstMode {};

std::int64_t answer_of(const HighestBar& f, Bars bars);
std::int64_t answer_of(const FirstMode& f, Bars bars);

// The people that come or leave before one more changes the answer.
std::int64_t stability_of(const HighestBar& f, Bars bars);
std::int64_t stability_of(const FirstMode& f, Bars bars);

// The edits to the nearer one of two neighbours whose answers are `low` < `high`.
// Requires 0 <= low < high <= bars for a highest bar, 1 <= low for a mode.
std::int64_t edits_between(const HighestBar& f, Bars bars, std::int64_t low,
                           std::int64_t high);
std::int64_t edits_between(const FirstMode& f, Bars bars, std::int64_t low,
                           std::int64_t high);
// The same for the nearest of all pairs of answers that are so far apart: place d - 1
// for a distance of d, from 1 to the largest there is.
std::vector<std::int64_t> least_edits(const HighestBar& f, Bars bars);
std::vector<std::int64_t> least_edits(const FirstMode& f, Bars bars);

// The people who must come or leave until an answer is the true one, for every answer
// from the least on.
std::vector<std::int64_t> edits_to_answers(const HighestBar& f, Bars bars);
std::vector<std::int64_t> edits_to_answers(const FirstMode& f, Bars bars);

inline std::int64_t least_answer(const HighestBar&) { return 0; }
inline std::int64_t least_answer(const FirstMode&) { return 1; }

}  // namespace selvage
