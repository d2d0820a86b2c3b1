#include "selvage/summary/row_coder.hpp"

#include <fmt/format.h>

#include "selvage/base/errors.hpp"

namespace selvage {

Error beyond_numbers(const DomainColumn& column) {
  return wrong(
      fmt::format("bins '{}' reach beyond the numbers of the column", column.text()));
}

Result<RowCoder> RowCoder::make(const Reading& reading, KeyDictionary& dictionary) {
  RowCoder coder(reading, dictionary);
  std::vector<std::optional<PlaceOf>> places;
  for (const DomainColumn& column : reading.domain.columns()) {
    auto& place = places.emplace_back();
    if (std::holds_alternative<UnknownKeys>(column.values)) continue;
    place = PlaceOf::make(column.values, ColumnKind::text);
    if (!place) return beyond_numbers(column);
  }
  coder.places_ =
      std::make_shared<const std::vector<std::optional<PlaceOf>>>(std::move(places));
  return coder;
}

std::optional<CodedRow> RowCoder::code(
    std::span<const std::optional<std::string_view>> fields) {
  CodedRow row;
  key_.clear();
  const auto& columns = reading_.domain.columns();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const DomainColumn& column = columns[i];
    const auto& text = fields[i];
    const std::optional<PlaceOf>& place_of = (*places_)[i];
    if (!place_of) {
      const bool missing = !text || text->size() > KeyDictionary::kMaxKey;
      if (missing && column.drop_missing) return std::nullopt;
      KeyDictionary::append(key_, missing ? std::nullopt : text);
      continue;
    }
    const std::size_t place = text ? place_of->of_text(*text) : place_of->missing();
    if (column.drop_missing && place == place_of->missing()) return std::nullopt;
    row.cell = row.cell * column.places() + place;
  }
  if (reading_.measure) {
    const auto& text = fields[columns.size()];
    const auto steps = text ? reading_.measure->steps_of_text(*text) : std::nullopt;
    if (!steps) return std::nullopt;
    row.steps = *steps;
  }
  if (!key_.empty()) row.key = keys_.number(key_);
  return row;
}

}  // namespace selvage
