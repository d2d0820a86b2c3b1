#include "selvage/report/plan_text.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/report/text.hpp"

namespace selvage {
namespace {

constexpr std::size_t kIndent = 11;

// The tree of theorems in one paragraph.
std::string sentence_of(const Derivation& derivation) {
  std::string text = sentences(derivation);
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string question_text(const Question& question) {
  std::vector<std::string> columns;
  for (std::size_t c = 0; c < question.domain.columns().size(); ++c)
    columns.push_back(fmt::format("{} ({})", question.domain.columns()[c].name,
                                  question.domain.columns()[c].text()));
  std::string text = question.verb;
  if (!question.column.empty()) text += " of " + question.column;
  for (const auto& [name, value] : question.own)
    if (name == "bounds")
      text += " within " + value;
    else if (name == "sum_per_cell")
      text += ", a person's sum in a cell within " + value + ",";
    else if (name != "step")  // that stands with the mechanism
      text += fmt::format(", {} {}", name, value);
  if (!columns.empty())
    text += fmt::format(" {} {}", question.verb == "histogram" ? "of" : "by",
                        fmt::join(columns, " and "));
  if (question.domain.has_unknown_keys()) return text + ", keys not known";
  const std::uint64_t cells = question.domain.cells();
  return text + fmt::format(" in {} cell{}",
                            thousands(static_cast<std::int64_t>(cells)),
                            cells == 1 ? "" : "s");
}

// A profile made by a formula may have thousands of steps.
std::string shortened(const std::string& value) {
  constexpr std::size_t kMost = 100;
  if (value.size() <= kMost) return value;
  return fmt::format("{}... ({} characters)", value.substr(0, kMost), value.size());
}

std::string mechanism_text(const Mechanism& mechanism) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : mechanism.parameters())
    parts.push_back(fmt::format("{} {}", name, shortened(value)));
  return fmt::format("{}, {}", mechanism.name(), fmt::join(parts, ", "));
}

std::vector<std::string> all_warnings(const Planned& planned) {
  std::vector<std::string> all = planned.notes;
  for (std::string& warning : planned.plan->warnings(planned.confidence))
    all.push_back(std::move(warning));
  return all;
}

}  // namespace

std::string paragraph(const std::string& head, const std::string& text,
                      const TextStyle& style, std::size_t indent) {
  std::string result;
  const auto width = static_cast<std::size_t>(std::max(40, style.width)) - indent;
  const Script script = style.unicode ? Script::unicode : Script::ascii;
  for (const std::string& line :
       wrap(printable(style.speech.said(text), script), width))
    result += fmt::format("{:<{}}{}\n", result.empty() ? head : "", indent, line);
  return result;
}

std::string plan_text(const Planned& planned, const TextStyle& style) {
  const Mechanism& mechanism = *planned.plan;
  std::vector<PlanLine> lines = {{"question", question_text(planned.question)}};
  if (!planned.question.where.empty())
    lines.push_back({"rows", "where " + planned.question.where});
  const auto derivations = mechanism.guarantees();
  for (const Derivation& derivation : derivations)
    lines.push_back({"privacy", sentence(derivation.conclusion)});
  lines.push_back({"person", person_text(planned.question.person)});
  lines.push_back({"mechanism", mechanism_text(mechanism)});
  lines.push_back({"chosen", mechanism.reason()});
  for (PlanLine& line : mechanism.plan_lines(planned.prior, planned.confidence)) {
    // What belongs to the mechanism itself stands before why it was chosen.
    const bool is_step = line.head == "step" && lines.back().head == "chosen";
    lines.insert(lines.end() - (is_step ? 1 : 0), std::move(line));
  }
  if (planned.other_way)
    for (PlanLine& line : planned.other_way().lines) lines.push_back(std::move(line));
  for (const Derivation& derivation : derivations)
    lines.push_back({"because", sentence_of(derivation)});
  for (std::string& warning : all_warnings(planned))
    lines.push_back({"warning", std::move(warning)});
  lines.push_back({"cost", "no data was read and nothing was spent"});
  std::string text;
  for (const PlanLine& line : lines)
    text += line.is_table ? fmt::format("{:<{}}{}\n", "", kIndent, line.text)
                          : paragraph(line.head, line.text, style);
  return text;
}

std::string plan_json_text(const Planned& planned) {
  const Mechanism& mechanism = *planned.plan;
  Json guarantees = Json::array(), derivations = Json::array(), errors = Json::array(),
       parameters = Json::object();
  for (const Derivation& derivation : mechanism.guarantees()) {
    guarantees.push_back(to_json(derivation.conclusion));
    derivations.push_back(to_json(derivation));
  }
  for (const auto& [name, value] : mechanism.parameters()) parameters[name] = value;
  for (const ErrorRow& row : mechanism.errors(planned.prior, planned.confidence)) {
    const auto whole = row.bound ? row.bound->to_int64() : std::nullopt;
    errors.push_back(
        {{"count", row.count ? Json(*row.count) : Json(nullptr)},
         {"mean_abs", row.mean_absolute ? Json(row.mean_absolute->text()) : nullptr},
         {"bound", !row.bound           ? Json(nullptr)
                   : whole && row.count ? Json(*whole)
                                        : Json(row.bound->to_double())},
         {"confidence", planned.confidence.text()}});
  }
  Json numbers = mechanism.plan_numbers(planned.prior, planned.confidence);
  Json prior = {{"people", planned.prior.people}};
  if (numbers.contains("rows")) prior["rows"] = numbers["rows"];
  numbers.erase("rows");
  Json json = {{"selvage", "0.1"}, {"question", to_json(planned.question)}};
  if (numbers.contains("cells")) json["cells"] = numbers["cells"];
  json.update(Json{{"guarantees", guarantees},
                   {"prior", prior},
                   {"error", errors},
                   {"mechanism",
                    {{"name", mechanism.name()},
                     {"reason", mechanism.reason()},
                     {"parameters", parameters}}},
                   {"derivation", derivations},
                   {"warnings", all_warnings(planned)}});
  json.update(numbers);
  if (planned.other_way) json["other_way"] = planned.other_way().numbers;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace selvage
