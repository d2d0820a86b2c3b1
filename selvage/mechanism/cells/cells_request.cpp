#include "selvage/mechanism/cells/cells_request.hpp"

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/question/common_fields.hpp"
#include "selvage/question/measured.hpp"

namespace selvage {
Statistic statistic_of(const std::string& verb) {
  if (verb == "sum") return Statistic::sum;
  if (verb == "mean") return Statistic::mean;
  if (verb == "variance") return Statistic::variance;
  if (verb == "describe") return Statistic::describe;
  return Statistic::count;
}

namespace {

Result<Measure> parse_measure(const std::string& verb, const Asked& asked,
                              const std::optional<DomainFile>& file) {
  const auto columns = asked.texts("column");
  if (columns.size() != 1)
    return wrong_field(
        "column",
        fmt::format("'{}' is of one column; write `column` NAME `bounds` LO:HI", verb));
  const std::string& column = columns[0];
  const auto* known = file ? file->find(column) : nullptr;
  const auto given = asked.text("bounds");
  const auto bounds = given ? given : known != nullptr ? known->bounds : std::nullopt;
  if (!bounds)
    return wrong_field(
        "bounds",
        fmt::format("'{}' of '{}' needs bounds that are public knowledge; write for "
                    "example `bounds` 0:10000",
                    verb, column),
        "0:10000");
  auto step = asked.number("step", "1");
  if (!step) return step.error();
  if (!*step && known != nullptr && known->step) {
    const auto number = Rational::parse(*known->step);
    if (!number) return said_of("step", number.error(), "1");
    *step = *number;
  }
  const Statistic statistic = statistic_of(verb);
  // What is wrong with the bounds is said of them.
  if (const auto alone = grid_for(statistic, *bounds); !alone)
    return said_of("bounds", alone.error(), "0:10000");
  auto grid = grid_for(statistic, *bounds, *step);
  if (!grid) return said_of("step", grid.error(), {}, true);
  return Measure{column, *std::move(grid)};
}

// "BOUND@CONFIDENCE".
Outcome parse_accuracy(const std::string& text, CellsRequest& request) {
  const auto at = text.find('@');
  const auto bound = Rational::parse(std::string_view(text).substr(0, at));
  const auto confidence = at == std::string::npos
                              ? Result<Rational>(request.confidence)
                              : Rational::parse(std::string_view(text).substr(at + 1));
  if (!bound || !confidence || bound->sign() <= 0 || confidence->sign() <= 0 ||
      *confidence >= 1)
    return wrong_field(
        "accuracy",
        fmt::format(
            "`accuracy` '{}' is not BOUND@CONFIDENCE; write for example 50@0.95", text),
        "50@0.95");
  request.accuracy = WantedAccuracy{*bound};
  request.confidence = *confidence;
  return Done{};
}

Outcome parse_privacy(const Asked& asked, const OtherPromise* other,
                      CellsRequest& request) {
  const auto accuracy = asked.text("accuracy");
  const bool has_other = other != nullptr && asked.has(other->field);
  if (asked.has("epsilon") + accuracy.has_value() + has_other > 1)
    return wrong("give one of `epsilon`, `accuracy` and `profile`");
  if (other != nullptr)
    if (auto done = other->parse(request); !done) return done;
  if (!asked.has("epsilon") && !accuracy && !has_other)
    return wrong_field(
        "epsilon",
        "`epsilon` NUMBER is missing; or say how accurate it must be, as `accuracy` "
        "50@0.95",
        "1");
  if (asked.has("confidence") && accuracy && accuracy->find('@') != std::string::npos)
    return wrong_field("confidence",
                       "`accuracy` BOUND@CONFIDENCE and `confidence` say it twice");
  const auto confidence = asked_confidence(asked);
  if (!confidence) return confidence.error();
  request.confidence = *confidence;
  if (accuracy)
    if (auto done = parse_accuracy(*accuracy, request); !done) return done;
  const auto epsilon = asked.number("epsilon", "1");
  if (!epsilon) return epsilon.error();
  if (*epsilon) request.plan.epsilon = **epsilon;
  const auto delta = asked.number("delta", "1e-6");
  if (!delta) return delta.error();
  if (*delta) request.plan.delta = **delta;
  if (asked.has("noise")) {
    const auto noise = asked.word("noise", {"laplace", "gaussian"});
    if (!noise) return noise.error();
    request.plan.wanted =
        *noise == "laplace" ? WantedNoise::laplace : WantedNoise::gaussian;
  }
  return Done{};
}

// Once everything is known that it says.
void complete_question(const Asked& asked, CellsRequest& request) {
  Question& question = request.question;
  question.table = asked.text_or("table", "");
  question.version = asked.text_or("version", "");
  question.delimiter = asked.text_or("delimiter", "");
  question.person = request.plan.reading.person;
  if (request.where) question.where = predicate_text(*request.where);
  if (const auto& measure = request.plan.reading.measure)
    ask_measure(question, *measure);
}

}  // namespace

Result<CellsRequest> parse_cells_request(const std::string& verb, const Asked& asked,
                                         const OtherPromise* other) {
  const auto file = asked_domain_file(asked);
  if (!file) return file.error();
  const bool histogram = verb == "histogram";
  if (histogram && !asked.has("column"))
    return wrong_field(
        "column", "`column` NAME=DOMAIN is missing, for example `column` age=0:100:10",
        kExampleColumn);
  auto domain = asked_domain(asked, histogram ? "column" : "by", *file);
  if (!domain) return domain.error();
  auto person = asked_person(asked, *file);
  if (!person) return person.error();
  CellsRequest request{.question = question_about(verb, *domain),
                       .plan = {.statistic = statistic_of(verb),
                                .reading = {.domain = *domain,
                                            .measure = std::nullopt,
                                            .person = *std::move(person)},
                                .epsilon = 0}};
  if (request.plan.statistic != Statistic::count) {
    auto measure = parse_measure(verb, asked, *file);
    if (!measure) return measure.error();
    request.plan.reading.measure = *std::move(measure);
  }
  if (*file && (*file)->ledger) request.ledger = *(*file)->ledger;
  if (const auto done = parse_privacy(asked, other, request); !done)
    return done.error();
  const auto least = asked.whole("fewer_than", kMostPeople);
  if (!least) return least.error();
  request.plan.fewer_than = *least;
  const auto people = asked_people(asked);
  if (!people) return people.error();
  request.people = *people;
  auto where = asked_where(asked);
  if (!where) return where.error();
  request.where = *std::move(where);
  complete_question(asked, request);
  return request;
}

}  // namespace selvage
