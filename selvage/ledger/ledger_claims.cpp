#include "selvage/ledger/ledger_claims.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/guarantee/outlier_composition.hpp"
#include "selvage/profile/profile.hpp"

namespace selvage {
namespace {

const OutlierPromise* outlier_of(const Derivation& derivation,
                                 const LedgerTerms& terms) {
  return derivation.conclusion.neighbours == terms.neighbours
             ? std::get_if<OutlierPromise>(&derivation.conclusion.promise)
             : nullptr;
}

const DpPromise* dp_of(const EntryGroup& group) {
  return group.counted ? std::get_if<DpPromise>(&group.counted->conclusion.promise)
                       : nullptr;
}

bool takes_part(const EntryGroup& group, const LedgerTerms& terms) {
  return group.counted || open_promise(group, terms) != nullptr;
}

// In the order in which they were first spoken of.
std::vector<std::string> partitions_of(const std::vector<EntryGroup>& groups,
                                       const LedgerTerms& terms) {
  std::vector<std::string> found;
  for (const EntryGroup& group : groups)
    for (const Derivation& other : group.others)
      if (const auto* outlier = outlier_of(other, terms);
          outlier != nullptr && takes_part(group, terms) &&
          std::find(found.begin(), found.end(), outlier->partition) == found.end())
        found.push_back(outlier->partition);
  return found;
}

// The promise with which these entries take part in the claim for this partition: the
// one about it, else that for everybody. Null for a zcdp promise alone. Of open entries
// the promise about other classes, which makes the claim impossible.
const Derivation* part_in(const EntryGroup& group, const std::string& partition,
                          const LedgerTerms& terms) {
  const Derivation* elsewhere = nullptr;
  for (const Derivation& other : group.others)
    if (const auto* outlier = outlier_of(other, terms)) {
      if (outlier->partition == partition) return &other;
      if (elsewhere == nullptr) elsewhere = &other;
    }
  return dp_of(group) != nullptr ? &*group.counted : elsewhere;
}

bool is_about(const Derivation& part, const std::string& partition) {
  const auto* outlier = std::get_if<OutlierPromise>(&part.conclusion.promise);
  return outlier != nullptr && outlier->partition == partition;
}

// Premises with their numbers, those about the partition first. Entries that neither
// count nor are open are left out.
struct Parts {
  std::vector<const Derivation*> premises;
  std::vector<std::int64_t> times;
  std::optional<std::int64_t> missing;  // the first entry that cannot take part
};
Parts parts_of(const std::vector<EntryGroup>& groups, const std::string& partition,
               const LedgerTerms& terms) {
  Parts parts;
  for (const bool about : {true, false})
    for (const EntryGroup& group : groups) {
      if (!takes_part(group, terms)) continue;
      const Derivation* part = part_in(group, partition, terms);
      if (part == nullptr) {
        parts.missing = std::min(parts.missing.value_or(group.first), group.first);
      } else if (is_about(*part, partition) == about) {
        parts.premises.push_back(part);
        parts.times.push_back(group.times);
      }
    }
  return parts;
}

// The claim's profile; for no partition that of the sum of all epsilons.
std::vector<ProfileStep> claimed(const std::vector<EntryGroup>& groups,
                                 const std::optional<std::string>& partition,
                                 const LedgerTerms& terms) {
  std::vector<ProfileStep> sum{{std::nullopt, 0}};
  const Parts parts = parts_of(groups, partition.value_or(""), terms);
  for (std::size_t i = 0; i < parts.premises.size(); ++i) {
    const Promise& promise = parts.premises[i]->conclusion.promise;
    const auto* outlier = std::get_if<OutlierPromise>(&promise);
    if (outlier != nullptr && partition && outlier->partition == *partition) {
      sum = add(sum, outlier->profile, parts.times[i]);
    } else {
      const ExtendedRational all =
          outlier != nullptr ? most(outlier->profile)
                             : ExtendedRational(std::get<DpPromise>(promise).epsilon);
      sum = add(sum, {{std::nullopt, all}}, parts.times[i]);
    }
  }
  return sum;
}

// What was asked on top of what was spent.
ExtendedRational difference(const ExtendedRational& sum,
                            const ExtendedRational& spent) {
  if (sum.is_infinite() || spent.is_infinite()) return ExtendedRational::infinity();
  return sum.finite() - spent.finite();
}

}  // namespace

const OutlierPromise* open_promise(const EntryGroup& group, const LedgerTerms& terms) {
  if (group.counted) return nullptr;
  const OutlierPromise* open = nullptr;
  for (const Derivation& other : group.others) {
    const auto* outlier = outlier_of(other, terms);
    if (outlier == nullptr || !is_profile(outlier->profile)) continue;
    if (!most(outlier->profile).is_infinite()) return nullptr;  // this one bounds it
    if (open == nullptr) open = outlier;
  }
  return open;
}

std::string open_sentence(const OutlierPromise& promise) {
  const auto steps = lower_envelope(promise.profile);
  return fmt::format(
      "promises nothing to {} over {}, so no epsilon bounds it",
      steps.size() == 1
          ? std::string("anybody")
          : fmt::format("people in classes of more than {}", *steps.end()[-2].limit),
      promise.partition);
}

Outcome check_outliers(const EntryGroup& group, const LedgerTerms& terms) {
  for (const Derivation& other : group.others)
    if (const auto* outlier = outlier_of(other, terms)) {
      if (!is_profile(outlier->profile) || !holds(other))
        return wrong(
            "the outlier promise of this release does not follow from its derivation");
      // A cap for small classes speaks of epsilons; their deltas are those of
      // everybody.
      if (const auto* dp = dp_of(group);
          !terms.profile.empty() && dp != nullptr && outlier->delta > dp->delta)
        return wrong(
            "the outlier promise of this release has more delta than its dp promise, "
            "which a ledger with a cap for small classes does not count; leave out "
            "`mechanism`");
    }
  if (const auto* open = open_promise(group, terms); open != nullptr && terms.caps)
    return Error{
        ErrorKind::budget_exceeded,
        fmt::format("the ledger refuses: the release {}, and the cap is epsilon {}; "
                    "give larger classes an epsilon",
                    open_sentence(*open), terms.caps->epsilon.short_text())};
  return Done{};
}

LedgerClaims ledger_claims(const std::vector<EntryGroup>& groups,
                           const LedgerTerms& terms) {
  LedgerClaims result;
  const auto partitions = partitions_of(groups, terms);
  if (partitions.empty()) return result;
  std::optional<std::int64_t> uncounted;
  for (const EntryGroup& group : groups)
    if (!takes_part(group, terms))
      uncounted = std::min(uncounted.value_or(group.first), group.first);
  if (uncounted) {
    result.none_because = fmt::format(
        "entry {} promises no differential privacy, so nothing can be claimed for "
        "small "
        "classes",
        *uncounted);
    return result;
  }
  for (const std::string& partition : partitions) {
    const Parts parts = parts_of(groups, partition, terms);
    if (parts.missing) {
      result.claims.clear();
      result.none_because = fmt::format(
          "entry {} has a zcdp promise, which has no epsilon to add to a profile",
          *parts.missing);
      return result;
    }
    std::vector<Derivation> premises;
    for (const Derivation* part : parts.premises) premises.push_back(*part);
    auto claim = outlier_composition(std::move(premises), parts.times);
    if (claim)
      result.claims.push_back(*std::move(claim));
    else
      result.refused.push_back(claim.error().message);
  }
  return result;
}

std::optional<RandomDpPromise> random_sum(const std::vector<EntryGroup>& groups) {
  std::optional<RandomDpPromise> sum;
  std::optional<Neighbours> neighbours;
  for (const EntryGroup& group : groups) {
    if (group.counted) continue;
    for (const Derivation& other : group.others)
      if (const auto* random =
              std::get_if<RandomDpPromise>(&other.conclusion.promise)) {
        if (neighbours.value_or(other.conclusion.neighbours) !=
            other.conclusion.neighbours)
          return std::nullopt;
        neighbours = other.conclusion.neighbours;
        if (!sum) sum = RandomDpPromise{};
        sum->alpha = sum->alpha + random->alpha * group.times;
        sum->eta = sum->eta + random->eta * group.times;
        sum->gamma = sum->gamma + random->gamma * group.times;
        break;
      }
  }
  return sum;
}

std::optional<Error> profile_refusal(const std::vector<EntryGroup>& before,
                                     const EntryGroup& asked,
                                     const LedgerTerms& terms) {
  if (terms.profile.empty()) return std::nullopt;
  auto all = before;
  all.push_back(asked);
  std::vector<std::optional<std::string>> partitions;
  for (auto& partition : partitions_of(all, terms)) partitions.emplace_back(partition);
  if (partitions.empty()) partitions.emplace_back();
  for (const auto& partition : partitions) {
    const auto together = claimed(all, partition, terms);
    const auto size = first_above(together, terms.profile);
    if (!size) continue;
    const ExtendedRational sum = epsilon_at(together, *size);
    const ExtendedRational spent = epsilon_at(claimed(before, partition, terms), *size);
    return Error{
        ErrorKind::budget_exceeded,
        fmt::format(
            "the ledger refuses: for people in a class of {}{}, asked epsilon {}, "
            "spent "
            "epsilon {}, together epsilon {}, and the cap of its profile is epsilon {}",
            *size, partition ? fmt::format(" over {}", *partition) : "",
            difference(sum, spent).short_text(), spent.short_text(), sum.short_text(),
            epsilon_at(terms.profile, *size).short_text())};
  }
  return std::nullopt;
}

}  // namespace selvage
