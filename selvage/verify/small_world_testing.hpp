// For tests: the laws of whole releases over small worlds.
#pragma once
#include <map>

#include "selvage/mechanism/cells/plan.hpp"
#include "selvage/verify/outcome_tree.hpp"
#include "selvage/verify/small_world.hpp"

namespace selvage::verify {

inline BoundingKey test_key(std::uint8_t seed) {
  BoundingKey result{};
  result[0] = seed;
  result[17] = static_cast<std::uint8_t>(seed * 7);
  return result;
}

// All rows of two people, and of nobody, over three keys and two amounts.
inline SmallTable possible_rows(std::initializer_list<const char*> people,
                                std::initializer_list<const char*> keys,
                                std::initializer_list<const char*> amounts) {
  SmallTable rows;
  for (const char* person : people)
    for (const char* k : keys)
      for (const char* amount : amounts) rows.push_back({person, {k, amount}});
  return rows;
}

// The outcome of a release as something that can be compared.
using Outcome = std::vector<std::pair<std::string, std::vector<std::int64_t>>>;

inline Outcome outcome_of(const CellsPlan& plan, const Drawn& answer) {
  const Domain domain = released_domain(plan.reading.domain, answer);
  Outcome outcome;
  for (std::size_t i = 0; i < answer.cells.size(); ++i) {
    std::string label;
    for (std::size_t c = 0; c < domain.columns().size(); ++c)
      label += domain.label(answer.cells[i], c) + "|";
    std::vector<std::int64_t> numbers;
    for (const auto& number : answer.numbers) numbers.push_back(number[i]);
    outcome.emplace_back(std::move(label), std::move(numbers));
  }
  return outcome;
}

// Laws of whole releases, remembered by what the reader says: many tables are bounded
// to the same cells.
class Laws {
 public:
  Laws(const CellsPlan& plan, double cut, const BoundingKey& key = test_key(5))
      : plan_(plan), cut_(cut), key_(key) {}
  const OutcomeLaw<Outcome>& of(const SmallTable& table) {
    const Cells cells =
        *SmallWorldReader(plan_.reading, table, key_, class_key(plan_)).cells();
    std::string name;
    for (const CellSums& sums : cells.sums) {
      name += std::to_string(sums.cell) + ":";
      if (!cells.keys.empty()) name += cells.keys[sums.key][0].value_or("-") + ":";
      name += std::to_string(sums.rows) + ":" +
              std::to_string(static_cast<std::int64_t>(sums.sum)) + " ";
    }
    auto found = laws_.find(name);
    if (found == laws_.end())
      found = laws_
                  .emplace(name, law_of<TreeSource>(
                                     {.cut = cut_},
                                     [&](RandomSource& random) {
                                       return outcome_of(
                                           plan_, release_cells(plan_, cells, random));
                                     }))
                  .first;
    return found->second;
  }

 private:
  const CellsPlan& plan_;
  double cut_;
  BoundingKey key_;
  std::map<std::string, OutcomeLaw<Outcome>> laws_;
};

}  // namespace selvage::verify
