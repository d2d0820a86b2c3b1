#include "selvage/mechanism/drop_only/drop_only_verbs.hpp"

#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/mechanism/cells/cells_request.hpp"
#include "selvage/mechanism/cells/cells_verbs.hpp"
#include "selvage/mechanism/drop_only/asked_buckets.hpp"
#include "selvage/mechanism/drop_only/drop_counts.hpp"
#include "selvage/question/common_fields.hpp"

namespace selvage {
namespace {

std::vector<Field> fields_of_counts(const std::string& verb) {
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
  fields.push_back({"epsilon", "NUMBER", "the privacy parameter: 1, 0.5, 1/3, 1e-3"});
  fields.push_back({"delta", "NUMBER", "a small probability, as 1e-6"});
  if (verb == "count" || verb == "histogram")
    fields.push_back({"drop_only", "", "no count is above the truth; needs delta"});
  if (verb != "count")
    fields.push_back(
        {"bucket", "BETA", "for NAME=LO:HI: bins in which nothing moves by more"});
  for (Field& field : common_fields()) fields.push_back(std::move(field));
  if (verb != "mode")
    fields.push_back(
        {"fewer_than", "N", "show noisy counts below N only as 'fewer than N'"});
  return fields;
}

Result<Planned> plan_drop_counts(const std::string& verb, const Asked& given) {
  const auto binned = asked_with_bins(verb, fields_of_counts(verb), given);
  if (!binned) return binned.error();
  const Asked& asked = *binned;
  auto request = parse_cells_request(verb == "count" ? "count" : "histogram", asked);
  if (!request) return request.error();
  if (!asked.has("delta"))
    return wrong_field("delta",
                       "counts that are never above the truth need a delta, the chance "
                       "that is given away; write for example `delta` 1e-6",
                       "1e-6");
  request->question.verb = verb;
  const auto mechanism =
      DropCounts::make(request->question, request->plan.epsilon, request->plan.delta,
                       request->plan.fewer_than);
  if (!mechanism) return mechanism.error();
  return planned_of(*std::move(request), *mechanism);
}

Result<Plan> read_drop_counts(const MechanismRecord& record) {
  const auto& [question, law, shown, fewer_than, reason] = record;
  const Error other = unverified("its law is not that of drops from its counts");
  auto terms = drop_terms_in(law);
  if (!terms || !question.column.empty() || !question.own.empty()) return other;
  // What unknown keys alone hide is not asked for.
  auto asked = fewer_than;
  if (question.domain.has_unknown_keys() && asked == 1 && question.verb != "support")
    asked.reset();
  const auto mechanism = DropCounts::of_terms(question, *std::move(terms), asked);
  if (!mechanism) return mechanism.error();
  if (canonical_json((*mechanism)->law()) != canonical_json(law) ||
      (*mechanism)->shown() != shown || (*mechanism)->fewer_than() != fewer_than)
    return other;
  return Plan(*mechanism);
}

Verb drop_counts_verb(const std::string& name, const std::string& summary) {
  return {.name = name,
          .summary = summary,
          .promise = kDropPromise,
          .example = {{"column", "age=20:70:10"}, {"epsilon", "1"}, {"delta", "1e-6"}},
          .fields = fields_of_counts(name),
          .plan = [name](const Asked& asked) { return plan_drop_counts(name, asked); },
          .read = read_drop_counts};
}

}  // namespace

std::vector<Verb> drop_counting_verbs() {
  return {drop_counts_verb("histogram", "counts that are never above the truth"),
          drop_counts_verb("count", "a count that is never above the truth")};
}

std::vector<Verb> drop_set_verbs() {
  return {drop_counts_verb("support", "which bins or keys hold anybody, surely"),
          drop_counts_verb("mode", "the bin or key with most people, but for a few")};
}

bool tells_of_drops(const MechanismRecord& record) {
  return record.law.is_object() && record.law.contains("row_delta");
}

}  // namespace selvage
