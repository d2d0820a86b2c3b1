// The columns that explain: of numbers, and with declared keys. Each key is a column of
// its own, 1 in the rows that have it and 0 in all others; rows with none of the keys
// are what the others are compared with, rows without a value are left out. [T270]
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "selvage/mechanism/regression/value_units.hpp"
#include "selvage/question/question.hpp"

namespace selvage {

struct Explaining {
  std::vector<std::string> numbers = {};
  std::vector<DomainColumn> keyed = {};  // of KeyLists

  std::size_t slopes() const;
  // Of each slope, the keys behind the numbers: "age", "department=schools".
  std::vector<std::string> names() const;
  bool is_key(std::size_t slope) const { return slope >= numbers.size(); }
  // As it is asked: "age,tenure,department=schools,fire".
  std::string text() const;
};

// From texts like that. In each one, keys go on to its end, or to the next name.
Result<Explaining> parse_explaining(const std::vector<std::string>& texts);

// None where all is well; `most` coefficients with the intercept.
std::optional<Error> fault_of(const Question& question, const Explaining& x,
                              std::int64_t most);

// What slopes of keys say; none where there are no keys.
std::optional<std::string> keys_warning(const Explaining& x);

// The columns of numbers, y first.
std::vector<std::string> number_columns(const Question& question, const Explaining& x);

// Of the question's column beside these, each of them rounded to its unit.
// Requires units without a fault.
Reading explaining_reading(const Question& question, const Explaining& x,
                           const ValueUnits& units);

}  // namespace selvage
