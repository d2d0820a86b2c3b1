#include "selvage/mechanism/regression/value_units.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/column_unit.hpp"
#include "selvage/mechanism/number_text.hpp"
#include "selvage/summary/grid.hpp"

namespace selvage {
namespace {

std::string bound_text(const Rational& unit) {
  return number_text(Grid::codes(1)->highest(), unit);
}

std::string half_text(const Rational& unit) { return (unit / 2).text(); }

}  // namespace

Result<ValueUnits> ValueUnits::with(const std::string& text) const {
  ValueUnits units = *this;
  std::istringstream words(text + ",");
  for (std::string word; std::getline(words, word, ',');) {
    const auto equals = word.rfind('=');
    const std::string name = equals == std::string::npos ? "" : word.substr(0, equals);
    const auto number =
        Rational::parse(equals == std::string::npos ? word : word.substr(equals + 1));
    if (!number || (equals != std::string::npos && name.empty()))
      return wrong_field("unit",
                         fmt::format("`unit` '{}' is neither a number nor NAME=NUMBER; "
                                     "write for example 0.01, or age=1,salary=0.01",
                                     word),
                         "0.01");
    if (name.empty())
      units = ValueUnits(*number);
    else
      units.own_[name] = *number;
  }
  return units;
}

const Rational& ValueUnits::of(const std::string& column) const {
  const auto own = own_.find(column);
  return own == own_.end() ? usual_ : own->second;
}

std::optional<Error> ValueUnits::fault(const std::vector<std::string>& columns) const {
  for (const std::string& column : columns)
    if (auto fault = fault_of_decimal_unit(of(column))) return fault;
  for (const std::string& column : columns)
    if (!is_one(columns) && column.find(',') != std::string::npos)
      return wrong_field(
          "unit",
          fmt::format("`unit` names no columns where one of them, '{}', has a comma in "
                      "its name; write one number for all, for example 0.01",
                      column),
          "0.01");
  for (const auto& [name, unit] : own_)
    if (std::find(columns.begin(), columns.end(), name) == columns.end())
      return wrong_field(
          "unit",
          fmt::format("`unit` names '{}', which is neither `y` nor a column of numbers "
                      "of `x`; write one of {}",
                      name, fmt::join(columns, ", ")),
          "0.01");
  return std::nullopt;
}

bool ValueUnits::is_one(const std::vector<std::string>& columns) const {
  return std::all_of(columns.begin(), columns.end(), [&](const std::string& column) {
    return of(column) == of(columns.front());
  });
}

std::string ValueUnits::text(const std::vector<std::string>& columns) const {
  if (is_one(columns)) return of(columns.front()).text();
  std::vector<std::string> all;
  for (const std::string& column : columns)
    all.push_back(column + "=" + of(column).text());
  return fmt::format("{}", fmt::join(all, ","));
}

std::string ValueUnits::range_sentence(const std::vector<std::string>& columns) const {
  if (is_one(columns))
    return fmt::format(
        "values of size {} and more count as that bound, and those below {} as 0",
        bound_text(of(columns.front())), half_text(of(columns.front())));
  std::vector<std::string> all;
  for (const std::string& column : columns)
    all.push_back(fmt::format("{} and {} for {}", bound_text(of(column)),
                              half_text(of(column)), column));
  return fmt::format(
      "values count as a bound from that size on, and as 0 below another: {}",
      fmt::join(all, ", "));
}

std::string ValueUnits::rounded_sentence(
    const std::vector<std::string>& columns) const {
  if (is_one(columns))
    return fmt::format("values are rounded to multiples of {}",
                       of(columns.front()).text());
  std::vector<std::string> all;
  for (const std::string& column : columns)
    all.push_back(fmt::format("{} for {}", of(column).text(), column));
  return fmt::format("values are rounded to multiples of a unit: {}",
                     fmt::join(all, ", "));
}

}  // namespace selvage
