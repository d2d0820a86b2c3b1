#include "selvage/summary/place_of.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include "selvage/summary/iso_moment.hpp"
#include "selvage/summary/parse_number.hpp"

namespace selvage {
namespace {

// As a column of whole numbers shows it: "7" and "-7", not "07" or "7.0".
std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, problem] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size() ||
      text != std::to_string(value))
    return std::nullopt;
  return value;
}

}  // namespace

WholeKeys::WholeKeys(const KeyList& keys)
    : other_(static_cast<std::uint32_t>(keys.other())) {
  std::vector<std::pair<std::int64_t, std::uint32_t>> whole;
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (const auto value = whole_number(keys.key(i)))
      whole.emplace_back(*value, static_cast<std::uint32_t>(i));
  if (whole.empty()) return;
  std::sort(whole.begin(), whole.end());
  least_ = whole.front().first;
  const std::uint64_t span = static_cast<std::uint64_t>(whole.back().first) -
                             static_cast<std::uint64_t>(least_);
  if (span < 4 * whole.size()) {
    near_.assign(span + 1, other_);
    for (const auto& [value, place] : whole)
      near_[static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(least_)] =
          place;
  } else {
    far_.insert(whole.begin(), whole.end());
  }
}

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
    if (kind == ColumnKind::integer)
      return PlaceOf(std::make_shared<const WholeKeys>(*keys), keys->missing());
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
