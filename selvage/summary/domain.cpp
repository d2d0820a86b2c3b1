#include "selvage/summary/domain.hpp"

#include <algorithm>
#include <cassert>
#include <set>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostBesideTwoUnknown = 10'000;

// "2025-": no number begins so, and a date that does not exist shall be called one.
bool begins_like_a_date(std::string_view text) {
  return text.find_first_not_of("0123456789") == 4 && text[4] == '-';
}

template <class... Fs>
struct Cases : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Cases(Fs...) -> Cases<Fs...>;

template <class T>
Result<Values> as_values(Result<T> parsed) {
  if (!parsed) return parsed.error();
  return Values(*std::move(parsed));
}

}  // namespace

std::size_t DomainColumn::places() const {
  return std::visit(
      Cases{[](const UnknownKeys&) { return std::size_t{1}; },
            [&](const auto& known) { return known.cells() - (drop_missing ? 1 : 0); }},
      values);
}

std::string DomainColumn::label(std::size_t place) const {
  return std::visit(Cases{[](const UnknownKeys&) { return std::string("?"); },
                          [&](const auto& known) { return known.label(place); }},
                    values);
}

void DomainColumn::append_label(std::size_t place, std::string& text) const {
  if (const auto* bins = std::get_if<NumericBins>(&values))
    bins->append_label(place, text);
  else
    text += label(place);
}

std::string DomainColumn::text() const {
  return std::visit(Cases{[](const UnknownKeys&) { return std::string("?"); },
                          [](const auto& known) { return known.text(); }},
                    values);
}

Result<Values> parse_values(const std::string& text) {
  static const Values unknown = UnknownKeys{};  // static: g++ 12 warns of a temporary
  if (text == "?") return unknown;
  if (text.starts_with('@')) return as_values(KeyList::from_file(text.substr(1)));
  if (text.find(':') == std::string::npos) return as_values(KeyList::parse(text));
  auto bins = begins_like_a_date(text) ? as_values(CalendarBins::parse(text))
                                       : as_values(NumericBins::parse(text));
  if (bins || text.find(',') == std::string::npos) return bins;
  return wrong(bins.error().message +
               "; keys that hold a colon stand in a file, @FILE");
}

Result<Domain> Domain::make(std::vector<DomainColumn> columns) {
  std::set<std::string_view> names;
  Rational cells = 1;
  std::string factors;
  for (const DomainColumn& column : columns) {
    if (!names.insert(column.name).second)
      return wrong(
          fmt::format("the column '{}' is given twice; give it once", column.name));
    cells = cells * static_cast<std::int64_t>(column.places());
    factors += fmt::format("{}{}", factors.empty() ? "" : " x ", column.places());
  }
  const auto unknown =
      std::count_if(columns.begin(), columns.end(), [](const DomainColumn& column) {
        return std::holds_alternative<UnknownKeys>(column.values);
      });
  // So that the released keys' combinations can always be numbered.
  if (unknown > 2 || (unknown == 2 && cells > kMostBesideTwoUnknown))
    return wrong(
        fmt::format("at most two columns may have keys that are not known "
                    "('?'), beside at most {} cells of other columns; name "
                    "some of the keys",
                    kMostBesideTwoUnknown));
  if (cells > static_cast<std::int64_t>(kMaxCells))
    return wrong(
        fmt::format("the columns make {} = {} cells and the most is {}; use "
                    "wider bins, fewer keys or fewer columns",
                    factors, cells.short_text(), kMaxCells));
  return Domain(std::move(columns), static_cast<std::uint64_t>(*cells.to_int64()));
}

Domain Domain::of_released(std::vector<DomainColumn> columns) {
  std::uint64_t cells = 1;
  for (const DomainColumn& column : columns) cells *= column.places();
  return Domain(std::move(columns), cells);
}

bool Domain::has_unknown_keys() const {
  return std::any_of(columns_.begin(), columns_.end(), [](const DomainColumn& column) {
    return std::holds_alternative<UnknownKeys>(column.values);
  });
}

std::vector<std::size_t> Domain::places(std::uint64_t cell) const {
  assert(cell < cells_);
  std::vector<std::size_t> result(columns_.size());
  for (std::size_t i = columns_.size(); i-- > 0;) {
    result[i] = cell % columns_[i].places();
    cell /= columns_[i].places();
  }
  return result;
}

std::string Domain::label(std::uint64_t cell, std::size_t column) const {
  return columns_[column].label(places(cell)[column]);
}

}  // namespace selvage
