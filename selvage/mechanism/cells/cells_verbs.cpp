#include "selvage/mechanism/cells/cells_verbs.hpp"

#include "selvage/mechanism/cells/cells_mechanism.hpp"
#include "selvage/mechanism/cells/cells_planning.hpp"
#include "selvage/mechanism/cells/cells_record.hpp"
#include "selvage/question/common_fields.hpp"

namespace selvage {
namespace {

bool counts(const std::string& verb) { return verb == "histogram" || verb == "count"; }

std::vector<Field> fields_of(const std::string& verb) {
  std::vector<Field> fields;
  if (verb == "histogram") {
    fields.push_back({"column", "NAME=DOMAIN",
                      "column and its public bins or keys; may be repeated", true});
  } else if (verb != "count") {
    fields.push_back({"column", "NAME", "the column of numbers"});
    fields.push_back({"bounds",
                      "LO:HI",
                      "public bounds; values outside count as the nearest",
                      false,
                      {"clipping_bounds"}});
    fields.push_back({"step", "S", "what values are rounded to, as 0.01 (far finer)"});
    if (verb == "sum")
      fields.push_back({"sum_per_cell", "LO:HI",
                        "what a person adds to a cell in all is cut to this"});
  }
  if (verb != "histogram")
    fields.push_back({"by",
                      "NAME=DOMAIN",
                      "one answer for each group; may be repeated",
                      true,
                      {"group_by"}});
  const std::vector<Field> privacy = {
      {"epsilon", "NUMBER", "the privacy parameter: 1, 0.5, 1/3, 1e-3"},
      {"delta", "NUMBER", "a small probability, as 1e-6; for ? and Gaussian noise"},
      {"accuracy", "BOUND@CONF",
       "choose the smallest epsilon that reaches this error"}};
  fields.insert(fields.end(), privacy.begin(), privacy.end());
  for (Field& field : common_fields()) {
    const bool last = field.name == "people";
    if (last)
      fields.push_back({"noise", "WORD", "laplace or gaussian (the better one)"});
    fields.push_back(std::move(field));
  }
  if (!counts(verb)) return fields;
  fields.push_back(
      {"fewer_than", "N", "show noisy counts below N only as 'fewer than N'"});
  return fields;
}

std::string summary_of(const std::string& verb) {
  if (verb == "histogram") return "how many people are in each bin or key of columns";
  if (verb == "count") return "how many there are, in all or by group";
  if (verb == "describe")
    return "count, mean and deviation of a column, in all or by group";
  return "the " + verb + " of a column, in all or by group";
}

constexpr const char* kPromise =
    "(epsilon, delta)-differential privacy, delta 0 unless asked for: whether\n  any "
    "one person (`person`; else one row) is in the table or not changes the\n  odds "
    "of any output by at most a factor exp(epsilon).";

std::vector<std::pair<std::string, std::string>> example_of(const std::string& verb) {
  if (verb == "histogram")
    return {{"column", "salary=0:200000:10000"}, {"epsilon", "1"}};
  if (verb == "count")
    return {{"by", "department=?"}, {"epsilon", "1"}, {"delta", "1e-6"}};
  return {{"column", "salary"}, {"bounds", "0:200000"}, {"epsilon", "1"}};
}

Verb verb_of(const std::string& name) {
  return {.name = name,
          .summary = summary_of(name),
          .promise = kPromise,
          .example = example_of(name),
          .fields = fields_of(name),
          .plan = [name](const Asked& asked) -> Result<Planned> {
            auto request = parse_cells_request(name, asked);
            if (!request) return request.error();
            return plan_asked(*std::move(request));
          },
          .read = read_cells};
}

}  // namespace

Planned planned_of(CellsRequest request, Plan plan) {
  return {.question = std::move(request.question),
          .plan = std::move(plan),
          .where = std::move(request.where),
          .confidence = request.confidence,
          .prior = {request.people},
          .ledger = std::move(request.ledger),
          .notes = std::move(request.notes)};
}

Result<Planned> plan_asked(CellsRequest request) {
  auto plan = plan_request(request);
  if (!plan) return plan.error();
  std::vector<PlanLine> notes;
  if (request.accuracy)
    notes.push_back(
        {"epsilon", "the least of three digits that meets the accuracy was taken"});
  auto mechanism = std::make_shared<CellsMechanism>(request.question, *std::move(plan),
                                                    std::move(notes));
  return planned_of(std::move(request), std::move(mechanism));
}

std::vector<Verb> counting_verbs() { return {verb_of("histogram"), verb_of("count")}; }

std::vector<Verb> cells_verbs() {
  return {verb_of("sum"), verb_of("mean"), verb_of("variance"), verb_of("describe")};
}

}  // namespace selvage
