#include "selvage/mechanism/quantile/quantile.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/guarantee/universal_quantile.hpp"
#include "selvage/mechanism/quantile/quantile_accuracy.hpp"
#include "selvage/question/field.hpp"
#include "selvage/summary/most_rows.hpp"

namespace selvage {
namespace {

// In all groups together, for the windows: half a gigabyte.
constexpr std::int64_t kMostWindowRows = std::int64_t{1} << 26;
// The guard lets so many rows pass that an answer within the data is likely. [T98]
const Rational kGuardConfidence(19, 20);

// The codes of values, clamped row by row.
Result<Grid> grid_of(const QuantileRequest& request, const QuantileSize& size) {
  const CodeUnit& number = request.unit.number;
  const auto& moments = request.unit.moments;
  if (moments) return moment_grid(*moments, request.bounds);
  if (!request.bounds.empty()) {
    auto grid = Grid::stepped(request.bounds, number.number, Grid::kCodes);
    if (!grid) return said_of("bounds", grid.error(), "0:100");
    return grid;
  }
  return Grid::places(number.number, size.scale.value_or(number.scale()));
}

TiedPrior prior_of(const QuantileRequest& request, const Grid& grid,
                   const QuantileSize& size) {
  const int ties = request.at.size() > 1 ? size.ties : 0;
  // Years of the calendar are few: within them no size needs to be preferred.
  if (!request.bounds.empty() || request.unit.moments)
    return {UniversalPrior::flat(grid.lowest(), grid.highest()), ties};
  const CodeUnit& unit = request.unit.number;
  const CodeScale scale = size.scale.value_or(unit.scale());
  const auto halvings = unit.halvings();
  return {halvings && *halvings < scale.exponent()
              ? UniversalPrior::whole_numbers(scale, *halvings)
              : UniversalPrior(scale),
          ties};
}

std::string list_text(const std::vector<Rational>& at) {
  std::string text;
  for (const Rational& one : at) text += (text.empty() ? "" : ",") + one.text();
  return text;
}

}  // namespace

QuantileMechanism::QuantileMechanism(Question question, QuantileRequest request,
                                     Grid grid, const TiedPrior& prior)
    : question_(std::move(question)),
      request_(std::move(request)),
      grid_(std::move(grid)),
      prior_(prior),
      tree_(quantile_tree(request_.at, quantile_shares(request_).quantiles,
                          rows_per_person())) {
  question_.own = {{"at", list_text(request_.at)}, {"unit", request_.unit.text()}};
  if (!request_.bounds.empty())
    question_.own.emplace_back("bounds",
                               request_.unit.moments ? request_.bounds : grid_.text());
  if (!request_.guard) question_.own.emplace_back("no_guard", "yes");
  if (request_.check) question_.own.emplace_back("check", "yes");
  if (request_.interval()) question_.own.emplace_back("interval", "yes");
}

Result<std::shared_ptr<const QuantileMechanism>> QuantileMechanism::make(
    Question question, QuantileRequest request, const QuantileSize& size) {
  std::sort(request.at.begin(), request.at.end());
  if (auto fault = fault_of(question, request)) return *std::move(fault);
  auto grid = grid_of(request, size);
  if (!grid) return grid.error();
  auto made = on_grid(std::move(question), std::move(request), *std::move(grid), size);
  Rational rows = 0;
  for (const QuantileNode& node : made->tree_.nodes)
    rows = rows + made->ranks_of(node).below + made->ranks_of(node).above;
  if (rows * Rational::from_uint64(made->groups()) > kMostWindowRows)
    return wrong_field("epsilon",
                       fmt::format("`epsilon` {} is too small for so many quantiles "
                                   "and groups; write fewer of them, or more epsilon",
                                   made->request_.epsilon.short_text()),
                       "1");
  return made;
}

std::shared_ptr<const QuantileMechanism> QuantileMechanism::on_grid(
    Question question, QuantileRequest request, Grid grid, const QuantileSize& size) {
  const TiedPrior prior = prior_of(request, grid, size);
  return std::shared_ptr<const QuantileMechanism>(new QuantileMechanism(
      std::move(question), std::move(request), std::move(grid), prior));
}

// One group, without counts; of a list three, without ties and with few codes. It has
// less epsilon than a request may have, and nobody asked for it: nothing is refused.
std::shared_ptr<const QuantileMechanism> QuantileMechanism::in_small(
    Effort effort) const {
  Question question = question_about(question_.verb, *Domain::make({}));
  question.column = question_.column;
  question.person = question_.person;
  QuantileRequest request = request_;
  request.epsilon = quantile_shares(request_).quantiles;
  request.guard = request.check = false;
  request.shifts.clear();
  if (request.at.size() == 1)
    return on_grid(std::move(question), std::move(request), grid_, {});
  request.at = {request_.at.front(), request_.at.back()};
  if (request_.at.size() > 2)
    request.at.insert(request.at.begin() + 1, request_.at[request_.at.size() / 2]);
  request.unit = 1;
  request.bounds.clear();
  const QuantileSize few_codes{
      .scale = CodeScale::linear(effort == Effort::audit ? 3 : 2), .ties = 0};
  return on_grid(std::move(question), std::move(request),
                 *Grid::places(1, *few_codes.scale), few_codes);
}

std::int64_t QuantileMechanism::rows_per_person() const {
  return most_rows(question_.person);
}

IntervalTerms QuantileMechanism::interval_of(std::size_t place) const {
  return interval_terms(request_, place, rows_per_person());
}

RankRequest QuantileMechanism::ranks_of(const QuantileNode& node) const {
  const std::int64_t reach =
      request_.interval() && node.place ? interval_of(*node.place).reach() + 1 : 0;
  return {node.at, std::max(node.below, reach), std::max(node.above, reach)};
}

std::string QuantileMechanism::series(std::size_t place) const {
  const Rational& at = request_.at[place];
  return at == Rational(1, 2) ? "median" : at.text() + " quantile";
}

Rational QuantileMechanism::count_scale() const {
  return Rational(rows_per_person()) / quantile_shares(request_).counts;
}

// The farthest part decides.
std::int64_t QuantileMechanism::rows_for(const Interval& log,
                                         const Rational& confidence) const {
  std::int64_t most = 0;
  for (const QuantileNode& node : tree_.nodes) {
    const Rational low = node.from ? tree_.nodes[*node.from].at : Rational(0);
    const Rational high = node.to ? tree_.nodes[*node.to].at : Rational(1);
    most = std::max(
        most, rows_needed((high - low) * slope_outside(node.local, node.slopes), log,
                          confidence));
  }
  return most;
}

std::int64_t QuantileMechanism::least_count() const {
  return rows_for(planning_log(prior_), kGuardConfidence);
}

Json QuantileMechanism::law() const {
  Json at = Json::array(), nodes = Json::array();
  for (const Rational& one : request_.at) at.push_back(one.text());
  for (const QuantileNode& node : tree_.nodes)
    nodes.push_back({{"at", node.at.text()},
                     {"left", node.slopes.left.text()},
                     {"right", node.slopes.right.text()}});
  Json law = {{"at", at},
              {"epsilon", quantile_shares(request_).quantiles.text()},
              {"lowest", prior_.codes().lowest()},
              {"most", prior_.codes().most()},
              {"nodes", nodes},
              {"prior", prior_.codes().name()},
              {"ties", prior_.ties()},
              {"unit", request_.unit.text()}};
  if (request_.guard)
    law["guard"] = {{"least", least_count()}, {"scale", count_scale().text()}};
  if (request_.check) law["check"] = {{"scale", count_scale().text()}};
  if (request_.interval()) {
    const IntervalTerms terms = interval_of(0);
    law["interval"] = {{"first", terms.first.text()},
                       {"most", terms.most},
                       {"second", terms.second.text()},
                       {"shifts", request_.shifts}};
  }
  return law;
}

Json QuantileMechanism::shown() const { return Json::object(); }

std::vector<Derivation> QuantileMechanism::guarantees() const {
  const std::int64_t rows = rows_per_person();
  const QuantileNode& first = tree_.nodes.front();
  Derivation quantiles =
      tree_.nodes.size() == 1
          ? universal_quantile(first.at, first.slopes.left, first.slopes.right, rows)
          : split_quantiles(static_cast<std::int64_t>(tree_.levels),
                            tree_.of_level / rows, rows);
  std::vector<Derivation> parts;
  if (request_.guard) parts.push_back(discrete_laplace_cells(count_scale(), rows));
  parts.push_back(std::move(quantiles));
  if (request_.check) parts.push_back(discrete_laplace_cells(count_scale(), rows));
  if (request_.interval()) {
    const IntervalTerms terms = interval_of(0);
    parts.push_back(rank_thresholds(terms.first, terms.second,
                                    2 * static_cast<std::int64_t>(request_.at.size()),
                                    rows));
  }
  if (parts.size() == 1) return parts;
  auto whole = basic_composition(std::move(parts));
  assert(whole);
  return {*std::move(whole)};
}

Needs QuantileMechanism::needs() const {
  return {{question_.domain, Measure{question_.column, grid_, request_.unit.moments},
           question_.person}};
}

}  // namespace selvage
