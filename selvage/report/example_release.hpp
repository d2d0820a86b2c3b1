// A release made by hand, for the tests of this room.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "selvage/question/measured.hpp"
#include "selvage/release/release.hpp"

namespace selvage {

inline DomainColumn example_column(const std::string& name, const std::string& values) {
  return {name, *parse_values(values)};
}
inline DomainColumn key_column(const std::string& name,
                               const std::vector<std::string>& keys) {
  return {name, KeyList::of(keys)};
}

inline void add_row(Release& release, std::uint64_t cell, const Estimate& number) {
  release.answer.cells.push_back(cell);
  release.answer.numbers[0].rows.push_back(number);
}

// Numbers in the order of the domain's cells, each with an interval of +-bound.
// Requires columns that make a domain and a number for every cell.
inline Release example_release(const std::vector<DomainColumn>& columns,
                               const std::vector<std::int64_t>& numbers,
                               std::int64_t bound) {
  Release release{
      .question = {.verb = "histogram",
                   .table = "payroll.csv",
                   .domain = *Domain::make(columns),
                   .asked = {}},
      .answer = {.domain = *Domain::make(columns),
                 .cells = {},
                 .numbers = {{.name = "count"}}},
      .drawn = {},
      .derivations = {discrete_laplace_cells(Rational(9, 4), 3)},
      .accuracy = {},
      .error = ErrorStatement{Rational(21, 10), bound, Rational(19, 20)},
      .confidence = Rational(19, 20),
      .mechanism = {.name = "discrete_laplace",
                    .reason = "",
                    .parameters = {{"scale", "2.25"}, {"rows_per_person", "3"}}},
      .verification = {VerificationLevel::exact_law, "one cell, at this very scale"},
      .warnings = {}};
  release.answer.numbers[0].quantity = true_count(release.question);
  for (const auto& column : release.question.domain.columns())
    release.question.asked.push_back(column.text());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    add_row(release, i, {numbers[i], numbers[i] - bound, numbers[i] + bound});
  return release;
}

// By one column, age, in these bins.
inline Release example_release(const std::string& bins,
                               const std::vector<std::int64_t>& counts,
                               std::int64_t bound) {
  return example_release({example_column("age", bins)}, counts, bound);
}

// The same as means of a measure: in units of a hundredth, each with an interval of its
// own.
inline Release example_means(const std::vector<DomainColumn>& columns,
                             const std::vector<Estimate>& means) {
  Release release = example_release(columns, {}, 0);
  release.question.verb = "mean";
  ask_measure(release.question, Measure{"salary", *Grid::stepped("0:10000", 1)});
  release.answer.numbers[0] = {.name = "mean",
                               .unit = Rational(1, 100),
                               .may_be_unknown = true,
                               .quantity = true_number("mean", release.question)};
  release.error.reset();
  for (std::size_t i = 0; i < means.size(); ++i) add_row(release, i, means[i]);
  return release;
}

// Its cells below this are no longer told.
inline Release example_hidden(Release release, std::int64_t fewer_than) {
  release.answer.fewer_than = fewer_than;
  const Answer all = release.answer;
  release.answer.cells.clear();
  release.answer.numbers[0].rows.clear();
  for (std::size_t i = 0; i < all.cells.size(); ++i)
    if (all.numbers[0].rows[i].value >= fewer_than)
      add_row(release, all.cells[i], all.numbers[0].rows[i]);
  return release;
}

// With the sums of its cells, as if the noise of each had the same variance.
Release inline example_totals(Release release) {
  Answer& answer = release.answer;
  const Domain& domain = answer.domain;
  const auto add = [](Estimate& sum, const Estimate& number) {
    sum.value += number.value;
    sum.lower += number.lower;
    sum.upper += number.upper;
  };
  answer.total = Estimate{};
  if (domain.columns().size() >= 2)
    for (const auto& column : domain.columns())
      answer.margins.emplace_back(column.places());
  for (std::size_t row = 0; row < answer.cells.size(); ++row) {
    const Estimate& number = answer.numbers[0].rows[row];
    add(*answer.total, number);
    const auto places = domain.places(answer.cells[row]);
    for (std::size_t i = 0; i < answer.margins.size(); ++i)
      add(answer.margins[i][places[i]], number);
  }
  return release;
}

}  // namespace selvage
