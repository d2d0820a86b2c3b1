// What is read off bins whose counts are never above the truth: the verbs, and the way
// back from a certificate.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/base/utf8.hpp"
#include "selvage/mechanism/drop_only/asked_buckets.hpp"
#include "selvage/mechanism/drop_only/drop_only_verbs.hpp"
#include "selvage/mechanism/drop_only/drop_values.hpp"
#include "selvage/mechanism/planned_question.hpp"

namespace selvage {
namespace {

constexpr const char* kBinsExample = "salary=0:200000:1000";

std::vector<Field> fields_of_values(const std::string& verb) {
  std::vector<Field> all = {
      {"column", "NAME=BINS", "the column of numbers, and its bins LO:HI:STEP"}};
  if (verb == "quantile")
    all.push_back({"at", "Q", "which quantile, between 0 and 1: 0.9"});
  if (verb == "max-k")
    all.push_back({"at_least", "K", "how many people the bin holds at least"});
  for (Field& field : std::vector<Field>{
           {"by",
            "NAME=DOMAIN",
            "one answer for each group; may be repeated",
            true,
            {"group_by"}},
           {"epsilon", "NUMBER", "the privacy parameter: 1, 0.5, 1/3, 1e-3"},
           {"delta", "NUMBER", "a small probability, as 1e-6, for drop-only"}})
    all.push_back(std::move(field));
  if (verb != "max-k")
    all.push_back({"mechanism", "WORD", "drop-only: read off counts never too high"});
  all.push_back(
      {"bucket", "BETA", "for NAME=LO:HI: bins in which nothing moves by more"});
  for (Field& field : common_fields()) all.push_back(std::move(field));
  return all;
}

struct ColumnWithBins {
  std::string name;
  NumericBins bins;
};

// "NAME=LO:HI:STEP", or the name of a column whose bins the domain file has.
Result<ColumnWithBins> column_with_bins(const Asked& asked,
                                        const std::optional<DomainFile>& file) {
  const auto columns = asked.texts("column");
  const Error none = wrong_field(
      "column",
      fmt::format("an answer by drop-only is of one column with bins; write `column` "
                  "NAME=LO:HI:STEP, for example {}",
                  kBinsExample),
      kBinsExample);
  const Error dates = wrong_field(
      "column",
      "bins of dates are not taken by drop-only; write bins of numbers, or ask max, "
      "min, range or quantile without it",
      kBinsExample);
  if (columns.size() != 1 || columns[0].empty() || !is_utf8(columns[0])) return none;
  const auto equals = columns[0].rfind('=');
  if (equals == std::string::npos) {
    const auto* known = file ? file->find(columns[0]) : nullptr;
    if (known == nullptr || !known->values) return none;
    if (const auto* bins = std::get_if<NumericBins>(&*known->values))
      return ColumnWithBins{columns[0], *bins};
    return std::holds_alternative<CalendarBins>(*known->values) ? dates : none;
  }
  const auto values = parse_values(columns[0].substr(equals + 1));
  if (!values)
    return wrong_field("column", fmt::format("`column` {}", values.error().message),
                       kBinsExample);
  if (std::holds_alternative<CalendarBins>(*values)) return dates;
  const auto* bins = std::get_if<NumericBins>(&*values);
  if (equals == 0 || bins == nullptr) return none;
  return ColumnWithBins{columns[0].substr(0, equals), *bins};
}

Result<DropValuesRequest> values_request(const std::string& verb, const Asked& asked,
                                         const NumericBins& bins) {
  DropValuesRequest request{.bins = bins};
  if (verb == "quantile") {
    const auto texts = asked.texts("at");
    const auto at = texts.size() == 1 ? Rational::parse(texts[0])
                                      : Result<Rational>(unverified("none"));
    if (!at)
      return wrong_field("at",
                         "`at` with `mechanism` drop-only is one quantile; write for "
                         "example 0.9",
                         "0.9");
    request.at = *at;
  }
  if (verb != "max-k") return request;
  const auto least = asked.whole("at_least", kMostPeople);
  if (!least) return least.error();
  if (!*least)
    return wrong_field("at_least",
                       "`at_least` K is missing, how many people the bin holds at "
                       "least; write for example 100",
                       "100");
  request.at_least = **least;
  return request;
}

Result<Planned> plan_drop_value(const std::string& verb, const Asked& given) {
  using Made = Result<std::shared_ptr<const DropValues>>;
  const auto binned = asked_with_bins(verb, fields_of_values(verb), given);
  if (!binned) return binned.error();
  const Asked& asked = *binned;
  std::optional<DropValuesRequest> request;
  const auto ask = [&](const std::optional<DomainFile>& file) -> Result<Question> {
    auto column = column_with_bins(asked, file);
    if (!column) return column.error();
    auto values = values_request(verb, asked, column->bins);
    if (!values) return values.error();
    request = *std::move(values);
    const auto domain = asked_domain(asked, "by", file);
    if (!domain) return domain.error();
    auto question = question_of_table(verb, *domain, asked, file);
    if (question) question->column = std::move(column->name);
    return question;
  };
  return plan_by(asked, ask, [&](Question question) -> Made {
    const auto epsilon = asked_epsilon(asked);
    if (!epsilon) return epsilon.error();
    const auto delta = asked_delta_for(
        asked,
        "counts that are never above the truth need a delta, the chance that is "
        "given away");
    if (!delta) return delta.error();
    return DropValues::make(std::move(question), *std::move(request), *epsilon, *delta);
  });
}

// What a question asks; none where it asks for something else. That its texts are in
// their own form is compared afterwards.
std::optional<DropValuesRequest> values_request_in(const Question& question) {
  const auto text = [&](const std::string& name) -> const std::string* {
    for (const auto& [known, value] : question.own)
      if (known == name) return &value;
    return nullptr;
  };
  const std::string *bins = text("bins"), *at = text("at"), *least = text("at_least");
  if (bins == nullptr || (at != nullptr) != (question.verb == "quantile") ||
      (least != nullptr) != (question.verb == "max-k"))
    return std::nullopt;
  auto parsed = NumericBins::parse(*bins);
  if (!parsed) return std::nullopt;
  DropValuesRequest request{.bins = *std::move(parsed)};
  for (const std::string* number : {at, least}) {
    if (number == nullptr) continue;
    const auto value = Rational::parse(*number);
    if (!value) return std::nullopt;
    if (number == at) request.at = *value;
    if (number == least) request.at_least = value->to_int64().value_or(0);
  }
  return request;
}

Result<Plan> read_drop_value(const MechanismRecord& record) {
  const auto& [question, law, shown, fewer_than, reason] = record;
  const Error other = unverified("its law is not that of drops from its bins");
  auto terms = drop_terms_in(law);
  auto request = values_request_in(question);
  if (!terms || !request || fewer_than || question.column.empty() ||
      !can_be_asked(question.person))
    return other;
  const auto mechanism =
      DropValues::of_terms(question, *std::move(request), *std::move(terms));
  return same_as_told(mechanism, record, other);
}

Verb drop_value_verb(const std::string& name, const std::string& summary) {
  return {.name = name,
          .summary = summary,
          .promise = kDropPromise,
          .example = {{"column", "age=20:70:10"},
                      {"at_least", "100"},
                      {"epsilon", "1"},
                      {"delta", "1e-6"}},
          .fields = fields_of_values(name),
          .plan = [name](const Asked& asked) { return plan_drop_value(name, asked); },
          .read = read_drop_value};
}

}  // namespace

std::vector<Verb> drop_value_verbs() {
  return {drop_value_verb("max", "the largest value"),
          drop_value_verb("min", "the smallest value"),
          drop_value_verb("range", "both of these"),
          drop_value_verb("quantile", "a quantile")};
}

Verb max_k_verb() {
  return drop_value_verb("max-k", "the highest bin that holds at least K people");
}

}  // namespace selvage
