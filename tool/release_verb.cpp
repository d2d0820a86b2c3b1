// selvage VERB TABLE ...: a private answer about a table.
#include <algorithm>
#include <filesystem>
#include <new>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/utf8.hpp"
#include "selvage/engine/engine.hpp"
#include "selvage/release/consistent.hpp"
#include "selvage/report/page.hpp"
#include "selvage/source/table.hpp"
#include "tool/commands.hpp"
#include "tool/file_place.hpp"
#include "tool/issuer.hpp"
#include "tool/last_words.hpp"
#include "tool/question_options.hpp"
#include "tool/release_outputs.hpp"
#include "tool/terminal.hpp"

namespace selvage::tool {
namespace {

constexpr int kLeastMegabytes = 64;  // with less the engine cannot count at all

Result<TableOptions> table_options(const Arguments& arguments, TableFormat format) {
  TableOptions options;
  if (const auto text = arguments.value("--delimiter")) {
    const std::string delimiter = *text == "tab" || *text == "\\t" ? "\t" : *text;
    if (delimiter.size() != 1 || delimiter == "\"" || delimiter == "\n" ||
        delimiter == "\r")
      return wrong(
          fmt::format("--delimiter '{}' cannot separate fields; write one ASCII "
                      "character, for example ';' or tab",
                      *text));
    if (format != TableFormat::csv && format != TableFormat::tsv)
      return wrong(fmt::format("--delimiter is for .csv and .tsv tables, not for '{}'",
                               arguments.operand()));
    options.delimiter = delimiter[0];
  }
  if (const auto memory = arguments.value("--memory")) {
    const auto digits = memory->find_first_not_of("0123456789");
    const bool good =
        digits != std::string::npos && digits >= 1 && digits <= 6 &&
        (memory->substr(digits) == "MB" || memory->substr(digits) == "GB");
    if (!good)
      return wrong(
          fmt::format("--memory '{}' is not a size; write for example 400MB "
                      "or 2GB",
                      *memory));
    const int least = memory->ends_with("GB") ? 1 : kLeastMegabytes;
    if (std::stoi(*memory) < least)
      return wrong(fmt::format("--memory '{}' is too little; the least is {}MB",
                               *memory, kLeastMegabytes));
    options.memory = *memory;
  }
  options.temp = arguments.value_or("--temp", "");
  return options;
}

// The one that an option names, else the one of the domain file, else that of the
// table.
Result<LedgerChoice> ledger_choice(const Arguments& arguments, const Planned& planned,
                                   const TableName& table) {
  LedgerChoice choice;
  const auto file = arguments.value("--ledger");
  if (!arguments.has("--no-ledger")) {
    if (file && file->empty()) return wrong("--ledger names no file");
    choice.file = file.value_or(planned.ledger);
    if (!choice.file.empty()) choice.kind = LedgerChoice::Kind::named;
    const auto found = ledger_file(choice, table);
    if (!found) return found.error();
    choice.file = *found;
    return choice;
  }
  if (file) return wrong("--ledger and --no-ledger exclude each other; give one");
  if (arguments.has("--version"))
    return wrong(
        "--version needs a ledger to remember the answer; leave out --no-ledger");
  choice.kind = LedgerChoice::Kind::none;
  return choice;
}

// What a table does not show stays in the ledger. Without one it is lost, and that is
// said while something can be done about it.
void warn_of_loss(const Arguments& arguments, const Domain& domain) {
  const bool all_shown =
      !domain.has_unknown_keys() && domain.cells() <= TextStyle{}.most_rows;
  const bool kept = arguments.has("--out") || arguments.has("--json") ||
                    arguments.has("--certificate") || arguments.has("--format") ||
                    arguments.value_or("--rows", "") == "all";
  if (all_shown || kept) return;
  tell(
      "selvage: warning: without a ledger nothing keeps the answer, and a table shows "
      "60 lines of it; --out FILE.csv, --json FILE or --rows all keep or show all\n");
}

// The size of a table that is read from its first byte to its last; else 0.
std::uint64_t text_bytes(const TableName& table) {
  if (table.format == TableFormat::parquet || table.format == TableFormat::duckdb)
    return 0;
  std::error_code none;
  const auto bytes = std::filesystem::file_size(table.path, none);
  return none ? 0 : bytes;
}

// The fields that only a question to a table has, beside those of the verb.
Outcome give_state(const Arguments& arguments, const TableOptions& options,
                   Asked& asked) {
  if (options.delimiter) asked.give("delimiter", std::string(1, *options.delimiter));
  const auto version = arguments.value("--version");
  if (!version) return Done{};
  if (version->empty())
    return wrong("--version is empty; name a state of the table, for example 2026-10");
  if (!is_utf8(*version)) return wrong("--version is not UTF-8 text");
  asked.give("version", *version);
  return Done{};
}

// A release that was charged is kept, and whatever ends its writing says so.
Outcome write_outputs(const Answered& answered, const Issuer& issuer,
                      Outputs& outputs) try {
  if (outputs.certificate)
    if (auto done = outputs.certificate->commit(issuer.certificate_of(answered)); !done)
      return done;
  return outputs.write(answered.release);
} catch (const std::bad_alloc&) {
  return unreadable("there is not enough memory");
}

// What is said where the program must end at once.
void tell_charge(const ChargeNews& news) {
  switch (news.state) {
    case ChargeNews::State::charging:
      return set_charge_words(
          fmt::format("'selvage ledger show {}' tells whether it was charged",
                      safe_text(news.file)));
    case ChargeNews::State::charged:
      return set_charge_words(fmt::format("entry {} of the ledger '{}' stays charged",
                                          news.entry, safe_text(news.file)));
    case ChargeNews::State::answered:
      return set_charge_words(
          fmt::format("the answer is kept, and 'selvage show {}:{}' shows it",
                      safe_text(news.file), news.entry));
  }
}

Result<Finished> run_release(const Verb& verb, const Arguments& arguments) {
  set_charge_words("nothing was charged");
  const auto table = parse_table_name(arguments.operand());
  if (!table) return table.error();
  auto options = table_options(arguments, table->format);
  if (!options) return options.error();
  Asked asked = asked_by(verb, arguments);
  if (const auto given = give_state(arguments, *options, asked); !given)
    return given.error();
  auto planned = verb.plan(asked);
  if (!planned) return planned.error();
  const auto ledger = ledger_choice(arguments, *planned, *table);
  if (!ledger) return ledger.error();
  const auto issuer = issuer_of(arguments);
  if (!issuer) return issuer.error();
  auto beside = counts_beside(arguments);
  if (!beside) return beside.error();
  // What was compared is shown: noise in every cell with `sparse`. [T239]
  if (*beside == CountsBeside::none && asked.has("full_cells") &&
      check_beside(CountsBeside::sparse, *planned))
    *beside = CountsBeside::sparse;
  if (const auto fits = check_beside(*beside, *planned); !fits) return fits.error();
  const Domain& domain = planned->question.domain;
  auto reads = files_of_question(planned->question);
  if (!ledger->file.empty())
    for (ReadFile& file : files_of_ledger(ledger->file))
      reads.push_back(std::move(file));
  if (const auto temp = arguments.value("--temp"); temp && !temp->empty())
    if (const auto may = may_make(*temp + "/selvage", reads); !may)
      return wrong("--temp " + may.error().message);
  auto outputs = open_outputs(arguments, std::move(reads), domain.columns().size());
  if (!outputs) return outputs.error();
  outputs->look.beside = *beside;
  if (ledger->kind == LedgerChoice::Kind::none) warn_of_loss(arguments, domain);

  ProgressLine progress("counting", text_bytes(*table));
  options->watch = [&](double share) {
    progress.show(share);
    return !interrupted();
  };
  const auto answered =
      answer(*std::move(planned), *options, bind_table, *ledger, tell_charge);
  progress.clear();
  if (!answered) return answered.error();
  const auto& note = answered->release.ledger;
  const std::string kept =
      note ? fmt::format("; the answer is kept, and 'selvage show {}:{}' shows it",
                         note->file, note->entry)
           : "";
  if (interrupted())
    return Error{ErrorKind::interrupted, "stopped; nothing was written" + kept};
  Outcome done = write_outputs(*answered, *issuer, *outputs);
  if (!done) return Error{done.error().kind, done.error().message + kept};
  return Finished{};
}

}  // namespace

Action release_action(const Verb& verb) {
  std::vector<Option> options = question_options(verb);
  const bool groups =
      std::any_of(verb.fields.begin(), verb.fields.end(), [](const Field& field) {
        return field.repeatable && (field.name == "by" || field.name == "column");
      });
  for (Option& option : output_options(has_counts_beside(verb.name), groups))
    options.push_back(std::move(option));
  const std::vector<Option> accounts = {
      {"--certificate", "FILE", "also write what others need to check it"},
      {"--key", "FILE", "sign the certificate with this key"},
      {"--passphrase-file", "FILE",
       "the passphrase of the key (asked for at the terminal)"},
      {"--ledger", "FILE", "the ledger to charge (the table's, made if missing)"},
      {"--no-ledger", "", "keep no account; the certificate says so"},
      {"--version", "LABEL", "a state of the table; one answer for each question"},
      {"--delimiter", "CHAR", "between fields of a text table (from its first line)"},
      {"--memory", "SIZE", "for the rows of people (half of what is free)"},
      {"--temp", "FOLDER", "for what does not fit in memory (the system's)"}};
  options.insert(options.end(), accounts.begin(), accounts.end());
  return {.command = {.name = verb.name,
                      .summary = verb.summary,
                      .operand_required = true,
                      .options = std::move(options),
                      .guarantee = with_options(verb.promise),
                      .example = {fmt::format("selvage {} payroll.csv {}", verb.name,
                                              example_question(verb))}},
          .run = [&verb](const Arguments& arguments) {
            return run_release(verb, arguments);
          }};
}

}  // namespace selvage::tool
