#include "selvage/mechanism/half_space/half_space_verbs.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/mechanism/drop_only/drop_only_verbs.hpp"
#include "selvage/mechanism/half_space/half_space_counts.hpp"
#include "selvage/mechanism/separator/separator_verbs.hpp"
#include "selvage/question/common_fields.hpp"

namespace selvage {
namespace {

std::vector<Field> half_space_fields() {
  std::vector<Field> all = {
      {"epsilon", "NUMBER", "the privacy parameter: 1, 0.5, 1/3, 1e-3"},
      {"half_space", "TEXT", "count where \"2*age - 0.1*salary >= 30\"; needs x", true},
      {"x", "NAME=GRID", "its columns, each with FROM:TO:STEP: a=0:9:1,b=0:5:1", true}};
  for (Field& field : common_fields()) all.push_back(std::move(field));
  return all;
}

Result<Planned> plan_half_spaces(const Asked& asked) {
  HalfSpaceRequest request;
  for (const std::string& text : asked.texts("half_space")) {
    auto half_space = parse_half_space(text);
    if (!half_space) return half_space.error();
    request.half_spaces.push_back(*std::move(half_space));
  }
  const auto file = asked_domain_file(asked);
  if (!file) return file.error();
  auto axes = asked_axes(asked, *file);
  if (!axes) return axes.error();
  request.axes = *std::move(axes);
  auto person = asked_person(asked, *file);
  if (!person) return person.error();
  auto dialect = asked_dialect(asked, *file);
  if (!dialect) return dialect.error();
  Question question = question_about("count", *Domain::make({}));
  question.table = asked.text_or("table", "");
  question.version = asked.text_or("version", "");
  question.delimiter = asked.text_or("delimiter", "");
  question.dialect = *std::move(dialect);
  question.person = *std::move(person);
  const auto epsilon = asked_epsilon(asked);
  if (!epsilon) return epsilon.error();
  request.epsilon = *epsilon;
  const auto confidence = asked_confidence(asked);
  if (!confidence) return confidence.error();
  const auto people = asked_people(asked);
  if (!people) return people.error();
  auto where = asked_where(asked);
  if (!where) return where.error();
  if (*where) question.where = predicate_text(**where);
  const auto mechanism = HalfSpaceCounts::make(std::move(question), std::move(request));
  if (!mechanism) return mechanism.error();
  return Planned{.question = (*mechanism)->question(),
                 .plan = *mechanism,
                 .where = *std::move(where),
                 .confidence = *confidence,
                 .prior = {*people},
                 .ledger = *file ? (*file)->ledger.value_or("") : ""};
}

std::string own_text(const Question& question, const std::string& name) {
  for (const auto& [known, value] : question.own)
    if (known == name) return value;
  return {};
}

Result<Plan> read_half_spaces(const MechanismRecord& record) {
  const auto& [question, law, shown, fewer_than, reason] = record;
  const Error other = unverified("its law is not that of counts in half-spaces");
  HalfSpaceRequest request;
  const std::string texts = own_text(question, "half_spaces");
  for (std::size_t from = 0; from <= texts.size();) {
    const std::size_t end = std::min(texts.find("; ", from), texts.size());
    auto half_space = parse_half_space(texts.substr(from, end - from));
    if (!half_space) return other;
    request.half_spaces.push_back(*std::move(half_space));
    from = end + 2;
  }
  auto axes = parse_axes(own_text(question, "x"));
  if (!axes || !law.is_object() || !law.contains("epsilon") ||
      !law["epsilon"].is_string() || fewer_than || question.verb != "count" ||
      !question.domain.columns().empty() || !has_possible_caps(question.person))
    return other;
  request.axes = *std::move(axes);
  const auto epsilon = Rational::parse(law["epsilon"].get_ref<const std::string&>());
  if (!epsilon) return other;
  request.epsilon = *epsilon;
  const auto mechanism = HalfSpaceCounts::make(question, std::move(request));
  if (!mechanism) return mechanism.error();
  if (canonical_json((*mechanism)->law()) != canonical_json(law) ||
      (*mechanism)->shown() != shown ||
      canonical_json(to_json((*mechanism)->question())) !=
          canonical_json(to_json(question)))
    return other;
  return Plan(*mechanism);
}

}  // namespace

Verb half_space_verb() {
  return {
      .name = "count",
      .summary = "how many people there are",
      .promise =
          "epsilon-differential privacy: whether any one person (`person`; else one\n"
          "  row) is in the table or not changes the odds of any output by at most a\n"
          "  factor exp(epsilon).",
      .example = {{"half_space", "2*age >= 90"},
                  {"x", "age=20:70:1"},
                  {"epsilon", "1"}},
      .fields = half_space_fields(),
      .plan = plan_half_spaces,
      .read = read_half_spaces};
}

bool tells_of_half_spaces(const MechanismRecord& record) {
  return !own_text(record.question, "half_spaces").empty();
}

}  // namespace selvage
