#include "selvage/engine/account.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/escaped_utf8.hpp"
#include "selvage/engine/ledgers_near.hpp"
#include "selvage/ledger/ledger_table.hpp"
#include "selvage/summary/table_files.hpp"

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

// One table has one ledger, whichever link leads to it; "." and ".." name no folder.
TableName behind_links(const TableName& table) {
  std::error_code none;
  TableName target = table;
  const std::string last = fs::path(table.path).filename().string();
  if (fs::is_symlink(table.path, none) || last == "." || last == "..")
    if (const auto real = fs::canonical(table.path, none); !real.empty())
      target.path = real.string();
  return target;
}

// As a request names it.
std::string full_name(const TableName& table) {
  std::error_code none;
  if (table.format == TableFormat::duckdb)
    return fmt::format("{}:{}", table.path, table.table);
  return fs::is_directory(table.path, none) ? table.path + "/" : table.path;
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

// Nobody knows whose it is: it may be the account of this table.
Error unknown_ledger(const TableName& table, const NearLedger& ledger) {
  const std::string& why = ledger.table.error().message;
  return Error{
      ErrorKind::unreadable,
      fmt::format("'{}' lies beside the table '{}' and may be its ledger, but "
                  "{}; repair it or take it away, or name the ledger to charge "
                  "with `ledger` FILE",
                  ledger.file, shown_name(table), why),
      "ledger"};
}

// Ledgers of the table in its folder, but for the one at `beside`.
Result<std::vector<std::string>> others_beside(const TableName& table,
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
    const auto ledgers = ledgers_in(folder);
    if (!ledgers) return ledgers.error();
    for (const NearLedger& ledger : *ledgers) {
      if (known(ledger.file)) continue;
      if (!ledger.table) return unknown_ledger(table, ledger);
      if (is_same_table(table, *ledger.table)) found.push_back(ledger.file);
    }
  }
  return found;
}

Error overlapping(const TableName& table, const std::string& how,
                  const NearLedger& ledger, const std::string& instead) {
  return wrong_field(
      "table",
      fmt::format("'{}' {} the table '{}', whose ledger is '{}', and what is spent of "
                  "one is spent of the other; ask about {}, or name the ledger to "
                  "charge with `ledger` FILE",
                  full_name(table), how, *ledger.table, ledger.file, instead),
      instead);
}

// A folder of Parquet files, a pattern of them and one of them are one table for the
// account: whoever has rows in it has them in all three.
Outcome check_parts(const TableName& table) {
  if (table.format != TableFormat::parquet || is_standard_input(table.path))
    return Done{};
  std::error_code none;
  const fs::path whole =
      fs::is_directory(table.path, none) ? fs::canonical(table.path, none) : fs::path();
  std::map<std::string, std::vector<std::string>> folders;  // files of each, by name
  std::map<fs::path, std::string> real_names;  // of folders: there may be many files
  const auto add = [&](const fs::path& file) {
    const fs::path above = file.has_parent_path() ? file.parent_path() : ".";
    const auto [place, is_new] = real_names.try_emplace(above);
    if (is_new) place->second = fs::canonical(above, none).string();
    folders[place->second].push_back(file.filename().string());
  };
  for (const std::string& file : files_of_table(table)) {
    add(file);
    if (fs::is_symlink(file, none)) add(fs::canonical(file, none));
  }
  for (const auto& [folder, names] : folders) {
    if (folder.empty()) continue;
    if (fs::path(folder) != whole) {
      const auto above = ledgers_in(fs::path(folder).parent_path().string());
      // A file may lie where nobody may list the folder above.
      for (const NearLedger& ledger : above ? *above : std::vector<NearLedger>()) {
        if (!ledger.table && ledger.file == folder + ".ledger")
          return unknown_ledger(table, ledger);
        if (ledger.table && names_file(*ledger.table, folder + "/"))
          return overlapping(table, "is a part of", ledger, folder + "/");
      }
    }
    const auto beside = ledgers_in(folder);
    if (!beside) return beside.error();
    for (const NearLedger& ledger : *beside) {
      if (!ledger.table) return unknown_ledger(table, ledger);
      if (is_same_table(table, *ledger.table)) continue;
      for (const std::string& name : names)
        if (names_file(*ledger.table, fs::path(folder) / name))
          return overlapping(table, "has files of", ledger, "that one");
    }
  }
  return Done{};
}

// A ledger within a folder of Parquet files would be in the way of the table that they
// are together.
Outcome check_whole_folder(const TableName& table) {
  if (!is_pattern(table)) return Done{};
  const fs::path folder = fs::path(table.path).parent_path();
  const std::string place = folder.empty() ? "./" : folder.string() + "/";
  const auto files = files_of_table(table);
  const auto all = files_of_table({TableFormat::parquet, place, ""});
  std::error_code none;
  const bool same = !files.empty() && files.size() == all.size() &&
                    std::none_of(all.begin(), all.end(), [&](const std::string& file) {
                      return fs::is_directory(file, none);
                    });
  if (!same) return Done{};
  return wrong_field(
      "table",
      fmt::format("'{}' is all of the folder '{}', and one table has one "
                  "ledger; write {}, or name the ledger to charge with "
                  "`ledger` FILE",
                  table.path, place, place),
      place);
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
                               : full_name(real);
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
  if (const auto whole = check_parts(table); !whole) return whole.error();
  const auto others = others_beside(table, beside);
  if (!others) return others.error();
  auto found = *others;
  std::error_code unknown;
  if (fs::exists(fs::symlink_status(beside, unknown)))
    found.insert(found.begin(), beside);
  if (found.empty()) {
    if (const auto part = check_whole_folder(table); !part) return part.error();
    return beside;
  }
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
