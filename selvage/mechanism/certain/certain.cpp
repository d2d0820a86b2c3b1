#include "selvage/mechanism/certain/certain.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/guarantee/stable_value.hpp"
#include "selvage/mechanism/certain/acceptance_law.hpp"
#include "selvage/mechanism/column_question.hpp"
#include "selvage/mechanism/test_request.hpp"

namespace selvage {
namespace {

constexpr RankPart kLowQuartile{1, 4}, kHighQuartile{3, 4};
constexpr std::int64_t kMostSpreadDepth = 5'000;  // the search is quadratic in it
const Rational kMostEpsilon = 20;                 // of one test

RankPart part_of(const Rational& at) {
  return {at.numerator().to_int64().value(), at.denominator().to_int64().value()};
}

// That are added up for one person.
std::int64_t tests_of(const Question& question, const CertainRequest& request) {
  return groups_of_person(question) * (request.at ? 1 : 2);
}

std::optional<Error> fault_of_request(const CertainRequest& request) {
  if (request.at)
    if (auto fault = fault_of_share("at", *request.at, "0.9")) return fault;
  if (auto fault = fault_of_unit(request.unit)) return fault;
  // Of a spread the distances of codes matter, not their order alone.
  if (!request.at && !request.unit.moments && !request.unit.number.scale().is_linear())
    return fault_of_decimal_unit(
        request.unit.number.exponent == 0 ? request.unit.number.number : Rational(0));
  return std::nullopt;
}

// What one person is promised, and what it takes to look that deep.
std::optional<Error> fault_of_budget(const Question& question,
                                     const CertainRequest& request) {
  const std::int64_t tests = tests_of(question, request);
  const Rational epsilon = request.epsilon / tests, delta = request.delta / tests;
  if (delta < kLeastDelta || request.delta >= 1)
    return wrong_field(
        "delta",
        fmt::format("`delta` {} is not from {} on and below 1, where something "
                    "can be shown; write for example 1e-6",
                    request.delta.short_text(), (kLeastDelta * tests).short_text()),
        "1e-6");
  if (epsilon.sign() <= 0 || epsilon > kMostEpsilon)
    return wrong_field(
        "epsilon",
        fmt::format("`epsilon` {} is not above 0 and at most {}; write "
                    "for example 1",
                    request.epsilon.short_text(), (kMostEpsilon * tests).short_text()),
        "1");
  const Look look{AcceptanceTable::most_depth(epsilon, delta),
                  question.person.most_in_cell(),
                  static_cast<std::int64_t>(question.domain.cells())};
  return fault_of_look(request.epsilon, look, "the answer", AcceptanceTable::kMostDepth,
                       request.at ? kMostRowsLookedAt : kMostSpreadDepth);
}

}  // namespace

CertainMechanism::CertainMechanism(Question question, CertainRequest request, Grid grid,
                                   std::shared_ptr<const AcceptanceTable> table)
    : question_(std::move(question)),
      request_(std::move(request)),
      grid_(std::move(grid)),
      table_(std::move(table)) {
  question_.own.clear();
  if (request_.at) question_.own.emplace_back("at", request_.at->text());
  question_.own.emplace_back("certain", "yes");
  question_.own.emplace_back("unit", request_.unit.text());
}

Result<std::shared_ptr<const CertainMechanism>> CertainMechanism::make(
    Question question, CertainRequest request) {
  if (auto fault = fault_of_column_question(question, "`certain`"))
    return *std::move(fault);
  if (auto fault = fault_of_request(request)) return *std::move(fault);
  if (auto fault = fault_of_budget(question, request)) return *std::move(fault);
  auto grid = codes_of(request.unit);
  if (!grid) return grid.error();
  const std::int64_t tests = tests_of(question, request);
  auto table = std::make_shared<const AcceptanceTable>(request.epsilon / tests,
                                                       request.delta / tests);
  return std::shared_ptr<const CertainMechanism>(new CertainMechanism(
      std::move(question), std::move(request), *std::move(grid), std::move(table)));
}

std::string CertainMechanism::name() const {
  return of_spread() ? "certain_spread" : "certain_quantile";
}

Rational CertainMechanism::of_test(const Rational& whole) const {
  return whole / tests_of(question_, request_);
}

Json CertainMechanism::law() const {
  Json law = {{"epsilon", of_test(request_.epsilon).text()},
              {"delta", of_test(request_.delta).text()},
              {"depth", table_->depth()},
              {"rows", question_.person.most_in_cell()},
              {"unit", request_.unit.text()}};
  if (request_.at) law["at"] = request_.at->text();
  return law;
}

Json CertainMechanism::shown() const { return Json::object(); }

std::vector<Derivation> CertainMechanism::guarantees() const {
  const std::int64_t tests = tests_of(question_, request_);
  const Derivation one =
      stable_value(of_test(request_.epsilon), of_test(request_.delta));
  if (tests == 1) return {one};
  auto all = basic_composition({one}, {tests});
  assert(all);
  return {*std::move(all)};
}

Needs CertainMechanism::needs() const {
  return {{question_.domain, Measure{question_.column, grid_, request_.unit.moments},
           question_.person}};
}

CertainMechanism::CodeRange CertainMechanism::between_bounds() const {
  const auto& moments = request_.unit.moments;
  const std::int64_t bounds = moments && moments->is_of_day() ? 0 : 1;
  return {grid_.lowest() + bounds, grid_.highest() - bounds};
}

std::vector<CertainMechanism::Candidate> CertainMechanism::candidates(
    const std::vector<RankWindow>& windows) const {
  const std::int64_t rows = question_.person.most_in_cell();
  const std::int64_t most = table_->depth() * rows;
  const auto in_people = [&](std::int64_t depth) { return (depth + rows - 1) / rows; };
  const auto side_of = [codes = between_bounds()](std::int64_t code) -> std::int64_t {
    return code < codes.first ? -1 : code > codes.last ? 1 : 0;
  };
  if (!of_spread()) {
    const RankPart at = part_of(*request_.at);
    const auto value = quantile_of(windows[0], at);
    return {{value && side_of(*value) == 0 ? *value : kNone,
             in_people(change_depth(windows[0], at, most))}};
  }
  const QuantilePair pair{windows[0], windows[1], kLowQuartile, kHighQuartile};
  const auto spread = spread_of(pair);
  // Whether a quartile is a bound is a part of what is shown, or hidden: it must stay.
  bool between = spread.has_value();
  std::int64_t stays = most;
  for (const auto& [window, at] : {std::pair(&pair.low_window, pair.low),
                                   std::pair(&pair.high_window, pair.high)}) {
    const auto quartile = quantile_of(*window, at);
    between = between && quartile && side_of(*quartile) == 0;
    stays = std::min(stays, change_depth(*window, at, most, side_of));
  }
  std::vector<Candidate> both;
  for (const Octaves octaves : {Octaves::whole, Octaves::half})
    both.push_back({between ? octave_of(*spread, octaves) : kNone,
                    in_people(std::min(stays, spread_depth(pair, octaves, most)))});
  return both;
}

Result<std::vector<CertainMechanism::Candidate>> CertainMechanism::read(
    Reader& reader) const {
  const std::int64_t most = table_->depth() * question_.person.most_in_cell();
  std::vector<RankRequest> requests;
  if (of_spread()) {
    const std::int64_t ranks = ranks_needed(kLowQuartile, kHighQuartile, most);
    requests = {{Rational(1, 4), ranks, ranks}, {Rational(3, 4), ranks, ranks}};
  } else {
    const std::int64_t ranks = ranks_needed(part_of(*request_.at), most);
    requests = {{*request_.at, ranks, ranks}};
  }
  auto windows = reader.ranks(requests);
  if (!windows) return windows.error();
  const std::size_t groups = windows->front().size();
  std::vector<Candidate> all;
  for (std::size_t g = 0; g < groups; ++g) {
    std::vector<RankWindow> of_group;
    for (auto& of_rank : *windows) of_group.push_back(std::move(of_rank[g]));
    for (const Candidate& candidate : candidates(of_group)) all.push_back(candidate);
  }
  return all;
}

Drawn CertainMechanism::shown_of(const std::vector<Candidate>& all,
                                 RandomSource& random) const {
  std::vector<std::int64_t> accepted;
  for (const Candidate& candidate : all) accepted.push_back(candidate.depth);
  random.draw(accepted, std::make_shared<const AcceptanceLaw>(table_));
  const auto groups = static_cast<std::size_t>(question_.domain.cells());
  Drawn drawn;
  drawn.cells.resize(groups);
  std::iota(drawn.cells.begin(), drawn.cells.end(), std::uint64_t{0});
  auto& numbers = drawn.numbers.emplace_back(groups, kNone);
  const std::size_t tests = all.size() / groups;
  for (std::size_t i = all.size(); i-- > 0;)
    if (accepted[i] == 1) numbers[i / tests] = all[i].number;
  return drawn;
}

// All is read and drawn whatever there is.
Result<Drawn> CertainMechanism::run(Reader& reader, RandomSource& random) const {
  const auto all = read(reader);
  if (!all) return all.error();
  return shown_of(*all, random);
}

bool CertainMechanism::can_draw(const Drawn& drawn) const {
  const std::uint64_t groups = question_.domain.cells();
  if (!drawn.keys.empty() || drawn.cells.size() != groups ||
      drawn.numbers.size() != 1 || drawn.numbers[0].size() != groups)
    return false;
  for (std::uint64_t g = 0; g < groups; ++g)
    if (drawn.cells[g] != g) return false;
  auto [least, most] = between_bounds();
  if (of_spread()) {
    const auto widest = static_cast<std::uint64_t>(most - least);
    least = 0;
    most =
        std::max(octave_of(widest, Octaves::whole), octave_of(widest, Octaves::half));
  }
  return std::all_of(drawn.numbers[0].begin(), drawn.numbers[0].end(),
                     [least = least, most = most](std::int64_t number) {
                       return number == kNone || (least <= number && number <= most);
                     });
}

Answer CertainMechanism::answer(const Drawn& drawn, const Rational&) const {
  assert(can_draw(drawn));
  Series series = request_.unit.series(this->series(), true);
  if (of_spread()) series.moments.reset();
  const auto [first, last] = between_bounds();
  for (const std::int64_t number : drawn.numbers[0]) {
    if (number == kNone) {
      series.rows.push_back({0, 0, 0, false, false});
    } else if (of_spread()) {
      const OctaveEnds ends = ends_of_octave(number, last - first);
      series.rows.push_back({ends.middle, ends.least, ends.most});
    } else {
      series.rows.push_back({number, number, number});
    }
  }
  return {question_.domain, drawn.cells, {std::move(series)}};
}

Quantity CertainMechanism::quantity(const Series& number, const Rational&) const {
  Quantity quantity =
      true_number(of_spread() ? "interquartile range" : number.name, question_)
          .with(Caveat::rounded, cut_values(request_.unit));
  quantity.certain = true;
  return quantity;
}

}  // namespace selvage
