// Pairs of tables that differ in one person, run by the shipped code, with what the two
// laws come to over all codes. [T94]
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "selvage/mechanism/quantile/quantile.hpp"

namespace selvage {
namespace {

using Codes = std::vector<std::int64_t>;

// A table that is nothing but the codes of its rows.
class CodesReader : public Reader {
 public:
  CodesReader(Reading reading, const Codes& codes)
      : reading_(std::move(reading)), codes_(codes) {}
  const Reading& reading() const override { return reading_; }
  Result<Cells> cells() override {
    CellTally tally(reading_);
    if (const auto done = each_row([&](const CodedRow& row) { tally.add(row); }); !done)
      return done.error();
    return Cells{tally.sums(), {}};
  }

 private:
  Outcome each_row(const VisitRow& visit) override {
    for (const std::int64_t code : codes_) visit({.steps = code});
    return Done{};
  }
  Reading reading_;
  const Codes& codes_;
};

Codes with_person(Codes rows, const Codes& person) {
  rows.insert(rows.end(), person.begin(), person.end());
  std::sort(rows.begin(), rows.end());
  return rows;
}

// Atoms, gaps, the bounds, and tables so long that the far end of a slope is reached.
// All codes are among those that the groups of QuantileLaw tell apart.
std::vector<Codes> tables_of(Effort effort, std::int64_t largest) {
  std::vector<Codes> tables = {{}, {0}, {1, 1, 5}, {-largest, 0, largest}};
  Codes rising;
  for (std::int64_t code = -20; code < 20; ++code) rising.push_back(code);
  tables.push_back(rising);
  if (effort == Effort::before_release) return tables;
  const Codes codes = {-largest, -3, 0, 5, largest};
  for (const std::int64_t a : codes)
    for (const std::int64_t b : codes)
      for (const std::int64_t c : codes)
        if (a <= b && b <= c) tables.push_back({a, b, c});
  return tables;
}

using GroupLaw = std::map<std::int64_t, Interval>;  // by the first code

GroupLaw law_of(const QuantileTerms& terms, const Codes& rows) {
  const QuantileLaw law(terms, {static_cast<std::int64_t>(rows.size()), 0, rows});
  GroupLaw groups;
  for (std::uint64_t i = 0; i < law.size(0); ++i)
    groups.emplace(law.value(0, i), law.weight(0, i).value());
  return groups;
}

// The larger one of the two directions.
Interval divergence_of(const GroupLaw& p, const GroupLaw& q, const Rational& epsilon) {
  const Interval factor = exp(Interval(epsilon));
  Interval forth(0), back(0);
  for (const auto& [first, mass] : p) {
    const Interval& other = q.at(first);
    forth = forth + positive_part(mass - factor * other);
    back = back + positive_part(other - factor * mass);
  }
  return forth.upper() < back.upper() ? back : forth;
}

}  // namespace

// A person whose rows are all the same changes most.
Evidence QuantileMechanism::evidence(Effort effort) const {
  Evidence evidence;
  const auto run_on = [this](const Codes& codes) {
    return [this, codes](RandomSource& random) {
      CodesReader reader(needs().reading, codes);
      return *run(reader, random);
    };
  };
  constexpr std::int64_t kMostRowsShown = 20;
  const std::int64_t rows = std::min(rows_per_person(), kMostRowsShown);
  const Rational epsilon = request_.epsilon * rows / rows_per_person();
  for (const Codes& table : tables_of(effort, most()))
    for (const std::int64_t code : {std::int64_t{-20}, std::int64_t{0}, most()}) {
      const Codes with =
          with_person(table, Codes(static_cast<std::size_t>(rows), code));
      evidence.pairs.push_back(
          {.number = series(),
           .people = static_cast<std::int64_t>(with.size()),
           .removed = rows,
           .with = run_on(with),
           .without = run_on(table),
           .epsilon = epsilon,
           .delta = 0,
           .exact_delta = [terms = terms_, with, table](const Rational& at) {
             return divergence_of(law_of(terms, with), law_of(terms, table), at);
           }});
    }
  evidence.speaks_for_all = false;  // other tables have other laws
  evidence.says = [pairs = evidence.pairs.size()](const Walked& walked) {
    return fmt::format(
        "given ideal draws, the code was run on {} outcomes of {} pairs of tables, "
        "and their laws were compared over all numbers; for all other tables theorem "
        "T91 speaks",
        walked.outcomes, pairs);
  };
  return evidence;
}

}  // namespace selvage
