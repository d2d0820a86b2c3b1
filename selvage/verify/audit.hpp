// Does the shipped code keep a plan's promise? The exact privacy curve of the plan
// against what it promises, count by count, in both directions.
#pragma once
#include "selvage/mechanism/cells/plan.hpp"
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/release/release.hpp"
#include "selvage/verify/outcome_tree.hpp"

namespace selvage::verify {

struct AuditOptions {
  // Neighbours are (number, number - shift), shift = what a person's rows do in a cell.
  std::vector<std::int64_t> counts = {1, 2, 3, 5, 10, 100, 1000, 1'000'000};
  OutcomeTree::Limits limits = {.cut = 0x1p-64, .paths = 1 << 17};
  // Once this many outcomes were run, no further count is begun: the audit of a tiny
  // epsilon has very many.
  std::size_t enough = 1 << 18;
  // Wide noise is also run on this many draws, many cells at once.
  std::int64_t window = std::int64_t{1} << 26;
  bool curve = true;    // also between 0 and the promised epsilon
  bool sampler = true;  // also walk the sampler of the draws, where that is possible
};

struct AuditCheck {
  std::string number;    // "count", "sum", "squares"
  std::int64_t count;    // the larger of the two
  std::int64_t removed;  // what the person's rows do in this cell
  ExtendedRational epsilon;
  Rational delta_promised;
  Interval delta;         // certified; exactly 0 where the loss never exceeds epsilon
  Interval not_executed;  // mass of the draws that were not run one by one
  bool holds;
  // Under a profile: the least epsilon that holds, rounded up; empty where none is
  // known.
  std::string epsilon_exact = {};
};

// delta as a function of epsilon, for the worst neighbours. Of one number.
struct CurvePoint {
  Rational epsilon;
  Interval delta;
};

struct Audit {
  bool holds;
  std::vector<AuditCheck> checks;
  std::vector<CurvePoint> curve;
  Verification verification;
};

Audit audit(const CellsPlan& plan, const AuditOptions& options);
Audit audit(const Mechanism& mechanism, const AuditOptions& options);

// A quick audit of one pair of neighbours, before every release. Fails if the running
// program does not keep the plan's promise: then nothing may be released.
Result<Verification> verify_for_release(const CellsPlan& plan);
Result<Verification> verify_for_release(const Mechanism& mechanism);

std::string to_json_text(const Audit& audit);

}  // namespace selvage::verify
