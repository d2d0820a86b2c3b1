#include "selvage/mechanism/sample/sample.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selvage/base/errors.hpp"
#include "selvage/guarantee/laplace_sum_tail.hpp"
#include "selvage/mechanism/cells/plan.hpp"
#include "selvage/mechanism/sample/private_sampling.hpp"
#include "selvage/random/random_source.hpp"

namespace selvage {
namespace {

Result<Domain> grid_domain(const Question& question, const SampleRequest& request) {
  return Domain::make({{question.column, request.grid, true}});
}

// Of one person out of rows that weigh so much.
Rational share_of_draw(const PersonShare& share, const SampleRequest& request) {
  return Rational(share.rows) * request.most_weight() / request.at_least;
}

}  // namespace

SampleMechanism::SampleMechanism(Question question, SampleRequest request,
                                 Domain domain, const PersonShare& share,
                                 Rational scale)
    : question_(std::move(question)),
      request_(std::move(request)),
      domain_(std::move(domain)),
      share_(share),
      scale_(std::move(scale)) {
  question_.own = {{"grid", request_.grid.text()},
                   {"at_least", std::to_string(request_.at_least)},
                   {"draws", std::to_string(request_.draws)}};
  if (!request_.weights.empty())
    question_.own.emplace_back("weights", request_.weights_text());
}

Result<std::shared_ptr<const SampleMechanism>> SampleMechanism::make(
    Question question, SampleRequest request) {
  const auto domain = grid_domain(question, request);
  if (!domain) return domain.error();
  const PersonShare share = person_share(question.person, *domain);
  if (auto fault = fault_of_sample(request, share.rows)) return *std::move(fault);
  const auto scale = least_draw_scale(request.span(), share_of_draw(share, request),
                                      request.epsilon / request.draws);
  if (!scale)
    return wrong_field(
        "epsilon",
        fmt::format("`epsilon` {} needs more noise for {} draws than there is; write a "
                    "larger one, or fewer draws",
                    request.epsilon.short_text(), request.draws),
        "1");
  return of_scale(std::move(question), std::move(request), *scale);
}

Result<std::shared_ptr<const SampleMechanism>> SampleMechanism::of_scale(
    Question question, SampleRequest request, const Rational& scale) {
  auto domain = grid_domain(question, request);
  if (!domain) return domain.error();
  const PersonShare share = person_share(question.person, *domain);
  if (auto fault = fault_of_sample(request, share.rows)) return *std::move(fault);
  if (!fits_sampler(scale)) return unverified("no noise has this scale");
  const PrivateDraw draw{share_of_draw(share, request), 0, scale};
  if (const auto node =
          private_draw_within(draw, request.span(), request.epsilon / request.draws);
      !node)
    return node.error();
  return std::shared_ptr<const SampleMechanism>(new SampleMechanism(
      std::move(question), std::move(request), *std::move(domain), share, scale));
}

Rational SampleMechanism::theta() const { return share_of_draw(share_, request_); }

std::int64_t SampleMechanism::noise_bound(const Rational& confidence) const {
  return laplace_size_bound(scale_, 1, Rational(1) - confidence);
}

Json SampleMechanism::law() const {
  return {{"epsilon", request_.epsilon.text()},
          {"span", request_.span()},
          {"theta", theta().text()},
          {"scale", scale_.text()},
          {"share",
           {{"rows", share_.rows},
            {"cells", share_.cells},
            {"rows_in_cell", share_.rows_in_cell}}}};
}

Json SampleMechanism::shown() const { return Json::object(); }

std::vector<std::pair<std::string, std::string>> SampleMechanism::parameters() const {
  return {{"scale", scale_.text()}, {"theta", theta().text()}};
}

// Draws are independent, and each has its part of epsilon.
std::vector<Derivation> SampleMechanism::guarantees() const {
  auto draw =
      private_draw_within({theta(), 0, scale_}, request_.span(), epsilon_of_draw());
  assert(draw);
  if (request_.draws == 1) return {*std::move(draw)};
  auto all = derive("basic_composition", {{"times_1", Rational(request_.draws)}},
                    {*std::move(draw)});
  assert(all);
  return {*std::move(all)};
}

Needs SampleMechanism::needs() const {
  return {{domain_, std::nullopt, question_.person}};
}

// A count is cut where the sum of all could be too large: that is no step away from
// hiding a person, as it makes differences of counts no larger.
std::vector<std::int64_t> SampleMechanism::masses(
    const std::vector<std::int64_t>& rows) const {
  assert(std::ssize(rows) == request_.places());
  const std::int64_t most =
      (std::int64_t{1} << 62) / (request_.places() * request_.most_weight());
  std::vector<std::int64_t> masses;
  std::int64_t total = 0;
  for (std::int64_t place = 0; place < request_.places(); ++place) {
    masses.push_back(request_.weight(place) *
                     std::min(rows[static_cast<std::size_t>(place)], most));
    total += masses.back();
  }
  masses[static_cast<std::size_t>(request_.middle())] +=
      std::max<std::int64_t>(0, request_.at_least - total);
  return masses;
}

// One scan; places below and above the grid are left out.
Result<Drawn> SampleMechanism::run(Reader& reader, RandomSource& random) const {
  const auto cells = reader.cells();
  if (!cells) return cells.error();
  std::vector<std::int64_t> rows(static_cast<std::size_t>(request_.places()));
  for (const CellSums& sums : cells->sums)
    if (sums.cell >= 1 && sums.cell <= rows.size()) rows[sums.cell - 1] = sums.rows;
  Drawn drawn{{0}, {}, {}};
  for (const std::int64_t one :
       private_draws(masses(rows), scale_, request_.draws, random))
    drawn.numbers.push_back({one});
  return drawn;
}

bool SampleMechanism::can_draw(const Drawn& drawn) const {
  return drawn.cells == std::vector<std::uint64_t>{0} && drawn.keys.empty() &&
         std::ssize(drawn.numbers) == request_.draws &&
         std::all_of(drawn.numbers.begin(), drawn.numbers.end(),
                     [](const auto& number) {
                       return number.size() == 1 && -kFarthestDraw <= number[0] &&
                              number[0] <= kFarthestDraw;
                     });
}

// The interval is that of the value that was drawn, before it was moved to the middle
// of its step.
Answer SampleMechanism::answer(const Drawn& drawn, const Rational& confidence) const {
  assert(can_draw(drawn));
  const Rational unit = request_.unit();
  const std::int64_t half =
      (request_.step() * Rational(1, 2) / unit).to_int64().value();
  const std::int64_t bound =
      std::min(noise_bound(confidence), kFarthestDraw) * 2 * half + half;
  Answer answer{question_.domain, drawn.cells, {}};
  for (std::size_t i = 0; i < drawn.numbers.size(); ++i) {
    const std::int64_t value = request_.units(drawn.numbers[i][0]);
    answer.numbers.push_back(
        {request_.draws == 1 ? "draw" : fmt::format("draw {}", i + 1),
         unit,
         {{value, value - bound, value + bound}}});
  }
  return answer;
}

Quantity SampleMechanism::quantity(const Series&, const Rational&) const {
  return Quantity{.number = "the value of the row that was drawn",
                  .rows = fmt::format("those on the grid, filled up to {} with its "
                                      "middle",
                                      request_.at_least),
                  .but = {Caveat::grid, Caveat::filled}};
}

// The shipped draw on the table that is moved most: all rows at one end, and one person
// more at the other. Behind the noise the ratio is largest beyond the ends.
Evidence SampleMechanism::evidence(Effort) const {
  const std::int64_t person = share_.rows * request_.most_weight(),
                     all = request_.at_least;
  const auto run_on = [this](std::vector<std::int64_t> masses) {
    return [this, masses = std::move(masses)](RandomSource& random) {
      return Drawn{{0}, {}, {private_draws(masses, scale_, 1, random)}};
    };
  };
  std::vector<std::int64_t> without(static_cast<std::size_t>(request_.places()));
  without.front() = all;
  std::vector<std::int64_t> with = without;
  with.back() = person;
  const Rational moved = Rational(person) / (Rational(all) + person);
  const auto exact = [this, moved](const Rational& epsilon) {
    const Interval most = exp(Interval(Rational(request_.span()) / scale_));
    const Interval forth = Interval(1) + Interval(moved) * (most - Interval(1));
    // The other way: 1 / (1 - moved (1 - 1/most)), which is less.
    const bool kept = surely_at_most(forth, exp(Interval(epsilon)));
    return kept ? Interval(0) : hull(Interval(0), Interval(1));
  };
  Evidence evidence;
  evidence.pairs.push_back({.number = "draw",
                            .people = all,
                            .removed = share_.rows,
                            .with = run_on(std::move(with)),
                            .without = run_on(std::move(without)),
                            .epsilon = epsilon_of_draw(),
                            .delta = 0,
                            .exact_delta = exact});
  return evidence;
}

}  // namespace selvage
