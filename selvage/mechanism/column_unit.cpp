#include "selvage/mechanism/column_unit.hpp"

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/number_text.hpp"
#include "selvage/question/common_fields.hpp"

namespace selvage {

std::string ColumnUnit::text() const {
  return moments ? moments->word() : number.text();
}

std::optional<ColumnUnit> ColumnUnit::parse(const std::string& text) {
  if (auto moments = MomentUnit::parse(text)) return ColumnUnit{1, moments};
  const auto number = Rational::parse(text);
  return number ? std::optional(ColumnUnit{*number}) : std::nullopt;
}

Result<ColumnUnit> asked_column_unit(const Asked& asked) {
  const auto unit = asked_unit(asked);
  if (!unit) return unit.error();
  if (unit->moments) return ColumnUnit{1, unit->moments};
  return ColumnUnit{unit->number.value_or(ColumnUnit{}.number)};
}

std::optional<Error> fault_of_unit(const Rational& unit) {
  static const Rational kFinest = *Rational::parse("1e-18"), kCoarsest = 1'000'000;
  if (unit >= kFinest && unit <= kCoarsest && unit == power_of_ten_below(unit))
    return std::nullopt;
  return wrong_field("unit",
                     fmt::format("`unit` {} is not a power of ten from 1e-18 to "
                                 "1000000; write for example 0.01",
                                 unit.short_text()),
                     "0.01");
}

Result<Grid> codes_of(const ColumnUnit& unit) {
  if (!unit.moments) return Grid::codes(unit.number);
  return Grid::stepped(
      fmt::format("{}:{}", unit.moments->first(), unit.moments->last()), 1,
      Grid::kCodes);
}

std::string cut_sentence(const ColumnUnit& unit) {
  return unit.moments
             ? fmt::format("moments are cut to the {}", unit.moments->word())
             : fmt::format("values are rounded to multiples of {}", unit.number.text());
}

std::string range_sentence(const ColumnUnit& unit, const Grid& codes) {
  if (unit.moments)
    return fmt::format("values beyond {} count as the bound that is next to them{}",
                       unit.moments->range_text(), unit.moments->zone_words());
  return fmt::format(
      "sizes of {} and more count as that bound, and sizes below {} as 0",
      number_text(codes.highest(), unit.number), (unit.number / 2).text());
}

}  // namespace selvage
