#include "selvage/mechanism/tested/tested.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/guarantee/neighbour_preserving.hpp"
#include "selvage/mechanism/column_question.hpp"
#include "selvage/mechanism/test_request.hpp"

namespace selvage {
namespace {

using Kind = TestedRequest::Kind;

constexpr std::int64_t kMostDepth = 1'000'000;
const Rational kMostTest = 20;
const Rational kMostTerm = Rational::power_of_two(40);  // of epsilon as a fraction

std::optional<Error> fault_of_people(const Question& question,
                                     const TestedRequest& request) {
  if (request.people < 3 || request.people > kMostPeople)
    return wrong_field("people",
                       fmt::format("`people` {} is not from 3 to {}; write how many "
                                   "people the table is known to have",
                                   request.people, kMostPeople),
                       "1000");
  const Person& person = question.person;
  if (person.rows != 1 || person.rows_in_cell.value_or(1) != 1)
    return wrong_field("rows_per_person",
                       "a person has one row with propose-test-release, which is about "
                       "as many rows as there are people; leave `rows_per_person` and "
                       "`cells_per_person` out",
                       "1");
  if (!question.domain.columns().empty())
    return wrong_field("by",
                       "`by` does not go with propose-test-release, since the number "
                       "of people in each group is not public; leave it out");
  return std::nullopt;
}

std::optional<Error> fault_of_budget(const TestedRequest& request) {
  const auto [epsilons, deltas] = tested_parts(request.kind);
  const Rational test = request.epsilon / epsilons, delta = request.delta / deltas;
  if (delta < kLeastDelta || request.delta >= 1)
    return wrong_field(
        "delta",
        fmt::format(
            "`delta` {} is not from {} on and below 1, where something can be shown; "
            "write for example 1e-6",
            request.delta.short_text(), (kLeastDelta * deltas).short_text()),
        "1e-6");
  if (test.sign() <= 0 || test > kMostTest || test.numerator() > kMostTerm ||
      test.denominator() > kMostTerm)
    return wrong_field(
        "epsilon",
        fmt::format("`epsilon` {} is not above 0 and at most {}, or has too many "
                    "digits; write for example 1",
                    request.epsilon.typed_text(), (kMostTest * epsilons).short_text()),
        "1");
  // Of both, ln(1 / delta) / test is the larger part.
  const Rational least = Rational(50) / kMostDepth;
  if (test < least)
    return wrong_field(
        "epsilon",
        fmt::format("`epsilon` {} is below {}, and asks for a look at "
                    "too many rows; write a larger one, for example 1",
                    request.epsilon.typed_text(), (least * epsilons).short_text()),
        "1");
  return std::nullopt;
}

std::optional<Error> fault_of_request(const Question& question,
                                      const TestedRequest& request) {
  if (auto fault = fault_of_people(question, request)) return fault;
  if (request.kind == Kind::trimmed_mean)
    if (auto fault = fault_of_share("trim", request.trimmed, "0.1")) return fault;
  if (auto fault = fault_of_budget(request)) return fault;
  return fault_of_decimal_unit(request.unit);
}

RankRequest around(std::int64_t rank, std::int64_t people, std::int64_t ranks) {
  RankRequest request{Rational(2 * rank - 1) / (2 * people), ranks, ranks};
  request.people = people;
  return request;
}

}  // namespace

TestedParts tested_parts(Kind kind) {
  switch (kind) {
    case Kind::scale:
      return {3, 2};
    case Kind::median:
      return {6, 4};
    case Kind::trimmed_mean:
      break;
  }
  return {5, 3};
}

TestedMechanism::TestedMechanism(Question question, TestedRequest request, Grid grid,
                                 Location location)
    : question_(std::move(question)),
      request_(std::move(request)),
      grid_(std::move(grid)),
      location_(std::move(location)) {
  question_.own = {{"mechanism", "propose-test-release"},
                   {"people", std::to_string(request_.people)}};
  if (request_.kind == Kind::trimmed_mean)
    question_.own.emplace_back("trimmed", request_.trimmed.text());
  question_.own.emplace_back("unit", request_.unit.text());
}

Result<std::shared_ptr<const TestedMechanism>> TestedMechanism::make(
    Question question, TestedRequest request) {
  if (auto fault = fault_of_column_question(question, "propose-test-release"))
    return *std::move(fault);
  if (auto fault = fault_of_request(question, request)) return *std::move(fault);
  auto grid = Grid::codes(request.unit);
  if (!grid) return grid.error();
  const TestedParameters parameters{request.people, request.epsilon, request.delta,
                                    request.steps_per_bin, request.margin};
  const auto made =
      [&](auto&& location) -> Result<std::shared_ptr<const TestedMechanism>> {
    if (!location) return location.error();
    return std::shared_ptr<const TestedMechanism>(
        new TestedMechanism(std::move(question), std::move(request), *std::move(grid),
                            *std::forward<decltype(location)>(location)));
  };
  switch (request.kind) {
    case Kind::scale:
      return made(TestedScale::make(parameters));
    case Kind::median:
      return made(TestedMedian::make(parameters));
    case Kind::trimmed_mean:
      break;
  }
  return made(TestedTrimmedMean::make(parameters, request.trimmed / 2));
}

const TestedScale& TestedMechanism::scale() const {
  if (const auto* alone = std::get_if<TestedScale>(&location_)) return *alone;
  if (const auto* median = std::get_if<TestedMedian>(&location_))
    return median->scale();
  return std::get<TestedTrimmedMean>(location_).scale();
}

std::string TestedMechanism::name() const {
  switch (request_.kind) {
    case Kind::scale:
      return "tested_scale";
    case Kind::median:
      return "tested_median";
    case Kind::trimmed_mean:
      break;
  }
  return "tested_trimmed_mean";
}

Json TestedMechanism::law() const {
  Json law = {
      {"people", request_.people},         {"test", share().epsilon.text()},
      {"delta", share().delta.text()},     {"margin", share().margin},
      {"depth", share().cap(1)},           {"steps_per_bin", request_.steps_per_bin},
      {"growth", scale().growth().text()}, {"unit", request_.unit.text()}};
  if (request_.kind == Kind::trimmed_mean) law["trimmed"] = request_.trimmed.text();
  return law;
}

Json TestedMechanism::shown() const { return Json::object(); }

std::vector<Derivation> TestedMechanism::guarantees() const {
  const Derivation of_rows =
      std::visit([](const auto& location) { return location.derivation(); }, location_);
  std::vector<Derivation> both;
  for (const Neighbours neighbours :
       {Neighbours::add_remove_person, Neighbours::replace_person}) {
    auto one = of_middle_rows(of_rows, request_.people, neighbours);
    assert(one);
    both.push_back(*std::move(one));
  }
  return both;
}

Needs TestedMechanism::needs() const {
  return {{question_.domain, Measure{question_.column, grid_}, question_.person}};
}

// All that any test looks at, whatever the scale turns out to be.
Result<TestedMechanism::Read> TestedMechanism::read(Reader& reader) const {
  const std::int64_t ranks = share().cap(1) + 2;
  Read read;
  if (request_.kind == Kind::trimmed_mean) {
    auto rows = reader.trimmed({request_.trimmed / 2, ranks, request_.people});
    if (!rows) return rows.error();
    read.sum = rows->front().sum;
    read.windows = {std::move(rows->front().low), std::move(rows->front().high)};
    return read;
  }
  const auto [low, high] = scale().ranks();
  std::vector<RankRequest> requests = {around(low, request_.people, ranks),
                                       around(high, request_.people, ranks)};
  if (const auto* median = std::get_if<TestedMedian>(&location_))
    requests.push_back(around(median->rank(), request_.people, ranks));
  auto windows = reader.ranks(requests);
  if (!windows) return windows.error();
  for (auto& of_request : *windows)
    read.windows.push_back(std::move(of_request.front()));
  return read;
}

Result<Drawn> TestedMechanism::run(Reader& reader, RandomSource& random) const {
  const auto read = this->read(reader);
  if (!read) return read.error();
  const PublicRows rows(request_.people, read->windows);
  if (const auto* alone = std::get_if<TestedScale>(&location_))
    return Drawn{{0}, {}, {{alone->run(rows, random)}}};
  const auto* median = std::get_if<TestedMedian>(&location_);
  const ToldTwice told = median != nullptr ? median->run(rows, random)
                                           : std::get<TestedTrimmedMean>(location_).run(
                                                 rows, read->sum, random);
  return Drawn{{0}, {}, {{told.scale}, {told.steps}}};
}

}  // namespace selvage
