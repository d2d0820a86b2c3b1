// selvage ledger create|show|history|check|upgrade|export FILE: the account of a table.
#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/ledger/ledger.hpp"
#include "selvage/profile/profile.hpp"
#include "selvage/profile/profile_file.hpp"
#include "selvage/report/ledger_text.hpp"
#include "tool/commands.hpp"
#include "tool/file_place.hpp"
#include "tool/ledger_place.hpp"
#include "tool/output.hpp"
#include "tool/output_format.hpp"
#include "tool/style.hpp"

namespace selvage::tool {
namespace {

Result<Finished> finish(const std::string& text) {
  const auto done = print(text);
  if (!done) return done.error();
  return Finished{};
}

Result<Rational> number_option(const Arguments& arguments, const char* option,
                               const std::string& otherwise) {
  auto number = Rational::parse(arguments.value_or(option, otherwise));
  if (!number) return wrong(fmt::format("{} {}", option, number.error().message));
  return number;
}

Result<Accounting> accounting_option(const std::string& word) {
  for (const auto one : {Accounting::adaptive, Accounting::planned, Accounting::sum})
    if (word == accounting_name(one)) return one;
  return wrong(
      fmt::format("--accounting '{}' is not one of adaptive, planned, sum", word));
}

Result<LedgerTerms> terms_option(const Arguments& arguments, const std::string& table) {
  LedgerTerms terms{.table = table};
  if (const auto person = arguments.value("--person")) {
    if (person->empty()) return wrong("--person names no column");
    terms.unit.column = *person;
  }
  const bool by_rho = arguments.has("--rho");
  if (by_rho == arguments.has("--epsilon"))
    return wrong(
        by_rho ? "a budget is in rho or in epsilon; leave out --rho or --epsilon"
               : "a ledger needs a budget; add --epsilon, for example --epsilon 1, or "
                 "--rho");
  if (by_rho && (arguments.has("--accounting") || arguments.has("--profile")))
    return wrong(
        "a budget in rho adds rhos, and has no profile; leave out --accounting and "
        "--profile");
  const auto amount = number_option(arguments, by_rho ? "--rho" : "--epsilon", "1");
  if (!amount) return amount.error();
  const auto delta = number_option(arguments, "--delta", by_rho ? "1e-6" : "0");
  if (!delta) return delta.error();
  const auto caps = by_rho ? caps_in_rho(*amount, *delta)
                           : Result<LedgerCaps>(LedgerCaps{*amount, *delta});
  if (!caps) return caps.error();
  terms.caps = *caps;
  const std::string neighbours =
      arguments.value_or("--neighbours", "add_remove_person");
  if (neighbours == "replace_person")
    terms.neighbours = Neighbours::replace_person;
  else if (neighbours != "add_remove_person")
    return wrong(
        fmt::format("--neighbours '{}' is not one of add_remove_person, replace_person",
                    neighbours));
  const auto accounting =
      accounting_option(arguments.value_or("--accounting", "adaptive"));
  if (!accounting) return accounting.error();
  terms.accounting = by_rho ? Accounting::rho : *accounting;
  if (const auto text = arguments.value("--profile")) {
    const auto words = profile_words(*text);
    if (!words) return wrong(fmt::format("--profile {}", words.error().message));
    const auto profile = parse_profile(*words);
    if (!profile) return wrong(fmt::format("--profile {}", profile.error().message));
    terms.profile = *profile;
  }
  return terms;
}

Result<Ledger> open_to_look(const Arguments& arguments) {
  const auto place = ledger_operand(arguments.operand());
  if (!place) return place.error();
  return Ledger::open_to_read(*place);
}

Result<Finished> create_ledger(const Arguments& arguments) {
  const auto made = new_ledger(arguments.operand(), arguments.value("--table"));
  if (!made) return made.error();
  const auto terms = terms_option(arguments, made->table);
  if (!terms) return terms.error();
  std::vector<ReadFile> reads = files_of_options(arguments);
  for (const std::string& name :
       {arguments.operand(), arguments.value_or("--table", "")})
    if (const auto table = parse_table_name(name))
      for (ReadFile& file : files_of_table_to_keep(*table))
        reads.push_back(std::move(file));
  if (const auto may = may_make(made->file, reads); !may) return may.error();
  const auto ledger = Ledger::create(made->file, *terms);
  if (!ledger) return ledger.error();
  return finish(new_ledger_text(made->file, *terms, terminal_style()));
}

Result<Finished> show_ledger(const Arguments& arguments) {
  const auto format = chosen_format(arguments, {"table", "json"});
  if (!format) return format.error();
  auto ledger = open_to_look(arguments);
  if (!ledger) return ledger.error();
  const auto spent = ledger->spent();
  if (!spent) return spent.error();
  const auto head = ledger->head();
  if (!head) return head.error();
  const LedgerState state{ledger->terms(), *spent, *head};
  return finish(*format == "json" ? ledger_json_text(state)
                                  : ledger_text(state, terminal_style()));
}

Result<Finished> history(const Arguments& arguments) {
  const auto format = chosen_format(arguments, {"table", "json"});
  if (!format) return format.error();
  auto ledger = open_to_look(arguments);
  if (!ledger) return ledger.error();
  const auto entries = ledger->history();
  if (!entries) return entries.error();
  const LedgerTerms& terms = ledger->terms();
  return finish(*format == "json" ? history_json_text(terms, *entries)
                                  : history_text(terms, *entries, terminal_style()));
}

Result<Finished> check(const Arguments& arguments) {
  auto ledger = open_to_look(arguments);
  if (!ledger) return ledger.error();
  const auto sound = ledger->check();
  if (!sound && sound.error().kind == ErrorKind::unverified) {
    const auto done = print(wrapped(sound.error().message));
    if (!done) return done.error();
    return Finished{1};
  }
  if (!sound) return sound.error();
  const auto head = ledger->head();
  if (!head) return head.error();
  return finish(
      wrapped(fmt::format("{} entries: every seal, every derivation and the sum were "
                          "computed anew, and fit.",
                          head->id)) +
      wrapped(fmt::format("All of them protect {}.", ledger->terms().unit.words())) +
      wrapped("The last seal; compare it with your last certificate:") +
      fmt::format("  {}\n", head->hash));
}

Result<Finished> upgrade_ledger(const Arguments& arguments) {
  const auto place = ledger_operand(arguments.operand());
  if (!place) return place.error();
  const auto done = Ledger::upgrade(*place);
  if (!done) return done.error();
  std::string text =
      wrapped(fmt::format("{} entries of version {} were taken over, each with what it "
                          "promised; every seal was checked, and made anew.",
                          done->entries, done->from)) +
      wrapped(fmt::format("The file as it was is {}; seals that certificates name from "
                          "before are its seals.",
                          done->copy));
  auto ledger = Ledger::open_to_read(*place);
  if (!ledger) return ledger.error();
  // What it has spent stands whatever this says.
  if (const auto sound = ledger->check(); !sound)
    text += wrapped("Its check says: " + sound.error().message + ".");
  return finish(text);
}

Result<Finished> export_ledger(const Arguments& arguments) {
  const std::string format = arguments.value_or("--format", "lines");
  if (format != "lines" && format != "dp-events")
    return wrong(fmt::format("--format '{}' is not one of lines, dp-events", format));
  if (const auto done = check_ending(arguments, "--out", "JSON"); !done)
    return done.error();
  std::optional<OutputFile> out;
  if (const auto path = arguments.value("--out")) {
    const auto place = ledger_operand(arguments.operand());
    if (!place) return place.error();
    auto files = files_of_ledger(*place);
    if (const auto table = parse_table_name(arguments.operand()))
      for (ReadFile& file : files_of_table_to_keep(*table))
        files.push_back(std::move(file));
    const auto done = check_places(arguments, outputs_of(arguments, {"--out"}), files);
    if (!done) return done.error();
    auto file = OutputFile::open(*path);
    if (!file) return file.error();
    out.emplace(*std::move(file));
  }
  auto ledger = open_to_look(arguments);
  if (!ledger) return ledger.error();
  const auto text =
      format == "lines" ? ledger->export_json_lines() : ledger->export_dp_events();
  if (!text) return text.error();
  if (!out) return finish(*text);
  if (const auto done = out->commit(*text); !done) return done.error();
  return Finished{};
}

Action ledger_verb(const char* name, const char* summary, std::vector<Option> options,
                   const char* guarantee, const char* example,
                   Result<Finished> (*run)(const Arguments&)) {
  return {.command = {.name = fmt::format("ledger {}", name),
                      .summary = summary,
                      .operand = std::string(name) == "create" ? "table" : "ledger",
                      .options = std::move(options),
                      .guarantee = guarantee,
                      .example = {example}},
          .run = run};
}

}  // namespace

std::vector<Action> ledger_verbs() {
  const Option format{"--format", "WORD", "table or json (table)"};
  return {
      ledger_verb(
          "create", "a new account, with caps",
          {{"--table", "NAME", "the table, where the first word is another FILE"},
           {"--person",
            "COLUMN",
            "the column that says who a person is (every row)",
            false,
            false,
            {"--privacy-unit-column", "--privacy-unit"}},
           {"--epsilon", "NUMBER", "the most that all releases together may spend"},
           {"--delta", "NUMBER", "the same for delta (0; with --rho 1e-6)"},
           {"--rho", "NUMBER",
            "instead of --epsilon: the most in rho, for Gaussian noise"},
           {"--profile", "PROFILE",
            "less for small classes: 20:0.1,1 or a formula or @FILE"},
           {"--neighbours", "WORD", "add_remove_person or replace_person (the first)"},
           {"--accounting", "WORD", "adaptive, planned or sum (adaptive)"}},
          "what would pass the caps is refused, exit code 3, before any data is read.",
          "selvage ledger create payroll.csv --epsilon 3 --delta 1e-6", create_ledger),
      ledger_verb("show", "what was spent, and what is left", {format},
                  "nothing is spent by looking.", "selvage ledger show payroll.csv",
                  show_ledger),
      ledger_verb("history", "every charge, answered or not", {format},
                  "nothing is spent by looking.", "selvage ledger history payroll.csv",
                  history),
      ledger_verb("check", "every seal and every sum, computed anew", {},
                  "exit code 0 only if all fit, 1 if something does not.",
                  "selvage ledger check payroll.csv", check),
      ledger_verb("upgrade", "takes over one that an earlier selvage made", {},
                  "nothing that was spent is forgotten; the file as it was stays "
                  "beside it.",
                  "selvage ledger upgrade payroll.csv", upgrade_ledger),
      ledger_verb(
          "export", "all entries, for other programs",
          {{"--format", "WORD", "lines or dp-events (lines)"},
           {"--out", "FILE", "write there instead of to the screen"}},
          "lines hold all that the seals cover; dp-events are what dp_accounting "
          "reads.",
          "selvage ledger export payroll.csv --format dp-events", export_ledger)};
}

}  // namespace selvage::tool
