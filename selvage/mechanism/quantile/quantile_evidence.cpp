// Pairs of tables that differ in one person, run by the shipped code, with what the two
// laws come to over all codes. [T94]
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "selvage/mechanism/codes_reader.hpp"
#include "selvage/mechanism/quantile/end_pairs.hpp"
#include "selvage/mechanism/quantile/quantile.hpp"
#include "selvage/outcome/whole_divergence.hpp"

namespace selvage {
namespace {

using Codes = std::vector<std::int64_t>;

Codes with_person(Codes rows, const Codes& person) {
  rows.insert(rows.end(), person.begin(), person.end());
  std::sort(rows.begin(), rows.end());
  return rows;
}

// Atoms, gaps, the bounds, and tables so long that the far end of a slope is reached.
// All codes are among those that the groups of QuantileLaw tell apart.
std::vector<Codes> tables_of(Effort effort, const UniversalPrior& prior) {
  const std::int64_t lowest = prior.lowest(), most = prior.most();
  const auto within = [&](std::int64_t code) { return std::clamp(code, lowest, most); };
  std::vector<Codes> tables = {{}, {0}, {1, 1, 5}, {lowest, 0, most}};
  Codes rising;
  for (std::int64_t code = -20; code < 20; ++code) rising.push_back(code);
  tables.push_back(rising);
  if (effort == Effort::audit)
    for (const std::int64_t a : {lowest, std::int64_t{-3}, std::int64_t{0}, most})
      for (const std::int64_t b : {std::int64_t{-3}, std::int64_t{5}, most})
        for (const std::int64_t c : {std::int64_t{0}, std::int64_t{5}, most})
          tables.push_back({a, b, c});
  for (Codes& table : tables) {
    std::transform(table.begin(), table.end(), table.begin(), within);
    std::sort(table.begin(), table.end());
  }
  return tables;
}

using GroupLaw = std::map<std::int64_t, Interval>;  // by the first code

GroupLaw group_law(const QuantileTerms& terms, const Codes& rows) {
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

constexpr std::int64_t kFarthest = 4;  // code, around the published one, which is 0

RowsAround rows_of(const Codes& codes) {
  const auto up_to = [&codes](std::int64_t code) {
    return std::upper_bound(codes.begin(), codes.end(), code) - codes.begin();
  };
  return {std::ssize(codes), up_to,
          [up_to](std::int64_t code) { return up_to(code - 1); }};
}

// The law of an end by its distance, from what T115 says of it: rho falls into
// stretches within which no candidate changes its chance to stop.
GroupLaw end_law(const IntervalTerms& terms, bool upper, const Codes& codes) {
  const auto& [rank, first, second, shift, most] = terms;
  const RowsAround around = rows_of(codes);
  const std::int64_t n = around.rows, reach = rank.b * terms.reach();
  std::vector<std::int64_t> offs;  // from the farthest candidate on
  for (std::int64_t far = kFarthest - 1; far >= 0; --far)
    offs.push_back(std::clamp(upper ? rank.b * around.up_to(far) - rank.a * n
                                    : rank.a * n - rank.b * around.below(-far),
                              -reach, reach));
  std::vector<std::int64_t> starts = {0};
  for (const std::int64_t off : offs)
    for (std::int64_t need = 0; need < most; ++need)
      starts.push_back(std::max<std::int64_t>(0, rank.b * (shift + need) - off + 1));
  std::sort(starts.begin(), starts.end());
  starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
  const Rational step = first / std::max(rank.a, rank.b - rank.a);
  GroupLaw law;
  for (std::int64_t far = 0; far <= kFarthest; ++far) law.emplace(far, Interval(0));
  for (std::size_t i = 0; i < starts.size(); ++i) {
    Interval left = exp(-(step * starts[i]));
    if (i + 1 < starts.size()) left = left - exp(-(step * starts[i + 1]));
    std::int64_t kept = kFarthest;
    for (const std::int64_t off : offs) {
      const auto need = static_cast<std::int64_t>(
          -floor_quotient(-(Int128{off} + starts[i]), rank.b) - shift);
      const Interval stop = exp(-(second * std::clamp<std::int64_t>(need, 0, most)));
      law.at(kept) = law.at(kept) + left * stop;
      left = left * (Interval(1) - stop);
      --kept;
    }
    law.at(kept) = law.at(kept) + left;
  }
  return law;
}

// The ends of an interval around one of few codes, on tables of these, with the noise
// of the release; what lies farther off is told apart less. [T115]
void add_interval_pairs(const IntervalTerms& terms, std::int64_t rows,
                        std::vector<NeighbourPair>& pairs) {
  for (const Codes& table : {Codes{}, Codes{-3, 0, 2}})
    for (const std::int64_t code : {-kFarthest, std::int64_t{1}}) {
      const Codes with =
          with_person(table, Codes(static_cast<std::size_t>(rows), code));
      const auto more =
          end_pairs(terms, {with, table, rows, (terms.first + terms.second) * rows});
      pairs.insert(pairs.end(), more.begin(), more.end());
    }
}

}  // namespace

std::vector<NeighbourPair> end_pairs(IntervalTerms terms, const EndLists& lists) {
  terms.shift = std::min<std::int64_t>(terms.shift, 1);
  terms.most = 3;
  std::vector<NeighbourPair> pairs;
  for (const bool upper : {false, true}) {
    const auto end_on = [=](const Codes& codes) {
      return [=](RandomSource& random) {
        const RowsAround around = rows_of(codes);
        const PublishedCode published = {0, -kFarthest, kFarthest};
        return Drawn{{0},
                     {},
                     {{upper ? draw_upper(terms, published, around, random)
                             : draw_lower(terms, published, around, random)}}};
      };
    };
    pairs.push_back({.number = "interval",
                     .people = std::ssize(lists.with),
                     .removed = lists.removed,
                     .with = end_on(lists.with),
                     .without = end_on(lists.without),
                     .epsilon = lists.epsilon,
                     .delta = 0,
                     .exact_delta = [=](const Rational& at) {
                       return divergence_of(end_law(terms, upper, lists.with),
                                            end_law(terms, upper, lists.without), at);
                     }});
  }
  return pairs;
}

// A person whose rows are all the same changes most.
Evidence QuantileMechanism::evidence(Effort effort) const {
  Evidence evidence;
  const auto small = in_small(effort);
  const bool one = small->tree_.nodes.size() == 1;
  const auto run_on = [small](const Codes& codes) {
    return [small, codes](RandomSource& random) {
      CodesReader reader(small->needs().reading, codes);
      return *small->run(reader, random);
    };
  };
  constexpr std::int64_t kMostRowsShown = 20;
  const std::int64_t rows = std::min(rows_per_person(), kMostRowsShown);
  const Rational part = Rational(rows, rows_per_person());
  const UniversalPrior& prior = small->prior_.codes();
  std::size_t tables = 0;
  for (const Codes& table : tables_of(effort, prior))
    for (const std::int64_t code :
         {std::max<std::int64_t>(-20, prior.lowest()),
          std::clamp<std::int64_t>(0, prior.lowest(), prior.most()), prior.most()}) {
      const Codes with =
          with_person(table, Codes(static_cast<std::size_t>(rows), code));
      ++tables;
      evidence.pairs.push_back({.number = series(0),
                                .people = static_cast<std::int64_t>(with.size()),
                                .removed = rows,
                                .with = run_on(with),
                                .without = run_on(table),
                                .epsilon = small->request_.epsilon * part,
                                .delta = 0});
      if (one)
        evidence.pairs.back().exact_delta =
            [terms = small->terms_of(small->tree_.nodes.front()), with,
             table](const Rational& at) {
              return divergence_of(group_law(terms, with), group_law(terms, table), at);
            };
      else
        evidence.pairs.back().exact_delta =
            [with = run_on(with), without = run_on(table)](const Rational& at) {
              return whole_divergence(with, without, at);
            };
    }
  const auto count_of = [this](std::int64_t people) {
    return [this, people](RandomSource& random) {
      std::int64_t count = people;
      add_noise(std::span(&count, 1), random);
      return Drawn{{0}, {}, {{count}}};
    };
  };
  if (request_.guard || request_.check)
    evidence.pairs.push_back({.number = "count",
                              .people = rows,
                              .removed = rows,
                              .with = count_of(rows),
                              .without = count_of(0),
                              .epsilon = quantile_shares(request_).counts * part,
                              .delta = 0});
  if (request_.interval())
    add_interval_pairs(interval_of(request_.at.size() / 2), rows, evidence.pairs);
  evidence.speaks_for_all = false;  // other tables have other laws
  evidence.says = [tables, one](const Walked& walked) {
    return fmt::format(
        "given ideal draws, the code was run on {} outcomes of {} pairs of tables{}; "
        "for all other tables theorem {} speaks",
        walked.outcomes, tables,
        one ? ", and their laws were compared over all numbers"
            : " with few codes and no ties",
        one ? "T91" : "T97");
  };
  return evidence;
}

}  // namespace selvage
