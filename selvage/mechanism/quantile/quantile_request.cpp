#include "selvage/mechanism/quantile/quantile_request.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/utf8.hpp"
#include "selvage/random/random_source.hpp"
#include "selvage/summary/most_rows.hpp"
#include "selvage/summary/reader.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostDenominator = 1'000'000;
constexpr std::int64_t kMostRowsPerPerson = 1'000'000;
constexpr std::size_t kMostQuantiles = 1000;
const Rational kLeastEpsilon(1, 1000);  // for each row of a person
// Far beyond any promise. What is seen of a table at all is then seen of its neighbours
// too, whose windows are as long. [T94]
const Rational kMostEpsilon = 50;
constexpr int kParts = 20, kIntervalParts = 8;
constexpr std::int64_t kMostShift = 1'000'000'000;

std::optional<Error> fault_of_list(const std::vector<Rational>& at) {
  if (at.empty())
    return wrong_field("at", "`at` names no quantile; write for example 0.25,0.5,0.75",
                       "0.5");
  if (at.size() > kMostQuantiles)
    return wrong_field("at",
                       fmt::format("`at` names {} quantiles, more than {}; write fewer",
                                   at.size(), kMostQuantiles),
                       "0.5");
  for (const Rational& one : at) {
    if (one.sign() <= 0 || one >= 1)
      return wrong_field("at",
                         fmt::format("`at` {} is not between 0 and 1; write for "
                                     "example 0.5 for the median",
                                     one.short_text()),
                         "0.5");
    if (one.denominator() > kMostDenominator)
      return wrong_field("at",
                         fmt::format("`at` {} has too many digits; write six or fewer, "
                                     "for example 0.999",
                                     one.typed_text()),
                         "0.5");
  }
  if (std::adjacent_find(at.begin(), at.end(), std::greater_equal<>()) != at.end())
    return wrong_field("at", "`at` names a quantile twice; write each once", "0.5");
  return std::nullopt;
}

std::optional<Error> fault_of_epsilon(const Rational& epsilon, const Rational& rows) {
  if (epsilon < kLeastEpsilon * rows || epsilon > kMostEpsilon)
    return wrong_field(
        "epsilon",
        fmt::format("`epsilon` {} is not from {} to {}, where a quantile "
                    "has an answer; write for example 1",
                    epsilon.short_text(), (kLeastEpsilon * rows).short_text(),
                    kMostEpsilon.short_text()),
        "1");
  if (!fits_sampler(epsilon) || !fits_sampler(rows * kParts / epsilon))
    return wrong_field(
        "epsilon",
        fmt::format("`epsilon` {} has too many digits; write for example 1",
                    epsilon.typed_text()),
        "1");
  return std::nullopt;
}

}  // namespace

Result<Grid> moment_grid(const MomentUnit& unit, const std::string& bounds) {
  std::int64_t first = unit.first(), last = unit.last();
  if (!bounds.empty() && unit.is_of_day())
    return wrong_field("bounds",
                       "times of day have a day as their bounds; leave `bounds` out");
  if (!bounds.empty()) {
    const auto colon = bounds.find(':');
    const auto low = parse_date(std::string_view(bounds).substr(0, colon));
    const auto high = colon == std::string::npos
                          ? std::nullopt
                          : parse_date(std::string_view(bounds).substr(colon + 1));
    if (!low || !high || *low > *high)
      return wrong_field(
          "bounds",
          fmt::format("`bounds` '{}' are no two dates, the first of them "
                      "first; write for example 2000-01-01:2025-12-31",
                      utf8_part(bounds)),
          "2000-01-01:2025-12-31");
    first = unit.first_of(*low);
    last = unit.last_of(*high);
    if (first == last)
      return wrong_field("bounds",
                         fmt::format("`bounds` '{}' are one day; write two", bounds),
                         "2000-01-01:2025-12-31");
  }
  return Grid::stepped(fmt::format("{}:{}", first, last), 1, Grid::kCodes);
}

std::optional<Error> fault_of(const Question& question,
                              const QuantileRequest& request) {
  if (auto fault = fault_of_list(request.at)) return fault;
  const std::int64_t rows = most_rows(question.person);
  if (rows < 1 || rows > kMostRowsPerPerson)
    return wrong_field(
        "rows_per_person",
        fmt::format("`rows_per_person` {} is not from 1 to {}; write for example 1",
                    rows, kMostRowsPerPerson),
        "1");
  if (auto fault = fault_of_epsilon(request.epsilon, rows)) return fault;
  if (request.interval()) {
    if (request.shifts.size() != request.at.size() ||
        !std::all_of(request.shifts.begin(), request.shifts.end(),
                     [](std::int64_t s) { return s >= 0 && s <= kMostShift; }))
      return wrong_field("interval", "`interval` has no shift for each quantile");
    for (std::size_t i = 0; i < request.at.size(); ++i)
      if (!fits(interval_terms(request, i, rows)))
        return wrong_field(
            "epsilon",
            fmt::format("`epsilon` {} has too many digits; write for example 1",
                        request.epsilon.typed_text()),
            "1");
  }
  if (auto fault = fault_of_unit(request.unit)) return fault;
  const CodeUnit& unit = request.unit.number;
  if (!request.bounds.empty() && (unit.halvings() || unit.exponent != 0))
    return wrong_field(
        "unit",
        fmt::format("`unit` {} goes without `bounds`, which take a power "
                    "of ten alone; write for example 0.01",
                    unit.text()),
        "0.01");
  if (question.domain.has_unknown_keys())
    return wrong_field("by",
                       "quantiles by keys that are not known are not there yet; write "
                       "the keys, for example department=fire,police",
                       "department=fire,police");
  if (question.domain.cells() > Reader::kMaxCells)
    return wrong_field(
        "by",
        fmt::format("`by` makes {} groups, more than {}; write fewer columns or keys",
                    question.domain.cells(), Reader::kMaxCells),
        "department=fire,police");
  return std::nullopt;
}

QuantileShares quantile_shares(const QuantileRequest& request) {
  const int others = (request.guard ? 1 : 0) + (request.check ? 1 : 0) +
                     (request.interval() ? kIntervalParts : 0);
  return {request.epsilon / kParts, request.epsilon * kIntervalParts / kParts,
          request.epsilon * (kParts - others) / kParts};
}

IntervalTerms interval_terms(const QuantileRequest& request, std::size_t place,
                             std::int64_t rows_per_person) {
  const auto ends = 2 * static_cast<std::int64_t>(request.at.size());
  // Half of what an end has for the threshold, half for the candidate that stops.
  const Rational half =
      quantile_shares(request).intervals / (ends * 2) / rows_per_person;
  const Rational& at = request.at[place];
  return {{at.numerator().to_int64().value(), at.denominator().to_int64().value()},
          half,
          half,
          request.interval() ? request.shifts[place] : 0,
          most_need(half)};
}

std::vector<std::int64_t> interval_shifts(QuantileRequest request,
                                          std::int64_t rows_per_person,
                                          const Rational& confidence) {
  std::sort(request.at.begin(), request.at.end());
  request.shifts.resize(request.at.size());  // so that the parts of epsilon are known
  const Rational risk =
      (Rational(1) - confidence) / (2 * static_cast<std::int64_t>(request.at.size()));
  std::vector<std::int64_t> shifts;
  for (std::size_t i = 0; i < request.at.size(); ++i)
    shifts.push_back(least_shift(interval_terms(request, i, rows_per_person), risk));
  return shifts;
}

}  // namespace selvage
