#include "selvage/summary/kept_rows.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace selvage {
namespace {

std::string times(std::int64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// A cell with kept rows holds one at least.
std::int64_t most_cells(const Person& person) {
  return std::min(person.rows, person.cells);
}

// "one row of each person in one cell", "at most 3 rows of each person in at most 2
// cells", "at most 3 rows of each person in each of at most 2 cells".
std::string kept_rows(const Person& person, bool grouped) {
  const std::string cells = "at most " + times(most_cells(person), "cell");
  if (!counts_people(person)) {
    const std::int64_t in_cell = person.most_in_cell();
    const bool capped = in_cell < person.rows;
    const bool each = capped && in_cell * most_cells(person) <= person.rows;
    const std::string kept =
        fmt::format("at most {} of each person",
                    times(each || !grouped ? in_cell : person.rows, "row"));
    if (!grouped) return kept;
    if (each) return kept + " in each of " + cells;
    return kept + (capped ? fmt::format(", {} in one cell,", in_cell) : "") + " in " +
           cells;
  }
  const std::string where =
      most_cells(person) == 1 ? " in one cell" : " in each of " + cells;
  return "one row of each person" + (grouped ? where : "");
}

}  // namespace

bool counts_people(const Person& person) {
  return !person.column.empty() && person.most_in_cell() == 1;
}

KeptRows kept_for_values(const Person& person, bool grouped) {
  if (person.column.empty() || person.per_person == PerPerson::all) return {};
  return {kept_rows(person, grouped), true};
}

KeptRows kept_for_counts(const Person& person, bool grouped) {
  if (!counts_people(person)) return kept_for_values(person, grouped);
  if (person.per_person == PerPerson::all) return {};
  if (!grouped) return {"people", false};
  return {"people, each in at most " + times(most_cells(person), "cell"), true};
}

std::optional<std::string> caps_warning(const CapsOf& caps) {
  const Person& person = caps.person;
  if (person.column.empty()) return std::nullopt;
  const std::int64_t most = most_cells(person);
  if (caps.counts && counts_people(person)) {
    if (!caps.grouped || caps.cells < most) return std::nullopt;
    return fmt::format(
        "a person with rows in more than {} is counted in {} of them only, and is "
        "missing from the counts of the others",
        times(most, "cell"), most);
  }
  return fmt::format(
      "{} {} taken and further rows are left out: numbers and intervals are about the "
      "rows that are kept, not about all rows",
      kept_rows(person, caps.grouped), counts_people(person) ? "is" : "are");
}

}  // namespace selvage
