// Does the shipped code keep a mechanism's promise? Its own pairs of neighbours are
// walked, in both directions, and compared with what is promised to them; then its
// probes are run. One loop for every mechanism.
#pragma once
#include "selvage/mechanism/mechanism.hpp"
#include "selvage/outcome/outcome_tree.hpp"
#include "selvage/release/release.hpp"

namespace selvage::verify {

struct AuditOptions {
  OutcomeTree::Limits limits = {.cut = 0x1p-64, .paths = 1 << 17};
  // Once this many outcomes of a number were run, none of its pairs is walked any more:
  // the audit of a tiny epsilon has very many.
  std::size_t enough = 1 << 18;
  bool curve = true;  // also between 0 and the promised epsilon
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
  // The least epsilon that holds, rounded up; empty where none is known.
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

Audit audit(const Mechanism& mechanism, const AuditOptions& options = {});
// The same of what a mechanism promises and shows.
Audit audit(const std::vector<Derivation>& guarantees, const Evidence& evidence,
            const AuditOptions& options = {});

// A quick audit, before every release. Fails if the running program does not keep the
// promise: then nothing may be released.
Result<Verification> verify_for_release(const Mechanism& mechanism);
Result<Verification> verify_for_release(const std::vector<Derivation>& guarantees,
                                        const Evidence& evidence);

std::string to_json_text(const Audit& audit);

}  // namespace selvage::verify
