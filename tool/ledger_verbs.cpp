// selvage ledger create|show|history|check|export FILE: the account of a table.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/bounded_json.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/law/profile.hpp"
#include "selvage/law/profile_file.hpp"
#include "selvage/ledger/ledger.hpp"
#include "selvage/report/text.hpp"
#include "tool/commands.hpp"
#include "tool/file_place.hpp"
#include "tool/ledger_place.hpp"
#include "tool/output.hpp"
#include "tool/output_format.hpp"
#include "tool/terminal.hpp"

namespace selvage::tool {
namespace {

using Json = nlohmann::ordered_json;

Result<Finished> finish(const std::string& text) {
  const auto done = print(text);
  if (!done) return done.error();
  return Finished{};
}

std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
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
  const auto epsilon = number_option(arguments, "--epsilon", "1");
  if (!epsilon) return epsilon.error();
  const auto delta = number_option(arguments, "--delta", "0");
  if (!delta) return delta.error();
  terms.caps = LedgerCaps{*epsilon, *delta};
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
  terms.accounting = *accounting;
  if (const auto text = arguments.value("--profile")) {
    const auto words = profile_words(*text);
    if (!words) return wrong(fmt::format("--profile {}", words.error().message));
    const auto profile = parse_profile(*words);
    if (!profile) return wrong(fmt::format("--profile {}", profile.error().message));
    terms.profile = *profile;
  }
  return terms;
}

std::string caps_text(const LedgerTerms& terms) {
  if (!terms.caps) return "none: it adds up, and stops nobody";
  std::string text =
      fmt::format("epsilon {}, delta {}", promised_text(terms.caps->epsilon),
                  promised_text(terms.caps->delta));
  if (!terms.profile.empty())
    text += fmt::format("; for small classes {}", short_profile_text(terms.profile));
  return text;
}

std::string accounting_text(Accounting accounting) {
  switch (accounting) {
    case Accounting::adaptive:
      return "adaptive: holds whatever is asked after whichever answers";
    case Accounting::planned:
      return "planned: holds if the epsilons were fixed before any answer was seen";
    case Accounting::sum:
      return "sum: epsilons and deltas add up";
  }
  return {};
}

std::string unit_text(const PrivacyUnit& unit) {
  return unit.column.empty()
             ? "one row: somebody with several rows has it for each of them"
             : fmt::format("one person: all rows with the same {}", unit.column);
}

// "spent      epsilon 1 ...", wrapped.
std::string line(const char* head, const std::string& text) {
  constexpr std::size_t kIndent = 12;
  std::string result;
  for (const std::string& part :
       wrap(safe_text(text), static_cast<std::size_t>(stdout_width()) - kIndent))
    result += fmt::format("{:<{}}{}\n", result.empty() ? head : "", kIndent, part);
  return result;
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
  const auto ledger = Ledger::create(made->file, *terms);
  if (!ledger) return ledger.error();
  const auto note =
      terms->profile.empty() ? std::nullopt : envelope_note(terms->profile);
  return finish(line("ledger", made->file) + line("table", terms->table) +
                line("protects", unit_text(terms->unit)) +
                line("caps", caps_text(*terms)) +
                line("neighbours", neighbours_name(terms->neighbours)) +
                line("accounting", accounting_text(terms->accounting)) +
                (note ? line("note", *note) : ""));
}

// Why small classes are promised less than the entries say one by one.
std::vector<std::string> no_claims(const LedgerSpent& spent) {
  auto reasons = spent.refused_claims;
  if (spent.no_claims_because) reasons.push_back(*spent.no_claims_because);
  return reasons;
}

Json spent_json(const Ledger& ledger, const LedgerSpent& spent,
                const LedgerPlace& head) {
  const LedgerTerms& terms = ledger.terms();
  const auto overall = spent.overall();
  Json json = {
      {"selvage", "0.1"},
      {"table", terms.table},
      {"privacy_unit", terms.unit.text()},
      {"neighbours", neighbours_name(terms.neighbours)},
      {"accounting", accounting_name(terms.accounting)},
      {"caps", nullptr},
      {"profile",
       terms.profile.empty() ? Json(nullptr) : Json(profile_text(terms.profile))},
      {"entries", spent.entries},
      {"unanswered", spent.unanswered},
      {"spent", nullptr},
      {"refused", overall ? Json(nullptr) : Json(overall.error().message)},
      {"claimed", spent.capped ? to_json(spent.capped->conclusion) : Json(nullptr)},
      {"claims", Json::array()},
      {"no_claims", no_claims(spent)},
      {"random", nullptr},
      {"head", {{"entry", head.id}, {"seal", head.hash}}}};
  if (terms.caps)
    json["caps"] = {{"epsilon", terms.caps->epsilon.text()},
                    {"delta", terms.caps->delta.text()}};
  if (overall)
    json["spent"] = {{"epsilon", overall->epsilon.text()},
                     {"delta", overall->delta.text()},
                     {"by", spent.counted ? spent.counted->name : "sum"}};
  for (const Derivation& claim : spent.claims)
    json["claims"].push_back(to_json(claim.conclusion));
  if (spent.random)
    json["random"] = to_json(Guarantee{*spent.random, terms.neighbours});
  return json;
}

// What plain addition leaves; none where there are no caps, or more than the sum is
// used.
std::optional<std::string> left_of(const LedgerTerms& terms, const LedgerSpent& spent) {
  const auto overall = spent.overall();
  const bool by_sum = !spent.counted || spent.counted->name != "concentrated";
  if (!terms.caps || !overall || !by_sum) return std::nullopt;
  // Of an adaptive ledger's delta one half is kept for composing. [T29]
  const Rational delta = terms.accounting == Accounting::adaptive
                             ? terms.caps->delta / 2
                             : terms.caps->delta;
  const auto above = [](const Rational& cap, const Rational& used) {
    return (cap > used ? cap - used : Rational(0)).short_text();
  };
  return fmt::format(
      "epsilon {}, delta {} by plain addition; many small releases may fit "
      "into more",
      above(terms.caps->epsilon, overall->epsilon), above(delta, overall->delta));
}

std::string spent_table(const Ledger& ledger, const LedgerSpent& spent,
                        const LedgerPlace& head) {
  const LedgerTerms& terms = ledger.terms();
  std::string text =
      line("table", terms.table) + line("protects", unit_text(terms.unit)) +
      line("caps", caps_text(terms)) +
      line("neighbours", neighbours_name(terms.neighbours)) +
      line("accounting", accounting_text(terms.accounting)) +
      line("entries",
           fmt::format("{}, of which {} unanswered", spent.entries, spent.unanswered));
  const auto overall = spent.overall();
  if (!overall)
    text += line("spent", overall.error().message);
  else
    text += line("spent",
                 fmt::format("epsilon {}, delta {}{}", promised_text(overall->epsilon),
                             promised_text(overall->delta),
                             spent.counted ? " (" + spent.counted->name + ")" : ""));
  if (const auto left = left_of(terms, spent)) text += line("left", *left);
  if (spent.capped) text += line("claimed", sentence(spent.capped->conclusion));
  for (const Derivation& claim : spent.claims)
    text += line("small", sentence(claim.conclusion));
  for (const std::string& reason : no_claims(spent)) text += line("no claim", reason);
  if (spent.random)
    text += line("random", sentence(Guarantee{*spent.random, terms.neighbours}));
  return text + line("head", fmt::format("entry {}, seal {}", head.id, head.hash));
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
  return finish(*format == "json" ? dump(spent_json(*ledger, *spent, *head))
                                  : spent_table(*ledger, *spent, *head));
}

// The text of that name, or "?": a ledger may have been made by anybody.
std::string text_of(const Json& json, const char* name) {
  const bool there = json.is_object() && json.contains(name) && json[name].is_string();
  return there ? json[name].get<std::string>() : "?";
}

// "histogram of salary", from the question's text.
std::string short_question(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("question") || !json["question"].is_object())
    return "?";
  const Json& question = json["question"];
  std::string result = text_of(question, "verb");
  if (question.contains("measure"))
    result += " of " + text_of(question["measure"], "column");
  std::string by;
  if (question.contains("columns") && question["columns"].is_array())
    for (const Json& column : question["columns"])
      by += (by.empty() ? "" : ", ") + text_of(column, "name");
  if (!by.empty())
    result +=
        (question.contains("measure") || result == "count" ? " by " : " of ") + by;
  if (question.contains("where") && question["where"].is_string())
    result += " where " + question["where"].get<std::string>();
  return result;
}

