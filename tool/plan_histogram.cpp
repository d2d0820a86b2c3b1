// selvage plan histogram --column NAME=LO:HI:STEP --epsilon E
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/engine/engine.hpp"
#include "selvage/report/text.hpp"
#include "tool/commands.hpp"
#include "tool/histogram_options.hpp"
#include "tool/output.hpp"
#include "tool/terminal.hpp"

namespace selvage::tool {
namespace {

constexpr std::size_t kIndent = 11;

// "privacy    the odds of any output ...", wrapped to the terminal.
std::string paragraph(const std::string& head, const std::string& text) {
  std::string result;
  const auto width = static_cast<std::size_t>(stdout_width()) - kIndent;
  for (const std::string& line : wrap(safe_text(text), width))
    result += fmt::format("{:<{}}{}\n", result.empty() ? head : "", kIndent, line);
  return result;
}

// The tree of theorems in one paragraph.
std::string sentence_of(const Derivation& derivation) {
  std::string text = sentences(derivation);
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string as_table(const Request& request, const Plan& plan) {
  const auto bins = plan.domain.bins.bins();
  std::string text =
      paragraph("question", fmt::format("histogram of {} in {} cells: {} bin{}, below, "
                                        "above, missing",
                                        plan.domain.column, plan.domain.bins.cells(),
                                        bins, bins == 1 ? "" : "s"));
  if (request.where)
    text += paragraph("rows", "where " + predicate_text(*request.where));
  for (const Derivation& derivation : plan.derivations)
    text += paragraph("privacy", sentence(derivation.conclusion));
  text += paragraph("person", "one row");
  text += paragraph("mechanism", fmt::format("{}, scale {} rows", plan.mechanism,
                                             plan.parameters[0].second));
  text += paragraph(
      "error", fmt::format("a count is off by {} rows on average, and by at most {} "
                           "rows with probability {}",
                           plan.error.mean_absolute.text(), plan.error.bound,
                           plan.error.confidence.text()));
  text += paragraph(
      "useful", fmt::format("a count of {} or more is known to within 10 %; smaller "
                            "ones less well",
                            thousands(plan.error.bound * 10)));
  for (const Derivation& derivation : plan.derivations)
    text += paragraph("because", sentence_of(derivation));
  for (const std::string& warning : warnings(request))
    text += paragraph("warning", warning);
  return text + paragraph("cost", "no data was read and nothing was spent");
}

std::string as_json(const Request& request, const Plan& plan) {
  using Json = nlohmann::ordered_json;
  Json guarantees = Json::array(), derivations = Json::array();
  Json accuracy = Json::array(), parameters = Json::object();
  for (const Derivation& derivation : plan.derivations) {
    guarantees.push_back(to_json(derivation.conclusion));
    derivations.push_back(to_json(derivation));
  }
  for (const Accuracy& promise : plan.accuracy) accuracy.push_back(to_json(promise));
  for (const auto& [name, value] : plan.parameters) parameters[name] = value;
  const Json json = {
      {"selvage", "0.1"},
      {"question",
       {{"verb", "histogram"},
        {"columns",
         {{{"name", plan.domain.column}, {"domain", plan.domain.bins.text()}}}},
        {"person", "one row"},
        {"where",
         request.where ? Json(predicate_text(*request.where)) : Json(nullptr)}}},
      {"cells", plan.domain.bins.cells()},
      {"guarantees", guarantees},
      {"accuracy", accuracy},
      {"error",
       {{{"count", nullptr},  // every count
         {"mean_abs", plan.error.mean_absolute.text()},
         {"bound", plan.error.bound},
         {"confidence", plan.error.confidence.text()}}}},
      {"mechanism", {{"name", plan.mechanism}, {"parameters", parameters}}},
      {"derivation", derivations},
      {"warnings", warnings(request)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

const Command& plan_histogram_command() {
  static const Command command{
      .name = "plan histogram",
      .summary = "price and accuracy of a histogram, touching no data",
      .table_required = false,
      .options = planned_options(),
      .guarantee =
          "nothing is read and nothing is spent; the numbers are those of the "
          "release\n  itself, computed from the request alone.",
      .example = {"selvage plan histogram --column salary=0:200000:10000 --epsilon 1"}};
  return command;
}

Result<Finished> run_plan_histogram(const Arguments& arguments) {
  const auto planned = planned_histogram(arguments);
  if (!planned) return planned.error();
  const auto& [format, request, plan] = *planned;
  const auto done =
      print(format == "json" ? as_json(request, plan) : as_table(request, plan));
  if (!done) return done.error();
  return Finished{};
}

}  // namespace selvage::tool
