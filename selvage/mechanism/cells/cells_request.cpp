#include "selvage/mechanism/cells/cells_request.hpp"

#include <algorithm>

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

// The finest step that reaches all of these bounds.
Result<Rational> step_for_both(const std::string& bounds, const std::string& sums) {
  Rational step = 0;
  for (const auto& [field, text] :
       {std::pair("bounds", &bounds), std::pair("sum_per_cell", &sums)}) {
    const auto grid = Grid::finest(*text, Grid::kSums);
    if (!grid) return said_of(field, grid.error(), "0:10000");
    step = std::max(step, grid->step());
  }
  return step;
}

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
  if (const auto sums = asked.text("sum_per_cell"); sums && !*step) {
    const auto both = step_for_both(*bounds, *sums);
    if (!both) return both.error();
    *step = *both;
  }
  auto grid = grid_for(statistic, *bounds, *step);
  if (!grid) return said_of("step", grid.error(), {}, true);
  return Measure{column, *std::move(grid)};
}

// Of a person who is named. Without a cap of rows all rows are added up, as far as one
// person's rows fit in memory.
constexpr std::int64_t kAddedUp = 100'000;
Outcome parse_sum_per_cell(const Asked& asked, const std::optional<DomainFile>& file,
                           Reading& reading) {
  const auto text = asked.text("sum_per_cell");
  if (!text) return Done{};
  Person& person = reading.person;
  if (person.column.empty())
    return wrong_field("person",
                       "`sum_per_cell` needs to know who a person is; add `person` "
                       "COLUMN");
  const auto range = sum_range(*text, reading.measure->grid.step());
  if (!range) return said_of("sum_per_cell", range.error(), "0:10000");
  person.sum_in_cell = range->steps;
  const bool capped = asked.has("rows_per_person") || person.rows_in_cell ||
                      (file && file->rows_per_person);
  if (!capped) person.rows = kAddedUp;
  return Done{};
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
  const Reading& reading = request.plan.reading;
  if (!reading.measure) return;
  ask_measure(question, *reading.measure);
  if (const auto& sums = reading.person.sum_in_cell) {
    const Rational& step = reading.measure->grid.step();
    question.own.emplace_back("sum_per_cell", (step * sums->lowest).text() + ":" +
                                                  (step * sums->highest).text());
  }
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
    if (auto done = parse_sum_per_cell(asked, *file, request.plan.reading); !done)
      return done.error();
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
  auto dialect = asked_dialect(asked, *file);
  if (!dialect) return dialect.error();
  request.question.dialect = *std::move(dialect);
  auto where = asked_where(asked);
  if (!where) return where.error();
  request.where = *std::move(where);
  complete_question(asked, request);
  return request;
}

}  // namespace selvage
