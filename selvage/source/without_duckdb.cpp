// In place of all that needs the engine, where selvage is built without it.
#include <fmt/format.h>

#include "selvage/source/bind.hpp"
#include "selvage/source/text_persons.hpp"

namespace selvage {
namespace {

Error needs_duckdb(const std::string& what) {
  return {ErrorKind::invalid_request,
          fmt::format("this selvage was built without DuckDB, which {}; use one that "
                      "was built with SELVAGE_DUCKDB=ON",
                      what)};
}

}  // namespace

Result<std::unique_ptr<Reader>> bind_engine(const TableName& name, const Reading&,
                                            const TableOptions&) {
  return needs_duckdb(fmt::format("reads '{}'", name.path));
}

std::string declared_unit(const std::string&, const std::string&) { return {}; }

Result<std::unique_ptr<TextPersons>> TextPersons::make(Parts) {
  return needs_duckdb("sorts rows by person");
}

}  // namespace selvage
