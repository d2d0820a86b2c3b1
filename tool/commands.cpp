#include "tool/commands.hpp"

#include <algorithm>
#include <set>
#include <utility>

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
    list.push_back(synthesize_verb());
    list.push_back(distance_verb());
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

// Words that stand before another one: "plan" before a verb, "ledger" before "create".
struct Group {
  std::string word;
  std::string summary;
  bool takes_verb;  // those of the list of verbs
};

const std::vector<Group>& groups() {
  static const std::vector<Group> all = {
      {"plan", "price and accuracy of any of these", true},
      {"audit", "the exact privacy curve of a plan and its promise", true},
      {"ledger", "create, show, history, check, upgrade, export: what was spent",
       false},
      {"key", "create, show: the key that signs certificates", false}};
  return all;
}

// The commands of a group.
std::vector<Action> members(const Group& group) {
  std::vector<Action> list;
  for (const Action& verb : actions())
    if (verb.command.name.starts_with(group.word + " ")) list.push_back(verb);
  return list;
}

std::string second_word(const Action& verb) {
  return verb.command.name.substr(verb.command.name.find(' ') + 1);
}

std::string welcome() {
  std::string text = kWelcome;
  const auto line = [&](const std::string& name, const std::string& summary) {
    text += fmt::format("  {:<12} {}\n", name, summary);
  };
  for (const Verb& verb : verbs()) line(verb.name, verb.summary);
  for (const Group& group : groups())
    line(group.word + (group.takes_verb ? " VERB" : ""), group.summary);
  for (const Action& verb : {show_verb(), synthesize_verb(), distance_verb(),
                             verify_verb(), explain_verb(), reproduce_verb()})
    line(verb.command.name, verb.command.summary);
  return text + kClosing;
}

std::string group_help(const Group& group) {
  const auto list = members(group);
  const Command& first = list.front().command;
  std::string text =
      fmt::format("selvage {0}: {1}\n\n  selvage {0} {2} [options]\n\n{3}\n",
                  group.word, group.takes_verb ? first.summary : group.summary,
                  group.takes_verb ? "VERB [TABLE]" : "WORD FILE",
                  group.takes_verb ? "Verbs" : "Words");
  for (const Action& verb : list) {
    const std::string word = second_word(verb);
    text +=
        fmt::format("  {:<12} {}\n", word,
                    group.takes_verb ? find_verb(word)->summary : verb.command.summary);
  }
  text += fmt::format("\nOptions\n  those of each: selvage {} {} --help\n", group.word,
                      second_word(list.front()));
  if (group.takes_verb) text += fmt::format("\nGuarantee\n  {}\n", first.guarantee);
  return text + "\nExample\n" + example_text(first);
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

// What other programs call a verb of ours.
constexpr std::pair<const char*, const char*> kOtherNames[] = {
    {"average", "mean"},        {"avg", "mean"},       {"total", "sum"},
    {"percentile", "quantile"}, {"quartile", "iqr"},   {"std", "describe"},
    {"stddev", "describe"},     {"stdev", "describe"}, {"deviation", "describe"},
    {"summary", "describe"},    {"maximum", "max"},    {"minimum", "min"}};

// Names of statistics that a letter or two would turn into another statistic.
constexpr const char* kNotMeant[] = {"rank", "skew"};

// As nearest_hint, but never one statistic for another.
std::string verb_hint(const std::string& word, const std::vector<std::string>& names) {
  const auto is_known = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (const auto& [other, name] : kOtherNames)
    if (word == other && is_known(name))
      return fmt::format("; did you mean '{}'?", name);
  for (const char* other : kNotMeant)
    if (word == other) return "";
  return nearest_hint(word, names);
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

// A group without a word that it knows.
Result<Finished> run_group(const Group& group, std::span<const std::string> words) {
  if (!words.empty() && is_help(words[0])) {
    if (words.size() == 1) return show(group_help(group));
    return run_command(std::vector{group.word, words[1], std::string("--help")});
  }
  std::vector<std::string> known;
  for (const Action& verb : members(group)) known.push_back(second_word(verb));
  const std::string hint = words.empty() ? "" : verb_hint(words[0], known);
  if (!hint.empty())
    return wrong(fmt::format("there is no '{} {}'{}", group.word, words[0], hint));
  if (group.takes_verb)
    return wrong(fmt::format(
        "'{0}' needs a verb that it knows; write 'selvage {0} histogram ...'",
        group.word));
  return wrong(
      fmt::format("'{0}' needs one of {1} after it; write for example 'selvage {0} "
                  "{2} FILE'",
                  group.word, fmt::join(known, ", "), known.at(1)));
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
  for (const Group& group : groups())
    if (words[0] == group.word) return run_group(group, words.subspan(1));
  const std::string hint = verb_hint(words[0], names);
  return wrong(fmt::format("there is no verb '{}'{}", words[0],
                           hint.empty() ? "; 'selvage' alone shows them" : hint));
}

}  // namespace selvage::tool