std::string promised_without_dp(const LedgerEntry& entry) {
  const auto others = parse_bounded_json(entry.other);
  if (!others || !others->is_array()) return "?";
  for (const Json& json : *others) {
    const auto other = read_derivation(json);
    if (!other) continue;
    if (const auto* outlier = std::get_if<OutlierPromise>(&other->conclusion.promise))
      return fmt::format("profile {}", short_profile_text(outlier->profile));
  }
  return "no dp";
}

std::string promised(const LedgerEntry& entry) {
  if (entry.counted == "null") return promised_without_dp(entry);
  const auto derivation = parse_derivation(entry.counted);
  if (!derivation) return "?";
  if (const auto* dp = std::get_if<DpPromise>(&derivation->conclusion.promise))
    return dp->delta.sign() == 0
               ? fmt::format("epsilon {}", promised_text(dp->epsilon))
               : fmt::format("epsilon {}, delta {}", promised_text(dp->epsilon),
                             promised_text(dp->delta));
  if (const auto* zcdp = std::get_if<ZcdpPromise>(&derivation->conclusion.promise))
    return fmt::format("rho {}", promised_text(zcdp->rho));
  return "?";
}

std::string history_table(const Ledger& ledger,
                          const std::vector<LedgerEntry>& entries) {
  if (entries.empty()) return "No entry yet.\n";
  std::string text =
      fmt::format("Every promise is for {}.\n", safe_text(ledger.terms().unit.words()));
  text += fmt::format("{:>5}  {:<20}  {:<10}  {:<26}  {}\n", "entry", "charged",
                      "answered", "promise", "question");
  for (const LedgerEntry& entry : entries) {
    std::string question = short_question(entry.question);
    if (!entry.version.empty()) question += fmt::format(" [{}]", entry.version);
    text += fmt::format("{:>5}  {:<20}  {:<10}  {:<26}  {}\n", entry.place.id,
                        safe_text(entry.time), entry.answered ? "yes" : "NO",
                        promised(entry), safe_text(question));
  }
  return text;
}

