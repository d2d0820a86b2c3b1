#include "selvage/mechanism/extremes/extremes_verbs.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/base/utf8.hpp"
#include "selvage/base/whole_number.hpp"
#include "selvage/mechanism/extremes/extremes.hpp"
#include "selvage/mechanism/planned_question.hpp"

namespace selvage {
namespace {

constexpr const char* kColumnExample = "salary=0:200000:1000";

std::vector<Field> fields_of_extremes() {
  std::vector<Field> all = {
      {"column", "NAME[=BINS]", "the column, and bins LO:HI:STEP that you know"},
      {"unit", "U", "without bins: 0.01, day (the type's, or 2^-32)", false, {}, true},
      {"by",
       "NAME=DOMAIN",
       "one answer for each group; may be repeated",
       true,
       {"group_by"}},
      {"epsilon", "NUMBER", "the privacy parameter: 1, 0.5, 1/3, 1e-3"},
      {"mechanism", "WORD", "threshold or exponential (threshold)"}};
  for (Field& field : common_fields()) {
    if (field.name == "confidence")
      field.help = "the probability that the promised bound holds (0.95)";
    all.push_back(std::move(field));
  }
  return all;
}

struct ColumnAsked {
  std::string name;
  ExtremesRange range = {};
};

// All months of the calendar, where a unit says that they are dates; of times of day
// nothing finer than seconds.
ExtremesRange range_without_bins(const ColumnUnit& unit) {
  static const CalendarBins kMonths =
      *CalendarBins::parse("0001-01-01:9999-12-01:1month");
  if (!unit.moments) return {.unit = unit};
  if (!unit.moments->is_of_day()) return {.calendar = kMonths};
  const MomentUnit seconds = *MomentUnit::parse("second-of-day");
  const bool finer = unit.moments->microseconds() < seconds.microseconds();
  return {.unit = finer ? seconds : *unit.moments};
}

// False where they are no bins.
bool take_bins(const Values& values, ExtremesRange& range) {
  if (const auto* numbers = std::get_if<NumericBins>(&values))
    range = {.bins = *numbers};
  else if (const auto* dates = std::get_if<CalendarBins>(&values))
    range = {.calendar = *dates};
  else
    return false;
  return true;
}

// "NAME", "NAME=LO:HI:STEP", or the name of a column whose bins the domain file has.
Result<ColumnAsked> asked_column(const Asked& asked,
                                 const std::optional<DomainFile>& file) {
  const auto columns = asked.texts("column");
  if (columns.size() != 1 || columns[0].empty() || !is_utf8(columns[0]))
    return wrong_field("column",
                       "an extreme is of one column; write `column` NAME or "
                       "NAME=LO:HI:STEP, the name in UTF-8",
                       kColumnExample);
  const auto unit = asked_column_unit(asked);
  if (!unit) return unit.error();
  ColumnAsked result{columns[0]};
  result.range = range_without_bins(*unit);
  const auto equals = columns[0].rfind('=');
  if (equals == std::string::npos) {
    const auto* known = file ? file->find(columns[0]) : nullptr;
    if (known != nullptr && known->values && !asked.has("unit"))
      take_bins(*known->values, result.range);
    return result;
  }
  result.name = columns[0].substr(0, equals);
  const auto values = parse_values(columns[0].substr(equals + 1));
  const bool taken = values && take_bins(*values, result.range);
  if (result.name.empty() || !taken)
    return wrong_field(
        "column",
        values ? fmt::format("`column` '{}' names no column with bins of numbers "
                             "or dates; write NAME or NAME=LO:HI:STEP, for example {}",
                             utf8_part(columns[0]), kColumnExample)
               : fmt::format("`column` {}", values.error().message),
        kColumnExample);
  if (asked.has("unit"))
    return wrong_field("unit",
                       "`unit` is of a column without bins; leave it out, or write "
                       "`column` NAME alone");
  return result;
}

Result<Planned> plan_extreme(const std::string& verb, const Asked& asked) {
  using Made = Result<std::shared_ptr<const ExtremesMechanism>>;
  ExtremesRange range;
  const auto ask = [&](const std::optional<DomainFile>& file) -> Result<Question> {
    const auto column = asked_column(asked, file);
    if (!column) return column.error();
    range = column->range;
    const auto domain = asked_domain(asked, "by", file);
    if (!domain) return domain.error();
    auto question = question_of_table(verb, *domain, asked, file);
    if (question) question->column = column->name;
    return question;
  };
  return plan_by(asked, ask, [&](Question question) -> Made {
    const auto epsilon = asked_epsilon(asked);
    if (!epsilon) return epsilon.error();
    const auto form = asked.word("mechanism", {"threshold", "exponential"});
    if (!form) return form.error();
    return ExtremesMechanism::make(
        std::move(question),
        {*epsilon, *asked_confidence(asked), range, *form == "exponential"});
  });
}

// Of a member that is a text with a number above 0.
std::optional<Rational> positive_member(const Json& json, const char* name) {
  if (!json.is_object() || !json.contains(name) || !json[name].is_string())
    return std::nullopt;
  const auto number = Rational::parse(json[name].get_ref<const std::string&>());
  return number && number->sign() > 0 ? std::optional(*number) : std::nullopt;
}

std::optional<std::int64_t> whole_member(const Json& json, const char* name) {
  constexpr std::int64_t kMost = 1'000'000'000'000;
  if (!json.is_object() || !json.contains(name)) return std::nullopt;
  const auto number = whole_number(json[name]);
  return number && *number >= 0 && *number <= kMost ? number : std::nullopt;
}

std::optional<ExtremeTerms> terms_in(const Json& law) {
  if (const auto slope = positive_member(law, "slope")) {
    const auto people = whole_member(law, "people");
    if (!people || *people < 1) return std::nullopt;
    return ExponentialTerms{*slope, *people};
  }
  const auto first = positive_member(law, "first"),
             second = positive_member(law, "second");
  const auto threshold = whole_member(law, "threshold");
  if (!first || !second || !threshold) return std::nullopt;
  const Rational share = *first / (*first + *second) * 64;
  if (!share.is_integer()) return std::nullopt;
  return AboveThresholdTerms{*first, *second, *threshold};
}

// The bins or the unit that a question has; none where it has something else.
std::optional<ExtremesRange> range_in(const Question& question) {
  if (question.own.size() != 1) return std::nullopt;
  const auto& [name, text] = question.own.front();
  ExtremesRange range;
  if (name == "bins") {
    const auto values = parse_values(text);
    if (!values || !take_bins(*values, range)) return std::nullopt;
    return range;
  }
  const auto unit = ColumnUnit::parse(text);
  if (name != "unit" || !unit) return std::nullopt;
  range = range_without_bins(*unit);
  const bool asked_so = !range.is_given() && range.unit.text() == text;
  return asked_so ? std::optional(range) : std::nullopt;
}

Verb extreme_verb(const std::string& name, const std::string& summary) {
  return {.name = name,
          .summary = summary,
          .promise =
              "epsilon-differential privacy, without a delta: whether any one person\n"
              "  (`person`; else one row) is in the table or not changes the odds of "
              "any\n  output by at most a factor exp(epsilon).",
          .example = {{"column", "salary=0:2000000:1000"}, {"epsilon", "1"}},
          .fields = fields_of_extremes(),
          .plan = [name](const Asked& asked) { return plan_extreme(name, asked); },
          .read = read_extremes};
}

}  // namespace

std::vector<Verb> extremes_verbs() {
  return {extreme_verb("max", "a value that few people of a column lie above"),
          extreme_verb("min", "a value that few people of a column lie below"),
          extreme_verb("range", "both of these, and how far apart they are")};
}

Result<Plan> read_extremes(const MechanismRecord& record) {
  const auto& [question, law, shown, fewer_than, reason] = record;
  const Error other = unverified("its law is not that of an extreme of its question");
  const auto terms = terms_in(law);
  const auto range = range_in(question);
  if (!terms || !range || fewer_than || ends_of(question.verb) == nullptr ||
      question.column.empty() || !can_be_asked(question.person))
    return other;
  const auto mechanism = ExtremesMechanism::of_terms(question, *range, *terms);
  return same_as_told(mechanism, record, other);
}

}  // namespace selvage
