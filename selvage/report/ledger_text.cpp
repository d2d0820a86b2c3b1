#include "selvage/report/ledger_text.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/bounded_json.hpp"
#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/profile/profile.hpp"
#include "selvage/report/columns_text.hpp"
#include "selvage/report/plan_text.hpp"
#include "selvage/report/text.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

// "spent       epsilon 1 ...", wrapped.
auto lines_of(const TextStyle& style) {
  constexpr std::size_t kHeadWidth = 12;
  return [&style](const char* head, const std::string& text) {
    return paragraph(head, text, style, kHeadWidth);
  };
}

std::string caps_text(const LedgerTerms& terms) {
  if (!terms.caps) return "none: it adds up, and stops nobody";
  std::string text =
      fmt::format("epsilon {}, delta {}", promised_text(terms.caps->epsilon),
                  promised_text(terms.caps->delta));
  if (terms.caps->rho)
    text = fmt::format("rho {}, which means {}", promised_text(*terms.caps->rho), text);
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
    case Accounting::rho:
      return "rho: rhos add up; holds whatever is asked after whichever answers";
  }
  return {};
}

std::string unit_text(const PrivacyUnit& unit) {
  return unit.column.empty()
             ? "one row: somebody with several rows has it for each of them"
             : fmt::format("one person: all rows with the same {}", unit.column);
}

// Why small classes are promised less than the entries say one by one.
std::vector<std::string> no_claims(const LedgerSpent& spent) {
  auto reasons = spent.refused_claims;
  if (spent.no_claims_because) reasons.push_back(*spent.no_claims_because);
  return reasons;
}

Json state_json(const LedgerState& state) {
  const auto& [terms, spent, head] = state;
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
                    {"delta", terms.caps->delta.text()},
                    {"rho", terms.caps->rho ? Json(terms.caps->rho->text()) : nullptr}};
  if (overall)
    json["spent"] = {
        {"epsilon", overall->epsilon.text()},
        {"delta", overall->delta.text()},
        {"rho", terms.caps && terms.caps->rho ? Json(spent.rho.text()) : Json(nullptr)},
        {"by", spent.counted ? spent.counted->name : "sum"}};
  for (const Derivation& claim : spent.claims)
    json["claims"].push_back(to_json(claim.conclusion));
  if (spent.random)
    json["random"] = to_json(Guarantee{*spent.random, Neighbours::replace_person});
  return json;
}

