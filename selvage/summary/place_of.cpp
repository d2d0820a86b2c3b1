#include "selvage/summary/place_of.hpp"

#include "selvage/summary/iso_moment.hpp"
#include "selvage/summary/parse_number.hpp"

namespace selvage {
std::optional<PlaceOf> PlaceOf::make(const Values& values, ColumnKind kind) {
  if (const auto* bins = std::get_if<NumericBins>(&values)) {
    if (kind == ColumnKind::moment) return std::nullopt;
    if (kind == ColumnKind::integer) {
      auto edges = BinEdges<std::int64_t>::make(*bins);
      if (!edges) return std::nullopt;
      return PlaceOf(*std::move(edges), bins->missing());
    }
    auto edges = BinEdges<double>::make(*bins);
    if (!edges) return std::nullopt;
    return PlaceOf(*std::move(edges), bins->missing());
  }
  if (const auto* bins = std::get_if<CalendarBins>(&values)) {
    if (kind != ColumnKind::moment && kind != ColumnKind::text) return std::nullopt;
    return PlaceOf(*bins, bins->missing());
  }
  if (const auto* keys = std::get_if<KeyList>(&values)) {
    if (kind != ColumnKind::text) return std::nullopt;
    return PlaceOf(*keys, keys->missing());
  }
  return std::nullopt;
}

std::size_t PlaceOf::of_text(std::string_view text) const {
  if (const auto* keys = std::get_if<KeyList>(&rule_))
    return keys->find_value(text).value_or(keys->other());
  if (const auto* bins = std::get_if<CalendarBins>(&rule_)) {
    const auto moment = iso_moment(trimmed(text));
    return moment ? bins->cell(*moment) : missing_;
  }
  const auto number = parse_number(text);
  return number ? std::get<BinEdges<double>>(rule_).cell(*number) : missing_;
}

}  // namespace selvage
