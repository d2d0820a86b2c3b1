// Pairs of tables that differ in one person, run by the shipped code, and the table of
// probabilities checked at every depth. [T131]
#include <algorithm>

#include <fmt/format.h>

#include "selvage/mechanism/codes_reader.hpp"
#include "selvage/mechanism/trimmed_mean/trimmed_mean.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostRowsShown = 20;  // of the person
constexpr std::int64_t kMostTableRows = 4'000;

using Codes = std::vector<std::int64_t>;

Codes spread_out(std::int64_t rows, std::int64_t apart) {
  Codes codes(static_cast<std::size_t>(rows));
  for (std::int64_t i = 0; i < rows; ++i)
    codes[static_cast<std::size_t>(i)] = i * apart;
  return codes;
}

// Nobody, few, and rows that are the same or at equal distances, from where nothing is
// shown up to where all is.
std::vector<Codes> tables_with_ends(Effort effort, std::int64_t surely) {
  std::vector<Codes> tables = {{}, {5}, {1, 5, 9, 12}};
  const std::int64_t steps = effort == Effort::audit ? 8 : 2;
  for (std::int64_t i = 1; i <= steps; ++i) {
    const std::int64_t rows = std::max<std::int64_t>(4, surely * 8 * i / steps);
    tables.push_back(spread_out(std::min(rows, kMostTableRows), 0));
    tables.push_back(spread_out(std::min(rows, kMostTableRows), 1000));
  }
  return tables;
}

}  // namespace

Evidence TrimmedMeanMechanism::evidence(Effort effort) const {
  Question question = question_;
  question.domain = *Domain::make({});
  question.asked.clear();
  question.keys.clear();
  TrimmedMeanRequest request = request_;
  const auto [test, release, delta] = shares();
  request.epsilon = release * 2;
  request.delta = delta * 2;
  const std::shared_ptr<const TrimmedMeanMechanism> one(new TrimmedMeanMechanism(
      std::move(question), std::move(request), size_, grid_, table_));
  // Both tests, as a run makes them; then the noise that a person moves most.
  const auto tests_on = [one](const Codes& codes) {
    return [one, codes](RandomSource& random) {
      CodesReader reader(one->needs().reading, codes);
      return Drawn{{0}, {}, {one->shown_octaves(*one->read(reader), random)}};
    };
  };
  const std::int64_t rows = std::min(rows_per_person(), kMostRowsShown);
  const std::int64_t surely = table_->depth() * rows_per_person();
  Evidence evidence;
  for (const Codes& table : tables_with_ends(effort, surely))
    for (const std::int64_t code : {std::int64_t{0}, std::int64_t{1} << 40}) {
      Codes with = table;
      with.insert(with.end(), static_cast<std::size_t>(rows), code);
      evidence.pairs.push_back({.number = "tests",
                                .people = std::ssize(with),
                                .removed = rows,
                                .with = tests_on(with),
                                .without = tests_on(table),
                                .epsilon = test * 2,
                                .delta = delta * 2});
    }
  for (const std::int64_t octave :
       {std::int64_t{1}, std::int64_t{40}, kMostReachOctave}) {
    const std::int64_t moved = noise_of(octave).moved;
    const auto mean_of = [one, octave](std::int64_t steps) {
      return [one, octave, steps](RandomSource& random) {
        return Drawn{{0}, {}, {{one->noisy(steps, octave, random)}}};
      };
    };
    evidence.pairs.push_back({.number = "mean",
                              .people = rows_per_person(),
                              .removed = rows_per_person(),
                              .with = mean_of(moved),
                              .without = mean_of(0),
                              .epsilon = release,
                              .delta = 0,
                              .most_walked = 256});
  }
  evidence.probes.push_back({[table = table_, test = test, delta = delta] {
    return Probed{table->keeps(test, delta),
                  fmt::format("the table of probabilities was checked at all of its {} "
                              "depths",
                              table->depth())};
  }});
  evidence.speaks_for_all = false;  // that depths change by 1 at most is a theorem
  evidence.says = [pairs = evidence.pairs.size(),
                   depth = table_->depth()](const Walked& walked) {
    return fmt::format(
        "given ideal draws, the code was run with these terms on {} outcomes of {} "
        "pairs of tables, and the probabilities were checked exactly at all of {} "
        "depths; for all other tables theorems T129 to T131 speak",
        walked.outcomes, pairs, depth);
  };
  return evidence;
}

}  // namespace selvage
