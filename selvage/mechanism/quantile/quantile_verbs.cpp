#include "selvage/mechanism/quantile/quantile_verbs.hpp"

#include <algorithm>
#include <sstream>

#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/column_question.hpp"
#include "selvage/mechanism/quantile/quantile.hpp"
#include "selvage/summary/most_rows.hpp"

namespace selvage {
namespace {

constexpr const char* kMedian = "median";
constexpr const char* kQuantile = "quantile";
constexpr const char* kIqr = "iqr";

const std::vector<Rational> kQuartiles = {{1, 4}, {1, 2}, {3, 4}};

std::vector<Field> fields(const std::string& verb) {
  std::vector<Field> all = {{"column", "NAME", "the column of numbers, or of dates"}};
  if (verb == kQuantile)
    all.push_back({"at", "Q,...", "which quantiles, between 0 and 1: 0.9 or 0.1,0.5"});
  for (Field& field : std::vector<Field>{
           {"by", "NAME=VALUES", "a column of groups; may be repeated", true},
           {"unit",
            "U",
            "what to round to: 0.01, day (the type's, or 2^-32)",
            false,
            {},
            true},
           {"bounds", "LO:HI", "bounds that you know: fewer people are needed then"},
           {"no_guard", "", "answer also where there are too few rows for it"},
           {"check", "", "spend a twentieth of epsilon on the rank of the answer"},
           {"interval", "", "spend two fifths of epsilon on an interval of values"},
           {"epsilon", "NUMBER", "the privacy parameter: 1, 0.5, 1/3, 1e-3"}})
    all.push_back(std::move(field));
  for (Field& field : common_fields()) all.push_back(std::move(field));
  return all;
}

Result<std::vector<Rational>> asked_list(const std::string& verb, const Asked& asked) {
  if (verb == kMedian) return std::vector<Rational>{{1, 2}};
  if (verb == kIqr) return kQuartiles;
  std::vector<Rational> list;
  for (const std::string& text : asked.texts("at")) {
    if (text.empty()) continue;  // what is left of the list is none
    std::istringstream parts(text + ",");
    for (std::string part; std::getline(parts, part, ',');) {
      const auto at = Rational::parse(part);
      if (!at) return said_of("at", at.error(), "0.25,0.5,0.75");
      list.push_back(*at);
    }
  }
  return list;
}

Result<QuantileRequest> asked_request(const std::string& verb, const Asked& asked) {
  QuantileRequest request;
  auto at = asked_list(verb, asked);
  if (!at) return at.error();
  request.at = *std::move(at);
  const auto unit =
      asked.has("bounds") ? asked_linear_unit(asked) : asked_column_unit(asked);
  if (!unit) return unit.error();
  request.unit = *unit;
  const auto epsilon = asked_epsilon(asked);
  if (!epsilon) return epsilon.error();
  request.epsilon = *epsilon;
  request.bounds = asked.text_or("bounds", "");
  if (asked.has("bounds") && request.bounds.empty())
    return wrong_field("bounds", "`bounds` is empty; write for example 0:100", "0:100");
  request.guard = !asked.has("no_guard");
  request.check = asked.has("check");
  return request;
}

// With the confidence of the question; what else is wrong with it is found later.
void give_interval(const Question& question, const Rational& confidence,
                   QuantileRequest& request) {
  std::sort(request.at.begin(), request.at.end());
  if (fault_of(question, request)) return;
  request.shifts = interval_shifts(request, most_rows(question.person), confidence);
}

Result<Planned> plan_quantiles(const std::string& verb, const Asked& asked) {
  using Made = Result<std::shared_ptr<const QuantileMechanism>>;
  return plan_column(verb, asked, [&](Question question) -> Made {
    auto request = asked_request(verb, asked);
    if (!request) return request.error();
    const auto confidence = asked_confidence(asked);
    if (asked.has("interval")) give_interval(question, *confidence, *request);
    return QuantileMechanism::make(std::move(question), *request);
  });
}

std::optional<Rational> number_of(const Json& json) {
  if (!json.is_string()) return std::nullopt;
  const auto number = Rational::parse(json.get_ref<const std::string&>());
  return number ? std::optional(*number) : std::nullopt;
}

// The request that a law and its question tell of; the mechanism that it makes must
// then say the same.
std::optional<QuantileRequest> request_of(const Question& question, const Json& law) {
  for (const char* name : {"at", "epsilon", "unit"})
    if (!law.is_object() || !law.contains(name)) return std::nullopt;
  QuantileRequest request;
  const auto unit = law["unit"].is_string()
                        ? ColumnUnit::parse(law["unit"].get_ref<const std::string&>())
                        : std::nullopt;
  const auto part = number_of(law["epsilon"]);
  if (!part || !unit || !law["at"].is_array() || law["at"].size() > 1000)
    return std::nullopt;
  request.at.clear();
  for (const Json& text : law["at"]) {
    const auto at = number_of(text);
    if (!at) return std::nullopt;
    request.at.push_back(*at);
  }
  request.unit = *unit;
  request.bounds = own_text(question, "bounds");
  request.guard = law.contains("guard");
  request.check = law.contains("check");
  if (law.contains("interval")) {
    const Json& interval = law["interval"];
    if (!interval.is_object() || !interval.contains("shifts") ||
        !interval["shifts"].is_array() ||
        interval["shifts"].size() != request.at.size())
      return std::nullopt;
    for (const Json& shift : interval["shifts"]) {
      if (!shift.is_number_integer()) return std::nullopt;
      request.shifts.push_back(shift.get<std::int64_t>());
    }
  }
  request.epsilon = 1;
  request.epsilon = *part / quantile_shares(request).quantiles;
  return request;
}

Verb verb_of(const std::string& name, std::string summary,
             std::vector<std::pair<std::string, std::string>> example) {
  return {.name = name,
          .summary = std::move(summary),
          .promise =
              "epsilon-differential privacy, without a delta: whether any one person\n"
              "  (`person`; else one row) is in the table or not changes the odds of "
              "any\n  output by at most a factor exp(epsilon).",
          .example = std::move(example),
          .fields = fields(name),
          .plan = [name](const Asked& asked) { return plan_quantiles(name, asked); },
          .read = read_quantile};
}

}  // namespace

std::vector<Verb> quantile_verbs() {
  return {verb_of(kMedian, "the median of a column, by rank",
                  {{"column", "salary"}, {"epsilon", "1"}}),
          verb_of(kQuantile, "one or more quantiles of a column, by rank",
                  {{"column", "salary"}, {"at", "0.1,0.5,0.9"}, {"epsilon", "1"}}),
          verb_of(kIqr, "the quartiles of a column and how far apart they are",
                  {{"column", "salary"}, {"epsilon", "1"}})};
}

Result<Plan> read_quantile(const MechanismRecord& record) {
  const auto& [question, law, shown, fewer_than, reason] = record;
  const Error other = unverified("its law is not that of quantiles of its question");
  const auto request = request_of(question, law);
  if (!request || fewer_than || question.column.empty() ||
      !can_be_asked(question.person) ||
      (question.verb == kMedian && request->at != std::vector<Rational>{{1, 2}}) ||
      (question.verb == kIqr && request->at != kQuartiles) ||
      (question.verb != kMedian && question.verb != kIqr && question.verb != kQuantile))
    return other;
  const auto mechanism = QuantileMechanism::make(question, *request);
  return same_as_told(mechanism, record, other);
}

}  // namespace selvage