Json history_json(const Ledger& ledger, const std::vector<LedgerEntry>& entries) {
  Json list = Json::array();
  for (const LedgerEntry& entry : entries)
    list.push_back(
        {{"entry", entry.place.id},
         {"charged", entry.time},
         {"answered", entry.answered ? Json(*entry.answered) : Json(nullptr)},
         {"version", entry.version},
         {"question", Json::parse(entry.question, nullptr, false)},
         {"counted", Json::parse(entry.counted, nullptr, false)},
         {"other", Json::parse(entry.other, nullptr, false)},
         {"seal", entry.place.hash}});
  return {{"selvage", "0.1"},
          {"privacy_unit", ledger.terms().unit.text()},
          {"entries", list}};
}

Result<Finished> history(const Arguments& arguments) {
  const auto format = chosen_format(arguments, {"table", "json"});
  if (!format) return format.error();
  auto ledger = open_to_look(arguments);
  if (!ledger) return ledger.error();
  const auto entries = ledger->history();
  if (!entries) return entries.error();
  return finish(*format == "json" ? dump(history_json(*ledger, *entries))
                                  : history_table(*ledger, *entries));
}

Result<Finished> check(const Arguments& arguments) {
  auto ledger = open_to_look(arguments);
  if (!ledger) return ledger.error();
  const auto sound = ledger->check();
  if (!sound && sound.error().kind == ErrorKind::unverified) {
    const auto done = print(sound.error().message + "\n");
    if (!done) return done.error();
    return Finished{1};
  }
  if (!sound) return sound.error();
  const auto head = ledger->head();
  if (!head) return head.error();
  return finish(
      fmt::format("{} entries: every seal, every derivation and the sum were computed "
                  "anew, and fit.\n"
                  "All of them protect {}.\n"
                  "The last seal is {}; compare it with your last certificate.\n",
                  head->id, safe_text(ledger->terms().unit.words()), head->hash));
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
    files.push_back({*path, {}, "--out"});
    if (const auto done = check_places(files); !done) return done.error();
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
            "who is a person, in all releases (every row)",
            false,
            false,
            {"--privacy-unit-column", "--privacy-unit"}},
           {"--epsilon", "NUMBER", "the most that all releases together may spend",
            true},
           {"--delta", "NUMBER", "the same for delta (0)"},
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
      ledger_verb(
          "export", "all entries, for other programs",
          {{"--format", "WORD", "lines or dp-events (lines)"},
           {"--out", "FILE", "write there instead of to the screen"}},
          "lines hold all that the seals cover; dp-events are what dp_accounting "
          "reads.",
          "selvage ledger export payroll.csv --format dp-events", export_ledger)};
}

}  // namespace selvage::tool
