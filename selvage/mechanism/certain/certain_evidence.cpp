// Pairs of tables that differ in one person, run by the shipped code, and the table of
// probabilities checked at every depth. [T125]
#include <fmt/format.h>

#include "selvage/mechanism/certain/certain.hpp"
#include "selvage/mechanism/codes_reader.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostRowsShown = 20;     // of the person
constexpr std::int64_t kMostTableRows = 2'000;  // rows around

using Codes = std::vector<std::int64_t>;

Codes some_of(std::int64_t code, std::int64_t rows, Codes more = {}) {
  more.insert(more.end(), static_cast<std::size_t>(rows), code);
  return more;
}

// Nobody, few, one code alone at depths up to the surely shown one, and two codes that
// divide the rows.
std::vector<Codes> tables_shown(Effort effort, std::int64_t surely) {
  std::vector<Codes> tables = {{}, {5}, {1, 5, 9}};
  const std::int64_t steps = effort == Effort::audit ? 16 : 3;
  for (std::int64_t i = 1; i <= steps; ++i) {
    const std::int64_t rows = surely * 2 * i / steps;
    tables.push_back(some_of(5, rows));
    tables.push_back(some_of(5, rows / 2, some_of(3, rows / 4)));
    tables.push_back(some_of(9, rows / 3, some_of(1, rows / 3)));
  }
  return tables;
}

}  // namespace

Evidence CertainMechanism::evidence(Effort effort) const {
  Question question = question_;
  question.domain = *Domain::make({});
  question.asked.clear();
  question.keys.clear();
  const std::shared_ptr<const CertainMechanism> one(
      new CertainMechanism(std::move(question), request_, grid_, table_));
  const auto run_on = [one](const Codes& codes) {
    // Both halves of a run: a small epsilon looks far, and need not do so each time.
    CodesReader reader(one->needs().reading, codes);
    return [one, all = *one->read(reader)](RandomSource& random) {
      return one->shown_of(all, random);
    };
  };
  const std::int64_t rows = std::min(question_.person.most_in_cell(), kMostRowsShown);
  const std::int64_t surely =
      std::min(table_->depth() * question_.person.most_in_cell(), kMostTableRows);
  const std::int64_t tests = of_spread() ? 2 : 1;
  const Rational epsilon = of_test(request_.epsilon), delta = of_test(request_.delta);
  Evidence evidence;
  for (const Codes& table : tables_shown(effort, surely)) {
    const auto without = run_on(table);
    for (const std::int64_t code : {1, 5}) {
      Codes with = some_of(code, rows, table);
      evidence.pairs.push_back({.number = series(),
                                .people = static_cast<std::int64_t>(with.size()),
                                .removed = rows,
                                .with = run_on(with),
                                .without = without,
                                .epsilon = epsilon * tests,
                                .delta = delta * tests});
    }
  }
  evidence.probes.push_back({[table = table_, epsilon, delta] {
    return Probed{table->keeps(epsilon, delta),
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
        "depths; that no person changes a depth by more than 1, theorems T123 to T125 "
        "say",
        walked.outcomes, pairs, depth);
  };
  return evidence;
}

}  // namespace selvage
