#include "selvage/ledger/ledger_tally.hpp"

#include <nlohmann/json.hpp>

#include "selvage/base/bounded_json.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/guarantee/derivation_text.hpp"

namespace selvage {
namespace {

Result<EntryGroup> read_group(const std::string& counted, const std::string& other) {
  EntryGroup group{.times = 0};
  if (counted != "null") {
    auto release = parse_derivation(counted);
    if (!release) return release.error();
    group.counted = *std::move(release);
  }
  const auto others = parse_bounded_json(other);
  if (!others || !others->is_array()) return wrong("no list of derivations");
  for (const auto& json : *others) {
    auto derivation = read_derivation(json);
    if (!derivation) return derivation.error();
    group.others.push_back(*std::move(derivation));
  }
  return group;
}

}  // namespace

Outcome LedgerTally::add(std::int64_t entry, const std::string& counted,
                         const std::string& other) {
  const auto texts = std::pair(counted, other);
  auto found = known_groups_.find(texts);
  if (found == known_groups_.end()) {
    auto group = read_group(counted, other);
    if (!group) return group.error();
    group->first = entry;
    if (group->counted && known_releases_.try_emplace(counted, releases_.size()).second)
      releases_.push_back({*group->counted, 0});
    if (!group->counted && !uncounted_) uncounted_ = entry;
    found = known_groups_.emplace(texts, groups_.size()).first;
    groups_.push_back(*std::move(group));
  }
  ++groups_[found->second].times;
  if (counted != "null") ++releases_[known_releases_.at(counted)].times;
  return Done{};
}

}  // namespace selvage
