#include "selvage/mechanism/answer.hpp"

#include <cassert>

#include "selvage/mechanism/number_text.hpp"

namespace selvage {

std::string Series::unit_text() const {
  return moments ? moments->word() : unit.text();
}

std::string Series::text(std::int64_t multiple) const {
  return moments ? moments->text(multiple) : number_text(multiple, unit);
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
