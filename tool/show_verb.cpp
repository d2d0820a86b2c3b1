// selvage show RELEASE: a release that was made before, in every form, at no cost.
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/bounded_json.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/engine/account.hpp"
#include "selvage/engine/stored_answer.hpp"
#include "selvage/release/consistent.hpp"
#include "selvage/release/read_release.hpp"
#include "selvage/verbs/verbs.hpp"
#include "selvage/verify/certificate_check.hpp"
#include "tool/commands.hpp"
#include "tool/ledger_place.hpp"
#include "tool/read_file.hpp"
#include "tool/release_outputs.hpp"

namespace selvage::tool {
namespace {

struct Shown {
  Release release;
  std::vector<UsedFile> read;  // none of these is written over
};

// What is drawn may be shown to others: a certificate that is wrong is not.
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

Result<Shown> from_file(const std::string& path) {
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
  return Shown{*std::move(release), {{path, "the release itself"}}};
}

Result<Shown> from_ledger(const std::string& operand, std::int64_t entry) {
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
  return Shown{*std::move(release), files_of_ledger(*path)};
}

Result<Shown> shown(const std::string& operand) {
  std::error_code unknown;
  const auto colon = operand.rfind(':');
  const std::string entry = colon == std::string::npos ? "" : operand.substr(colon + 1);
  const bool is_entry = !entry.empty() && entry.size() <= 18 &&
                        entry.find_first_not_of("0123456789") == std::string::npos;
  if (is_entry && !std::filesystem::exists(operand, unknown))
    return from_ledger(operand.substr(0, colon), std::stoll(entry));
  return from_file(operand);
}

Result<Finished> run_show(const Arguments& arguments) {
  auto one = shown(arguments.operand());
  if (!one) return one.error();
  if (arguments.has("--consistent"))
    if (const auto fits = check_consistent(one->release); !fits) return fits.error();
  auto outputs = open_outputs(arguments, std::move(one->read),
                              one->release.question.domain.columns().size());
  if (!outputs) return outputs.error();
  if (const auto done = outputs->write(one->release); !done) return done.error();
  return Finished{};
}

}  // namespace

Action show_verb() {
  return {
      .command = {.name = "show",
                  .summary = "a release again: table, CSV, picture; nothing is spent",
                  .operand = "release",
                  .options = output_options(),
                  .guarantee =
                      "RELEASE is one in JSON, a certificate, or LEDGER:ENTRY. No "
                      "table is read and\n  nothing is charged: what was released "
                      "is shown in another form.",
                  .example = {"selvage show payroll.csv.ledger:1 --rows all",
                              "selvage show payroll.csv:1 --out salaries.csv"}},
      .run = run_show};
}

}  // namespace selvage::tool
