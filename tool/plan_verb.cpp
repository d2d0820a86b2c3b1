// selvage plan VERB ...: price and accuracy, touching no data.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/engine/certify.hpp"
#include "selvage/engine/profile_planning.hpp"
#include "selvage/experiment/profile_curves.hpp"
#include "selvage/mechanism/cells/count_noise.hpp"
#include "selvage/mechanism/cells/estimate.hpp"
#include "selvage/report/text.hpp"
#include "selvage/report/wording.hpp"
#include "tool/commands.hpp"
#include "tool/output.hpp"
#include "tool/plot.hpp"
#include "tool/question_options.hpp"
#include "tool/spoken.hpp"
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

std::string question_text(const Request& request) {
  const Reading& reading = request.plan.reading;
  std::vector<std::string> columns;
  for (const DomainColumn& column : reading.domain.columns())
    columns.push_back(fmt::format("{} ({})", column.name, column.text()));
  std::string text = request.verb;
  if (reading.measure)
    text += fmt::format(" of {} within {}", reading.measure->column,
                        reading.measure->grid.text());
  if (!columns.empty())
    text += fmt::format(" {} {}", request.verb == "histogram" ? "of" : "by",
                        fmt::join(columns, " and "));
  if (reading.domain.has_unknown_keys()) return text + ", keys not known";
  const std::uint64_t cells = reading.domain.cells();
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

std::string noise_text(const CellsPlan& plan) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : mechanism_parameters(plan))
    parts.push_back(fmt::format("{} {}", name, shortened(value)));
  return fmt::format("{}, {}", mechanism_name(plan), fmt::join(parts, ", "));
}

