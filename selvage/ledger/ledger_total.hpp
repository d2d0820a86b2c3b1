// What a list of releases comes to, and whether that stays within the caps of a ledger.
// Pure functions of the promises; theory T6, T28, T29.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "selvage/guarantee/best_composition.hpp"
#include "selvage/guarantee/privacy_unit.hpp"

namespace selvage {

// How promises are added up.
enum class Accounting {
  // The budget filter (T29): the sum of epsilons, or concentrated; half of delta is
  // kept for composing. Holds also if epsilons are chosen after seeing answers.
  adaptive,
  // The least epsilon that any theorem gives (T28). These theorems want the noise of
  // each release to be planned without looking at earlier answers; questions may follow
  // from answers, epsilons may not.
  planned,
  // Epsilons and deltas add (T6). Holds however the releases were chosen. Takes no
  // zcdp.
  sum,
  // Rhos add, up to a cap in rho (T29 b). Holds however the releases were chosen. Takes
  // what has a rho: zcdp, Gaussian noise, dp with delta 0.
  rho,
};

// Of everything together.
struct LedgerCaps {
  Rational epsilon, delta;
  // Where rhos are what counts, the cap; epsilon and delta are what it means. [T26]
  std::optional<Rational> rho = std::nullopt;
  bool operator==(const LedgerCaps&) const = default;
};

// The caps of a budget in rho: what it means at this delta. Fails for rho <= 0, and a
// delta outside (0, 1).
Result<LedgerCaps> caps_in_rho(const Rational& rho, const Rational& delta);

struct LedgerTerms {
  std::string table;  // whose people are protected, as the officer names it
  std::optional<LedgerCaps> caps = std::nullopt;  // none: the ledger only records
  // The most that people in small classes may have, over whatever classes; empty for
  // none. Wants caps.
  std::vector<ProfileStep> profile = {};
  Neighbours neighbours = Neighbours::add_remove_person;
  Accounting accounting = Accounting::adaptive;
  // Of every entry: promises for different units do not add up.
  PrivacyUnit unit = {};
};

std::string accounting_name(Accounting accounting);
// Refuses an empty name, a person's column that is not UTF-8, epsilon <= 0, delta
// outside [0, 1), a profile that is none or is without caps, accounting other than the
// sum without caps, a rho without its accounting or that means more than the caps, and
// a profile beside a rho.
Outcome check_terms(const LedgerTerms& terms);

// The place of the derivation that counts for a release with these guarantees: the
// first dp or zcdp promise for the ledger's neighbours that its accounting can add;
// none if there is no dp or zcdp promise at all. Refuses a release that has such
// promises only for other neighbours or such as cannot be added, and one that its own
// rules do not confirm.
Result<std::optional<std::size_t>> counted_place(
    const std::vector<Derivation>& guarantees, const LedgerTerms& terms);

// All releases together. By sum and while the sum fits: epsilons and deltas as they are
// so far ("basic", "sum"). Adaptive beyond that ("concentrated"): the caps. Planned:
// the least epsilon at the delta cap. By rho: what the rhos so far mean at the delta of
// the caps ("rho"). Fails where no theorem gives that.
// Requires releases that counted_place accepts, and one at least.
Result<CompositionWay> ledger_total(const std::vector<RepeatedRelease>& releases,
                                    const LedgerTerms& terms);

// What may be claimed of all releases together, though later ones were chosen after
// earlier answers where the accounting allows that: adaptive and by rho, the caps by
// T29; else the total, whose derivation this is. Requires as above.
Result<Derivation> ledger_capped(const std::vector<RepeatedRelease>& releases,
                                 const CompositionWay& total, const LedgerTerms& terms);

// The rhos of all releases together. Requires releases that each have one.
Rational rho_spent(const std::vector<RepeatedRelease>& releases);

// What is left of a budget, as texts for people write it: as it is, or rounded down.
std::string left_text(const Rational& left);

// True if some theorem puts all releases within both caps; the cheap ones are asked
// first. Requires as above.
bool within_caps(const std::vector<RepeatedRelease>& releases,
                 const LedgerTerms& terms);

// "the ledger refuses: ..." for a release that is too much after these. Requires caps.
Error refusal(const std::vector<RepeatedRelease>& before, const Derivation& asked,
              const LedgerTerms& terms);

}  // namespace selvage
