#include "selvage/release/cell_labels.hpp"

namespace selvage {

CellLabels::CellLabels(const Domain& domain, Form form) : form_(std::move(form)) {
  std::uint64_t apart = domain.cells();
  for (const DomainColumn& column : domain.columns()) {
    apart /= column.places();
    columns_.push_back({column, apart, {}});
  }
}

// Labels of a column come again where there is another column beside it.
const std::string& CellLabels::label(std::uint64_t cell, std::size_t column) {
  auto& [about, apart, labels] = columns_[column];
  const std::size_t place = cell / apart % about.places();
  if (columns_.size() == 1) return alone_ = form_(about.label(place));
  if (labels.empty()) labels.resize(about.places());
  if (labels[place].empty()) labels[place] = form_(about.label(place));
  return labels[place];
}

}  // namespace selvage
