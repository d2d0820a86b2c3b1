#include "selvage/release/bin_ends.hpp"

#include <set>

#include <fmt/format.h>

#include "selvage/release/delimited_text.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kDay = 86'400'000'000;  // microseconds

bool is_midnight(Timestamp moment) { return moment.microseconds % kDay == 0; }

// Steps are equal, or months, which begin at midnight if one of them does.
BinEnds::Kind kind_of(const CalendarBins& bins) {
  const bool dates = is_midnight(bins.edge(0)) && is_midnight(bins.edge(1));
  return dates ? BinEnds::Kind::date : BinEnds::Kind::moment;
}

Date date_of(Timestamp moment) {
  const std::int64_t days = moment.microseconds / kDay;
  return {static_cast<std::int32_t>(days)};
}

// A fraction without a decimal form as the nearest double.
void append_number_edge(const NumericBins& bins, std::size_t i, std::string& text) {
  const std::size_t before = text.size();
  bins.append_edge(i, text);
  if (text.find('/', before) == std::string::npos) return;
  text.resize(before);
  text += fmt::format("{}", bins.nearest_edge(i));
}

std::size_t bins_of(const Values& values) {
  return std::visit(
      [](const auto& some) -> std::size_t {
        if constexpr (requires { some.bins(); }) return some.bins();
        return 0;
      },
      values);
}

}  // namespace

BinEnds::BinEnds(const Release& release) {
  std::set<std::string> taken;
  for (const std::string& name : label_columns(release))
    taken.insert(in_lower_case(name));
  for (std::size_t s = 0; s < release.answer.numbers.size(); ++s)
    for (const std::string& name : number_columns(release, s).all())
      taken.insert(in_lower_case(name));
  const auto free_name = [&](std::string name) {
    while (!taken.insert(in_lower_case(name)).second) name += "_cell";
    return name;
  };
  const Domain& domain = release.answer.domain;
  std::uint64_t apart = domain.cells();
  for (const DomainColumn& column : domain.columns()) {
    apart /= column.places();
    const auto* calendar = std::get_if<CalendarBins>(&column.values);
    if (calendar == nullptr && !std::holds_alternative<NumericBins>(column.values))
      continue;
    columns_.push_back({free_name(column.name + "_from"),
                        free_name(column.name + "_to"),
                        calendar != nullptr ? kind_of(*calendar) : Kind::number});
    places_.push_back({column, apart, column.places(), bins_of(column.values)});
  }
}

void BinEnds::append_edge(std::size_t column, std::size_t i, std::string& text) const {
  const auto& values = places_[column].about.values;
  if (const auto* bins = std::get_if<NumericBins>(&values))
    return append_number_edge(*bins, i, text);
  const Timestamp moment = std::get<CalendarBins>(values).edge(i);
  text += columns_[column].kind == Kind::date ? date_text(date_of(moment))
                                              : timestamp_text(moment);
}

// Cells in order: below, the bins, above, missing. The end of a bin begins the next.
const std::pair<std::string, std::string>& BinEnds::ends(std::uint64_t cell,
                                                         std::size_t column) {
  auto& [about, apart, places, bins, last, ends] = places_[column];
  const std::size_t place = cell / apart % places;
  if (place == last) return ends;
  auto& [from, to] = ends;
  const bool is_next = place > 0 && last == place - 1;
  last = place;
  if (is_next) from.swap(to);
  if (!is_next || place > bins + 1) from.clear();
  if (!is_next && place > 0 && place <= bins + 1) append_edge(column, place - 1, from);
  to.clear();
  if (place <= bins) append_edge(column, place, to);
  return ends;
}

}  // namespace selvage
