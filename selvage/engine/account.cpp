#include "selvage/engine/account.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/escaped_utf8.hpp"
#include "selvage/ledger/ledger_table.hpp"

namespace selvage {
namespace {

namespace fs = std::filesystem;

std::string base_name(const TableName& table) {
  return fs::path(table.path).filename().string();
}

std::string folder_of(const TableName& table) {
  const auto folder = fs::path(table.path).parent_path();
  return folder.empty() ? "." : folder.string();
}

// As DuckDB takes names of tables: ASCII letters are the same in both cases.
std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

// One table has one ledger, whichever link leads to it.
TableName behind_links(const TableName& table) {
  std::error_code none;
  TableName target = table;
  if (fs::is_symlink(table.path, none))
    if (const auto real = fs::canonical(table.path, none); !real.empty())
      target.path = real.string();
  return target;
}

// As a request names it.
std::string full_name(const TableName& table) {
  return table.format == TableFormat::duckdb
             ? fmt::format("{}:{}", table.path, table.table)
             : table.path;
}

std::string shown_name(const TableName& table) {
  return escaped_utf8(table.format == TableFormat::duckdb
                          ? fmt::format("{}:{}", base_name(table), table.table)
                          : base_name(table));
}

// What the officer may have called it.
bool is_called(const TableName& table, const std::string& name) {
  return is_ledger_of(name, full_name(table));
}

// Whether the terms speak of this table, which may be asked for by another name: that
// of a link to it or, in a DuckDB file, in other letters.
bool is_same_table(const TableName& table, const std::string& name) {
  const TableName real = behind_links(table);
  if (is_called(table, name) || is_called(real, name)) return true;
  TableName small = real;
  small.table = lower(real.table);
  const auto colon = name.rfind(':');
  const std::size_t inner = colon == std::string::npos ? 0 : colon + 1;
  return table.format == TableFormat::duckdb &&
         is_called(small, name.substr(0, inner) + lower(name.substr(inner)));
}

// Ledgers of the table in its folder, but for the one at `beside`.
std::vector<std::string> others_beside(const TableName& table,
                                       const std::string& beside) {
  std::vector<std::string> found;
  const auto known = [&](const fs::path& file) {
    std::error_code none;
    if (fs::equivalent(file, beside, none)) return true;
    for (const std::string& other : found)
      if (fs::equivalent(file, other, none)) return true;
    return false;
  };
  for (const std::string& folder :
       std::set{folder_of(table), folder_of(behind_links(table))}) {
    std::error_code none;
    std::vector<std::string> files;
    for (const auto& file : fs::directory_iterator(folder, none))
      if (file.path().extension() == ".ledger")
        files.push_back(folder == "." ? file.path().filename().string()
                                      : file.path().string());
    std::sort(files.begin(), files.end());
    for (const std::string& file : files) {
      if (known(file)) continue;
      const auto named = Ledger::table_of(file);
      if (named && is_same_table(table, *named)) found.push_back(file);
    }
  }
  return found;
}

// A certificate names both, and whoever checks it must see that they are one.
Error another_name(const TableName& table, const std::string& ledger,
                   const std::string& called) {
  const TableName real = behind_links(table);
  const auto colon = called.rfind(':');
  const std::string inner =
      colon == std::string::npos ? lower(real.table) : called.substr(colon + 1);
  const std::string name = table.format == TableFormat::duckdb
                               ? fmt::format("{}:{}", real.path, inner)
                               : real.path;
  return wrong_field(
      "table",
      fmt::format("'{}' is another name of the table '{}', whose ledger is '{}'; "
                  "write {}",
                  full_name(table), called, ledger, name),
      name);
}

Error with_way_out(Error error) {
  error.field = "ledger";
  error.message +=
      "; name another place with `ledger` FILE, or keep no account with "
      "`no_ledger`";
  return error;
}

Result<Ledger> open_beside(const std::string& path, const TableName& table,
                           const PrivacyUnit& unit) {
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown)) {
    auto made = Ledger::create(path, {.table = name_in_terms(table),
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

std::string name_in_terms(const TableName& table) {
  return shown_name(behind_links(table));
}

std::string ledger_beside(const TableName& table) {
  std::string name = behind_links(table).path;
  if (table.format == TableFormat::duckdb) {
    name += '.';
    // A table's name may hold what a file's may not.
    for (const char c : lower(table.table))
      name += c == '/' || c == '%' ? fmt::format("%{:02X}", c) : std::string(1, c);
  }
  return name + ".ledger";
}

Result<std::string> ledger_file(const LedgerChoice& choice, const TableName& table) {
  if (choice.kind == LedgerChoice::Kind::named || !choice.file.empty())
    return choice.file;
  if (is_standard_input(table.path))
    return wrong_field("ledger",
                       "the standard input has no ledger beside it; name one with "
                       "`ledger` FILE, or keep no account with `no_ledger`");
  const std::string beside = ledger_beside(table);
  auto found = others_beside(table, beside);
  std::error_code unknown;
  if (fs::exists(beside, unknown)) found.insert(found.begin(), beside);
  if (found.empty()) return beside;
  if (found.size() == 1) return found.front();
  return wrong_field(
      "ledger",
      fmt::format("the table '{}' has {} ledgers, '{}' and '{}'{}; name the "
                  "one to charge with `ledger` FILE",
                  shown_name(table), found.size(), found[0], found[1],
                  found.size() > 2 ? " among them" : ""),
      found[0]);
}

Result<Ledger> open_ledger(const LedgerChoice& choice, const TableName& table,
                           const PrivacyUnit& unit) {
  const auto file = ledger_file(choice, table);
  if (!file) return file.error();
  const std::string& path = *file;
  const bool named = choice.kind == LedgerChoice::Kind::named;
  std::error_code unknown;
  if (!named && !fs::exists(path, unknown) && !is_called(table, name_in_terms(table)))
    return another_name(table, path, name_in_terms(table));
  auto ledger = named ? Ledger::open(path) : open_beside(path, table, unit);
  if (!ledger) return ledger;
  const std::string& called = ledger->terms().table;
  if (!is_called(table, called) && is_same_table(table, called))
    return another_name(table, path, called);
  if (!is_called(table, called))
    return wrong_field(
        "ledger", fmt::format("the ledger '{}' is that of the table '{}', and this is "
                              "'{}'; name its own with `ledger` FILE",
                              path, ledger->terms().table, shown_name(table)));
  return ledger;
}

LedgerNote note_of(const LedgerRecord& record, const std::string& file, bool before) {
  return {.file = file,
          .entry = record.entry.id,
          .seal = record.seal,
          .answered_before = before,
          .spent = spent_sentence(record)};
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
  if (terms->caps->rho)
    return fmt::format("rho {} ({}); the cap is rho {}",
                       promised_text(record.spent.rho), text,
                       promised_text(*terms->caps->rho));
  return text + fmt::format("; the cap is epsilon {}, delta {}",
                            promised_text(terms->caps->epsilon),
                            promised_text(terms->caps->delta));
}

}  // namespace selvage
