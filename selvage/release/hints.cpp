#include "selvage/release/hints.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "selvage/base/escaped_utf8.hpp"
#include "selvage/base/int128.hpp"
#include "selvage/mechanism/column_unit.hpp"
#include "selvage/mechanism/planned_question.hpp"
#include "selvage/question/measured.hpp"

namespace selvage {
namespace {

// How a column of numbers is to be written, and what cures another one.
std::string numbers_like(const Dialect& dialect) {
  if (dialect.decimal_comma)
    return "numbers like 1234,5, as the given `decimal` says (1.234,5 is not read)";
  return "numbers like 1234.5 (1234,5 needs `decimal` ,; 1,234 is not read)";
}

std::string moments_question(const Dialect& dialect) {
  if (dialect.date_format)
    return fmt::format(
        "is it written as the given `date_format` '{}' says, with nothing before or "
        "after it?",
        escaped_utf8(dialect.date_format.text()));
  return "is it written like 2020-05-01 or 2020-05-01T10:00:00? 31.12.2020 needs "
         "`date_format` %d.%m.%Y.";
}

// A place where those land whom no bin and no key takes, and what it may mean.
struct Outside {
  std::size_t place;
  std::string question;
};

std::string missing_question(const Values& values, const Dialect& dialect) {
  if (std::holds_alternative<CalendarBins>(values)) return moments_question(dialect);
  if (std::holds_alternative<NumericBins>(values))
    return fmt::format("is it written in {}?", numbers_like(dialect));
  return "is this the right column, and is it filled?";
}

std::vector<Outside> outside_of(const DomainColumn& column, const Dialect& dialect) {
  std::vector<Outside> places;
  if (!column.drop_missing)
    places.push_back({column.places() - 1, missing_question(column.values, dialect)});
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

std::string in_place(const DomainColumn& column, const Outside& outside) {
  return fmt::format("in '{}' of the column '{}': {}",
                     escaped_utf8(column.label(outside.place)),
                     escaped_utf8(column.name), outside.question);
}

bool has_unknown_keys(const Question& question) {
  return std::find(question.asked.begin(), question.asked.end(), "?") !=
         question.asked.end();
}

// How much is in each place outside of each column: sums over the cells.
struct OutsideSums {
  Outside outside;
  Int128 sum = 0;
};
using SumsOutside = std::vector<std::vector<OutsideSums>>;

template <class Amount>  // of a row
SumsOutside sums_outside(const Release& release, const Amount& amount) {
  const Answer& answer = release.answer;
  const auto& columns = answer.domain.columns();
  SumsOutside all(columns.size());
  std::vector<std::uint64_t> places;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    places.push_back(columns[c].places());
    for (Outside& outside : outside_of(columns[c], release.question.dialect))
      all[c].push_back({std::move(outside)});
  }
  for (std::size_t i = 0; i < answer.cells.size(); ++i) {
    std::uint64_t rest = answer.cells[i];
    for (std::size_t c = columns.size(); c-- > 0; rest /= places[c])
      for (auto& [outside, sum] : all[c])
        if (rest % places[c] == outside.place) sum += amount(i);
  }
  return all;
}

// How many are certainly in a place: the lower ends of the intervals, added up.
std::vector<std::string> hints_of_counts(const Release& release) {
  std::vector<std::string> result;
  const Answer& answer = release.answer;
  const auto& columns = answer.domain.columns();
  const auto& rows = answer.numbers[0].rows;
  // Cells that are not told hold fewer than a limit each.
  Int128 all = Int128{answer.domain.cells() - answer.cells.size()} *
               answer.fewer_than.value_or(0);
  const bool all_told = answer.cells.size() == answer.domain.cells();
  if (has_unknown_keys(release.question) || (!all_told && !answer.fewer_than))
    return result;
  for (const Estimate& number : rows) all += std::max<std::int64_t>(0, number.value);
  const SumsOutside there =
      sums_outside(release, [&](std::size_t i) { return rows[i].lower; });
  for (std::size_t c = 0; c < columns.size(); ++c)
    for (const auto& [outside, sum] : there[c])
      if (sum > 0 && sum * 10 >= all * 9)
        result.push_back("nearly all are " + in_place(columns[c], outside));
  return result;
}

// Whether what is told of a row leaves open what it is about.
class Openness {
 public:
  explicit Openness(const Release& release) : release_(release) {
    const auto measure = measure_of(release.question);
    is_sum_ = release.question.verb == "sum";
    // A bounded sum near 0 says nothing where values may be of either sign.
    mixed_ =
        is_sum_ && measure && measure->grid.lowest() < 0 && measure->grid.highest() > 0;
    counts_ = !own_text(release.question, "half_spaces").empty();
  }

  bool is_open(std::size_t row) const {
    const auto& numbers = release_.answer.numbers;
    if (mixed_) return false;
    if (is_sum_)
      return numbers[0].rows[row].lower <= 0 && numbers[0].rows[row].upper >= 0;
    if (counts_)
      return std::all_of(numbers.begin(), numbers.end(), [&](const Series& series) {
        return series.rows[row].lower <= 0;
      });
    bool any = false;
    for (std::size_t s = 0; s < numbers.size(); ++s) {
      const Estimate& number = numbers[s].rows[row];
      const OpenEnds ends = open_ends_of(release_, s);
      const bool in_bins = !ends.of_bins() || *ends.beyond(number.value) == '\0';
      const bool says = number.known && in_bins && !is_vast(numbers[s], number);
      const bool may_say_nothing =
          numbers[s].may_be_unknown || ends.of_bins() || is_vast(numbers[s], number);
      if (may_say_nothing && says) return false;
      any = any || may_say_nothing;
    }
    return any;
  }

