#include "selvage/engine/request.hpp"

#include <fmt/format.h>

#include "selvage/base/utf8.hpp"
#include "selvage/engine/domain_file.hpp"
#include "selvage/law/profile_file.hpp"
#include "selvage/law/profile_formula.hpp"
#include "selvage/summary/predicate_parse.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostPeople = 1'000'000'000'000;

Error wrong(std::string why) { return {ErrorKind::invalid_request, std::move(why)}; }

Error named(const char* option, const Error& error) {
  const bool begins_with_noun = !error.message.starts_with("cannot");
  return {error.kind,
          fmt::format("{}{} {}", option, begins_with_noun ? "" : ":", error.message)};
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
Result<DomainColumn> parse_column(const char* option, const std::string& text,
                                  const std::optional<DomainFile>& file) {
  // The last '=': a name may hold one, and of a domain only a key may.
  const auto equals = text.rfind('=');
  if (equals == std::string::npos) {
    const auto* known = file ? file->find(text) : nullptr;
    if (known != nullptr && known->values)
      return DomainColumn{text, *known->values, known->drop_missing};
    return wrong(fmt::format(
        "{} '{}' names no bins or keys{}; write NAME=LO:HI:STEP, NAME=a,b,c, "
        "NAME=@FILE or NAME=?, for example age=0:100:10",
        option, text, file ? ", and the domain file has none for it" : ""));
  }
  if (equals == 0 || equals + 1 == text.size())
    return wrong(
        fmt::format("{} '{}' names no {}; write NAME=LO:HI:STEP, NAME=a,b,c, "
                    "NAME=@FILE or NAME=?, for example age=0:100:10",
                    option, text, equals == 0 ? "column" : "bins or keys"));
  auto values = parse_values(text.substr(equals + 1));
  if (!values) return named(option, values.error());
  const std::string name = text.substr(0, equals);
  if (const auto range = range_like(text.substr(equals + 1)))
    return wrong(fmt::format(
        "{0} '{1}' names one key, '{2}', that looks like a range; for bins "
        "write {3}={4}:{5}:STEP; a key of this text stands in a file, "
        "{3}=@FILE",
        option, text, text.substr(equals + 1), name, range->first, range->second));
  const auto* known = file ? file->find(name) : nullptr;
  return DomainColumn{name, *std::move(values),
                      known != nullptr && known->drop_missing};
}

Result<Rational> parse_number_option(const char* option, const std::string& text) {
  auto number = Rational::parse(text);
  if (!number) return named(option, number.error());
  return number;
}

Result<std::int64_t> parse_whole(const char* option, const std::string& text,
                                 std::int64_t most) {
  const auto number = Rational::parse(text);
  const auto whole = number && number->is_integer() ? number->to_int64() : std::nullopt;
  if (!whole || *whole < 1 || *whole > most)
    return wrong(
        fmt::format("{} '{}' is not a whole number from 1 to {}", option, text, most));
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
  const char* option = histogram ? "--column" : "--by";
  std::vector<DomainColumn> columns;
  for (const std::string& column : histogram ? text.columns : text.by) {
    auto parsed = parse_column(option, column, file);
    if (!parsed) return parsed.error();
    columns.push_back(*std::move(parsed));
  }
  auto domain = Domain::make(std::move(columns));
  return domain;
}

Result<Measure> parse_measure(const RequestText& text, Statistic statistic,
                              const std::optional<DomainFile>& file) {
  if (text.columns.size() != 1)
    return wrong(fmt::format(
        "'{}' is of one column; write --column NAME --bounds LO:HI", text.verb));
  const std::string& column = text.columns[0];
  const auto* known = file ? file->find(column) : nullptr;
  const auto bounds = text.bounds        ? text.bounds
                      : known != nullptr ? known->bounds
                                         : std::nullopt;
  if (!bounds)
    return wrong(fmt::format(
        "'{}' of '{}' needs bounds that are public knowledge; write for example "
        "--bounds 0:10000",
        text.verb, column));
  const auto written = text.step          ? text.step
                       : known != nullptr ? known->step
                                          : std::nullopt;
  std::optional<Rational> step;
  if (written) {
    const auto number = parse_number_option("--step", *written);
    if (!number) return number.error();
    step = *number;
  }
  // What is wrong with the bounds is said of them.
  if (const auto alone = grid_for(statistic, *bounds); !alone)
    return named("--bounds", alone.error());
  auto grid = grid_for(statistic, *bounds, step);
  if (!grid) return named("--step:", grid.error());
  return Measure{column, *std::move(grid)};
}

Result<Person> parse_person(const RequestText& text,
                            const std::optional<DomainFile>& file) {
  Person person;
  const auto column = text.person ? text.person : file ? file->person : std::nullopt;
  if (!column) {
    for (const auto& [value, option] :
         {std::pair(text.rows_per_person, "--rows-per-person"),
          std::pair(text.cells_per_person, "--cells-per-person"),
          std::pair(text.per_person, "--per-person")})
      if (value)
        return wrong(fmt::format(
            "{} needs to know who a person is; add --person COLUMN", option));
    if (file && (file->rows_per_person || file->cells_per_person || file->per_person))
      return wrong(
          "the domain file has caps and no person; add person = \"COLUMN\" to it, or "
          "--person COLUMN");
    return person;
  }
  if (column->empty()) return wrong("--person names no column");
  if (!is_utf8(*column)) return wrong("--person is not the UTF-8 name of a column");
  person.column = *column;
  std::optional<std::int64_t> rows, cells;
  if (file) {
    rows = file->rows_per_person;
    cells = file->cells_per_person;
  }
  for (const auto& [value, option, cap] :
       {std::tuple(text.rows_per_person, "--rows-per-person", &rows),
        std::tuple(text.cells_per_person, "--cells-per-person", &cells)}) {
    if (!value) continue;
    const auto whole = parse_whole(option, *value, 1'000'000);
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
    return wrong(fmt::format(
        "--per-person '{}' is not one of sum (all kept rows count) and first (one row "
        "in each cell)",
        *how));
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
    return wrong(fmt::format(
        "--accuracy '{}' is not BOUND@CONFIDENCE; write for example 50@0.95", text));
  request.accuracy = WantedAccuracy{*bound};
  request.confidence = *confidence;
  return Done{};
}

Outcome parse_sampling(const RequestText& text, ProfileRequest& profile) {
  if (!text.sampled) {
    if (text.known || text.sampled_delta)
      return wrong(
          "--known and --sampled-delta go with --sampled RATE, the largest probability "
          "with which a person is in the table");
    return Done{};
  }
  const auto rate = parse_number_option("--sampled", *text.sampled);
  if (!rate) return rate.error();
  if (rate->sign() <= 0 || *rate >= 1)
    return wrong(
        fmt::format("--sampled {} is not a probability between 0 and 1, such as 0.5",
                    rate->short_text()));
  Sampling sampling{*rate};
  if (text.known && *text.known != "0") {
    const auto known = parse_whole("--known", *text.known, kMostPeople);
    if (!known) return known.error();
    sampling.known = *known;
  }
  if (text.sampled_delta) {
    const auto delta = parse_number_option("--sampled-delta", *text.sampled_delta);
    if (!delta) return delta.error();
    sampling.delta = *delta;
  }
  profile.sampling = std::move(sampling);
  return Done{};
}

// The value of an option that is one of two words.
Result<bool> is_second(const char* option, const std::optional<std::string>& value,
                       const char* first, const char* second) {
  if (value && *value != first && *value != second)
    return wrong(
        fmt::format("{} '{}' is not one of {}, {}", option, *value, first, second));
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
  return wrong(fmt::format("--display '{}' is not one of noisy, likely, unbiased",
                           *text.display));
}

Outcome parse_profile_options(const RequestText& text, Request& request) {
  if (!text.profile) {
    for (const auto& [value, option] :
         {std::pair(text.mechanism, "--mechanism"),
          std::pair(text.thresholds, "--thresholds"), std::pair(text.claim, "--claim"),
          std::pair(text.display, "--display"), std::pair(text.sampled, "--sampled"),
          std::pair(text.known, "--known"),
          std::pair(text.sampled_delta, "--sampled-delta")})
      if (value)
        return wrong(fmt::format(
            "{} goes with a profile; add --profile, for example --profile 20:0.1,1",
            option));
    return Done{};
  }
  if (text.noise)
    return wrong("--noise is for --epsilon; a profile is met by W, which has its own");
  const auto words = profile_words(*text.profile);
  if (!words) return named("--profile", words.error());
  auto profile = parse_profile(*words);
  if (!profile) return named("--profile:", profile.error());
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
      return wrong(fmt::format("--mechanism '{}' is not one of {}", *text.mechanism,
                               profile_mechanism_names()));
    wanted.mechanism = *mechanism;
  }
  const auto paper = is_second("--thresholds", text.thresholds, "exact", "paper");
  if (!paper) return paper.error();
  wanted.paper_thresholds = *paper;
  const auto sum = is_second("--claim", text.claim, "outlier", "sum");
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
    return wrong("give one of --epsilon, --accuracy and --profile");
  if (auto done = parse_profile_options(text, request); !done) return done;
  if (!text.epsilon && !text.accuracy && !text.profile)
    return wrong(
        "--epsilon NUMBER is missing; or say how accurate it must be, as --accuracy "
        "50@0.95");
  if (text.confidence) {
    if (text.accuracy && text.accuracy->find('@') != std::string::npos)
      return wrong("--accuracy BOUND@CONFIDENCE and --confidence say it twice");
    const auto confidence = parse_number_option("--confidence", *text.confidence);
    if (!confidence) return confidence.error();
    if (confidence->sign() <= 0 || *confidence >= 1)
      return wrong(fmt::format("--confidence {} is not between 0 and 1; write 0.95",
                               confidence->short_text()));
    request.confidence = *confidence;
  }
  if (text.accuracy)
    if (auto done = parse_accuracy(*text.accuracy, request); !done) return done;
  if (text.epsilon) {
    const auto epsilon = parse_number_option("--epsilon", *text.epsilon);
    if (!epsilon) return epsilon.error();
    request.plan.epsilon = *epsilon;
  }
  if (text.delta) {
    const auto delta = parse_number_option("--delta", *text.delta);
    if (!delta) return delta.error();
    request.plan.delta = *delta;
  }
  if (text.noise) {
    if (*text.noise != "laplace" && *text.noise != "gaussian")
      return wrong(
          fmt::format("--noise '{}' is not one of laplace, gaussian", *text.noise));
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
    return wrong("--column NAME=DOMAIN is missing, for example --column age=0:100:10");
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
    const auto least = parse_whole("--fewer-than", *text.fewer_than, kMostPeople);
    if (!least) return least.error();
    request.plan.fewer_than = *least;
  }
  if (text.people) {
    const auto people = parse_whole("--people", *text.people, kMostPeople);
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
