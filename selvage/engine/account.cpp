#include "selvage/engine/account.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "selvage/base/escaped_utf8.hpp"
#include "selvage/ledger/ledger_table.hpp"

namespace selvage {
namespace {

std::string base_name(const TableName& table) {
  return std::filesystem::path(table.path).filename().string();
}

std::string shown_name(const TableName& table) {
  return escaped_utf8(table.format == TableFormat::duckdb
                          ? fmt::format("{}:{}", base_name(table), table.table)
                          : base_name(table));
}

// What the officer may have called it.
bool is_named(const TableName& table, const std::string& name) {
  return is_ledger_of(name, table.format == TableFormat::duckdb
                                ? fmt::format("{}:{}", table.path, table.table)
                                : table.path);
}

Error with_way_out(Error error) {
  error.message +=
      "; name another place with --ledger FILE, or keep no account with "
      "--no-ledger";
  return error;
}

Result<Ledger> open_beside(const std::string& path, const TableName& table,
                           const PrivacyUnit& unit) {
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown)) {
    auto made = Ledger::create(path, {.table = shown_name(table),
                                      .caps = std::nullopt,
                                      .profile = {},
                                      .accounting = Accounting::sum,
                                      .unit = unit});
    if (made) return made;
    // Somebody else may have made it in this moment.
    if (!std::filesystem::exists(path, unknown)) return with_way_out(made.error());
  }
  auto ledger = Ledger::open(path);
  if (!ledger) return with_way_out(ledger.error());
  return ledger;
}

}  // namespace

std::string ledger_beside(const TableName& table) {
  // One table has one ledger, whichever link leads to it.
  std::error_code none;
  const auto target = std::filesystem::is_symlink(table.path, none)
                          ? std::filesystem::canonical(table.path, none)
                          : std::filesystem::path();
  std::string name = target.empty() ? table.path : target.string();
  if (table.format == TableFormat::duckdb) {
    name += '.';
    // A table's name may hold what a file's may not.
    for (const char c : table.table)
      name += c == '/' || c == '%' ? fmt::format("%{:02X}", c) : std::string(1, c);
  }
  return name + ".ledger";
}

std::string ledger_file(const LedgerChoice& choice, const TableName& table) {
  return choice.kind == LedgerChoice::Kind::named ? choice.file : ledger_beside(table);
}

Result<Ledger> open_ledger(const LedgerChoice& choice, const TableName& table,
                           const PrivacyUnit& unit) {
  const std::string path = ledger_file(choice, table);
  auto ledger = choice.kind == LedgerChoice::Kind::named
                    ? Ledger::open(path)
                    : open_beside(path, table, unit);
  if (!ledger) return ledger;
  if (!is_named(table, ledger->terms().table))
    return Error{ErrorKind::invalid_request,
                 fmt::format("the ledger '{}' is that of the table '{}', and this is "
                             "'{}'; name its own with --ledger FILE",
                             path, ledger->terms().table, shown_name(table))};
  return ledger;
}

std::string spent_sentence(const LedgerRecord& record) {
  const auto overall = record.spent.overall();
  std::string text;
  if (!overall) {
    text = overall.error().message;
  } else {
    text = fmt::format("epsilon {}", promised_text(overall->epsilon));
    if (overall->delta.sign() != 0)
      text += fmt::format(", delta {}", promised_text(overall->delta));
  }
  if (record.terms.epsilon == "none") return text + "; no cap";
  const auto terms = parse_terms(record.terms);
  if (!terms || !terms->caps) return text;
  return text + fmt::format("; the cap is epsilon {}, delta {}",
                            promised_text(terms->caps->epsilon),
                            promised_text(terms->caps->delta));
}

}  // namespace selvage
