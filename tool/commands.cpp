#include "tool/commands.hpp"

#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "selvage/base/errors.hpp"
#include "selvage/certificate/program_version.hpp"
#include "tool/output.hpp"

namespace selvage::tool {
namespace {

// All that can be written. Two words are matched before one.
const std::vector<Action>& actions() {
  static const std::vector<Action> all = [] {
    std::vector<Action> list;
    for (const auto make : {release_action, plan_action, audit_action})
      for (const Verb& verb : verbs()) list.push_back(make(verb));
    for (const auto& more : {ledger_verbs(), key_verbs()})
      list.insert(list.end(), more.begin(), more.end());
    list.push_back(show_verb());
    list.push_back(verify_verb());
    list.push_back(explain_verb());
    list.push_back(reproduce_verb());
    return list;
  }();
  return all;
}

constexpr const char* kWelcome =
    R"(selvage publishes statistics about a sensitive table: the answer, its error
bars, and what is promised to the people in it, verified exactly on the running
program.

Try (payroll.csv: any table with a column salary)
  selvage histogram payroll.csv --column salary=0:200000:10000 --epsilon 1
  selvage mean payroll.csv --column salary --bounds 0:200000 --epsilon 1
  selvage plan histogram --column salary=0:200000:10000 --epsilon 1

Verbs
)";

constexpr const char* kClosing = R"(
Tables   FILE.csv, .tsv, .jsonl (also .gz, .zst), .parquet, DB.duckdb:TABLE, -
Help     selvage VERB --help
Domains  LO:HI:STEP, FROM:TO:1month, a,b,c, @FILE of keys, ? for unknown keys
Exit     0 done, 1 a check failed, 2 the request is wrong, 3 the ledger refuses,
         4 a file cannot be read or written, 130 stopped
)";

std::string welcome() {
  std::string text = kWelcome;
  for (const Verb& verb : verbs())
    text += fmt::format("  {:<11} {}\n", verb.name, verb.summary);
  text +=
      fmt::format("  {:<11} {}\n", "plan VERB", "price and accuracy of any of these");
  text += fmt::format("  {:<11} {}\n", "audit VERB",
                      "the exact privacy curve of a plan against its promise");
  text += fmt::format("  {:<11} {}\n", "ledger",
                      "create, show, history, check, export: what was spent");
  text += fmt::format("  {:<11} {}\n", "key",
                      "create, show: the key that signs certificates");
  text += fmt::format("  {:<11} {}\n", "show", show_verb().command.summary);
  text += fmt::format("  {:<11} {}\n", "verify", verify_verb().command.summary);
  text += fmt::format("  {:<11} {}\n", "explain", explain_verb().command.summary);
  text += fmt::format("  {:<11} {}\n", "reproduce", reproduce_verb().command.summary);
  return text + kClosing;
}

Result<Finished> show(const std::string& text) {
  const auto done = print(text);
  if (!done) return done.error();
  return Finished{};
}

Result<Finished> run_verb(const Action& verb, std::span<const std::string> words) {
  const auto arguments = Arguments::parse(verb.command, words);
  if (!arguments) return arguments.error();
  if (arguments->help()) return show(help_text(verb.command));
  return verb.run(*arguments);
}

bool is_help(const std::string& word) {
  return word == "--help" || word == "-h" || word == "help";
}

// `selvage help VERB` is `selvage VERB --help`.
Result<Finished> help_for(std::span<const std::string> verb) {
  if (is_help(verb[0])) return show(welcome());
  std::vector<std::string> words(verb.begin(), verb.end());
  words.emplace_back("--help");
  return run_command(words);
}

}  // namespace

bool is_option(const std::string& name) {
  static const std::set<std::string> known = [] {
    std::set<std::string> names;
    for (const Action& verb : actions())
      for (const Option& option : verb.command.options) names.insert(option.name);
    return names;
  }();
  return known.contains(name);
}

Result<Finished> run_command(std::span<const std::string> words) {
  if (words.empty() || is_help(words[0]))
    return words.size() < 2 ? show(welcome()) : help_for(words.subspan(1));
  if (words[0] == "--version")
    return show(fmt::format("selvage {} ({})\n", kVersion, kBuild));
  std::vector<std::string> names = {"--help", "--version"};
  const std::string two = words.size() > 1 ? words[0] + " " + words[1] : "";
  for (const Action& verb : actions()) {
    const std::string& name = verb.command.name;
    if (name == two) return run_verb(verb, words.subspan(2));
    if (name == words[0]) return run_verb(verb, words.subspan(1));
    names.push_back(name);
  }
  const bool about_verb = words[0] == "plan" || words[0] == "audit";
  if (about_verb && words.size() > 1 && is_help(words[1])) return show(welcome());
  if (about_verb)
    return wrong(
        fmt::format("'{}' needs a verb that it knows; write 'selvage {} "
                    "histogram ...'",
                    words[0], words[0]));
  for (const char* group : {"ledger", "key"}) {
    if (words[0] != group) continue;
    std::vector<std::string> parts;
    for (const Action& verb : actions())
      if (verb.command.name.starts_with(words[0] + " "))
        parts.push_back(verb.command.name.substr(words[0].size() + 1));
    if (words.size() > 1 && is_help(words[1])) return show(welcome());
    return wrong(
        fmt::format("'{}' needs one of {} after it; write for example 'selvage {} "
                    "{} FILE'",
                    words[0], fmt::join(parts, ", "), words[0], parts.at(1)));
  }
  const std::string hint = nearest_hint(words[0], names);
  return wrong(fmt::format("there is no verb '{}'{}", words[0],
                           hint.empty() ? "; 'selvage' alone shows them" : hint));
}

}  // namespace selvage::tool
