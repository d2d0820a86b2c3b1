#include "selvage/engine/request.hpp"

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/utf8.hpp"
#include "selvage/engine/domain_file.hpp"
#include "selvage/law/profile_file.hpp"
#include "selvage/law/profile_formula.hpp"
#include "selvage/summary/predicate_parse.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostPeople = 1'000'000'000'000;
constexpr const char* kExampleColumn = "age=0:100:10";

// What is wrong with the value of a field, said of the field.
Error named(const char* field, Error error, std::string suggestion = {},
            bool colon = false) {
  error.message = fmt::format("`{}`{} {}", field,
                              colon || error.message.starts_with("cannot") ? ":" : "",
                              error.message);
  error.field = field;
  error.suggestion = std::move(suggestion);
  return error;
}

// The ends of what looks like a range, as one key hardly does: "0-10", "0..10".
std::optional<std::pair<std::string, std::string>> range_like(const std::string& key) {
  for (const std::string_view between : {"..", "-", "–"}) {
    const auto at = key.find(between, 1);
    if (at == std::string::npos) continue;
    const std::string low = key.substr(0, at), high = key.substr(at + between.size());
    const auto first = Rational::parse(low), last = Rational::parse(high);
    if (first && last && *first < *last) return std::pair(low, high);
  }
  return std::nullopt;
}

// "NAME=DOMAIN", or the name of a column that the domain file describes.
Result<DomainColumn> parse_column(const char* field, const std::string& text,
                                  const std::optional<DomainFile>& file) {
  // The last '=': a name may hold one, and of a domain only a key may.
  const auto equals = text.rfind('=');
  if (equals == std::string::npos) {
    const auto* known = file ? file->find(text) : nullptr;
    if (known != nullptr && known->values)
      return DomainColumn{text, *known->values, known->drop_missing};
    return wrong_field(
        field,
        fmt::format("`{}` '{}' names no bins or keys{}; write NAME=LO:HI:STEP, "
                    "NAME=a,b,c, NAME=@FILE or NAME=?, for example {}",
                    field, text, file ? ", and the domain file has none for it" : "",
                    kExampleColumn),
        kExampleColumn);
  }
  if (equals == 0 || equals + 1 == text.size())
    return wrong_field(
        field,
        fmt::format("`{}` '{}' names no {}; write NAME=LO:HI:STEP, NAME=a,b,c, "
                    "NAME=@FILE or NAME=?, for example {}",
                    field, text, equals == 0 ? "column" : "bins or keys",
                    kExampleColumn),
        kExampleColumn);
  auto values = parse_values(text.substr(equals + 1));
  if (!values) return named(field, values.error(), kExampleColumn);
  const std::string name = text.substr(0, equals);
  if (const auto range = range_like(text.substr(equals + 1)))
    return wrong_field(
        field, fmt::format("`{0}` '{1}' names one key, '{2}', that looks like a range; "
                           "for bins write {3}={4}:{5}:STEP; a key of this text stands "
                           "in a file, {3}=@FILE",
                           field, text, text.substr(equals + 1), name, range->first,
                           range->second));
  const auto* known = file ? file->find(name) : nullptr;
  return DomainColumn{name, *std::move(values),
                      known != nullptr && known->drop_missing};
}

Result<Rational> parse_number(const char* field, const std::string& text,
                              const char* suggestion) {
  auto number = Rational::parse(text);
  if (!number) return named(field, number.error(), suggestion);
  return number;
}

Result<std::int64_t> parse_whole(const char* field, const std::string& text,
                                 std::int64_t most) {
  const auto number = Rational::parse(text);
  const auto whole = number && number->is_integer() ? number->to_int64() : std::nullopt;
  if (!whole || *whole < 1 || *whole > most)
    return wrong_field(
        field,
        fmt::format("`{}` '{}' is not a whole number from 1 to {}", field, text, most),
        "1");
  return *whole;
}

Result<Statistic> statistic_of(const std::string& verb) {
  if (verb == "histogram" || verb == "count") return Statistic::count;
  if (verb == "sum") return Statistic::sum;
  if (verb == "mean") return Statistic::mean;
  if (verb == "variance") return Statistic::variance;
  return wrong(fmt::format("there is no verb '{}'", verb));
}

