// Pairs of tables that differ in one person, run by the shipped code: the centre as a
// median, the radius given the centre, the sums given both.
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "selvage/mechanism/bound_free/bound_free.hpp"
#include "selvage/mechanism/bound_free/radius_law.hpp"
#include "selvage/outcome/whole_divergence.hpp"

namespace selvage {
namespace {

using Counts = std::vector<std::int64_t>;  // as Reader::counts_beyond has them

// All rows, and how many are farther from the centre than 2^j.
Counts counts_of(const std::vector<std::int64_t>& farther_than, std::int64_t rows,
                 int octaves) {
  Counts counts(static_cast<std::size_t>(octaves) + 1, rows);
  for (std::size_t j = 0; j + 1 < counts.size(); ++j)
    counts[j + 1] = std::count_if(
        farther_than.begin(), farther_than.end(),
        [&](std::int64_t octave) { return octave >= static_cast<std::int64_t>(j); });
  return counts;
}

}  // namespace

// A person whose rows are all the same changes most. Rows are named by the largest
// octave that they exceed, -1 for those next to the centre.
Evidence BoundFreeMechanism::evidence(Effort effort) const {
  Evidence evidence;
  if (is_mean()) evidence = centre_->evidence(effort);
  evidence.probes.clear();
  constexpr std::int64_t kMostRowsShown = 20;
  const std::int64_t rows = std::min(rows_per_person(), kMostRowsShown);
  const Rational part = Rational(rows, rows_per_person());
  for (NeighbourPair& pair : evidence.pairs) pair.number = "centre";

  const std::int64_t last = octaves() - 1;
  const auto wanted = static_cast<std::size_t>(target());
  std::vector<std::vector<std::int64_t>> tables = {{}, {0, 3, last - 1}};
  // As many rows as the radius leaves outside: one more makes near radii worse and far
  // ones better.
  tables.emplace_back(wanted, 5);
  if (effort == Effort::audit) {
    tables.push_back({-1});
    tables.emplace_back(wanted, -1);
    tables.emplace_back(wanted, 0);
    tables.emplace_back();
    for (std::size_t row = 0; row < 2 * wanted; ++row)
      tables.back().push_back(static_cast<std::int64_t>(row) % octaves() - 1);
  }
  const auto radius_of = [this](const std::vector<std::int64_t>& table) {
    return [law = radius_law(counts_of(table, std::ssize(table), octaves()))](
               RandomSource& random) {
      Drawn drawn{{0}, {}, {{0}}};
      random.draw(drawn.numbers[0], law);
      return drawn;
    };
  };
  for (const auto& table : tables)
    for (const std::int64_t octave : {std::int64_t{-1}, last / 2, last - 1}) {
      std::vector<std::int64_t> with = table;
      with.insert(with.end(), static_cast<std::size_t>(rows), octave);
      evidence.pairs.push_back(
          {.number = "radius",
           .people = std::ssize(with),
           .removed = rows,
           .with = radius_of(with),
           .without = radius_of(table),
           .epsilon = shares().radius * part,
           .delta = 0,
           .exact_delta = [with = radius_of(with),
                           without = radius_of(table)](const Rational& at) {
             return whole_divergence(with, without, at);
           }});
    }

  // A row adds all of its width to one of the two sums, or a part to each; where all of
  // it goes to one, the other is drawn alike with and without the person.
  for (const std::int64_t j : {std::int64_t{0}, last}) {
    const auto sum_of = [this, j](std::int64_t people) {
      return [this, j, sum = Int128{people} << width_bits(j)](RandomSource& random) {
        return Drawn{{0}, {}, {{noisy(sum, j, random)}}};
      };
    };
    evidence.pairs.push_back({.number = "sums",
                              .people = rows + 1,
                              .removed = rows,
                              .with = sum_of(rows + 1),
                              .without = sum_of(1),
                              .epsilon = shares().sums * part,
                              .delta = 0,
                              .most_walked = j == 0 ? 4096 : 256});
  }
  evidence.speaks_for_all = false;  // other tables have other laws
  const std::size_t pairs = evidence.pairs.size();
  evidence.says = [pairs, mean = is_mean()](const Walked& walked) {
    return fmt::format(
        "given ideal draws, the code of {} was run on {} outcomes of {} pairs of "
        "tables; for all other tables theorem {} speaks",
        mean ? "centre, radius and sums" : "radius and sum", walked.outcomes, pairs,
        mean ? "T109" : "T110");
  };
  return evidence;
}

}  // namespace selvage
