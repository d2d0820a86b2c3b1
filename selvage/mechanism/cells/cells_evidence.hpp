// What the mechanism of cells shows for itself: number by number the neighbours (value,
// value - shift), where shift is what a person's rows do in a cell, in one cell that
// stands for all; and that it does stand for all. [T4, T9, T22, T31]
#pragma once
#include "selvage/mechanism/cells/plan.hpp"
#include "selvage/mechanism/mechanism.hpp"

namespace selvage {

struct CellsEffort {
  std::vector<std::int64_t> values = {1, 2, 3, 5, 10, 100, 1000, 1'000'000};
  // Noise with more values than these is walked a little, and run in many cells at
  // once: on so many draws.
  std::uint64_t most_walked = 1 << 17;
  std::int64_t window = std::int64_t{1} << 26;
  bool every_new_key = true;  // run a key with few rows too, and not only the worst
  bool curve = true;
  bool sampler = true;  // also run the sampler of the draws, where that is possible
};
CellsEffort cells_effort(const CellsPlan& plan, Effort effort);

// Must not outlive the plan, as all below. Requires noise that is added; those below do
// not.
Evidence cells_evidence(const CellsPlan& plan, const CellsEffort& effort);
inline Evidence cells_evidence(const CellsPlan& plan, Effort effort) {
  return cells_evidence(plan, cells_effort(plan, effort));
}

// Two cells that differ in one person, as the plan's own loop releases the number of
// one cell.
NeighbourPair cell_pair(const PlannedNumber& number, std::int64_t value,
                        std::int64_t removed);
// A key that one person alone brings with so many rows, and no key.
NeighbourPair new_key_pair(const CellsPlan& plan, std::int64_t rows);
// That exactly the keys which pass the plan's threshold are released.
void add_threshold_probe(const CellsPlan& plan, const char* theorem, Evidence& result);

}  // namespace selvage