// The columns that make the cells.
Result<Domain> parse_domain(const RequestText& text,
                            const std::optional<DomainFile>& file) {
  const bool histogram = text.verb == "histogram";
  const char* field = histogram ? "column" : "by";
  std::vector<DomainColumn> columns;
  for (const std::string& column : histogram ? text.columns : text.by) {
    auto parsed = parse_column(field, column, file);
    if (!parsed) return parsed.error();
    columns.push_back(*std::move(parsed));
  }
  auto domain = Domain::make(std::move(columns));
  return domain;
}

Result<Measure> parse_measure(const RequestText& text, Statistic statistic,
                              const std::optional<DomainFile>& file) {
  if (text.columns.size() != 1)
    return wrong_field(
        "column",
        fmt::format("'{}' is of one column; write `column` NAME `bounds` LO:HI",
                    text.verb));
  const std::string& column = text.columns[0];
  const auto* known = file ? file->find(column) : nullptr;
  const auto bounds = text.bounds        ? text.bounds
                      : known != nullptr ? known->bounds
                                         : std::nullopt;
  if (!bounds)
    return wrong_field(
        "bounds",
        fmt::format("'{}' of '{}' needs bounds that are public knowledge; write for "
                    "example `bounds` 0:10000",
                    text.verb, column),
        "0:10000");
  const auto written = text.step          ? text.step
                       : known != nullptr ? known->step
                                          : std::nullopt;
  std::optional<Rational> step;
  if (written) {
    const auto number = parse_number("step", *written, "1");
    if (!number) return number.error();
    step = *number;
  }
  // What is wrong with the bounds is said of them.
  if (const auto alone = grid_for(statistic, *bounds); !alone)
    return named("bounds", alone.error(), "0:10000");
  auto grid = grid_for(statistic, *bounds, step);
  if (!grid) return named("step", grid.error(), {}, true);
  return Measure{column, *std::move(grid)};
}

Result<Person> parse_person(const RequestText& text,
                            const std::optional<DomainFile>& file) {
  Person person;
  const auto column = text.person ? text.person : file ? file->person : std::nullopt;
  if (!column) {
    for (const auto& [value, field] :
         {std::pair(text.rows_per_person, "rows_per_person"),
          std::pair(text.cells_per_person, "cells_per_person"),
          std::pair(text.per_person, "per_person")})
      if (value)
        return wrong_field(
            "person",
            fmt::format("`{}` needs to know who a person is; add `person` COLUMN",
                        field));
    if (file && (file->rows_per_person || file->cells_per_person || file->per_person))
      return wrong_field(
          "person",
          "the domain file has caps and no person; add person = \"COLUMN\" to it, or "
          "`person` COLUMN");
    return person;
  }
  if (column->empty()) return wrong_field("person", "`person` names no column");
  if (!is_utf8(*column))
    return wrong_field("person", "`person` is not the UTF-8 name of a column");
  person.column = *column;
  std::optional<std::int64_t> rows, cells;
  if (file) {
    rows = file->rows_per_person;
    cells = file->cells_per_person;
  }
  for (const auto& [value, field, cap] :
       {std::tuple(text.rows_per_person, "rows_per_person", &rows),
        std::tuple(text.cells_per_person, "cells_per_person", &cells)}) {
    if (!value) continue;
    const auto whole = parse_whole(field, *value, 1'000'000);
    if (!whole) return whole.error();
    *cap = *whole;
  }
  // One cap alone is meant for both; without any a person counts once.
  person.rows = rows ? *rows : cells.value_or(1);
  person.cells = cells ? *cells : rows.value_or(1);
  const auto how = text.per_person ? text.per_person
                   : file          ? file->per_person
                                   : std::nullopt;
  if (how && *how != "sum" && *how != "first")
    return wrong_field(
        "per_person",
        fmt::format("`per_person` '{}' is not one of sum (all kept rows count) and "
                    "first (one row in each cell)",
                    *how),
        "first");
  if (how == "first") person.per_person = PerPerson::first;
  return person;
}

