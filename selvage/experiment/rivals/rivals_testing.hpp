// For tests: the laws of a rival on all small tables, through the outcome tree, against
// what it promises.
#pragma once
#include <functional>
#include <map>

#include "selvage/experiment/rivals/sorted_rows.hpp"
#include "selvage/guarantee/guarantee.hpp"
#include "selvage/mechanism/row_codes_testing.hpp"
#include "selvage/outcome/divergence.hpp"

namespace selvage {

struct RivalExcess {
  Rational certain = -1, upper = -1;  // of delta beyond the promised one
};

// Over all pairs of neighbours of at most so many rows, in both directions, at this
// part of the promised epsilon.
template <class Rival>
RivalExcess worst_excess_of(const Rival& rival, const RowCodes& codes, std::size_t rows,
                            double cut, const Rational& part = 1) {
  const auto promise = std::get<DpPromise>(rival.guarantee().promise);
  const auto run = [&](const RowCodes& table) {
    return law_of<TreeSource>(
        {.cut = cut}, [&](RandomSource& random) { return rival.run(table, random); });
  };
  std::map<RowCodes, decltype(run({}))> laws;
  for (const RowCodes& table : tables_of(codes, rows)) laws.emplace(table, run(table));
  RivalExcess worst;
  for (const auto& [table, law] : laws) {
    if (table.size() == rows) continue;
    for (const std::int64_t code : codes) {
      const auto& other = laws.at(with_row(table, code));
      for (const auto& [p, q] : {std::pair(&law, &other), std::pair(&other, &law)}) {
        const Interval delta = between(*p, *q, promise.epsilon * part);
        worst.certain = std::max(worst.certain, delta.lower() - promise.delta);
        worst.upper = std::max(worst.upper, delta.upper() - promise.delta);
      }
    }
  }
  return worst;
}

}  // namespace selvage
