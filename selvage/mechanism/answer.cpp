#include "selvage/mechanism/answer.hpp"

#include <cassert>

#include "selvage/mechanism/number_text.hpp"
#include "selvage/summary/predicate.hpp"

namespace selvage {

std::string Series::unit_text() const {
  return moments ? moments->word() : places ? places->text() : unit.text();
}

std::string Series::text(std::int64_t multiple) const {
  return moments  ? moments->text(multiple)
         : places ? decimal_text(number(multiple))
                  : number_text(multiple, unit);
}

Rational Series::number(std::int64_t multiple) const {
  return places ? short_decimal(scale(), unit, multiple) : unit * multiple;
}

CodeScale Series::scale() const {
  constexpr int kOctavesOfSums = 40;
  return places->scale().longer(kOctavesOfSums);
}

Rational Series::exactly(std::int64_t place) const {
  return scale().value(place) * unit;
}

Domain released_domain(const Domain& asked, const Drawn& drawn) {
  if (!asked.has_unknown_keys()) return asked;
  std::vector<DomainColumn> columns = asked.columns();
  std::size_t unknown = 0;
  for (DomainColumn& column : columns) {
    if (!std::holds_alternative<UnknownKeys>(column.values)) continue;
    assert(unknown < drawn.keys.size());
    column.values = KeyList::of(drawn.keys[unknown++]);
  }
  return Domain::of_released(std::move(columns));
}

}  // namespace selvage
