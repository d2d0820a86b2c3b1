#include "selvage/mechanism/half_space/half_space_counts.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/guarantee/laplace_sum_tail.hpp"
#include "selvage/mechanism/cells/plan.hpp"
#include "selvage/mechanism/separator/max_margin.hpp"
#include "selvage/mechanism/shared_warnings.hpp"
#include "selvage/random/random_source.hpp"
#include "selvage/summary/kept_rows.hpp"

namespace selvage {
namespace {

const Rational kMostHalfSpaceEpsilon = 100;
constexpr std::int64_t kMostHalfSpaceCount = std::int64_t{1} << 61;

std::string axes_text_of(const std::vector<SeparatorAxis>& axes) {
  return SeparatorRequest{{}, axes}.axes_text();
}

std::optional<Error> fault_of_counts(const HalfSpaceRequest& request) {
  if (request.half_spaces.empty() || request.half_spaces.size() > kMostHalfSpaces)
    return wrong_field("half_space",
                       fmt::format("`half_space` is there {} times, and "
                                   "1 to {} are counted at once",
                                   request.half_spaces.size(), kMostHalfSpaces));
  for (std::size_t i = 0; i < request.axes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (request.axes[j].column == request.axes[i].column)
        return wrong_field("x", fmt::format("`x` names '{}' twice; write it once",
                                            request.axes[i].column));
  for (const HalfSpace& half_space : request.half_spaces)
    for (const auto& [factor, column] : half_space.terms)
      if (std::none_of(
              request.axes.begin(), request.axes.end(),
              [&](const SeparatorAxis& axis) { return axis.column == column; }))
        return wrong_field(
            "x",
            fmt::format("`half_space` is about '{0}', which has no declared grid; "
                        "write `x` {0}=FROM:TO:STEP",
                        column),
            column + "=0:100:1");
  if (request.axes.size() > kMostAxes)
    return wrong_field("x", fmt::format("`x` has {} columns, and half-spaces have at "
                                        "most {}; leave some out",
                                        request.axes.size(), kMostAxes));
  Int128 points = 1;
  for (const SeparatorAxis& axis : request.axes)
    if ((points *= axis.size()) > kMostLatticePoints)
      return wrong_field("x",
                         fmt::format("`x` has a grid of more than {} points; write "
                                     "larger steps",
                                     kMostLatticePoints));
  if (request.epsilon.sign() <= 0 || request.epsilon > kMostHalfSpaceEpsilon)
    return wrong_field(
        "epsilon",
        fmt::format("`epsilon` {} is not above 0 and at most 100; write for example 1",
                    request.epsilon.short_text()),
        "1");
  return std::nullopt;
}

}  // namespace

std::string HalfSpaceRequest::half_spaces_text() const {
  std::string text;
  for (const HalfSpace& half_space : half_spaces)
    text += (text.empty() ? "" : "; ") + half_space.text();
  return text;
}

HalfSpaceCounts::HalfSpaceCounts(Question question, HalfSpaceRequest request,
                                 Domain domain, const PersonShare& share)
    : question_(std::move(question)),
      request_(std::move(request)),
      domain_(std::move(domain)),
      share_(share) {
  question_.column = request_.axes[0].column;
  question_.own = {{"half_spaces", request_.half_spaces_text()},
                   {"x", axes_text_of(request_.axes)}};
}

Result<std::shared_ptr<const HalfSpaceCounts>> HalfSpaceCounts::make(
    Question question, HalfSpaceRequest request) {
  if (auto fault = fault_of_counts(request)) return *std::move(fault);
  std::vector<DomainColumn> columns;
  for (const SeparatorAxis& axis : request.axes)
    columns.push_back({axis.column, axis.grid, true});
  auto domain = Domain::make(std::move(columns));
  if (!domain) return domain.error();
  const PersonShare share = person_share(question.person, *domain);
  if (!fits_sampler(request.epsilon / (share.rows * std::ssize(request.half_spaces))))
    return wrong_field("epsilon",
                       fmt::format("`epsilon` {} has too many digits; write for "
                                   "example 1",
                                   request.epsilon.typed_text()),
                       "1");
  return std::shared_ptr<const HalfSpaceCounts>(new HalfSpaceCounts(
      std::move(question), std::move(request), *std::move(domain), share));
}

std::string HalfSpaceCounts::reason() const {
  return "half-spaces are counted on the grid, each with noise of its own";
}

std::int64_t HalfSpaceCounts::sensitivity() const {
  return share_.rows * std::ssize(request_.half_spaces);
}

const SeparatorAxis& HalfSpaceCounts::axis_of(const std::string& column) const {
  return *std::find_if(
      request_.axes.begin(), request_.axes.end(),
      [&](const SeparatorAxis& axis) { return axis.column == column; });
}

Rational HalfSpaceCounts::moved(std::size_t half_space) const {
  Rational sum = 0;
  for (const auto& [factor, column] : request_.half_spaces[half_space].terms)
    sum = sum + absolute(factor) * axis_of(column).step() * Rational(1, 2);
  return sum;
}

Json HalfSpaceCounts::law() const {
  return {{"epsilon", request_.epsilon.text()},
          {"scale", scale().text()},
          {"sensitivity", sensitivity()},
          {"share",
           {{"rows", share_.rows},
            {"cells", share_.cells},
            {"rows_in_cell", share_.rows_in_cell}}}};
}

Json HalfSpaceCounts::shown() const { return Json::object(); }

std::vector<std::pair<std::string, std::string>> HalfSpaceCounts::parameters() const {
  return {{"scale", scale().text()}, {"sensitivity", std::to_string(sensitivity())}};
}

std::vector<Derivation> HalfSpaceCounts::guarantees() const {
  return {discrete_laplace_cells(scale(), sensitivity())};
}

// T217: every count is that of a table whose rows moved by at most alpha, in the units
// of the sum, but for beta.
std::vector<Accuracy> HalfSpaceCounts::accuracy(const Rational& confidence) const {
  const Rational risk = Rational(1) - confidence;
  std::vector<Accuracy> all;
  for (std::size_t i = 0; i < request_.half_spaces.size(); ++i)
    all.push_back(
        {.alpha = moved(i),
         .beta = laplace_size_bound(scale(), 1, risk),
         .gamma = risk,
         .distortion = Distortion::move,
         .metric = "error of the count where " + request_.half_spaces[i].text()});
  return all;
}

std::string HalfSpaceCounts::grid_sentence() const {
  return fmt::format(
      "every value counts as the middle of its step, and rows outside "
      "the grid {} are left out",
      axes_text_of(request_.axes));
}

std::vector<PlanLine> HalfSpaceCounts::plan_lines(const Prior&,
                                                  const Rational& confidence) const {
  std::vector<PlanLine> lines = {{"grid", grid_sentence()}};
  for (std::size_t i = 0; i < request_.half_spaces.size(); ++i)
    lines.push_back(
        {"error",
         fmt::format("where {}: within {} with probability {} of a number between "
                     "the counts of planes whose bound moved by {} either way",
                     request_.half_spaces[i].text(),
                     laplace_size_bound(scale(), 1, Rational(1) - confidence),
                     confidence.text(), moved(i).short_text())});
  return lines;
}

Json HalfSpaceCounts::plan_numbers(const Prior&, const Rational& confidence) const {
  Json psi = Json::array();
  for (std::size_t i = 0; i < request_.half_spaces.size(); ++i)
    psi.push_back(moved(i).text());
  return {{"bound", laplace_size_bound(scale(), 1, Rational(1) - confidence)},
          {"moved", psi}};
}

std::vector<std::string> HalfSpaceCounts::warnings(const Rational&) const {
  std::vector<std::string> all = {
      grid_sentence() +
      "; a count is that of rows which moved by up to half a step of each column"};
  for (auto& more : {large_epsilon_warning(request_.epsilon),
                     row_as_person_warning(question_.person),
                     caps_warning({true, question_.person, share_.cells, true}),
                     json_lines_warning(question_.table)})
    if (more) all.push_back(*more);
  return all;
}

Needs HalfSpaceCounts::needs() const {
  return {{domain_, std::nullopt, question_.person}};
}

// One scan; counts are exact on the grid.
Result<Drawn> HalfSpaceCounts::run(Reader& reader, RandomSource& random) const {
  const auto cells = reader.cells();
  if (!cells) return cells.error();
  // Factor times the middle of the step, by half-space, axis and place; places below
  // and above an axis are outside.
  std::vector<std::vector<std::vector<Rational>>> parts;
  for (const HalfSpace& half_space : request_.half_spaces) {
    auto& of_axes = parts.emplace_back(request_.axes.size());
    for (std::size_t a = 0; a < request_.axes.size(); ++a) {
      const SeparatorAxis& axis = request_.axes[a];
      Rational factor = 0;
      for (const auto& [times, column] : half_space.terms)
        if (column == axis.column) factor = times;
      for (std::int64_t place = 0; place < axis.size(); ++place)
        of_axes[a].push_back(
            factor * (axis.low() + axis.step() * (Rational(place) + Rational(1, 2))));
    }
  }
  std::vector<std::int64_t> counts(request_.half_spaces.size());
  for (const CellSums& sums : cells->sums) {
    const auto places = domain_.places(sums.cell);
    bool inside = true;
    for (std::size_t a = 0; a < places.size(); ++a)
      inside = inside && places[a] >= 1 &&
               places[a] <= static_cast<std::size_t>(request_.axes[a].size());
    if (!inside) continue;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      Rational sum = 0;
      for (std::size_t a = 0; a < places.size(); ++a)
        sum = sum + parts[i][a][places[a] - 1];
      if (request_.half_spaces[i].holds(sum)) counts[i] += sums.rows;
    }
  }
  std::vector<std::int64_t> noise(counts.size());
  random.discrete_laplace(noise, scale());
  Drawn drawn{{0}, {}, {}};
  for (std::size_t i = 0; i < counts.size(); ++i)
    drawn.numbers.push_back({std::min(counts[i], kMostHalfSpaceCount) + noise[i]});
  return drawn;
}

bool HalfSpaceCounts::can_draw(const Drawn& drawn) const {
  return drawn.cells == std::vector<std::uint64_t>{0} && drawn.keys.empty() &&
         drawn.numbers.size() == request_.half_spaces.size() &&
         std::all_of(drawn.numbers.begin(), drawn.numbers.end(),
                     [](const auto& number) {
                       return number.size() == 1 && -kMaxNoise <= number[0] &&
                              number[0] <= kMostHalfSpaceCount + kMaxNoise;
                     });
}

Answer HalfSpaceCounts::answer(const Drawn& drawn, const Rational& confidence) const {
  assert(can_draw(drawn));
  const std::int64_t bound = laplace_size_bound(scale(), 1, Rational(1) - confidence);
  Answer answer{question_.domain, drawn.cells, {}};
  for (std::size_t i = 0; i < drawn.numbers.size(); ++i) {
    const std::int64_t count = drawn.numbers[i][0];
    answer.numbers.push_back({request_.half_spaces[i].text(),
                              1,
                              {{count, std::max<std::int64_t>(0, count - bound),
                                std::max<std::int64_t>(0, count + bound)}}});
  }
  return answer;
}

// T217: rows move by up to half a step of each column, so that those near the plane may
// lie on the other side.
Quantity HalfSpaceCounts::quantity(const Series&, const Rational&) const {
  return true_count(question_.person, true)
      .with(Caveat::grid,
            "rows moved to the middles of their steps, without those off the grid");
}

// The shipped run on one point that all half-spaces count, or that none does.
Evidence HalfSpaceCounts::evidence(Effort) const {
  const auto run_on = [scale = scale()](std::int64_t rows) {
    return [scale, rows](RandomSource& random) {
      std::int64_t noise = 0;
      random.discrete_laplace(std::span(&noise, 1), scale);
      return Drawn{{0}, {}, {{rows + noise}}};
    };
  };
  Evidence evidence;
  evidence.pairs.push_back({.number = "count",
                            .people = 1,
                            .removed = share_.rows,
                            .with = run_on(share_.rows),
                            .without = run_on(0),
                            .epsilon = Rational(share_.rows) / scale(),
                            .delta = 0});
  return evidence;
}

}  // namespace selvage
