#include "selvage/verify/threshold_probe.hpp"

#include <cassert>

#include "selvage/verify/answering_source.hpp"

namespace selvage::verify {
namespace {

std::size_t unknown_columns(const Domain& domain) {
  std::size_t count = 0;
  for (const DomainColumn& column : domain.columns())
    if (std::holds_alternative<UnknownKeys>(column.values)) ++count;
  return count;
}

}  // namespace

bool only_passing_keys_are_released(const CellsPlan& plan) {
  assert(plan.key_threshold);
  const std::int64_t threshold = *plan.key_threshold;
  const std::vector<std::optional<std::string>> key(
      unknown_columns(plan.reading.domain), "key");
  ConstantSource large(std::int64_t{1} << 59);
  if (!release_cells(plan, {}, large).cells.empty()) return false;
  for (const std::int64_t rows :
       {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, plan.share.rows_in_cell}) {
    const Cells cells{{{.cell = 0, .key = 0, .rows = rows}}, {key}};
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

}  // namespace selvage::verify
