#include "selvage/mechanism/separator/separator_verbs.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/base/utf8.hpp"
#include "selvage/mechanism/drop_only/drop_only_verbs.hpp"
#include "selvage/mechanism/planned_question.hpp"
#include "selvage/mechanism/separator/separator.hpp"

namespace selvage {
namespace {

std::vector<Field> fields() {
  std::vector<Field> all = {
      {"label", "NAME=A,B", "the column of labels, and the two labels"},
      {"x", "NAME=GRID", "columns of numbers, each with FROM:TO:STEP: a=0:9:1,b=0:5:1",
       true},
      {"epsilon", "NUMBER", "the privacy parameter: 1, 0.5, 1/3, 1e-3"},
      {"delta", "NUMBER", "a small probability, as 1e-6"}};
  for (Field& field : common_fields()) all.push_back(std::move(field));
  return all;
}

struct Labels {
  std::string column;
  std::vector<std::string> labels;
};

// More than three are not told apart: they are too many.
Labels labels_of(std::string column, const KeyList& keys) {
  Labels result{std::move(column), {}};
  for (std::size_t i = 0; i < std::min<std::size_t>(keys.size(), 3); ++i)
    result.labels.emplace_back(keys.key(i));
  return result;
}

// "NAME=A,B", or the name of a column whose keys the domain file has.
Result<Labels> asked_labels(const Asked& asked, const std::optional<DomainFile>& file) {
  constexpr const char* kExample = "promoted=no,yes";
  const Error none = wrong_field(
      "label",
      fmt::format("a separator lies between two labels of one column; write `label` "
                  "NAME=FIRST,SECOND, for example {}",
                  kExample),
      kExample);
  const auto texts = asked.texts("label");
  if (texts.size() != 1 || texts[0].empty() || !is_utf8(texts[0])) return none;
  const auto equals = texts[0].rfind('=');
  if (equals == 0) return none;
  if (equals == std::string::npos) {
    const auto* known = file ? file->find(texts[0]) : nullptr;
    const auto* keys = known != nullptr && known->values
                           ? std::get_if<KeyList>(&*known->values)
                           : nullptr;
    if (keys == nullptr) return none;
    return labels_of(texts[0], *keys);
  }
  const auto values = parse_values(texts[0].substr(equals + 1));
  if (!values) return said_of("label", values.error(), kExample);
  const auto* keys = std::get_if<KeyList>(&*values);
  if (keys == nullptr) return none;
  return labels_of(texts[0].substr(0, equals), *keys);
}

Result<Planned> plan_separator(const Asked& asked) {
  using Made = Result<std::shared_ptr<const SeparatorMechanism>>;
  SeparatorRequest request;
  const auto ask = [&](const std::optional<DomainFile>& file) -> Result<Question> {
    auto labels = asked_labels(asked, file);
    if (!labels) return labels.error();
    auto axes = asked_axes(asked, file);
    if (!axes) return axes.error();
    request = {std::move(labels->labels), *std::move(axes)};
    auto question = question_of_table("separator", *Domain::make({}), asked, file);
    if (question) question->column = std::move(labels->column);
    return question;
  };
  return plan_by(asked, ask, [&](Question question) -> Made {
    const auto epsilon = asked_epsilon(asked);
    if (!epsilon) return epsilon.error();
    const auto delta = asked_delta_for(
        asked,
        "a separator is read off counts that are never above the truth, which "
        "need a delta");
    if (!delta) return delta.error();
    return SeparatorMechanism::make(std::move(question), std::move(request), *epsilon,
                                    *delta);
  });
}

std::optional<SeparatorRequest> request_in(const Question& question) {
  const auto text = [&](const std::string& name) {
    for (const auto& [known, value] : question.own)
      if (known == name) return value;
    return std::string();
  };
  auto axes = parse_axes(text("x"));
  const std::string labels = text("labels");
  const auto comma = labels.find(',');
  if (!axes || comma == std::string::npos) return std::nullopt;
  SeparatorRequest request{{labels.substr(0, comma), labels.substr(comma + 1)},
                           *std::move(axes)};
  if (!KeyList::parse(labels)) return std::nullopt;
  return request;
}

Result<Plan> read_separator(const MechanismRecord& record) {
  const auto& [question, law, shown, fewer_than, reason] = record;
  const Error other = unverified("its law is not that of a separator");
  auto terms = drop_terms_in(law);
  auto request = request_in(question);
  if (!terms || !request || fewer_than || question.column.empty() ||
      question.verb != "separator" || !question.domain.columns().empty() ||
      !can_be_asked(question.person))
    return other;
  const auto mechanism =
      SeparatorMechanism::of_terms(question, *std::move(request), *std::move(terms));
  return same_as_told(mechanism, record, other);
}

}  // namespace

Result<std::vector<SeparatorAxis>> asked_axes(const Asked& asked,
                                              const std::optional<DomainFile>& file) {
  std::vector<SeparatorAxis> all;
  for (const std::string& text : asked.texts("x")) {
    const auto* known =
        file && text.find('=') == std::string::npos ? file->find(text) : nullptr;
    const auto* grid = known != nullptr && known->values
                           ? std::get_if<NumericBins>(&*known->values)
                           : nullptr;
    auto axes = parse_axes(grid != nullptr ? text + "=" + grid->text() : text);
    if (!axes) return axes.error();
    for (SeparatorAxis& axis : *axes) all.push_back(std::move(axis));
  }
  return all;
}

std::vector<Verb> separator_verbs() {
  return {{.name = "separator",
           .summary = "the plane between two labels with the widest margin",
           .promise = kDropPromise,
           .example = {{"label", "role=clerk,driver"},
                       {"x", "age=20:70:5"},
                       {"epsilon", "1"},
                       {"delta", "1e-6"}},
           .fields = fields(),
           .plan = plan_separator,
           .read = read_separator}};
}

}  // namespace selvage
