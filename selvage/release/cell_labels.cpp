#include "selvage/release/cell_labels.hpp"

namespace selvage {

CellLabels::CellLabels(const Domain& domain, Form form) : form_(std::move(form)) {
  std::uint64_t apart = domain.cells();
  for (const DomainColumn& column : domain.columns()) {
    apart /= column.places();
    columns_.push_back({column, apart, column.places(), {}});
  }
}

// Labels of a column come again where there is another column beside it.
std::string_view CellLabels::label(std::uint64_t cell, std::size_t column) {
  auto& [about, apart, places, labels] = columns_[column];
  const bool alone = columns_.size() == 1;
  const std::size_t place = alone ? cell : cell / apart % places;
  if (!alone && labels.empty()) labels.resize(places);
  std::string& text = alone ? alone_ : labels[place];
  if (alone) text.clear();
  if (!text.empty()) return text;
  label_.clear();
  about.append_label(place, label_);
  form_(label_, text);
  return text;
}

}  // namespace selvage
