// What entries promise, added up: each entry once, after its seal was recomputed. What
// is added up stands in memory, so that whoever changes the file later changes no sum.
#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "selvage/ledger/ledger_claims.hpp"

namespace selvage {

class LedgerTally {
 public:
  // `counted` and `other`: the texts of an entry, "null" and "[]" for none. Fails where
  // they are no derivations; then nothing is added.
  Outcome add(std::int64_t entry, const std::string& counted, const std::string& other);

  // The promises that count, in the order in which they were first met.
  const std::vector<RepeatedRelease>& releases() const { return releases_; }
  // The same for all that entries promise.
  const std::vector<EntryGroup>& groups() const { return groups_; }
  // The first entry that promises no dp.
  std::optional<std::int64_t> uncounted() const { return uncounted_; }

 private:
  std::vector<RepeatedRelease> releases_;
  std::vector<EntryGroup> groups_;
  std::optional<std::int64_t> uncounted_;
  // Places in the two lists, by the texts.
  std::map<std::string, std::size_t> known_releases_;
  std::map<std::pair<std::string, std::string>, std::size_t> known_groups_;
};

}  // namespace selvage