// A bound in five digits, or in whole units where these are fewer.
std::string rounded_up(std::int64_t bound, const Rational& unit) {
  Rational shown = unit;
  while (unit != 1 && unit * bound >= shown * 100'000) shown = shown * 10;
  return number_text(*(unit * bound / shown).ceil().to_int64(), shown);
}

// What the answer's error will be; of means under the public guess.
std::string error_text(const Request& request, const Estimator& estimator) {
  const std::string what = request.verb == "histogram" ? "count" : request.verb;
  if (const auto error = estimator.error())
    return fmt::format(
        "a {} is off by {} on average, and by at most {} with "
        "probability {}",
        what, (error->mean_absolute * estimator.unit()).short_text(),
        rounded_up(error->bound, estimator.unit()), error->confidence.text());
  const std::int64_t rows = planned_rows(request);
  const auto bound = estimator.planned_bound(rows);
  if (!bound)
    return fmt::format("a {} of {} rows says nothing: the noise is larger", what,
                       thousands(rows));
  return fmt::format("a {} of {} rows is off by at most {} with probability {}", what,
                     thousands(rows), rounded_up(*bound, estimator.unit()),
                     request.confidence.text());
}

// Of counts whose error depends on the count: one line each.
std::string error_lines(const Request& request, const Estimator& estimator) {
  std::string text =
      paragraph("error", fmt::format("by the people in the cell: on average, and at "
                                     "most with probability {}",
                                     request.confidence.text()));
  for (const CountErrorStatement& at : estimator.errors_by_count())
    text += fmt::format("{:<{}}{:>10}{:>12}{:>10}\n", "", kIndent, thousands(at.count),
                        at.mean_absolute.short_text(), thousands(at.bound));
  return text;
}

std::string prior_text(const Request& request) {
  return fmt::format(
      "{} people spread evenly over the bins and keys: {} rows in each{}",
      thousands(request.people), thousands(planned_rows(request)),
      request.plan.reading.domain.has_unknown_keys() ? " (unknown keys taken as ten)"
                                                     : "");
}

std::string as_table(const Request& request, const CellsPlan& plan) {
  const Estimator estimator(plan, request.confidence);
  std::string text = paragraph("question", question_text(request));
  if (request.where)
    text += paragraph("rows", "where " + predicate_text(*request.where));
  for (const Derivation& derivation : plan.derivations)
    text += paragraph("privacy", sentence(derivation.conclusion));
  text += paragraph("person", person_text(request.plan.reading.person));
  text += paragraph("mechanism", noise_text(plan));
  if (const auto& measure = request.plan.reading.measure)
    text += paragraph("step", step_sentence(*measure, request.verb));
  text += paragraph("chosen", plan.reason);
  if (request.accuracy)
    text += paragraph("epsilon",
                      "the least of three digits that meets the accuracy was taken");
  text += paragraph("prior", prior_text(request));
  text += request.plan.profile ? error_lines(request, estimator)
                               : paragraph("error", error_text(request, estimator));
  for (const PlannedSum& sum : planned_sums(request, plan))
    text += paragraph(
        "sums",
        fmt::format("{} from these cells would err by about {:.0f}, released by itself "
                    "with half of the profile by about {:.0f}: {}",
                    sum.what, sum.derived_error, sum.own_error,
                    sum.shown ? "it is added up and shown"
                              : "it is not shown; ask for it by itself"));
  if (request.plan.profile)
    text += paragraph(
        "useful",
        fmt::format("cells under about {} people carry no usable count",
                    thousands(usable_from(plan.numbers[0].noise,
                                          Rational(1) - request.confidence))));
  else if (request.plan.statistic == Statistic::count)
    text += paragraph(
        "useful", fmt::format("a count of {} or more is known to within 10 %; smaller "
                              "ones less well",
                              thousands(estimator.error()->bound * 10)));
  if (plan.key_threshold)
    text += paragraph("keys",
                      fmt::format("a key is shown where its noisy count is {} or more",
                                  thousands(*plan.key_threshold)));
  if (const auto keys = planned_keys(plan))
    text += paragraph(
        "keys",
        fmt::format("a key of {} people is shown with probability one half{}",
                    thousands(keys->by_threshold),
                    keys->by_selection
                        ? fmt::format("; the best choice of keys by itself, with half "
                                      "of the profile, would need {}",
                                      thousands(*keys->by_selection))
                        : ""));
  for (const Derivation& derivation : plan.derivations)
    text += paragraph("because", sentence_of(derivation));
  for (const std::string& warning : warnings(request, plan))
    text += paragraph("warning", spoken(warning));
  return text + paragraph("cost", "no data was read and nothing was spent");
}

std::string as_json(const Request& request, const CellsPlan& plan) {
  using Json = nlohmann::ordered_json;
  const Estimator estimator(plan, request.confidence);
  Json guarantees = Json::array(), derivations = Json::array();
  Json parameters = Json::object();
  for (const Derivation& derivation : plan.derivations) {
    guarantees.push_back(to_json(derivation.conclusion));
    derivations.push_back(to_json(derivation));
  }
  for (const auto& [name, value] : mechanism_parameters(plan)) parameters[name] = value;
  const auto bound = estimator.planned_bound(planned_rows(request));
  const auto error = estimator.error();
  Json errors = Json::array();
  for (const CountErrorStatement& at : estimator.errors_by_count())
    errors.push_back({{"count", at.count},
                      {"mean_abs", at.mean_absolute.text()},
                      {"bound", at.bound},
                      {"confidence", request.confidence.text()}});
  if (errors.empty())
    errors.push_back(
        {{"count", nullptr},  // every count
         {"mean_abs", error ? Json((error->mean_absolute * estimator.unit()).text())
                            : Json(nullptr)},
         {"bound",
          bound ? Json((estimator.unit() * *bound).to_double()) : Json(nullptr)},
         {"confidence", request.confidence.text()}});
  Json sums = Json::array();
  for (const PlannedSum& sum : planned_sums(request, plan))
    sums.push_back({{"sum", sum.what},
                    {"derived_error", sum.derived_error},
                    {"own_error", sum.own_error},
                    {"shown", sum.shown}});
  Json json = {{"selvage", "0.1"},
               {"question", to_json(question_of(request))},
               {"cells", request.plan.reading.domain.cells()},
               {"guarantees", guarantees},
               {"prior", {{"people", request.people}, {"rows", planned_rows(request)}}},
               {"error", errors},
               {"mechanism",
                {{"name", mechanism_name(plan)},
                 {"reason", plan.reason},
                 {"parameters", parameters}}},
               {"derivation", derivations},
               {"warnings", warnings(request, plan)}};
  if (!sums.empty()) json["sums"] = sums;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Finished> run_plan(const std::string& statistic, const Arguments& arguments) {
  const auto planned = planned_question(statistic, arguments);
  if (!planned) return planned.error();
  const auto& [format, request, plan] = *planned;
  if (arguments.value("--plot")) {
    if (!request.plan.profile)
      return wrong(
          "--plot draws the error by the count under a profile; add --profile, "
          "for example --profile 20:0.1,1");
    const auto drawn = write_plot(
        arguments, error_chart(request.plan.profile->profile, request.plan.delta));
    if (!drawn) return drawn.error();
  }
  const auto done =
      print(format == "json" ? as_json(request, plan) : as_table(request, plan));
  if (!done) return done.error();
  return Finished{};
}

}  // namespace

Verb plan_verb(const std::string& statistic) {
  return {.command = {.name = "plan " + statistic,
                      .summary = "price and accuracy, touching no data",
                      .operand_required = false,
                      .options = planned_options(statistic),
                      .guarantee =
                          "nothing is read and nothing is spent; the numbers are those "
                          "of the release\n  itself, computed from the request alone.",
                      .example = {fmt::format("selvage plan {} {}", statistic,
                                              example_question(statistic))}},
          .run = [statistic](const Arguments& arguments) {
            return run_plan(statistic, arguments);
          }};
}

}  // namespace selvage::tool
