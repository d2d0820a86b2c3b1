// What the codes of a column are multiples of, and how far they reach: a unit that
// numbers are rounded to, or a unit of time that moments are cut to. It is a part of
// the request or of a declared schema, never of rows: a single one could change it.
// [T175, T250]
#pragma once
#include <optional>
#include <string>

#include "selvage/mechanism/answer.hpp"
#include "selvage/question/field.hpp"
#include "selvage/summary/code_unit.hpp"
#include "selvage/summary/grid.hpp"
#include "selvage/summary/moment_unit.hpp"

namespace selvage {

struct ColumnUnit {
  // Floating point, where nothing else is known.
  ColumnUnit() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a number is one.
  ColumnUnit(Rational unit, int exponent = 0) : number{std::move(unit), exponent} {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  ColumnUnit(int unit) : number{Rational(unit)} {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  ColumnUnit(CodeUnit unit) : number(std::move(unit)) {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  ColumnUnit(const MomentUnit& unit) : number{1}, moments(unit) {}

  CodeUnit number = {};
  std::optional<MomentUnit> moments = std::nullopt;  // `number` is 1 then

  std::string text() const;  // "0.01", "2^-32", "day"
  // Of a certificate.
  static std::optional<ColumnUnit> parse(const std::string& text);
  // A number of such codes, or of places of them.
  Series series(std::string name, bool may_be_unknown) const;
  // How far apart two of them are: "IQR", "IQR in days".
  Series difference(std::string name, bool may_be_unknown) const;
  // b - a of two places, and the places next to that on either side: nothing is rounded
  // where codes are their own places.
  Estimate apart(std::int64_t a, std::int64_t b) const;
};

// As it was given, else as the table's schema declares it, else 2^-32.
Result<ColumnUnit> asked_column_unit(const Asked& asked);
// The same where every code is to be its own place: powers of ten alone, moments, and
// 0.000001 where nothing is said or floating point is declared.
Result<ColumnUnit> asked_linear_unit(const Asked& asked);
// A number that is none that numbers can be rounded to.
std::optional<Error> fault_of_unit(const ColumnUnit& unit);
// The same where it is to be a power of ten.
std::optional<Error> fault_of_decimal_unit(const Rational& unit);
// All of its codes.
Result<Grid> codes_of(const ColumnUnit& unit);

// "values rounded to 0.01", "moments cut to the day".
std::string cut_values(const ColumnUnit& unit);
// "values are rounded to multiples of 0.01", "moments are cut to the day".
std::string cut_sentence(const ColumnUnit& unit);
// What lies outside the codes, and what is too small for them.
std::string range_sentence(const ColumnUnit& unit);

}  // namespace selvage
