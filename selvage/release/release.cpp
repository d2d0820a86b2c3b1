#include "selvage/release/release.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

// Names come from files and may hold any bytes; JSON text must be UTF-8.
std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text)
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

template <class Value>
Json list(const std::vector<Value>& values) {
  Json result = Json::array();
  for (const auto& value : values) result.push_back(to_json(value));
  return result;
}

}  // namespace

std::string level_name(VerificationLevel level) {
  switch (level) {
    case VerificationLevel::exact_law:
      return "exact_law";
    case VerificationLevel::small_worlds:
      return "small_worlds";
    case VerificationLevel::theorem_only:
      return "theorem_only";
  }
  return {};
}

std::string to_json_text(const Release& release) {
  const Domain& domain = release.question.domain;
  Json answer = Json::array(), guarantees = Json::array(), parameters = Json::object();
  for (const auto& cell : release.cells)
    answer.push_back({{"cell", {{domain.column, cell.label}}},
                      {"count", cell.count},
                      {"interval", {cell.lower, cell.upper}}});
  for (const auto& derivation : release.derivations)
    guarantees.push_back(to_json(derivation.conclusion));
  for (const auto& [name, value] : release.mechanism.parameters)
    parameters[name] = value;
  const Json question = {
      {"verb", release.question.verb},
      {"table", release.question.table},
      {"columns", {{{"name", domain.column}, {"domain", domain.bins.text()}}}},
      {"person", release.question.person},
      {"where",
       release.question.where.empty() ? Json(nullptr) : Json(release.question.where)}};
  const Json error = {{{"count", nullptr},  // every count
                       {"mean_abs", release.error.mean_absolute.text()},
                       {"bound", release.error.bound},
                       {"confidence", release.error.confidence.text()}}};
  return dump(
      {{"selvage", "0.1"},
       {"question", question},
       {"answer", answer},
       {"guarantees", guarantees},
       {"accuracy", list(release.accuracy)},
       {"error", error},
       {"mechanism", {{"name", release.mechanism.name}, {"parameters", parameters}}},
       {"derivation", list(release.derivations)},
       {"verification",
        {{"level", level_name(release.verification.level)},
         {"detail", release.verification.detail}}},
       {"warnings", release.warnings}});
}

std::string label_column(const Release& release) {
  const std::string& name = release.question.domain.column;
  std::string lower = name;
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  const bool taken = lower == "count" || lower == "lower" || lower == "upper";
  return taken ? name + "_cell" : name;
}

std::string to_csv_text(const Release& release) {
  std::string text =
      fmt::format("{},count,lower,upper\n", csv_field(label_column(release)));
  for (const auto& cell : release.cells)
    text += fmt::format("{},{},{},{}\n", csv_field(cell.label), cell.count, cell.lower,
                        cell.upper);
  return text;
}

}  // namespace selvage