 private:
  // Without a guard a quantile of nothing is drawn from all sizes there are.
  bool is_vast(const Series& series, const Estimate& number) const {
    constexpr double kVast = 1e12;
    const std::string& verb = release_.question.verb;
    return (verb == "median" || verb == "quantile" || verb == "iqr") &&
           !series.may_be_unknown && series.name != "count" && !series.moments &&
           std::abs(series.real(number.value)) >= kVast;
  }

  const Release& release_;
  bool is_sum_ = false, mixed_ = false, counts_ = false;
};

// What the numbers are about: one column, or several of a plane.
std::string columns_question(const Release& release) {
  const Question& question = release.question;
  const std::string numbers = numbers_like(question.dialect);
  const std::string name = escaped_utf8(question.column);
  if (!own_text(question, "labels").empty())
    return fmt::format(
        "is every column of `x` written in {}, and are the labels "
        "written as in '{}'?",
        numbers, name);
  if (!own_text(question, "half_spaces").empty())
    return fmt::format("is every column of `x` written in {}, within its grid?",
                       numbers);
  const bool fits = question.verb == "regression" || question.verb == "ridge" ||
                    question.verb == "logistic";
  if (fits)
    return fmt::format(
        "are '{}' and every column of `x` written in {}? A column of "
        "words explains by its keys, NAME=KEY,KEY.",
        name, numbers);
  const auto unit = ColumnUnit::parse(own_text(question, "unit"));
  if (unit && unit->moments)
    return fmt::format("the column '{}': {}", name, moments_question(question.dialect));
  const bool may_be_moments =
      unit && question.verb != "sum" && question.verb != "trimmed-mean";
  return fmt::format("is the column '{}' written in {}{}?", name, numbers,
                     may_be_moments ? ", and dates need `unit` day" : "");
}

std::vector<std::string> hints_of_numbers(const Release& release) {
  const Question& question = release.question;
  const Answer& answer = release.answer;
  const auto& columns = answer.domain.columns();
  const Openness open(release);
  std::vector<std::vector<bool>> is_outside;
  for (const DomainColumn& column : columns) {
    is_outside.emplace_back(column.places());
    for (const Outside& outside : outside_of(column, question.dialect))
      is_outside.back()[outside.place] = true;
  }
  bool named = false;
  for (std::size_t i = 0; i < answer.cells.size(); ++i) {
    bool inside = true;
    std::uint64_t rest = answer.cells[i];
    for (std::size_t c = columns.size(); c-- > 0; rest /= is_outside[c].size())
      inside = inside && !is_outside[c][rest % is_outside[c].size()];
    if (!inside) continue;
    if (!open.is_open(i)) return {};
    named = true;
  }
  if (!named) return {};
  // Something is known where no key and no bin takes people: these are the cause.
  std::vector<std::string> result;
  const SumsOutside known =
      sums_outside(release, [&](std::size_t i) { return open.is_open(i) ? 0 : 1; });
  for (std::size_t c = 0; c < columns.size(); ++c)
    for (const auto& [place, sum] : known[c])
      if (sum > 0)
        result.push_back("no group is known but those " + in_place(columns[c], place));
  if (!result.empty()) return result;
  const bool bins = open_ends_of(release, 0).of_bins();
  const std::string head = question.verb == "sum" ? "no sum is told apart from 0"
                           : bins                 ? "no answer lies within the bins"
                           : columns.empty()      ? "nothing is known"
                                                  : "nothing is known of any group";
  const bool blocks = question.verb == "regression" &&
                      own_text(question, "mechanism").empty() &&
                      own_text(question, "blocks").empty();
  return {
      fmt::format("{}: {}{}{} Else there are too few {}", head,
                  columns_question(release), bins ? " Do the bins have its unit?" : "",
                  columns.empty() ? "" : " Do the groups fit their columns?",
                  blocks ? "people for so many blocks; `people` N makes fewer of them"
                         : "rows for this epsilon")};
}

// No key was released: what it takes to be.
std::optional<std::string> hint_of_keys(const Release& release) {
  if (!has_unknown_keys(release.question) || !release.answer.cells.empty())
    return std::nullopt;
  std::string people = "enough people";
  for (const auto& [name, text] : release.mechanism.parameters)
    if (name.ends_with("threshold")) people = "about " + text + " people";
  return fmt::format(
      "no key is shown: one needs {}{}", people,
      release.question.person.column.empty()
          ? ""
          : "; with more `rows_per_person` a person counts for more keys");
}

}  // namespace

std::vector<std::string> hints(const Release& release) {
  if (auto keys = hint_of_keys(release)) return {*std::move(keys)};
  return release.question.column.empty() ? hints_of_counts(release)
                                         : hints_of_numbers(release);
}

}  // namespace selvage
