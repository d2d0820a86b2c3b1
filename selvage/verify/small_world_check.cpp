#include "selvage/verify/small_world_check.hpp"

#include <algorithm>
#include <cassert>

#include "selvage/outcome/divergence.hpp"

namespace selvage::verify {
namespace {

SmallWorldReader bound_to(const Mechanism& mechanism, const SmallTable& table,
                          const BoundingKey& key) {
  const Needs needs = mechanism.needs();
  return {needs.reading, table, key, needs.class_key};
}

using ClassPlace = std::pair<std::uint64_t, std::vector<Field>>;  // cell and keys
using ClassCounts = std::map<ClassPlace, std::int64_t>;

ClassCounts class_counts(const Mechanism& mechanism, const SmallTable& table) {
  SmallWorldReader reader = bound_to(mechanism, table, {});
  const auto cells = reader.cells();
  assert(cells);
  ClassCounts counts;
  for (const CellSums& sums : cells->sums)
    counts[{sums.cell, cells->keys.empty() ? std::vector<Field>()
                                           : cells->keys[sums.key]}] += sums.rows;
  return counts;
}

// The people in the class of whoever is in `with` and not in `without`; none where that
// is not one person in one class.
std::optional<std::int64_t> class_size(const ClassCounts& with,
                                       const ClassCounts& without) {
  std::optional<std::int64_t> size;
  for (const auto& [place, count] : with) {
    const auto before = without.find(place);
    const std::int64_t change = count - (before == without.end() ? 0 : before->second);
    if (change == 0) continue;
    if (change != 1 || size) return std::nullopt;
    size = count;
  }
  return size;
}

}  // namespace

WorldLaws::WorldLaws(std::vector<const Mechanism*> mechanisms, double cut,
                     const BoundingKey& key)
    : mechanisms_(std::move(mechanisms)), cut_(cut), key_(key) {}

const WorldLaws::Law& WorldLaws::of(const SmallTable& table) {
  std::vector<SmallWorldReader> readers;
  std::string kept;
  for (const Mechanism* mechanism : mechanisms_) {
    readers.push_back(bound_to(*mechanism, table, key_));
    kept += *readers.back().kept_text() + '|';
  }
  const auto found = laws_.find(kept);
  if (found != laws_.end()) return found->second;
  return laws_
      .emplace(kept, law_of<TreeSource>(
                         {.cut = cut_},
                         [&](RandomSource& random) {
                           std::vector<Drawn> all;
                           for (std::size_t i = 0; i < readers.size(); ++i)
                             all.push_back(*mechanisms_[i]->run(readers[i], random));
                           return all;
                         }))
      .first->second;
}

WorldPromise promise_of(const Mechanism& mechanism, const Guarantee& guarantee,
                        const Rational& part) {
  if (guarantee.neighbours != Neighbours::add_remove_person) return nullptr;
  if (const auto* dp = std::get_if<DpPromise>(&guarantee.promise))
    return [promised = DpPromise{dp->epsilon * part, dp->delta}](
               const SmallTable&, const SmallTable&) { return promised; };
  const auto* outlier = std::get_if<OutlierPromise>(&guarantee.promise);
  if (outlier == nullptr) return nullptr;
  return [&mechanism, promised = *outlier, part](
             const SmallTable& with,
             const SmallTable& without) -> std::optional<DpPromise> {
    const auto size =
        class_size(class_counts(mechanism, with), class_counts(mechanism, without));
    if (!size) return DpPromise{0, 0};  // nobody came or went who has a class
    const auto epsilon = epsilon_at(promised.profile, *size);
    if (epsilon.is_infinite()) return std::nullopt;
    return DpPromise{epsilon.finite() * part, promised.delta};
  };
}

WorldExcess worst_excess(WorldLaws& laws, const SmallWorld& world,
                         const WorldPromise& promise) {
  WorldExcess worst;
  if (!promise) return worst;
  for_each_neighbours(
      world.possible, world.rows,
      [&](const SmallTable& with, const SmallTable& without) {
        const auto promised = promise(with, without);
        if (!promised) return;
        const auto& p = laws.of(with);
        const auto& q = laws.of(without);
        if (&p == &q) {  // bounding leaves the same rows
          worst.certain = std::max(worst.certain, -promised->delta);
          worst.upper = std::max(worst.upper, -promised->delta);
          return;
        }
        for (const auto& [a, b] : {std::pair(&p, &q), std::pair(&q, &p)}) {
          const Interval delta = between(*a, *b, promised->epsilon);
          worst.certain = std::max(worst.certain, delta.lower() - promised->delta);
          worst.upper = std::max(worst.upper, delta.upper() - promised->delta);
        }
      });
  return worst;
}

std::vector<WorldExcess> check_small_worlds(const Mechanism& mechanism,
                                            const SmallWorld& world, double cut,
                                            const BoundingKey& key) {
  WorldLaws laws({&mechanism}, cut, key);
  std::vector<WorldExcess> result;
  for (const Derivation& derivation : mechanism.guarantees())
    result.push_back(
        worst_excess(laws, world, promise_of(mechanism, derivation.conclusion)));
  return result;
}

}  // namespace selvage::verify
