#include "selvage/mechanism/ladder/ladder.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/guarantee/universal_quantile.hpp"
#include "selvage/mechanism/column_question.hpp"
#include "selvage/random/random_source.hpp"
#include "selvage/summary/most_rows.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kMostDenominator = 1'000'000;
// In all groups together, for the windows: half a gigabyte.
constexpr std::int64_t kMostWindowRows = std::int64_t{1} << 26;
const Rational kLeastEpsilon(1, 1000);  // for each row of a person
const Rational kMostEpsilon = 50;

QuantileRank rank_of(const Rational& at) {
  return {at.numerator().to_int64().value(), at.denominator().to_int64().value()};
}

// Half for the threshold, half for the step that stops.
IntervalTerms terms_of(const LadderRequest& request, std::int64_t rows) {
  const Rational half = request.epsilon / (2 * rows);
  return ladder_terms(rank_of(request.at), half, half);
}

std::optional<Error> fault_of_ladder(const Question& question,
                                     const LadderRequest& request) {
  if (auto fault = fault_of_column_question(question, "a ladder")) return fault;
  const Rational &at = request.at, &epsilon = request.epsilon;
  if (at.sign() <= 0 || at >= 1 || at.denominator() > kMostDenominator)
    return wrong_field("at",
                       fmt::format("`at` {} is not between 0 and 1 with six digits at "
                                   "most; write for example 0.9",
                                   at.short_text()),
                       "0.9");
  const std::int64_t rows = most_rows(question.person);
  if (epsilon < kLeastEpsilon * rows || epsilon > kMostEpsilon)
    return wrong_field(
        "epsilon",
        fmt::format("`epsilon` {} is not from {} to {}, where a ladder "
                    "has an answer; write for example 1",
                    epsilon.short_text(), (kLeastEpsilon * rows).short_text(),
                    kMostEpsilon.short_text()),
        "1");
  const IntervalTerms terms = terms_of(request, rows);
  if (!fits_sampler(epsilon) || !fits(terms))
    return wrong_field(
        "epsilon",
        fmt::format("`epsilon` {} has too many digits; write for example 1",
                    epsilon.typed_text()),
        "1");
  if (Rational(2 * ladder_reach(terms)) *
          Rational::from_uint64(question.domain.cells()) >
      kMostWindowRows)
    return wrong_field("epsilon",
                       fmt::format("`epsilon` {} is too small for so many groups; "
                                   "write fewer of them, or more epsilon",
                                   epsilon.short_text()),
                       "1");
  return fault_of_unit(request.unit);
}

}  // namespace

LadderMechanism::LadderMechanism(Question question, const LadderRequest& request,
                                 Grid grid, const LadderSteps& steps)
    : question_(std::move(question)),
      request_(request),
      grid_(std::move(grid)),
      steps_(steps),
      terms_(terms_of(request_, rows_per_person())) {
  question_.own = {
      {"at", request_.at.text()}, {"unit", request_.unit.text()}, {"ladder", "yes"}};
}

Result<std::shared_ptr<const LadderMechanism>> LadderMechanism::make(
    Question question, const LadderRequest& request,
    const std::optional<LadderSteps>& few) {
  if (auto fault = fault_of_ladder(question, request)) return *std::move(fault);
  const CodeUnit& unit = request.unit.number;
  const LadderSteps steps = few.value_or(LadderSteps(unit.scale()));
  const std::int64_t most = steps.largest(steps.last());
  auto grid = !few ? Grid::places(unit.number, unit.scale())
                   : Grid::stepped(fmt::format("{}:{}", (unit.number * -most).text(),
                                               (unit.number * most).text()),
                                   unit.number, Grid::kCodes);
  if (!grid) return grid.error();
  return std::shared_ptr<const LadderMechanism>(
      new LadderMechanism(std::move(question), request, *std::move(grid), steps));
}

std::int64_t LadderMechanism::rows_per_person() const {
  return most_rows(question_.person);
}

Json LadderMechanism::law() const {
  return {{"at", request_.at.text()}, {"first", terms_.first.text()},
          {"most", terms_.most},      {"second", terms_.second.text()},
          {"steps", steps_.count()},  {"unit", request_.unit.text()}};
}

Json LadderMechanism::shown() const { return Json::object(); }

std::vector<Derivation> LadderMechanism::guarantees() const {
  return {rank_thresholds(terms_.first, terms_.second, 1, rows_per_person())};
}

Needs LadderMechanism::needs() const {
  return {{question_.domain, Measure{question_.column, grid_}, question_.person}};
}

RankRequest LadderMechanism::ranks() const {
  const std::int64_t reach = ladder_reach(terms_);
  return {request_.at, reach, reach};
}

std::int64_t LadderMechanism::draw_group(const RankWindow& window,
                                         RandomSource& random) const {
  return draw_step(terms_, steps_, window, random);
}

bool LadderMechanism::can_be_step(std::int64_t step) const {
  return -steps_.last() <= step && step <= steps_.last();
}

// Where the search stops at once there was nothing to find.
std::optional<std::int64_t> LadderMechanism::code_of(std::int64_t step) const {
  if (step == first_step(terms_.rank, steps_)) return std::nullopt;
  // Where codes are not their own places the edge of a step is shown, a round number.
  const std::int64_t first = steps_.smallest(step), last = steps_.largest(step);
  const std::int64_t edge = grid_.scale() && first != last ? 1 : 0;
  return goes_up(terms_.rank) ? last + (last > 0 ? edge : 0)
                              : first - (first < 0 ? edge : 0);
}

// One scan, the same for every table.
Result<Drawn> LadderMechanism::run(Reader& reader, RandomSource& random) const {
  const auto windows = reader.ranks(ranks());
  if (!windows) return windows.error();
  Drawn drawn;
  drawn.cells.resize(windows->size());
  std::iota(drawn.cells.begin(), drawn.cells.end(), 0);
  drawn.numbers.emplace_back();
  for (const RankWindow& window : *windows)
    drawn.numbers[0].push_back(draw_group(window, random));
  return drawn;
}

bool LadderMechanism::can_draw(const Drawn& drawn) const {
  std::vector<std::uint64_t> cells(question_.domain.cells());
  std::iota(cells.begin(), cells.end(), 0);
  return drawn.cells == cells && drawn.keys.empty() && drawn.numbers.size() == 1 &&
         drawn.numbers[0].size() == cells.size() &&
         std::all_of(drawn.numbers[0].begin(), drawn.numbers[0].end(),
                     [&](std::int64_t step) { return can_be_step(step); });
}

Answer LadderMechanism::answer(const Drawn& drawn, const Rational&) const {
  assert(can_draw(drawn));
  Series series = request_.unit.series(
      request_.at == Rational(1, 2) ? "median" : request_.at.text() + " quantile",
      true);
  for (const std::int64_t step : drawn.numbers[0]) {
    const auto code = code_of(step);
    series.rows.push_back(without_interval(code.value_or(0)));
    series.rows.back().known = code.has_value();
  }
  return {
      .domain = question_.domain, .cells = drawn.cells, .numbers = {std::move(series)}};
}

Quantity LadderMechanism::quantity(const Series&, const Rational&) const { return {}; }

std::vector<OpenEnds> LadderMechanism::range_ends() const {
  const auto codes = codes_of(request_.unit);
  if (!codes) return {};
  return {ends_of_range(codes->lowest(), codes->highest())};
}

}  // namespace selvage
