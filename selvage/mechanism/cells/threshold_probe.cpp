#include "selvage/mechanism/cells/threshold_probe.hpp"

#include <algorithm>
#include <cassert>

#include "selvage/outcome/answering_source.hpp"

namespace selvage {
Cells one_key(const Reading& reading, std::int64_t rows) {
  const auto& columns = reading.domain.columns();
  const auto unknown =
      std::count_if(columns.begin(), columns.end(), [](const DomainColumn& column) {
        return std::holds_alternative<UnknownKeys>(column.values);
      });
  const Int128 value = reading.measure ? reading.measure->grid.lowest() : 0;
  return {{{.cell = 0,
            .key = 0,
            .rows = rows,
            .sum = rows * value,
            .squares = rows * value * value}},
          {std::vector<std::optional<std::string>>(static_cast<std::size_t>(unknown),
                                                   "key")}};
}

bool only_passing_keys_are_released(const CellsPlan& plan) {
  assert(plan.key_threshold);
  const std::int64_t least =
      in_count_units(plan, std::max(*plan.key_threshold, plan.fewer_than.value_or(0)));
  ConstantSource large(std::int64_t{1} << 59);
  if (!release_cells(plan, {}, large).cells.empty()) return false;
  const Int128 draws = key_count(plan).draws;
  for (const std::int64_t rows :
       {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, plan.share.rows_in_cell}) {
    const Cells cells = one_key(plan.reading, rows);
    std::vector<std::int64_t> before;
    for (const PlannedNumber& number : plan.numbers)
      before.push_back(number_of(number.formula, cells.sums[0]));
    const Int128 count = count_of(plan, before);
    std::vector<std::int64_t> tried;
    for (std::int64_t near = -3; near <= 3; ++near)
      tried.push_back(static_cast<std::int64_t>((least - count) / draws) + near);
    for (int k = 0; k < 60; ++k)
      for (const std::int64_t z : {std::int64_t{1} << k, -(std::int64_t{1} << k)})
        tried.push_back(z);
    for (const std::int64_t z : tried) {
      ConstantSource random(z);
      const Drawn answer = release_cells(plan, cells, random);
      const bool passes = count + draws * z >= least;
      if (answer.cells.size() != (passes ? 1 : 0)) return false;
      for (std::size_t n = 0; passes && n < static_cast<std::size_t>(draws); ++n)
        if (answer.numbers[n][0] != before[n] + z) return false;
    }
  }
  return true;
}

}  // namespace selvage
