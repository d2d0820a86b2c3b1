#include "selvage/mechanism/cells/threshold_probe.hpp"

#include <algorithm>
#include <cassert>

#include "selvage/outcome/answering_source.hpp"

namespace selvage {
Cells one_key(const Domain& domain, std::int64_t rows) {
  const auto& columns = domain.columns();
  const auto unknown =
      std::count_if(columns.begin(), columns.end(), [](const DomainColumn& column) {
        return std::holds_alternative<UnknownKeys>(column.values);
      });
  return {{{.cell = 0, .key = 0, .rows = rows}},
          {std::vector<std::optional<std::string>>(static_cast<std::size_t>(unknown),
                                                   "key")}};
}

bool only_passing_keys_are_released(const CellsPlan& plan) {
  assert(plan.key_threshold);
  const std::int64_t threshold = *plan.key_threshold;
  ConstantSource large(std::int64_t{1} << 59);
  if (!release_cells(plan, {}, large).cells.empty()) return false;
  for (const std::int64_t rows :
       {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, plan.share.rows_in_cell}) {
    const Cells cells = one_key(plan.reading.domain, rows);
    std::vector<std::int64_t> draws;
    for (std::int64_t near = -3; near <= 3; ++near)
      draws.push_back(threshold - rows + near);
    for (int k = 0; k < 60; ++k)
      for (const std::int64_t z : {std::int64_t{1} << k, -(std::int64_t{1} << k)})
        draws.push_back(z);
    for (const std::int64_t z : draws) {
      ConstantSource random(z);
      const Drawn answer = release_cells(plan, cells, random);
      const bool passes =
          rows + z >= threshold && (!plan.fewer_than || rows + z >= *plan.fewer_than);
      if (answer.cells.size() != (passes ? 1 : 0)) return false;
      if (passes && answer.numbers[0][0] != rows + z) return false;
    }
  }
  return true;
}

}  // namespace selvage
