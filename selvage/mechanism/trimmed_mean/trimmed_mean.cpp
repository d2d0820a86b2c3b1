#include "selvage/mechanism/trimmed_mean/trimmed_mean.hpp"

#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/guarantee/tested_release.hpp"
#include "selvage/mechanism/column_question.hpp"
#include "selvage/mechanism/test_request.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostDepth = 5'000;  // the search is quadratic in it
const Rational kMostTest = 20;
const Rational kMostTerm = Rational::power_of_two(40);  // of epsilon as a fraction
constexpr int kTests = 2;

std::optional<Error> fault_of_request(const TrimmedMeanRequest& request) {
  if (auto fault = fault_of_share("trim", request.trimmed, "0.1")) return fault;
  return fault_of_decimal_unit(request.unit);
}

}  // namespace

TrimmedMeanMechanism::Shares TrimmedMeanMechanism::shares_of(
    const Question& question, const TrimmedMeanRequest& request) {
  const std::int64_t groups = groups_of_person(question);
  const Rational epsilon = request.epsilon / groups;
  return {epsilon / 4, epsilon / 2, request.delta / (groups * kTests)};
}

TrimmedMeanMechanism::TrimmedMeanMechanism(Question question,
                                           TrimmedMeanRequest request,
                                           TrimmedMeanSize size, Grid grid,
                                           std::shared_ptr<const AcceptanceTable> table)
    : question_(std::move(question)),
      request_(std::move(request)),
      size_(size),
      grid_(std::move(grid)),
      table_(std::move(table)) {
  question_.own = {{"trimmed", request_.trimmed.text()},
                   {"unit", request_.unit.text()}};
}

Result<std::shared_ptr<const TrimmedMeanMechanism>> TrimmedMeanMechanism::make(
    Question question, TrimmedMeanRequest request, TrimmedMeanSize size) {
  if (auto fault = fault_of_column_question(question, "a trimmed mean"))
    return *std::move(fault);
  if (auto fault = fault_of_request(request)) return *std::move(fault);
  const Shares shares = shares_of(question, request);
  const std::int64_t parts = groups_of_person(question);
  if (shares.delta < kLeastDelta || request.delta >= 1)
    return wrong_field(
        "delta",
        fmt::format("`delta` {} is not from {} on and below 1, where something "
                    "can be shown; write for example 1e-6",
                    request.delta.short_text(),
                    (kLeastDelta * (parts * kTests)).short_text()),
        "1e-6");
  if (shares.test.sign() <= 0 || shares.test > kMostTest ||
      shares.test.numerator() > kMostTerm || shares.test.denominator() > kMostTerm)
    return wrong_field(
        "epsilon",
        fmt::format("`epsilon` {} is not above 0 and at most {}, or has too many "
                    "digits; write for example 1",
                    request.epsilon.typed_text(), (kMostTest * 4 * parts).short_text()),
        "1");
  const Look look{AcceptanceTable::most_depth(shares.test, shares.delta),
                  question.person.most_in_cell(),
                  static_cast<std::int64_t>(question.domain.cells())};
  if (auto fault =
          fault_of_look(request.epsilon, look, "either end", kMostDepth, kMostDepth))
    return *std::move(fault);
  auto grid = Grid::codes(request.unit);
  if (!grid) return grid.error();
  auto table = std::make_shared<const AcceptanceTable>(shares.test, shares.delta);
  return std::shared_ptr<const TrimmedMeanMechanism>(
      new TrimmedMeanMechanism(std::move(question), std::move(request), size,
                               *std::move(grid), std::move(table)));
}

Trimming TrimmedMeanMechanism::trimming() const {
  const Rational end = request_.trimmed / 2;
  return {{end.numerator().to_int64().value(), end.denominator().to_int64().value()}};
}

Json TrimmedMeanMechanism::law() const {
  const Shares shares = this->shares();
  return {{"trimmed", request_.trimmed.text()}, {"test", shares.test.text()},
          {"release", shares.release.text()},   {"delta", shares.delta.text()},
          {"depth", table_->depth()},           {"rows", rows_per_person()},
          {"reach_bits", size_.reach_bits},     {"step_bits", size_.step_bits},
          {"unit", request_.unit.text()}};
}

Json TrimmedMeanMechanism::shown() const { return Json::object(); }

std::vector<Derivation> TrimmedMeanMechanism::guarantees() const {
  const auto [test, release, delta] = shares();
  Derivation one = tested_cascade({{test, release, delta}, {test, release, delta}});
  const std::int64_t groups = groups_of_person(question_);
  if (groups == 1) return {std::move(one)};
  auto all = basic_composition({std::move(one)}, {groups});
  assert(all);
  return {*std::move(all)};
}

Needs TrimmedMeanMechanism::needs() const {
  return {{question_.domain, Measure{question_.column, grid_}, question_.person}};
}

}  // namespace selvage
