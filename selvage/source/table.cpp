#include "selvage/source/table.hpp"

#include <fmt/format.h>

#include "selvage/source/bind.hpp"
#include "selvage/source/machine_memory.hpp"

namespace selvage {

Error unreadable(const std::string& path, const char* why) {
  return {ErrorKind::unreadable, fmt::format("cannot read '{}': {}", path, why)};
}

std::vector<std::string> counted_columns(const Reading& reading) {
  std::vector<std::string> names;
  for (const DomainColumn& column : reading.domain.columns())
    names.push_back(column.name);
  if (reading.measure) names.push_back(reading.measure->column);
  for (const Measure& beside : reading.beside) names.push_back(beside.column);
  return names;
}

Result<std::optional<BoundPredicate>> bind_where(const std::optional<Predicate>& where,
                                                 const KindOf& kind_of) {
  if (!where) return std::optional<BoundPredicate>();
  auto bound = bind_predicate(*where, kind_of);
  if (!bound) return bound.error();
  return std::optional<BoundPredicate>(*std::move(bound));
}

Result<std::unique_ptr<Reader>> bind_table(const std::string& text,
                                           const Reading& reading,
                                           const TableOptions& asked) {
  const auto name = parse_table_name(text);
  if (!name) return name.error();
  TableOptions options = asked;
  if (options.memory.empty()) options.memory = default_memory();
  const bool engine =
      name->format == TableFormat::parquet || name->format == TableFormat::duckdb;
  return engine ? bind_engine(*name, reading, options)
                : bind_text(*name, reading, options);
}

}  // namespace selvage