// "BOUND@CONFIDENCE".
Outcome parse_accuracy(const std::string& text, Request& request) {
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

Outcome parse_sampling(const RequestText& text, ProfileRequest& profile) {
  if (!text.sampled) {
    if (text.known || text.sampled_delta)
      return wrong_field(
          "sampled",
          "`known` and `sampled_delta` go with `sampled` RATE, the largest probability "
          "with which a person is in the table",
          "0.5");
    return Done{};
  }
  const auto rate = parse_number("sampled", *text.sampled, "0.5");
  if (!rate) return rate.error();
  if (rate->sign() <= 0 || *rate >= 1)
    return wrong_field(
        "sampled",
        fmt::format("`sampled` {} is not a probability between 0 and 1, such as 0.5",
                    rate->short_text()),
        "0.5");
  Sampling sampling{*rate};
  if (text.known && *text.known != "0") {
    const auto known = parse_whole("known", *text.known, kMostPeople);
    if (!known) return known.error();
    sampling.known = *known;
  }
  if (text.sampled_delta) {
    const auto delta = parse_number("sampled_delta", *text.sampled_delta, "1e-6");
    if (!delta) return delta.error();
    sampling.delta = *delta;
  }
  profile.sampling = std::move(sampling);
  return Done{};
}

// The value of a field that is one of two words.
Result<bool> is_second(const char* field, const std::optional<std::string>& value,
                       const char* first, const char* second) {
  if (value && *value != first && *value != second)
    return wrong_field(
        field,
        fmt::format("`{}` '{}' is not one of {}, {}", field, *value, first, second),
        first);
  return value == second;
}

Outcome parse_display(const RequestText& text, Request& request) {
  using Kind = Display::Kind;
  if (!text.display) return Done{};
  for (const Kind kind : {Kind::noisy, Kind::likely, Kind::unbiased})
    if (*text.display == display_name(kind)) {
      request.display = kind;
      return Done{};
    }
  return wrong_field("display",
                     fmt::format("`display` '{}' is not one of noisy, likely, unbiased",
                                 *text.display),
                     "noisy");
}

Outcome parse_profile_options(const RequestText& text, Request& request) {
  if (!text.profile) {
    for (const auto& [value, field] :
         {std::pair(text.mechanism, "mechanism"),
          std::pair(text.thresholds, "thresholds"), std::pair(text.claim, "claim"),
          std::pair(text.display, "display"), std::pair(text.sampled, "sampled"),
          std::pair(text.known, "known"),
          std::pair(text.sampled_delta, "sampled_delta")})
      if (value)
        return wrong_field(
            "profile",
            fmt::format("`{}` goes with a profile; add `profile`, for example "
                        "`profile` 20:0.1,1",
                        field),
            "20:0.1,1");
    return Done{};
  }
  if (text.noise)
    return wrong_field(
        "noise", "`noise` is for `epsilon`; a profile is met by W, which has its own");
  const auto words = profile_words(*text.profile);
  if (!words) return named("profile", words.error(), "20:0.1,1");
  auto profile = parse_profile(*words);
  if (!profile) return named("profile", profile.error(), "20:0.1,1", true);
  if (auto note = envelope_note(*profile)) request.notes.push_back(*std::move(note));
  if (profile->size() > 1 &&
      (*profile)[profile->size() - 2].limit == ProfileFormula::kLargestClass - 1)
    request.notes.push_back(fmt::format(
        "the formula is taken for classes of up to {} people; larger ones have its "
        "value there",
        ProfileFormula::kLargestClass));
  ProfileRequest wanted{.profile = *std::move(profile)};
  if (text.mechanism) {
    const auto mechanism = profile_mechanism(*text.mechanism);
    if (!mechanism)
      return wrong_field(
          "mechanism", fmt::format("`mechanism` '{}' is not one of {}", *text.mechanism,
                                   profile_mechanism_names()));
    wanted.mechanism = *mechanism;
  }
  const auto paper = is_second("thresholds", text.thresholds, "exact", "paper");
  if (!paper) return paper.error();
  wanted.paper_thresholds = *paper;
  const auto sum = is_second("claim", text.claim, "outlier", "sum");
  if (!sum) return sum.error();
  wanted.sum_only = *sum;
  if (auto done = parse_sampling(text, wanted); !done) return done;
  if (auto done = parse_display(text, request); !done) return done;
  // A profile counts people: one row in each cell, unless something else was said.
  Person& person = request.plan.reading.person;
  if (!person.column.empty() && !text.per_person) person.per_person = PerPerson::first;
  request.plan.profile = std::move(wanted);
  return Done{};
}

Outcome parse_privacy(const RequestText& text, Request& request) {
  if ((text.epsilon ? 1 : 0) + (text.accuracy ? 1 : 0) + (text.profile ? 1 : 0) > 1)
    return wrong("give one of `epsilon`, `accuracy` and `profile`");
  if (auto done = parse_profile_options(text, request); !done) return done;
  if (!text.epsilon && !text.accuracy && !text.profile)
    return wrong_field(
        "epsilon",
        "`epsilon` NUMBER is missing; or say how accurate it must be, as `accuracy` "
        "50@0.95",
        "1");
  if (text.confidence) {
    if (text.accuracy && text.accuracy->find('@') != std::string::npos)
      return wrong_field("confidence",
                         "`accuracy` BOUND@CONFIDENCE and `confidence` say it twice");
    const auto confidence = parse_number("confidence", *text.confidence, "0.95");
    if (!confidence) return confidence.error();
    if (confidence->sign() <= 0 || *confidence >= 1)
      return wrong_field(
          "confidence",
          fmt::format("`confidence` {} is not between 0 and 1; write 0.95",
                      confidence->short_text()),
          "0.95");
    request.confidence = *confidence;
  }
  if (text.accuracy)
    if (auto done = parse_accuracy(*text.accuracy, request); !done) return done;
  if (text.epsilon) {
    const auto epsilon = parse_number("epsilon", *text.epsilon, "1");
    if (!epsilon) return epsilon.error();
    request.plan.epsilon = *epsilon;
  }
  if (text.delta) {
    const auto delta = parse_number("delta", *text.delta, "1e-6");
    if (!delta) return delta.error();
    request.plan.delta = *delta;
  }
  if (text.noise) {
    if (*text.noise != "laplace" && *text.noise != "gaussian")
      return wrong_field(
          "noise",
          fmt::format("`noise` '{}' is not one of laplace, gaussian", *text.noise),
          "laplace");
    request.plan.wanted =
        *text.noise == "laplace" ? WantedNoise::laplace : WantedNoise::gaussian;
  }
  return Done{};
}

}  // namespace

