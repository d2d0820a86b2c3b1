// What the values of a regression are rounded to: one public unit for all columns, or
// one for each, so that a wage in cents can be explained by a distance in light years.
//   0.01                               for all
//   wage=0.01,distance=0.000000000001  for these, the others as they were
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "selvage/base/rational.hpp"
#include "selvage/base/result.hpp"

namespace selvage {

class ValueUnits {
 public:
  ValueUnits() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a number is one for all columns.
  ValueUnits(Rational all) : usual_(std::move(all)) {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  ValueUnits(int all) : usual_(all) {}

  // A text like those above over what there is. Refuses others, as field `unit`.
  Result<ValueUnits> with(const std::string& text) const;

  const Rational& of(const std::string& column) const;
  // None where all units are powers of ten, and all names are among these columns.
  std::optional<Error> fault(const std::vector<std::string>& columns) const;
  // One number where it is that of all these columns; else NAME=UNIT of each.
  std::string text(const std::vector<std::string>& columns) const;
  // "values of size 1152921504606.846975 and more count as that bound, ..."
  std::string range_sentence(const std::vector<std::string>& columns) const;
  // "values are rounded to multiples of 0.01"
  std::string rounded_sentence(const std::vector<std::string>& columns) const;

 private:
  bool is_one(const std::vector<std::string>& columns) const;
  Rational usual_ = Rational(1, 1'000'000);
  std::map<std::string, Rational> own_ = {};
};

}  // namespace selvage