// What plain addition leaves; none where there are no caps, or more than the sum is
// used.
std::optional<std::string> left_of(const LedgerTerms& terms, const LedgerSpent& spent) {
  const auto overall = spent.overall();
  const bool by_sum = !spent.counted || spent.counted->name != "concentrated";
  if (!terms.caps || !overall || !by_sum) return std::nullopt;
  if (terms.caps->rho)
    return fmt::format("rho {}", left_text(*terms.caps->rho - spent.rho));
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

// "rho 0.1: " where rhos are what counts.
std::string rho_text(const LedgerTerms& terms, const LedgerSpent& spent) {
  return terms.caps && terms.caps->rho
             ? fmt::format("rho {}: ", promised_text(spent.rho))
             : std::string();
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
  if (question.contains("measure")) {
    const Json& measure = question["measure"];
    result += " of " + text_of(measure, "column");
    if (measure.is_object() && measure.contains("column") && measure.contains("x"))
      result += " on " + text_of(measure, "x");
  }
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

// What an entry promises beside what is counted; none where that cannot be read.
std::optional<std::vector<Derivation>> others_of(const LedgerEntry& entry) {
  const auto others = parse_bounded_json(entry.other);
  if (!others || !others->is_array()) return std::nullopt;
  std::vector<Derivation> all;
  for (const Json& json : *others)
    if (auto other = read_derivation(json)) all.push_back(*std::move(other));
  return all;
}

std::string promised_without_dp(const LedgerEntry& entry) {
  const auto others = others_of(entry);
  if (!others) return "?";
  for (const Derivation& other : *others)
    if (const auto* outlier = std::get_if<OutlierPromise>(&other.conclusion.promise))
      return fmt::format("profile {}", short_profile_text(outlier->profile));
  return "no dp";
}

// "5, 0.01 -> 0.5, 0.013"; empty where nothing of that kind is promised. Such promises
// are not added up: each is about its own answer.
std::string promised_robustly(const LedgerEntry& entry) {
  const auto others = others_of(entry);
  if (!others) return {};
  for (const Derivation& other : *others)
    if (const auto* robust = std::get_if<RobustPromise>(&other.conclusion.promise))
      return fmt::format("{}, {} -> {}, {}", promised_text(robust->rho),
                         promised_text(robust->theta), promised_text(robust->epsilon),
                         promised_text(robust->delta));
  return {};
}

std::string promised(const LedgerEntry& entry, const LedgerTerms& terms) {
  if (entry.counted == "null") return promised_without_dp(entry);
  const auto derivation = parse_derivation(entry.counted);
  if (!derivation) return "?";
  if (terms.accounting == Accounting::rho)
    return fmt::format("rho {}", promised_text(rho_spent({{*derivation, 1}})));
  if (const auto* dp = std::get_if<DpPromise>(&derivation->conclusion.promise))
    return dp->delta.sign() == 0
               ? fmt::format("epsilon {}", promised_text(dp->epsilon))
               : fmt::format("epsilon {}, delta {}", promised_text(dp->epsilon),
                             promised_text(dp->delta));
  if (const auto* zcdp = std::get_if<ZcdpPromise>(&derivation->conclusion.promise))
    return fmt::format("rho {}", promised_text(zcdp->rho));
  return "?";
}

}  // namespace

std::string new_ledger_text(const std::string& file, const LedgerTerms& terms,
                            const TextStyle& style) {
  const auto line = lines_of(style);
  const auto note = terms.profile.empty() ? std::nullopt : envelope_note(terms.profile);
  return line("ledger", file) + line("table", terms.table) +
         line("protects", unit_text(terms.unit)) + line("caps", caps_text(terms)) +
         line("neighbours", neighbours_name(terms.neighbours)) +
         line("accounting", accounting_text(terms.accounting)) +
         (note ? line("note", *note) : "");
}

std::string ledger_json_text(const LedgerState& state) {
  return dump(state_json(state));
}

std::string ledger_text(const LedgerState& state, const TextStyle& style) {
  const auto& [terms, spent, head] = state;
  const auto line = lines_of(style);
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
    text +=
        line("spent",
             fmt::format("{}epsilon {}, delta {}{}", rho_text(terms, spent),
                         promised_text(overall->epsilon), promised_text(overall->delta),
                         spent.counted ? " (" + spent.counted->name + ")" : ""));
  if (const auto left = left_of(terms, spent)) text += line("left", *left);
  if (spent.capped) text += line("claimed", sentence(spent.capped->conclusion));
  for (const Derivation& claim : spent.claims)
    text += line("small", sentence(claim.conclusion));
  for (const std::string& reason : no_claims(spent)) text += line("no claim", reason);
  if (spent.random)
    text +=
        line("public",
             "how many people are in the table: an average-case promise takes "
             "that for known, and nothing in this ledger hides it any more") +
        line("random", sentence(Guarantee{*spent.random, Neighbours::replace_person}));
  return text + line("head", fmt::format("entry {}, seal {}", head.id, head.hash));
}

std::string history_text(const LedgerTerms& terms,
                         const std::vector<LedgerEntry>& entries,
                         const TextStyle& style) {
  const auto safe = [&](const std::string& text) {
    return printable(text, style.unicode ? Script::unicode : Script::ascii);
  };
  if (entries.empty()) return "No entry yet.\n";
  const bool robust = std::any_of(
      entries.begin(), entries.end(),
      [](const LedgerEntry& entry) { return !promised_robustly(entry).empty(); });
  std::vector<std::vector<std::string>> rows;
  for (const LedgerEntry& entry : entries) {
    std::string question = short_question(entry.question);
    if (!entry.version.empty()) question += fmt::format(" [{}]", entry.version);
    rows.push_back({std::to_string(entry.place.id), safe(entry.time),
                    entry.answered ? "yes" : "NO", safe(promised(entry, terms))});
    if (robust) rows.back().push_back(safe(promised_robustly(entry)));
    rows.back().push_back(safe(question));
  }
  const auto width = static_cast<std::size_t>(std::max(40, style.width));
  std::string text;
  for (const std::string& line :
       wrap(fmt::format("Every promise is for {}.", safe(terms.unit.words())), width))
    text += line + "\n";
  std::vector<TextColumn> columns = {
      {"entry", true}, {"charged"}, {"answered"}, {"promise"}};
  if (robust) columns.push_back({"robust"});
  columns.push_back({"question"});
  text += columns_text(columns, rows, width);
  return text;
}

std::string history_json_text(const LedgerTerms& terms,
                              const std::vector<LedgerEntry>& entries) {
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
  return dump(
      {{"selvage", "0.1"}, {"privacy_unit", terms.unit.text()}, {"entries", list}});
}

}  // namespace selvage
