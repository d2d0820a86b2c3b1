#include "selvage/mechanism/sample/sample_verbs.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/bounded_file.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/base/utf8.hpp"
#include "selvage/mechanism/planned_question.hpp"
#include "selvage/mechanism/sample/sample.hpp"

namespace selvage {
namespace {

constexpr const char* kSampleColumnExample = "salary=0:200000:1000";

std::vector<Field> sample_fields() {
  std::vector<Field> all = {
      {"column", "NAME=GRID", "the column, and the grid FROM:TO:STEP of its values"},
      {"at_least", "NUMBER", "how many rows there surely are; fewer are filled up"},
      {"draws", "NUMBER", "how many rows are drawn (1); they share epsilon"},
      {"weights", "LIST", "of the rows in each step: 1,0,2, or @FILE (all 1)"},
      {"epsilon", "NUMBER", "the privacy parameter: 1, 0.5, 1/3, 1e-3"}};
  for (Field& field : common_fields()) {
    if (field.name == "confidence")
      field.help = "the probability that a draw is within its interval (0.95)";
    all.push_back(std::move(field));
  }
  return all;
}

struct GridColumn {
  std::string name;
  NumericBins grid;
};

// "NAME=FROM:TO:STEP", or the name of a column whose bins the domain file has.
Result<GridColumn> asked_grid_column(const Asked& asked,
                                     const std::optional<DomainFile>& file) {
  const Error none = wrong_field(
      "column",
      fmt::format("a sample is of one column whose values fall on a declared grid; "
                  "write `column` NAME=FROM:TO:STEP, for example {}",
                  kSampleColumnExample),
      kSampleColumnExample);
  const auto texts = asked.texts("column");
  if (texts.size() != 1 || !is_utf8(texts[0])) return none;
  const auto equals = texts[0].rfind('=');
  if (equals == 0) return none;
  if (equals == std::string::npos) {
    const auto* known = file ? file->find(texts[0]) : nullptr;
    const auto* grid = known != nullptr && known->values
                           ? std::get_if<NumericBins>(&*known->values)
                           : nullptr;
    if (grid == nullptr) return none;
    return GridColumn{texts[0], *grid};
  }
  auto grid = NumericBins::parse(texts[0].substr(equals + 1));
  if (!grid) return said_of("column", grid.error(), kSampleColumnExample);
  return GridColumn{texts[0].substr(0, equals), *std::move(grid)};
}

// "1,0,2", or "@FILE" with a number a line.
Result<std::vector<std::int64_t>> asked_weights(const Asked& asked) {
  const auto text = asked.text("weights");
  if (!text) return std::vector<std::int64_t>();
  if (!text->starts_with('@')) return parse_weights(*text);
  constexpr std::size_t kMostBytes = 1 << 20;  // more weights than there can be bins
  auto read = read_bounded(text->substr(1), kMostBytes);
  if (!read)
    return wrong_field("weights",
                       fmt::format("`weights` names the file '{}', which cannot be "
                                   "read: {}; write @FILE, with one weight a line",
                                   utf8_part(text->substr(1)), read.error().message));
  std::string& lines = *read;
  while (!lines.empty() && lines.back() == '\n') lines.pop_back();
  std::replace(lines.begin(), lines.end(), '\n', ',');
  return parse_weights(lines);
}

Result<Planned> plan_sample(const Asked& asked) {
  using Made = Result<std::shared_ptr<const SampleMechanism>>;
  std::optional<GridColumn> column;
  const auto ask = [&](const std::optional<DomainFile>& file) -> Result<Question> {
    auto known = asked_grid_column(asked, file);
    if (!known) return known.error();
    column = *std::move(known);
    auto question = question_of_table("sample", *Domain::make({}), asked, file);
    if (question) question->column = column->name;
    return question;
  };
  return plan_by(asked, ask, [&](Question question) -> Made {
    auto weights = asked_weights(asked);
    if (!weights) return weights.error();
    const auto at_least = asked.whole("at_least", kMostPeople);
    if (!at_least) return at_least.error();
    if (!*at_least)
      return wrong_field("at_least",
                         "a row that is drawn is hidden among the others, so it must "
                         "be public how many there are at least; write for example "
                         "`at_least` 1000",
                         "1000");
    const auto draws = asked.whole("draws", kMostDraws);
    if (!draws) return draws.error();
    const auto epsilon = asked_epsilon(asked);
    if (!epsilon) return epsilon.error();
    return SampleMechanism::make(
        std::move(question), {std::move(column->grid), *std::move(weights), **at_least,
                              draws->value_or(1), *epsilon});
  });
}

std::optional<SampleRequest> sample_in(const Question& question, const Json& law) {
  const auto number = [&](const char* name) -> std::optional<std::int64_t> {
    const auto read = Rational::parse(own_text(question, name));
    return read ? read->to_int64() : std::nullopt;
  };
  auto grid = NumericBins::parse(own_text(question, "grid"));
  const auto at_least = number("at_least"), draws = number("draws");
  const auto epsilon = law_number(law, "epsilon");
  if (!grid || !at_least || !draws || !epsilon) return std::nullopt;
  SampleRequest request{*std::move(grid), {}, *at_least, *draws, *epsilon};
  if (const std::string weights = own_text(question, "weights"); !weights.empty()) {
    auto read = parse_weights(weights);
    if (!read) return std::nullopt;
    request.weights = *std::move(read);
  }
  return request;
}

Result<Plan> read_sample(const MechanismRecord& record) {
  const auto& [question, law, shown, fewer_than, reason] = record;
  const Error other = unverified("its law is not that of a sample");
  auto request = sample_in(question, law);
  const auto scale = law_number(law, "scale");
  if (!request || !scale || fewer_than || question.column.empty() ||
      question.verb != "sample" || !question.domain.columns().empty() ||
      !can_be_asked(question.person))
    return other;
  return same_as_told(SampleMechanism::of_scale(question, *std::move(request), *scale),
                      record, other);
}

}  // namespace

std::vector<Verb> sample_verbs() {
  return {
      {.name = "sample",
       .summary = "values of rows that are drawn at random, with noise",
       .promise =
           "epsilon-differential privacy: whether any one person (`person`; else one\n"
           "  row) is in the table or not changes the odds of any output by at most a\n"
           "  factor exp(epsilon).",
       .example = {{"column", "salary=0:200000:1000"},
                   {"at_least", "9000"},
                   {"epsilon", "1"}},
       .fields = sample_fields(),
       .plan = plan_sample,
       .read = read_sample}};
}

}  // namespace selvage
