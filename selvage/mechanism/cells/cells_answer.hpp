// The answer that follows from what a plan of cells drew: estimates with intervals, and
// sums of them. Post-processing.
#pragma once
#include "selvage/mechanism/cells/cell_estimates.hpp"
#include "selvage/mechanism/cells/plan.hpp"

namespace selvage {

// Beyond so many cells their sum is not shown.
inline constexpr std::uint64_t kMostTotalled = 1'000'000;

// What the number of a cell is called: "count", "sum", "mean", "variance".
std::string number_name(Statistic statistic);

// What is not listed has a noisy count below this; none where every cell is listed.
std::optional<std::int64_t> hidden_below(const CellsPlan& plan);

// Whether the plan draws such numbers.
bool can_draw(const CellsPlan& plan, const Drawn& drawn);

// Requires can_draw.
Answer answer_of(const CellsPlan& plan, const Drawn& drawn,
                 const CellEstimates& estimates);
// Of added noise. Requires 0 < confidence < 1.
Answer answer_of(const CellsPlan& plan, const Drawn& drawn, const Rational& confidence);

}  // namespace selvage
