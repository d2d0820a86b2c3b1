#include "selvage/mechanism/sparse_histogram/sparse_histogram_verbs.hpp"

#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/mechanism/cells/cells_request.hpp"
#include "selvage/mechanism/cells/cells_verbs.hpp"
#include "selvage/mechanism/sparse_histogram/sparse_histogram.hpp"
#include "selvage/question/common_fields.hpp"

namespace selvage {
namespace {

std::vector<Field> fields_of(const std::string& verb) {
  std::vector<Field> fields;
  if (verb == "count")
    fields.push_back({"by",
                      "NAME=DOMAIN",
                      "one answer for each group; may be repeated",
                      true,
                      {"group_by"}});
  else
    fields.push_back({"column", "NAME=DOMAIN",
                      "column and its public bins or keys; may be repeated", true});
  fields.push_back({"average_case", "", "protects common people only; see the guide"});
  fields.push_back({"random_alpha", "NUMBER", "its epsilon, for them"});
  fields.push_back(
      {"random_gamma", "NUMBER", "the share of people that it may leave without"});
  for (Field& field : common_fields()) fields.push_back(std::move(field));
  return fields;
}

Result<Rational> needed(const Asked& asked, const char* field, const char* what,
                        const char* example) {
  const auto number = asked.number(field, example);
  if (!number) return number.error();
  if (*number) return **number;
  return wrong_field(
      field,
      std::string("`average_case` needs ") + what + "; add `" + field + "` " + example,
      example);
}

Result<Planned> plan_sparse(const std::string& verb, const Asked& given) {
  const auto alpha = needed(given, "random_alpha", "a privacy parameter", "1");
  if (!alpha) return alpha.error();
  const auto gamma = needed(given, "random_gamma",
                            "the share of people that may be left unprotected", "0.01");
  if (!gamma) return gamma.error();
  if (!given.has("people"))
    return wrong_field("people",
                       "`average_case` needs the public number of people in the table; "
                       "add `people` N",
                       "1000");
  Asked asked = given;
  asked.give("epsilon", "1");  // is not used: the terms have the parameters
  auto request = parse_cells_request(verb, asked);
  if (!request) return request.error();
  auto terms = SparseTerms::make(*alpha, *gamma, request->people,
                                 request->question.domain.has_unknown_keys()
                                     ? 1
                                     : request->question.domain.cells());
  if (!terms) return terms.error();
  const auto mechanism = SparseHistogram::make(request->question, *std::move(terms));
  if (!mechanism) return mechanism.error();
  return planned_of(*std::move(request), *mechanism);
}

Result<Plan> read_sparse(const MechanismRecord& record) {
  const auto& [question, law, shown, fewer_than, reason] = record;
  const Error other = unverified("its law is not that of an average-case histogram");
  auto terms = sparse_terms_in(law);
  if (!terms || !question.column.empty() || !question.own.empty() || fewer_than)
    return other;
  const auto mechanism = SparseHistogram::make(question, *std::move(terms));
  if (!mechanism) return mechanism.error();
  if (canonical_json((*mechanism)->law()) != canonical_json(law) ||
      (*mechanism)->shown() != shown)
    return other;
  return Plan(*mechanism);
}

Verb verb_of(const std::string& name, const std::string& summary) {
  return {.name = name,
          .summary = summary,
          .promise =
              "random differential privacy, average-case: people with common "
              "values are\n  protected, and some with rare values are not.",
          .example = {{"column", "age=20:70:10"},
                      {"average_case", ""},
                      {"random_alpha", "1"},
                      {"random_gamma", "0.01"},
                      {"people", "10676"}},
          .fields = fields_of(name),
          .plan = [name](const Asked& asked) { return plan_sparse(name, asked); },
          .read = read_sparse};
}

}  // namespace

std::vector<Verb> sparse_histogram_verbs() {
  return {verb_of("histogram", "a histogram with an average-case promise"),
          verb_of("count", "counts with an average-case promise")};
}

bool tells_of_average_case(const MechanismRecord& record) {
  return record.law.is_object() && record.law.contains("random_gamma");
}

}  // namespace selvage
