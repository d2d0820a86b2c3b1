// A release made by hand, for the tests of this room.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "selvage/release/release.hpp"

namespace selvage {

inline DomainColumn example_column(const std::string& name, const std::string& values) {
  return {name, *parse_values(values)};
}
inline DomainColumn key_column(const std::string& name,
                               const std::vector<std::string>& keys) {
  return {name, KeyList::of(keys)};
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
      .cells = {},
      .derivations = {discrete_laplace_cells(Rational(9, 4), 3)},
      .accuracy = {},
      .error = ErrorStatement{Rational(21, 10), bound, Rational(19, 20)},
      .confidence = Rational(19, 20),
      .mechanism = {.name = "discrete_laplace",
                    .reason = "",
                    .parameters = {{"scale", "2.25"}, {"rows_per_person", "3"}}},
      .verification = {VerificationLevel::exact_law, "one cell, at this very scale"},
      .warnings = {}};
  for (const auto& column : release.question.domain.columns())
    release.question.asked.push_back(column.text());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    release.cells.push_back({i, {numbers[i], numbers[i] - bound, numbers[i] + bound}});
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
                             const std::vector<ReleasedNumber>& means) {
  Release release = example_release(columns, {}, 0);
  release.question.verb = "mean";
  release.question.measure = Measure{"salary", *Grid::stepped("0:10000", 1)};
  release.unit = Rational(1, 100);
  release.error.reset();
  for (std::size_t i = 0; i < means.size(); ++i) release.cells.push_back({i, means[i]});
  return release;
}

// Its cells below this are no longer told.
inline Release example_hidden(Release release, std::int64_t fewer_than) {
  release.fewer_than = fewer_than;
  std::erase_if(release.cells, [&](const ReleasedCell& cell) {
    return cell.number.value < fewer_than;
  });
  return release;
}

// With the sums of its cells, as if the noise of each had the same variance.
Release inline example_totals(Release release) {
  const Domain& domain = release.question.domain;
  const auto add = [](ReleasedNumber& sum, const ReleasedNumber& number) {
    sum.value += number.value;
    sum.lower += number.lower;
    sum.upper += number.upper;
  };
  release.total = ReleasedNumber{};
  if (domain.columns().size() >= 2)
    for (const auto& column : domain.columns())
      release.margins.emplace_back(column.places());
  for (const auto& [cell, number] : release.cells) {
    add(*release.total, number);
    const auto places = domain.places(cell);
    for (std::size_t i = 0; i < release.margins.size(); ++i)
      add(release.margins[i][places[i]], number);
  }
  return release;
}

}  // namespace selvage
