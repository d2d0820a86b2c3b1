// From what was drawn to a release that says what was asked, how, and with which
// promise. Post-processing: no data is seen.
#pragma once
#include "selvage/mechanism/verb.hpp"
#include "selvage/release/release.hpp"

namespace selvage {

// Requires that the plan can draw it. `ledger`: none where nobody keeps account.
Release make_release(const Planned& planned, Drawn drawn,
                     std::vector<Derivation> promises, Verification verification,
                     std::optional<LedgerNote> ledger);

// What is said of a release, also for the neighbours that its ledger counts by. [T7]
std::vector<Derivation> promises_for(const Mechanism& mechanism, Neighbours neighbours);

// Everything that decides the law of the answer, whatever it is asked with: equal texts
// are the same question. Not what is done afterwards: error bars, formats.
std::string question_identity(const Question& question, const Mechanism& mechanism);

}  // namespace selvage
