#include "selvage/mechanism/sampled_sensitivity/sampled_verbs.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/base/utf8.hpp"
#include "selvage/mechanism/sampled_sensitivity/sampled.hpp"
#include "selvage/question/common_fields.hpp"

namespace selvage {
namespace {

struct NamedSample {
  const char* verb;
  SampledKind kind;
};
constexpr NamedSample kSampledVerbs[] = {{"mean", SampledKind::mean},
                                         {"trimmed-mean", SampledKind::trimmed_mean},
                                         {"ridge", SampledKind::ridge},
                                         {"logistic", SampledKind::logistic}};

bool is_fit(SampledKind kind) {
  return kind == SampledKind::ridge || kind == SampledKind::logistic;
}

std::vector<Field> fields_of(SampledKind kind) {
  std::vector<Field> all;
  if (is_fit(kind)) {
    all = {kind == SampledKind::ridge
               ? Field{"y", "NAME=LO:HI", "the column that is explained, with bounds"}
               : Field{"y", "NAME=FROM",
                       "a column of numbers: whether they are FROM or more"},
           {"x", "NAME=LO:HI",
            "the columns that explain it, with bounds: age=0:100,tenure=0:50", true},
           {"lambda", "NUMBER", "the penalty, with columns brought to -1:1 (0.1)"}};
  } else {
    all = {{"column", "NAME", "the column of numbers"},
           {"bounds", "LO:HI", "public bounds; values outside count as the nearest"},
           {"step", "U", "a power of ten to round values to"}};
    if (kind == SampledKind::trimmed_mean)
      all.push_back({"trim", "SHARE", "left out, half at either end (0.1)"});
  }
  for (Field& field : std::vector<Field>{
           {"average_case", "", "protects common people only; see the guide"},
           {"random_alpha", "NUMBER", "its epsilon, for them"},
           {"random_gamma", "NUMBER", "the share of people that it may leave without"},
           {"random_eta", "NUMBER", "its delta, for them (1e-9)"},
           {"mechanism", "WORD", "private-scale or smooth (private-scale)"},
           {"pair_by", "NAME", "a column that numbers the rows, 1 to N (all pairs)"},
           {"least_scale", "PART", "of the largest scale, the least (1/1024)"}})
    all.push_back(std::move(field));
  // A promise on average is for all rows, each of them a person: a fit, which has no
  // other promise, takes none of the fields that say otherwise.
  constexpr std::array kOfParts = {"where",           "person",
                                   "rows_per_person", "cells_per_person",
                                   "rows_per_cell",   "per_person"};
  for (Field& field : common_fields())
    if (!is_fit(kind) ||
        std::find(kOfParts.begin(), kOfParts.end(), field.name) == kOfParts.end())
      all.push_back(std::move(field));
  return all;
}

Result<Rational> needed(const Asked& asked, const char* field, const char* what,
                        const char* example) {
  const auto number = asked.number(field, example);
  if (!number) return number.error();
  if (*number) return **number;
  return wrong_field(
      field, fmt::format("`average_case` needs {}; add `{}` {}", what, field, example),
      example);
}

// "NAME=TEXT"; both are empty where it is not that.
BoundedColumn named_bounds(const std::string& text) {
  const auto equals = text.rfind('=');
  if (equals == std::string::npos || !is_utf8(text)) return {};
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::optional<std::vector<BoundedColumn>> columns_in(const std::string& list) {
  std::vector<BoundedColumn> columns;
  std::size_t from = 0;
  while (from <= list.size()) {
    const auto comma = std::min(list.find(',', from), list.size());
    columns.push_back(named_bounds(list.substr(from, comma - from)));
    if (columns.back().name.empty()) return std::nullopt;
    from = comma + 1;
  }
  return columns;
}

// The column that is explained, and its bounds or threshold.
Outcome ask_y(const Asked& asked, SampledKind kind, Question& question,
              SampledRequest& request) {
  const bool ridge = kind == SampledKind::ridge;
  const char* example = ridge ? "salary=0:200000" : "bonus=5000";
  const auto texts = asked.texts("y");
  const BoundedColumn y = texts.size() == 1 ? named_bounds(texts[0]) : BoundedColumn{};
  const auto from = ridge ? Result<Rational>(Rational(0)) : Rational::parse(y.bounds);
  if (y.name.empty() || !from)
    return wrong_field(
        "y",
        fmt::format("one column is explained; write `y` {}, for example {}",
                    ridge ? "NAME=LO:HI" : "NAME=FROM, a number", example),
        example);
  question.column = y.name;
  request.bounds = ridge ? y.bounds : "";
  request.at_least = *from;
  for (const std::string& list : asked.texts("x")) {
    const auto columns = columns_in(list);
    if (!columns)
      return wrong_field("x",
                         "`x` is not a list of columns with bounds; write for example "
                         "age=0:100,tenure=0:50",
                         "age=0:100");
    request.x.insert(request.x.end(), columns->begin(), columns->end());
  }
  return Done{};
}

Outcome ask_column(const Asked& asked, const std::optional<DomainFile>& file,
                   Question& question, SampledRequest& request) {
  const auto columns = asked.texts("column");
  if (columns.size() != 1 || columns[0].empty() || !is_utf8(columns[0]))
    return wrong_field("column",
                       "an average-case mean is of one column; write `column` NAME, "
                       "the name in UTF-8",
                       "salary");
  question.column = columns[0];
  const auto* known = file ? file->find(columns[0]) : nullptr;
  if (asked.has("bounds"))
    request.bounds = asked.text_or("bounds", "");
  else if (known != nullptr && known->bounds)
    request.bounds = *known->bounds;
  else
    return wrong_field("bounds",
                       "`average_case` needs public bounds of the column, since a row "
                       "outside of all bounds would be seen; add `bounds` LO:HI",
                       "0:200000");
  const auto step = asked.number("step", "0.01");
  if (!step) return step.error();
  request.step = *step;
  return Done{};
}

Result<SampledRequest> promised_request(const Asked& asked, SampledKind kind) {
  SampledRequest request{.kind = kind, .alpha = {}, .gamma = {}};
  const auto alpha = needed(asked, "random_alpha", "a privacy parameter", "1");
  if (!alpha) return alpha.error();
  request.alpha = *alpha;
  const auto gamma = needed(asked, "random_gamma",
                            "the share of people that may be left unprotected", "0.05");
  if (!gamma) return gamma.error();
  request.gamma = *gamma;
  if (!asked.has("people"))
    return wrong_field("people",
                       "`average_case` needs the public number of people in the table; "
                       "add `people` N",
                       "10000");
  const auto people = asked_people(asked);
  if (!people) return people.error();
  request.people = *people;
  const auto scale = asked.word("mechanism", {"private-scale", "smooth"});
  if (!scale) return scale.error();
  request.smooth = *scale == "smooth";
  request.pair_by = asked.text_or("pair_by", "");
  if (asked.has("pair_by") && (request.pair_by.empty() || !is_utf8(request.pair_by)))
    return wrong_field("pair_by",
                       "`pair_by` is not the UTF-8 name of a column that numbers the "
                       "rows; write one, or leave it out",
                       "number");
  const std::pair<const char*, Rational*> numbers[] = {
      {"random_eta", &request.eta},
      {"least_scale", &request.least_scale},
      {"trim", &request.trimmed},
      {"lambda", &request.lambda}};
  for (const auto& [name, place] : numbers) {
    const auto number = asked.number(name, place->short_text());
    if (!number) return number.error();
    if (*number) *place = **number;
  }
  return request;
}

Result<Planned> plan_sampled(const NamedSample& named, const Asked& asked) {
  if (!asked.has("average_case"))
    return wrong_field(
        "average_case",
        fmt::format(
            "`average_case` is missing: {} has no promise for everybody; add it "
            "after reading whom it does not protect, or ask for {}",
            named.verb,
            named.kind == SampledKind::ridge ? "regression with `epsilon`"
                                             : "a separator with `epsilon`"));
  const auto file = asked_domain_file(asked);
  if (!file) return file.error();
  Question question = question_about(named.verb, *Domain::make({}));
  auto request = promised_request(asked, named.kind);
  if (!request) return request.error();
  const auto column = is_fit(named.kind) ? ask_y(asked, named.kind, question, *request)
                                         : ask_column(asked, *file, question, *request);
  if (!column) return column.error();
  auto person = asked_person(asked, *file);
  if (!person) return person.error();
  auto dialect = asked_dialect(asked, *file);
  if (!dialect) return dialect.error();
  question.table = asked.text_or("table", "");
  question.version = asked.text_or("version", "");
  question.delimiter = asked.text_or("delimiter", "");
  question.dialect = *std::move(dialect);
  question.person = *std::move(person);
  const auto confidence = asked_confidence(asked);
  if (!confidence) return confidence.error();
  auto where = asked_where(asked);
  if (!where) return where.error();
  if (*where) question.where = predicate_text(**where);
  const auto mechanism = SampledMechanism::make(std::move(question), *request);
  if (!mechanism) return mechanism.error();
  return Planned{.question = (*mechanism)->question(),
                 .plan = *mechanism,
                 .where = std::nullopt,
                 .confidence = *confidence,
                 .prior = {request->people},
                 .ledger = *file ? (*file)->ledger.value_or("") : ""};
}

// The request that a law and a question tell of; the mechanism that it makes must then
// say the same.
std::optional<SampledRequest> recorded_request(const MechanismRecord& record,
                                               SampledKind kind) {
  const Json& law = record.law;
  const auto text_of = [&](const char* name) -> std::optional<std::string> {
    if (!law.is_object() || !law.contains(name) || !law[name].is_string())
      return std::nullopt;
    return law[name].get<std::string>();
  };
  const auto own = [&](const char* name) -> std::optional<std::string> {
    for (const auto& [known, text] : record.question.own)
      if (known == name) return text;
    return std::nullopt;
  };
  const auto number = [](const std::optional<std::string>& text, Rational& place) {
    if (!text) return false;
    const auto read = Rational::parse(*text);
    if (read) place = *read;
    return bool(read);
  };
  SampledRequest request{.kind = kind, .alpha = {}, .gamma = {}};
  if (!number(text_of("random_alpha"), request.alpha) ||
      !number(text_of("random_gamma"), request.gamma) ||
      !number(text_of("random_eta"), request.eta) ||
      !number(text_of("least_scale"), request.least_scale) || !law.contains("people") ||
      !law["people"].is_number_integer())
    return std::nullopt;
  request.people = law["people"].get<std::int64_t>();
  request.smooth = text_of("scale") == "smooth";
  request.pair_by = own("pair_by").value_or("");
  request.bounds = own("bounds").value_or("");
  Rational step;
  if (number(own("step"), step)) request.step = step;
  number(own("trimmed"), request.trimmed);
  if (kind == SampledKind::logistic && !number(own("at_least"), request.at_least))
    return std::nullopt;
  if (is_fit(kind)) {
    auto columns = columns_in(own("x").value_or(""));
    if (!columns || !number(own("lambda"), request.lambda)) return std::nullopt;
    request.x = *std::move(columns);
  }
  return request;
}

Result<Plan> read_sampled(const NamedSample& named, const MechanismRecord& record) {
  const auto& [question, law, shown, fewer_than, reason] = record;
  const Error other =
      unverified("its law is not that of sampled sensitivity on its question");
  const auto request = recorded_request(record, named.kind);
  if (!request || question.verb != named.verb || question.column.empty() || fewer_than)
    return other;
  const auto mechanism = SampledMechanism::make(question, *request);
  if (!mechanism) return mechanism.error();
  if (canonical_json((*mechanism)->law()) != canonical_json(law) ||
      (*mechanism)->shown() != shown ||
      canonical_json(to_json((*mechanism)->question())) !=
          canonical_json(to_json(question)))
    return other;
  return Plan(*mechanism);
}

Verb verb_of(const NamedSample& named, const std::string& summary,
             std::vector<std::pair<std::string, std::string>> example) {
  for (const auto& [name, text] :
       {std::pair("average_case", ""), std::pair("random_alpha", "1"),
        std::pair("random_gamma", "0.1"), std::pair("people", "10676")})
    example.emplace_back(name, text);
  return {.name = named.verb,
          .summary = summary,
          .promise =
              "random differential privacy, average-case: people with common values "
              "are\n  protected as by alpha-differential privacy, and a share gamma of "
              "people, those\n  with rare values, may have no protection at all.",
          .example = std::move(example),
          .fields = fields_of(named.kind),
          .plan = [named](const Asked& asked) { return plan_sampled(named, asked); },
          .read =
              [named](const MechanismRecord& record) {
                return read_sampled(named, record);
              }};
}

}  // namespace

std::vector<Verb> sampled_mean_verbs() {
  return {verb_of(kSampledVerbs[0], "a mean with an average-case promise",
                  {{"column", "salary"}, {"bounds", "0:1000000"}}),
          verb_of(kSampledVerbs[1], "a trimmed mean with an average-case promise",
                  {{"column", "salary"}, {"bounds", "0:1000000"}})};
}

std::vector<Verb> sampled_fit_verbs() {
  return {
      verb_of(kSampledVerbs[2], "a ridge regression, with an average-case promise",
              {{"y", "salary=0:1000000"}, {"x", "age=0:100"}}),
      verb_of(kSampledVerbs[3], "a logistic regression, with an average-case promise",
              {{"y", "salary=60000"}, {"x", "age=0:100"}})};
}

bool tells_of_sampled_sensitivity(const MechanismRecord& record) {
  return record.law.is_object() && record.law.contains("random_eta");
}

}  // namespace selvage
