// Pairs of counts that differ in one person, run by the shipped code, and the table of
// drops checked exactly. [T160]
#include <algorithm>

#include <fmt/format.h>

#include "selvage/guarantee/drop_only.hpp"
#include "selvage/mechanism/drop_only/drop_words.hpp"

namespace selvage {
namespace {

// All counts are walked up to these widths, in an audit and before a release.
constexpr std::int64_t kMostWalkedWidth = 60, kMostWalkedBefore = 30;
constexpr std::int64_t kWide = 400;  // beyond this a walk takes long
constexpr std::uint64_t kMostOutcomes = 2'000;

// P(output) of a bar of so many rows.
Rational output_mass(const DropTable& table, std::int64_t rows, std::int64_t output) {
  if (output > 0) return table.probability(rows - output);
  return Rational(1) - table.at_most(rows - 1);
}

// The larger one of both directions, outputs cut at 0.
Interval excess_between(const DropTable& table, std::int64_t more, std::int64_t fewer,
                        const Rational& epsilon) {
  const Interval growth = exp(Interval(epsilon));
  Interval forth(0), back(0);
  const auto add = [&](std::int64_t output) {
    const Interval p(output_mass(table, more, output)),
        q(output_mass(table, fewer, output));
    forth = forth + positive_part(p - growth * q);
    back = back + positive_part(q - growth * p);
  };
  add(0);
  for (std::int64_t y = std::max<std::int64_t>(1, fewer - table.width()); y <= more;
       ++y)
    add(y);
  return forth.upper() < back.upper() ? back : forth;
}

bool walks_all(const DropTerms& terms, Effort effort) {
  return terms.width() <=
         (effort == Effort::audit ? kMostWalkedWidth : kMostWalkedBefore);
}

// The counts with the person's rows: beyond the width and these rows all are alike.
std::vector<std::int64_t> counts_shown(const DropTerms& terms, Effort effort,
                                       std::int64_t rows) {
  const std::int64_t most = terms.width() + rows + 1;
  const bool all = walks_all(terms, effort);
  const std::int64_t some = terms.width() > kWide ? 2 : 6;
  const std::int64_t steps = all ? most - rows : std::min(most - rows, some);
  std::vector<std::int64_t> counts;
  for (std::int64_t i = 0; i <= steps; ++i)
    counts.push_back(rows + (most - rows) * i / steps);
  return counts;
}

}  // namespace

Evidence drop_evidence(
    const DropTerms& terms, Effort effort, const std::string& number,
    const std::function<Drawn(std::int64_t rows, RandomSource&)>& run_bar) {
  Evidence evidence;
  const std::int64_t in_cell = terms.share.rows_in_cell;
  for (const std::int64_t rows : {std::int64_t{1}, in_cell}) {
    if (rows != 1 && rows > terms.width()) continue;
    const Rational delta = rows == 1 ? terms.row_delta
                                     : (Interval(terms.row_delta) *
                                        delta_of_person(terms.epsilon, {rows, 1, rows}))
                                           .upper();
    for (const std::int64_t count : counts_shown(terms, effort, rows))
      evidence.pairs.push_back(
          {.number = number,
           .people = count,
           .removed = rows,
           .with = [run_bar,
                    count](RandomSource& random) { return run_bar(count, random); },
           .without =
               [run_bar, count, rows](RandomSource& random) {
                 return run_bar(count - rows, random);
               },
           .epsilon = terms.epsilon * rows,
           .delta = delta,
           .exact_delta =
               [table = terms.table, count, rows](const Rational& at) {
                 return excess_between(*table, count, count - rows, at);
               },
           .most_walked = kMostOutcomes});
    if (in_cell == 1) break;
  }
  evidence.probes.push_back({[terms] {
    return Probed{terms.table->keeps(terms.epsilon, terms.row_delta),
                  fmt::format("the table of drops was checked exactly, all {} values",
                              terms.table->points())};
  }});
  evidence.curve = [table = terms.table](const Rational& at) {
    return table->excess(at);
  };
  // Of one row: then every pair of neighbours is one of these, in one cell.
  evidence.speaks_for_all = terms.share.rows == 1 && walks_all(terms, effort);
  if (!evidence.speaks_for_all)
    evidence.says = [points = terms.table->points(),
                     pairs = evidence.pairs.size()](const Walked& walked) {
      return fmt::format(
          "given ideal draws, the code was run on {} outcomes of {} pairs of counts, "
          "and the table of all {} drops was checked exactly; for all other tables "
          "theorems T160 and T162 speak",
          walked.outcomes, pairs, points);
    };
  return evidence;
}

}  // namespace selvage
