#include "selvage/mechanism/column_unit.hpp"

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/question/common_fields.hpp"

namespace selvage {

std::string ColumnUnit::text() const {
  return moments ? moments->word() : number.text();
}

std::optional<ColumnUnit> ColumnUnit::parse(const std::string& text) {
  if (const auto moments = MomentUnit::parse(text)) return ColumnUnit(*moments);
  const auto number = CodeUnit::parse(text);
  return number ? std::optional<ColumnUnit>(*number) : std::nullopt;
}

Series ColumnUnit::series(std::string name, bool may_be_unknown) const {
  Series series{std::move(name), number.number, {}, may_be_unknown};
  series.moments = moments;
  if (!moments && !number.scale().is_linear()) series.places = number;
  return series;
}

Series ColumnUnit::difference(std::string name, bool may_be_unknown) const {
  if (moments) name += " in " + moments->plural();
  Series series = this->series(std::move(name), may_be_unknown);
  series.moments.reset();
  return series;
}

Estimate ColumnUnit::apart(std::int64_t a, std::int64_t b) const {
  const CodeScale scale = number.scale();
  if (moments || scale.is_linear()) return {b - a, b - a, b - a};
  const CodeScale longer = scale.longer(1);
  const Rational exact = scale.value(b) - scale.value(a);
  return {longer.nearest(exact), longer.below(exact), longer.above(exact)};
}

Result<ColumnUnit> asked_column_unit(const Asked& asked) {
  const auto unit = asked_unit(asked);
  if (!unit) return unit.error();
  if (unit->moments) return ColumnUnit(*unit->moments);
  return unit->number ? ColumnUnit(*unit->number) : ColumnUnit();
}

Result<ColumnUnit> asked_linear_unit(const Asked& asked) {
  const auto unit = asked_decimal_unit(asked);
  if (!unit) return unit.error();
  if (unit->moments) return ColumnUnit(*unit->moments);
  return ColumnUnit(unit->number.value_or(CodeUnit{Rational(1, 1'000'000)}));
}

std::optional<Error> fault_of_unit(const ColumnUnit& unit) {
  if (unit.moments || unit.number.is_usable()) return std::nullopt;
  if (unit.number.exponent == 0) return fault_of_decimal_unit(unit.number.number);
  return wrong_field(
      "unit",
      fmt::format("`unit` {} is no power of ten with a reach of 64 or 126; write for "
                  "example 1:126, or 0.01 alone",
                  unit.number.text()),
      "0.01");
}

std::optional<Error> fault_of_decimal_unit(const Rational& unit) {
  if (const CodeUnit number{unit}; number.is_usable() && !number.halvings())
    return std::nullopt;
  return wrong_field("unit",
                     fmt::format("`unit` {} is not a power of ten from 1e-18 to "
                                 "1000000; write for example 0.01",
                                 unit.short_text()),
                     "0.01");
}

Result<Grid> codes_of(const ColumnUnit& unit) {
  if (!unit.moments) return Grid::places(unit.number.number, unit.number.scale());
  return Grid::stepped(
      fmt::format("{}:{}", unit.moments->first(), unit.moments->last()), 1,
      Grid::kCodes);
}

namespace {

std::string multiple_of(const ColumnUnit& unit) {
  return unit.number.halvings() ? unit.number.text() : unit.number.number.text();
}

}  // namespace

std::string cut_values(const ColumnUnit& unit) {
  return unit.moments ? fmt::format("moments cut to the {}", unit.moments->word())
                      : "values rounded to " + multiple_of(unit);
}

std::string cut_sentence(const ColumnUnit& unit) {
  if (unit.moments)
    return fmt::format("moments are cut to the {}", unit.moments->word());
  const CodeScale scale = unit.number.scale();
  return fmt::format(
      "values are rounded to multiples of {}{}", multiple_of(unit),
      scale.is_linear() ? "" : fmt::format(" and to {} binary digits", scale.bits()));
}

std::string range_sentence(const ColumnUnit& unit) {
  if (unit.moments)
    return fmt::format("values beyond {} count as the bound that is next to them{}",
                       unit.moments->range_text(), unit.moments->zone_words());
  return fmt::format(
      "sizes of {} and more count as that bound, and sizes below {} as 0",
      unit.number.reach_text(), unit.number.half_text());
}

}  // namespace selvage
