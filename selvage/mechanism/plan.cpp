#include "selvage/mechanism/plan.hpp"

namespace selvage {

Result<CellsAnswer> run(const Plan& plan, Reader& reader, RandomSource& random) {
  auto cells = reader.cells(plan.domain);
  if (!cells) return cells.error();
  CellsAnswer answer{plan.domain, std::move(cells->counts)};
  plan.add_noise(answer.counts, random);
  return answer;
}

}  // namespace selvage
