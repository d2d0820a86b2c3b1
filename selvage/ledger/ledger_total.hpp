// What a list of releases comes to, and whether that stays within the caps of a ledger.
// Pure functions of the promises; theory T6, T28.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "selvage/guarantee/best_composition.hpp"

namespace selvage {

// How promises are added up.
enum class Accounting {
  // The least epsilon that any theorem gives (T28). These theorems want the noise of
  // each release to be planned without looking at earlier answers; questions may follow
  // from answers, epsilons may not.
  tightest,
  // Epsilons and deltas add (T6). Holds however the releases were chosen. Takes no
  // zcdp.
  sum,
};

struct LedgerTerms {
  std::string table;  // whose people are protected, as the officer names it
  Rational epsilon;   // the caps, of everything together
  Rational delta = 0;
  Neighbours neighbours = Neighbours::add_remove_person;
  Accounting accounting = Accounting::tightest;
};

std::string accounting_name(Accounting accounting);
// Refuses an empty name, epsilon <= 0, delta outside [0, 1).
Outcome check_terms(const LedgerTerms& terms);

// The place of the derivation that counts for a release with these guarantees: the
// first dp or zcdp promise for the ledger's neighbours; none if there is none at all.
// Refuses a release that has such promises for other neighbours only, one that its own
// rules do not confirm, and one that the ledger's accounting cannot add.
Result<std::optional<std::size_t>> counted_place(
    const std::vector<Derivation>& guarantees, const LedgerTerms& terms);

// (epsilon, at most the delta cap) of all releases together. Fails where no theorem
// gives that delta. Requires releases that counted_place accepts, and one at least.
Result<CompositionWay> ledger_total(const std::vector<RepeatedRelease>& releases,
                                    const LedgerTerms& terms);

// True if some theorem puts all releases within both caps; the cheap ones are asked
// first. Requires as above.
bool within_caps(const std::vector<RepeatedRelease>& releases,
                 const LedgerTerms& terms);

// "the ledger refuses: ..." for a release that is too much after these.
Error refusal(const std::vector<RepeatedRelease>& before, const Derivation& asked,
              const LedgerTerms& terms);

}  // namespace selvage
