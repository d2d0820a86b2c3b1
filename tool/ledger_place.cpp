#include "tool/ledger_place.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/engine/account.hpp"

namespace selvage::tool {
namespace {}  // namespace

Result<NewLedger> new_ledger(const std::string& operand,
                             const std::optional<std::string>& named) {
  const auto table = parse_table_name(operand);
  if (named) {
    if (table)
      return wrong(
          fmt::format("'{0}' is a table, and --table names one too; write "
                      "'selvage ledger create {0}' alone, or a file that "
                      "ends in .ledger and --table",
                      operand));
    const auto about = parse_table_name(*named);
    return NewLedger{operand, about ? name_in_terms(*about) : *named};
  }
  if (!table)
    return wrong(fmt::format("{}; if '{}' is to be the ledger, add --table NAME",
                             table.error().message, operand));
  const auto file = ledger_file({}, *table);
  if (!file) return file.error();
  std::error_code unknown;
  if (std::filesystem::exists(*file, unknown))
    return wrong(
        fmt::format("the table '{0}' has a ledger, '{1}', and a table has one; "
                    "'selvage ledger show {0}' tells what is in it",
                    operand, *file));
  return NewLedger{*file, name_in_terms(*table)};
}

Result<std::string> ledger_operand(const std::string& operand) {
  const auto table = parse_table_name(operand);
  if (!table || Ledger::table_of(operand)) return operand;
  return ledger_file({}, *table);
}

}  // namespace selvage::tool
