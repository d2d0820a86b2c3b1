// What all entries together promise to people in small classes, and whether that stays
// within the profile of a ledger. Pure functions of the promises; theory T36.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "selvage/ledger/ledger_total.hpp"

namespace selvage {

// Entries that promise the same.
struct EntryGroup {
  std::optional<Derivation> counted = std::nullopt;  // the dp or zcdp promise
  std::vector<Derivation> others = {};
  std::int64_t times = 1;
  std::int64_t first = 0;  // the first of these entries
};

// The outlier promise of entries that promise no dp or zcdp, where it is infinity for
// large classes: no epsilon bounds such an entry, and what it says of its own classes
// still counts there. Null for other entries.
const OutlierPromise* open_promise(const EntryGroup& group, const LedgerTerms& terms);
// "promises nothing to people in classes of more than 20 over age, so no epsilon bounds
// it".
std::string open_sentence(const OutlierPromise& promise);

// Refuses an outlier promise for the ledger's neighbours that its own rules do not
// confirm, or that has more delta than the dp promise it stands beside; and an open one
// where the ledger has caps.
Outcome check_outliers(const EntryGroup& group, const LedgerTerms& terms);

struct LedgerClaims {
  // One for each partition that an entry has an outlier promise for.
  std::vector<Derivation> claims;
  // One sentence for each partition of which nothing can be claimed, since a release
  // over others is open.
  std::vector<std::string> refused;
  // Why there are none although there are such promises.
  std::optional<std::string> none_because;
};
// Requires entries that check_outliers accepts.
LedgerClaims ledger_claims(const std::vector<EntryGroup>& groups,
                           const LedgerTerms& terms);

// The sum over the entries that promise random_dp and neither dp nor zcdp; none if
// there are none, or they speak of different neighbours.
std::optional<RandomDpPromise> random_sum(const std::vector<EntryGroup>& groups);

// "the ledger refuses: ..." if for some partition the claim is above the profile of the
// ledger at some class size, with `asked` after the others; without any partition, if
// the sum of all epsilons is. None if all is well, or the ledger has no profile.
std::optional<Error> profile_refusal(const std::vector<EntryGroup>& before,
                                     const EntryGroup& asked, const LedgerTerms& terms);

}  // namespace selvage
