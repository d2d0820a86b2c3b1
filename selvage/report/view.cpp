#include "selvage/report/view.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace selvage {
namespace {

constexpr std::size_t kLeastRows = 4;  // one, a line for what is left out, the last two

template <class Number>
void sort_once(std::vector<Number>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

bool has_intervals(const Series& series) {
  return series.rows.empty() ||
         std::any_of(series.rows.begin(), series.rows.end(),
                     [](const Estimate& number) { return number.has_interval; });
}

bool has_intervals(const Release& release) {
  return has_intervals(first_series(release));
}

bool is_count(const Release& release) { return first_series(release).name == "count"; }

bool is_average(const Release& release) {
  return !is_count(release) && first_series(release).name != "sum";
}

std::string outside_word(const DomainColumn& column, std::size_t place) {
  const auto of_bins = [&](const auto& bins) {
    return place == bins.below()     ? "below"
           : place == bins.above()   ? "above"
           : place == bins.missing() ? "missing"
                                     : "";
  };
  if (const auto* keys = std::get_if<KeyList>(&column.values))
    return place == keys->other() ? "other" : place == keys->missing() ? "missing" : "";
  if (const auto* bins = std::get_if<NumericBins>(&column.values))
    return of_bins(*bins);
  if (const auto* bins = std::get_if<CalendarBins>(&column.values))
    return of_bins(*bins);
  return "";
}

bool is_outside(const DomainColumn& column, std::size_t place) {
  return !outside_word(column, place).empty();
}

std::string cell_label(const Release& release, std::uint64_t cell, std::size_t column) {
  const std::string label = release.answer.domain.label(cell, column);
  const bool plain = !label.empty() && label.front() != ' ' && label.back() != ' ';
  return plain ? label : '"' + label + '"';
}

std::string cell_label(const Release& release, std::uint64_t cell) {
  std::string text;
  for (std::size_t i = 0; i < release.answer.domain.columns().size(); ++i)
    text += (i == 0 ? "" : " / ") + cell_label(release, cell, i);
  return text;
}

const Estimate* number_of(const Release& release, std::uint64_t cell) {
  const auto& cells = release.answer.cells;
  const auto& rows = first_series(release).rows;
  if (cell < cells.size() && cells[cell] == cell) return &rows[cell];
  const auto found = std::lower_bound(cells.begin(), cells.end(), cell);
  if (found == cells.end() || *found != cell) return nullptr;
  return &rows[static_cast<std::size_t>(found - cells.begin())];
}

bool has_released_keys(const Release& release) {
  const auto& asked = release.question.asked;
  return std::find(asked.begin(), asked.end(), "?") != asked.end();
}

ShownRows shown_rows(std::size_t all, std::size_t most) {
  most = std::max(most, kLeastRows);
  ShownRows shown;
  shown.left_out = all <= most ? 0 : all - (most - 1);
  shown.rows.resize(all - shown.left_out);
  std::iota(shown.rows.begin(), shown.rows.end(), std::size_t{0});
  shown.gap = shown.rows.size();
  if (shown.left_out == 0) return shown;
  shown.gap -= 2;
  for (std::size_t i = shown.gap; i < shown.rows.size(); ++i)
    shown.rows[i] += shown.left_out;
  return shown;
}

ShownRows largest_rows(const Release& release, std::size_t most) {
  const auto& cells = release.answer.cells;
  most = std::max(most, kLeastRows);
  if (cells.size() <= most) return shown_rows(cells.size(), most);
  const DomainColumn& column = release.answer.domain.columns()[0];
  std::vector<std::size_t> named, beside;
  for (std::size_t row = 0; row < cells.size(); ++row)
    (is_outside(column, cells[row]) ? beside : named).push_back(row);
  const auto& rows = first_series(release).rows;
  // Whatever is not known is no number, and comes last.
  std::stable_sort(named.begin(), named.end(), [&](std::size_t a, std::size_t b) {
    if (rows[a].known != rows[b].known) return rows[a].known;
    return rows[a].known && rows[a].value > rows[b].value;
  });
  ShownRows shown;
  shown.gap = most - 1 - beside.size();
  shown.left_out = named.size() - shown.gap;
  shown.rows.assign(named.begin(),
                    named.begin() + static_cast<std::ptrdiff_t>(shown.gap));
  shown.rows.insert(shown.rows.end(), beside.begin(), beside.end());
  return shown;
}

Rectangle rectangle(const Release& release) {
  const Domain& domain = release.answer.domain;
  assert(!domain.columns().empty());
  Rectangle result;
  result.places = domain.columns().back().places();
  if (release.answer.cells.size() == domain.cells()) {
    result.down.resize(domain.cells() / result.places);
    result.across.resize(result.places);
    std::iota(result.down.begin(), result.down.end(), std::uint64_t{0});
    std::iota(result.across.begin(), result.across.end(), std::size_t{0});
    return result;
  }
  for (const std::uint64_t cell : release.answer.cells) {
    result.down.push_back(cell / result.places);
    result.across.push_back(cell % result.places);
  }
  sort_once(result.down);
  sort_once(result.across);
  return result;
}

}  // namespace selvage
