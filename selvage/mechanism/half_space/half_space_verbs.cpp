#include "selvage/mechanism/half_space/half_space_verbs.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/mechanism/drop_only/drop_only_verbs.hpp"
#include "selvage/mechanism/half_space/half_space_counts.hpp"
#include "selvage/mechanism/planned_question.hpp"
#include "selvage/mechanism/separator/separator_verbs.hpp"

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
  using Made = Result<std::shared_ptr<const HalfSpaceCounts>>;
  HalfSpaceRequest request;
  for (const std::string& text : asked.texts("half_space")) {
    auto half_space = parse_half_space(text);
    if (!half_space) return half_space.error();
    request.half_spaces.push_back(*std::move(half_space));
  }
  const auto ask = [&](const std::optional<DomainFile>& file) -> Result<Question> {
    auto axes = asked_axes(asked, file);
    if (!axes) return axes.error();
    request.axes = *std::move(axes);
    return question_of_table("count", *Domain::make({}), asked, file);
  };
  return plan_by(asked, ask, [&](Question question) -> Made {
    const auto epsilon = asked_epsilon(asked);
    if (!epsilon) return epsilon.error();
    request.epsilon = *epsilon;
    return HalfSpaceCounts::make(std::move(question), std::move(request));
  });
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
      !question.domain.columns().empty() || !can_be_asked(question.person))
    return other;
  request.axes = *std::move(axes);
  const auto epsilon = Rational::parse(law["epsilon"].get_ref<const std::string&>());
  if (!epsilon) return other;
  request.epsilon = *epsilon;
  const auto mechanism = HalfSpaceCounts::make(question, std::move(request));
  return same_as_told(mechanism, record, other);
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
