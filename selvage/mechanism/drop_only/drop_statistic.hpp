// Any statistic of a histogram, given as a function: exactly that of a table from which
// few people were dropped, at the price of the histogram alone. [T165]
#pragma once
#include <functional>
#include <numeric>
#include <type_traits>

#include "selvage/mechanism/drop_only/drop_terms.hpp"
#include "selvage/one_sided/drop_sums.hpp"

namespace selvage {

template <class Said>
struct DropStatistic {
  Said value;                 // of what is left; the function says what none is
  std::int64_t left;          // people in it, so as many there are at least
  std::int64_t most_dropped;  // of all bars together, but for the risk [T163]
};

// f takes the counts of the bars as a span and must depend on nothing else of the
// table. A draw for every bar, also for empty ones. Requires a bar at least, 0 <= risk
// <
// 1. (epsilon, delta): terms.derivation().
template <class F>
auto drop_statistic(std::vector<std::int64_t> counts, const DropTerms& terms,
                    const Rational& risk, const F& f, RandomSource& random) {
  using Said = std::invoke_result_t<const F&, std::span<const std::int64_t>>;
  drop_from(counts, *terms.draws, random);
  const auto bars = static_cast<std::int64_t>(counts.size());
  return DropStatistic<Said>{
      f(std::span<const std::int64_t>(counts)),
      std::accumulate(counts.begin(), counts.end(), std::int64_t{0}),
      most_dropped_in_all(*terms.table, bars, risk)};
}

}  // namespace selvage
