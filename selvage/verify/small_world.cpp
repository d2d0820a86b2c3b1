#include "selvage/verify/small_world.hpp"

#include <cassert>

#include "selvage/summary/bin_edges.hpp"

namespace selvage::verify {

Result<Cells> SmallWorldReader::cells(const Domain& domain) {
  assert(domain.column == column_);
  const auto edges = BinEdges<double>::make(domain.bins);
  assert(edges);
  Cells cells{std::vector<std::int64_t>(domain.bins.cells(), 0)};
  for (const auto& value : rows_)
    ++cells.counts[value ? edges->cell(*value) : domain.bins.missing()];
  return cells;
}

void for_each_neighbours(
    const SmallTable& values, std::size_t rows,
    const std::function<void(const SmallTable&, const SmallTable&)>& visit) {
  // `table` takes values in non-decreasing order of their place, one multiset once.
  SmallTable table;
  const std::function<void(std::size_t)> extend = [&](std::size_t from) {
    for (std::size_t gone = 0; gone < table.size(); ++gone) {
      SmallTable without = table;
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(gone));
      visit(table, without);
    }
    if (table.size() == rows) return;
    for (std::size_t i = from; i < values.size(); ++i) {
      table.push_back(values[i]);
      extend(i);
      table.pop_back();
    }
  };
  extend(0);
}

}  // namespace selvage::verify
