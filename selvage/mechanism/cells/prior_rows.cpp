#include "selvage/mechanism/cells/prior_rows.hpp"

#include "selvage/base/rational.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kGuessedKeys = 10;

}  // namespace

std::int64_t named_places(const DomainColumn& column) {
  return std::visit(
      [](const auto& values) -> std::int64_t {
        using Kind = std::decay_t<decltype(values)>;
        if constexpr (std::is_same_v<Kind, UnknownKeys>)
          return kGuessedKeys;
        else if constexpr (std::is_same_v<Kind, KeyList>)
          return static_cast<std::int64_t>(values.size());
        else
          return static_cast<std::int64_t>(values.bins());
      },
      column.values);
}

std::int64_t planned_rows(const Domain& domain, std::int64_t people) {
  Rational groups = 1;
  for (const DomainColumn& column : domain.columns())
    groups = groups * named_places(column);
  const Rational rows = (Rational(people) / groups).floor();
  return rows.to_int64().value_or(0);
}

}  // namespace selvage