Result<Request> parse_request(const RequestText& text) {
  std::optional<DomainFile> file;
  if (text.domain_file) {
    auto read = read_domain_file(*text.domain_file);
    if (!read) return read.error();
    file = *std::move(read);
  }
  const auto statistic = statistic_of(text.verb);
  if (!statistic) return statistic.error();
  if (text.verb == "histogram" && text.columns.empty())
    return wrong_field(
        "column", "`column` NAME=DOMAIN is missing, for example `column` age=0:100:10",
        kExampleColumn);
  auto domain = parse_domain(text, file);
  if (!domain) return domain.error();
  auto person = parse_person(text, file);
  if (!person) return person.error();
  Request request{.verb = text.verb,
                  .table = text.table,
                  .plan = {.statistic = *statistic,
                           .reading = {.domain = *std::move(domain),
                                       .measure = std::nullopt,
                                       .person = *std::move(person)},
                           .epsilon = 0}};
  if (*statistic != Statistic::count) {
    auto measure = parse_measure(text, *statistic, file);
    if (!measure) return measure.error();
    request.plan.reading.measure = *std::move(measure);
  }
  if (file && file->ledger) request.ledger = *file->ledger;
  if (const auto done = parse_privacy(text, request); !done) return done.error();
  if (text.fewer_than) {
    const auto least = parse_whole("fewer_than", *text.fewer_than, kMostPeople);
    if (!least) return least.error();
    request.plan.fewer_than = *least;
  }
  if (text.people) {
    const auto people = parse_whole("people", *text.people, kMostPeople);
    if (!people) return people.error();
    request.people = *people;
  }
  if (text.where) {
    auto where = parse_predicate(*text.where);
    if (!where) return where.error();
    request.where = *std::move(where);
  }
  return request;
}

}  // namespace selvage
