#include "selvage/release/hints.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/escaped_utf8.hpp"
#include "selvage/base/int128.hpp"
#include "selvage/question/measured.hpp"

namespace selvage {
namespace {

// A place where those land whom no bin and no key takes, and what it may mean.
struct Outside {
  std::size_t place;
  std::string question;
};

std::string missing_question(const Values& values) {
  if (std::holds_alternative<CalendarBins>(values))
    return "is it written like 2020-05-01 or 2020-05-01T10:00:00? Other dates need "
           "a date format";
  if (std::holds_alternative<NumericBins>(values))
    return "is it written in numbers like 1234.5? 1234,5 needs a decimal "
           "comma, and 1,234 is not read";
  return "is this the right column, and is it filled?";
}

std::vector<Outside> outside_of(const DomainColumn& column) {
  std::vector<Outside> places;
  if (!column.drop_missing)
    places.push_back({column.places() - 1, missing_question(column.values)});
  if (const auto* keys = std::get_if<KeyList>(&column.values))
    places.push_back({keys->size(),
                      "are the keys written as in the column? Case and blanks make a "
                      "difference"});
  const auto around = [&](std::size_t bins) {
    for (const std::size_t place : {std::size_t{0}, bins + 1})
      places.push_back({place, "do the bins have the unit of the column?"});
  };
  if (const auto* bins = std::get_if<NumericBins>(&column.values)) around(bins->bins());
  if (const auto* bins = std::get_if<CalendarBins>(&column.values))
    around(bins->bins());
  return places;
}

// How many are certainly in a place of a column: the lower ends of the intervals, added
// up. Requires all cells; the last column changes fastest from one to the next.
Int128 certainly_there(const Release& release, std::size_t column, std::size_t place) {
  const auto& columns = release.answer.domain.columns();
  std::uint64_t stride = 1;
  for (std::size_t c = column + 1; c < columns.size(); ++c)
    stride *= columns[c].places();
  const auto& rows = release.answer.numbers[0].rows;
  const std::uint64_t again = stride * columns[column].places();
  Int128 there = 0;
  for (std::uint64_t first = place * stride; first < rows.size(); first += again)
    for (std::uint64_t i = first; i < first + stride; ++i) there += rows[i].lower;
  return there;
}

std::vector<std::string> hints_of_counts(const Release& release) {
  std::vector<std::string> result;
  const Question& question = release.question;
  const auto& columns = release.answer.domain.columns();
  const bool unknown_keys = std::find(question.asked.begin(), question.asked.end(),
                                      "?") != question.asked.end();
  const bool all_told = release.answer.cells.size() == release.answer.domain.cells();
  if (unknown_keys || !all_told) return result;
  Int128 all = 0;
  for (const Estimate& number : release.answer.numbers[0].rows)
    all += std::max<std::int64_t>(0, number.value);
  for (std::size_t c = 0; c < columns.size(); ++c)
    for (const Outside& outside : outside_of(columns[c])) {
      const Int128 there = certainly_there(release, c, outside.place);
      if (there > 0 && there * 10 >= all * 9)
        result.push_back(fmt::format("nearly all are in `{}` of the column '{}': {}",
                                     columns[c].label(outside.place),
                                     escaped_utf8(columns[c].name), outside.question));
    }
  return result;
}

// Whether every number of a bin or a key in every column leaves open what it is about,
// and there is one.
bool all_named_are_open(const Release& release) {
  const auto& columns = release.answer.domain.columns();
  std::vector<std::vector<bool>> outside;
  for (const DomainColumn& column : columns) {
    outside.emplace_back(column.places());
    for (const Outside& place : outside_of(column)) outside.back()[place.place] = true;
  }
  bool named = false;
  const auto& rows = release.answer.numbers.back().rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Estimate& number = rows[i];
    bool inside = true;
    for (std::size_t c = columns.size(), rest = release.answer.cells[i]; c-- > 0;) {
      inside = inside && !outside[c][rest % outside[c].size()];
      rest /= outside[c].size();
    }
    if (!inside) continue;
    named = true;
    const bool sum = release.question.verb == "sum";
    if (sum ? number.lower > 0 || number.upper < 0 : number.known) return false;
  }
  return named;
}

}  // namespace

std::vector<std::string> hints(const Release& release) {
  const Question& question = release.question;
  const auto measure = measure_of(question);
  if (!measure) return hints_of_counts(release);
  const bool sum = question.verb == "sum";
  // A sum near 0 says nothing where values may be of either sign.
  const Grid& grid = measure->grid;
  if ((sum && grid.lowest() < 0 && grid.highest() > 0) || !all_named_are_open(release))
    return {};
  return {fmt::format(
      "{}: is the column '{}' written in numbers like 1234.5 (1234,5 needs a "
      "decimal comma){}? Else there are too few rows for this epsilon",
      sum ? "no sum is told apart from 0" : "nothing is known of any group",
      escaped_utf8(measure->column),
      question.domain.columns().empty() ? "" : ", and do the groups fit theirs")};
}

}  // namespace selvage
