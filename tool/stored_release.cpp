#include "tool/stored_release.hpp"

#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/bounded_json.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/engine/account.hpp"
#include "selvage/engine/stored_answer.hpp"
#include "selvage/release/read_release.hpp"
#include "selvage/verbs/verbs.hpp"
#include "selvage/verify/certificate_check.hpp"
#include "tool/file_place.hpp"
#include "tool/ledger_place.hpp"
#include "tool/read_file.hpp"

namespace selvage::tool {
namespace {

Result<Release> from_certificate(const std::string& text) {
  const auto certificate = parse_certificate(text);
  if (!certificate) return certificate.error();
  auto release = verify::certified_release(*certificate, verbs());
  if (!release)
    return Error{ErrorKind::unverified,
                 "this certificate is wrong, so it is not shown; 'selvage verify' "
                 "shows what"};
  return release;
}

Result<StoredRelease> from_file(const std::string& path) {
  if (Ledger::table_of(path))
    return wrong(
        fmt::format("'{0}' is a ledger; name an entry of it, as in {0}:1, and "
                    "'selvage ledger history {0}' lists them",
                    path));
  const auto text = read_file(path, "release");
  if (!text) return text.error();
  const auto json = parse_bounded_json(*text);
  if (!json)
    return Error{
        ErrorKind::unverified,
        fmt::format("'{}' is neither a release in JSON, nor a certificate, nor "
                    "an entry of a ledger (LEDGER:ENTRY)",
                    path)};
  auto release = json->is_object() && json->contains("format") ? from_certificate(*text)
                                                               : read_release(*json);
  if (!release) return release.error();
  const ReadFile table = table_to_keep(*release);
  return StoredRelease{*std::move(release), {{path, "the release itself"}, table}};
}

Result<StoredRelease> from_ledger(const std::string& operand, std::int64_t entry) {
  const auto path = ledger_operand(operand);
  if (!path) return path.error();
  auto ledger = Ledger::open_to_read(*path);
  if (!ledger) return ledger.error();
  const auto record = ledger->record(entry);
  if (!record) return record.error();
  const auto stored = ledger->answer_of(entry);
  if (!stored) return stored.error();
  if (!*stored)
    return wrong(fmt::format(
        "entry {} of the ledger '{}' was charged and has no answer", entry, *path));
  auto release = read_stored_release((*stored)->json);
  if (!release) return release.error();
  release->ledger = note_of(*record, *path, false);
  auto read = files_of_ledger(*path);
  read.push_back(table_to_keep(*release));
  if (const auto table = parse_table_name(operand))
    for (ReadFile& file : files_of_table_to_keep(*table))
      read.push_back(std::move(file));
  return StoredRelease{*std::move(release), std::move(read)};
}

}  // namespace

// All that a release says of its table is its name.
ReadFile table_to_keep(const Release& release) {
  const auto table = parse_table_name(release.question.table);
  return {table && !is_standard_input(table->path) ? table->path : "",
          "the table of this release", true};
}

bool is_ledger_entry(const std::string& operand) {
  std::error_code unknown;
  const auto colon = operand.rfind(':');
  const std::string entry = colon == std::string::npos ? "" : operand.substr(colon + 1);
  return !entry.empty() && entry.size() <= 18 &&
         entry.find_first_not_of("0123456789") == std::string::npos &&
         !std::filesystem::exists(operand, unknown);
}

Result<StoredRelease> stored_release(const std::string& operand) {
  if (!is_ledger_entry(operand)) return from_file(operand);
  const auto colon = operand.rfind(':');
  return from_ledger(operand.substr(0, colon), std::stoll(operand.substr(colon + 1)));
}

}  // namespace selvage::tool
