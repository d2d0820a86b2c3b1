#include "selvage/mechanism/sparse_histogram/sparse_histogram_verbs.hpp"

#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/mechanism/cells/cells_request.hpp"
#include "selvage/mechanism/cells/cells_verbs.hpp"
#include "selvage/mechanism/sparse_histogram/sparse_histogram.hpp"
#include "selvage/mechanism/sparse_histogram/sparse_keys.hpp"
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
  fields.push_back(
      {"random_eta", "NUMBER", "for keys written as ?: what delta is elsewhere"});
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
  const Question& question = request->question;
  const auto eta = given.number("random_eta", "1e-9");
  if (!eta) return eta.error();
  if (question.domain.has_unknown_keys()) {
    const auto needed_eta =
        needed(given, "random_eta",
               "for keys that are not known a probability with which anybody may be "
               "told apart",
               "1e-9");
    if (!needed_eta) return needed_eta.error();
    auto terms = SparseKeysTerms::make(*alpha, *gamma, *needed_eta, request->people);
    if (!terms) return terms.error();
    const auto mechanism = SparseKeys::make(question, *std::move(terms));
    if (!mechanism) return mechanism.error();
    return planned_of(*std::move(request), *mechanism);
  }
  if (*eta && ((*eta)->sign() < 0 || **eta >= 1))
    return wrong_field("random_eta",
                       "`random_eta` " + (*eta)->short_text() +
                           " is not from 0 to below 1; leave it out, since nothing is "
                           "spent of it where keys are known",
                       "1e-9");
  auto terms = SparseTerms::make(*alpha, *gamma, request->people,
                                 sparse_cells_of(question), in_any_cells(question));
  if (!terms) return terms.error();
  const auto mechanism = SparseHistogram::make(question, *std::move(terms));
  if (!mechanism) return mechanism.error();
  return planned_of(*std::move(request), *mechanism);
}

// The same mechanism again, if its law and what is shown are those that were told.
template <class Terms, class Made>
Result<Plan> made_again(const MechanismRecord& record, std::optional<Terms> terms) {
  const Error other = unverified("its law is not that of an average-case histogram");
  if (!terms || !record.question.column.empty() || !record.question.own.empty() ||
      record.fewer_than)
    return other;
  const auto mechanism = Made::make(record.question, *std::move(terms));
  if (!mechanism) return mechanism.error();
  if (canonical_json((*mechanism)->law()) != canonical_json(record.law) ||
      (*mechanism)->shown() != record.shown)
    return other;
  return Plan(*mechanism);
}

Result<Plan> read_sparse(const MechanismRecord& record) {
  const Question& question = record.question;
  if (question.domain.has_unknown_keys())
    return made_again<SparseKeysTerms, SparseKeys>(record,
                                                   sparse_keys_terms_in(record.law));
  return made_again<SparseTerms, SparseHistogram>(
      record, sparse_terms_in(record.law, in_any_cells(question)));
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
