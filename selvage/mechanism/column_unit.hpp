// What the codes of a column are multiples of: a power of ten that numbers are rounded
// to, or a unit of time that moments are cut to. It is a part of the request or of a
// declared schema, never of rows: a single one could change it. [T175]
#pragma once
#include <optional>
#include <string>

#include "selvage/question/field.hpp"
#include "selvage/summary/grid.hpp"
#include "selvage/summary/moment_unit.hpp"

namespace selvage {

struct ColumnUnit {
  Rational number = Rational(1, 1'000'000);
  std::optional<MomentUnit> moments = std::nullopt;  // `number` is 1 then

  std::string text() const;  // "0.01", "day"
  // Of a certificate.
  static std::optional<ColumnUnit> parse(const std::string& text);
};

// As it was given, else as the table's schema declares it, else 0.000001.
Result<ColumnUnit> asked_column_unit(const Asked& asked);
// A number that is no power of ten from 1e-18 to 1000000.
std::optional<Error> fault_of_unit(const Rational& unit);
// All of its codes.
Result<Grid> codes_of(const ColumnUnit& unit);

// "values are rounded to multiples of 0.01", "moments are cut to the day".
std::string cut_sentence(const ColumnUnit& unit);
// What lies outside the codes, and what is too small for them.
std::string range_sentence(const ColumnUnit& unit, const Grid& codes);

}  // namespace selvage
