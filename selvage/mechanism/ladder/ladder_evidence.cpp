// Pairs of tables that differ in one person, run by the shipped search on a few steps,
// with what the two laws come to over all of them. [T115]
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "selvage/mechanism/ladder/ladder.hpp"

namespace selvage {
namespace {

using Codes = std::vector<std::int64_t>;
using StepLaw = std::map<std::int64_t, Interval>;  // by the step

constexpr std::int64_t kLastShown = 2;       // steps from -2 to 2, one code each
constexpr std::int64_t kMostRowsShown = 20;  // of the person
constexpr std::int64_t kMostNeedShown = 3;   // what is farther off is told apart less
constexpr std::uint64_t kMostWalked = 512;

std::vector<Codes> tables_shown(Effort effort) {
  std::vector<Codes> tables = {{}, {0, 1}, Codes(6, -1)};
  if (effort == Effort::before_release) return tables;
  for (std::int64_t a = -kLastShown; a <= kLastShown; ++a)
    for (std::int64_t b = a; b <= kLastShown; ++b) tables.push_back({a, b, b});
  return tables;
}

RankWindow window_of(Codes codes) {
  std::sort(codes.begin(), codes.end());
  const auto rows = static_cast<std::int64_t>(codes.size());
  return {.rows = rows, .below = 0, .codes = std::move(codes)};
}

// From what T169 says of it: rho falls into stretches within which no step changes its
// chance to stop.
StepLaw law_of(const IntervalTerms& terms, const Codes& codes) {
  const auto& [rank, first, second, shift, most] = terms;
  const bool up = goes_up(rank);
  const std::int64_t before = up ? rank.a : rank.b - rank.a, far = rank.b * most;
  std::vector<std::int64_t> offs;  // from the first step on, but for the last
  for (std::int64_t place = -kLastShown; place < kLastShown; ++place) {
    const auto here = std::count_if(codes.begin(), codes.end(), [&](std::int64_t code) {
      return (up ? code : -code) <= place;
    });
    offs.push_back(std::clamp(before * std::ssize(codes) - rank.b * here, -far, far));
  }
  std::vector<std::int64_t> starts = {0};
  for (const std::int64_t off : offs)
    for (std::int64_t need = 0; need < most; ++need)
      starts.push_back(std::max<std::int64_t>(0, rank.b * need - off + 1));
  std::sort(starts.begin(), starts.end());
  starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
  const Rational step = first / std::max(rank.a, rank.b - rank.a);
  StepLaw law;
  for (std::int64_t at = -kLastShown; at <= kLastShown; ++at)
    law.emplace(at, Interval(0));
  for (std::size_t i = 0; i < starts.size(); ++i) {
    Interval left = exp(-(step * starts[i]));
    if (i + 1 < starts.size()) left = left - exp(-(step * starts[i + 1]));
    std::int64_t place = -kLastShown;
    for (const std::int64_t off : offs) {
      const auto need = static_cast<std::int64_t>(
          -floor_quotient(-(Int128{off} + starts[i]), rank.b));
      const Interval stop = exp(-(second * std::clamp<std::int64_t>(need, 0, most)));
      Interval& mass = law.at(up ? place : -place);
      mass = mass + left * stop;
      left = left * (Interval(1) - stop);
      ++place;
    }
    Interval& mass = law.at(up ? place : -place);
    mass = mass + left;
  }
  return law;
}

// The larger one of the two directions.
Interval divergence_of(const StepLaw& p, const StepLaw& q, const Rational& epsilon) {
  const Interval factor = exp(Interval(epsilon));
  Interval forth(0), back(0);
  for (const auto& [step, mass] : p) {
    const Interval& other = q.at(step);
    forth = forth + positive_part(mass - factor * other);
    back = back + positive_part(other - factor * mass);
  }
  return forth.upper() < back.upper() ? back : forth;
}

}  // namespace

// With the noise of the release. A person whose rows are all the same changes most.
Evidence LadderMechanism::evidence(Effort effort) const {
  IntervalTerms terms = terms_;
  terms.most = kMostNeedShown;
  const auto run_on = [terms](const Codes& codes) {
    return [terms, window = window_of(codes)](RandomSource& random) {
      return Drawn{
          {0}, {}, {{draw_step(terms, LadderSteps(kLastShown), window, random)}}};
    };
  };
  const std::int64_t rows = std::min(rows_per_person(), kMostRowsShown);
  Evidence evidence;
  for (const Codes& table : tables_shown(effort))
    for (const std::int64_t code : {-kLastShown, std::int64_t{0}, kLastShown}) {
      Codes with = table;
      with.insert(with.end(), static_cast<std::size_t>(rows), code);
      evidence.pairs.push_back({.number = question_.verb,
                                .people = std::ssize(with),
                                .removed = rows,
                                .with = run_on(with),
                                .without = run_on(table),
                                .epsilon = (terms.first + terms.second) * rows,
                                .delta = 0,
                                .exact_delta =
                                    [terms, with, table](const Rational& at) {
                                      return divergence_of(law_of(terms, with),
                                                           law_of(terms, table), at);
                                    },
                                .most_walked = kMostWalked});
    }
  evidence.speaks_for_all = false;  // other tables have other laws
  evidence.says = [pairs = evidence.pairs.size()](const Walked& walked) {
    return fmt::format(
        "given ideal draws, the search was run with this noise on {} outcomes of {} "
        "pairs of tables with {} steps, and their laws were compared; for all other "
        "tables theorem T115 speaks",
        walked.outcomes, pairs, 2 * kLastShown + 1);
  };
  return evidence;
}

}  // namespace selvage
