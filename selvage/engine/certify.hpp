// From noisy numbers to a release that says what was asked, how, and with which
// promise. Post-processing: no data is seen.
#pragma once
#include "selvage/engine/request.hpp"
#include "selvage/mechanism/cells/plan.hpp"
#include "selvage/release/release.hpp"

namespace selvage {

// The question as a release says it.
Question question_of(const Request& request);

// What a release says of its mechanism.
MechanismUsed mechanism_used(const CellsPlan& plan);

// What is known of a release before it is made.
struct Promised {
  std::vector<Derivation> derivations;
  Verification verification;
  std::optional<LedgerNote> ledger;  // none: nobody keeps account
};
Release certify(const Request& request, const CellsPlan& plan, Drawn drawn,
                Promised promised);

}  // namespace selvage
