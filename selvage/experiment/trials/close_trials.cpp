#include "selvage/experiment/trials/close_trials.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/experiment/trials/trial_draws.hpp"
#include "selvage/mechanism/separator/max_margin.hpp"
#include "selvage/random/sampling/seeded_source.hpp"
#include "selvage/verbs/verbs.hpp"

namespace selvage {
namespace {

constexpr std::int64_t kCounted = 10'000;  // people of the table that is counted
const Rational kClosePromise(19, 20);

// A table of which only the counts in cells are ever asked.
class CountedCells : public Reader {
 public:
  CountedCells(Reading reading, Cells cells)
      : reading_(std::move(reading)), cells_(std::move(cells)) {}
  const Reading& reading() const override { return reading_; }
  Result<Cells> cells() override { return cells_; }

 private:
  Outcome each_row(const VisitRow&) override { return Done{}; }
  Reading reading_;
  Cells cells_;
};

CloseMean mean_of(const std::vector<double>& numbers) {
  if (numbers.empty()) return {std::nan(""), std::nan(""), std::nan("")};
  const double n = static_cast<double>(numbers.size());
  const double mean = std::accumulate(numbers.begin(), numbers.end(), 0.0) / n;
  double squares = 0;
  for (const double x : numbers) squares += (x - mean) * (x - mean);
  const double off = n < 2 ? 0 : 1.96 * std::sqrt(squares / (n - 1) / n);
  return {mean, std::max(0.0, mean - off), mean + off};  // of sizes
}

Result<RobustTrial> robust_trial(const Rational& rho, const Rational& theta,
                                 const Rational& epsilon, std::uint64_t seed,
                                 std::int64_t runs) {
  Asked asked{{"epsilon", "1"}};
  if (rho.sign() > 0)
    asked.give("robust",
               fmt::format("{}:{}:{}", rho.text(), theta.text(), epsilon.text()));
  const auto planned = find_verb("count")->plan(asked);
  if (!planned) return planned.error();
  RobustTrial trial{rho, theta, epsilon, 0, 0, {}};
  for (const Derivation& promise : planned->plan->guarantees())
    if (const auto* robust = std::get_if<RobustPromise>(&promise.conclusion.promise))
      trial.delta = robust->delta.to_double();
  for (const auto& [name, text] : planned->plan->parameters())
    if (name == "robust_scale") trial.scale = Rational::parse(text)->to_double();
  SeededSource random(seed);
  std::vector<double> errors;
  for (std::int64_t run = 0; run < runs; ++run) {
    Cells cells;
    cells.sums.push_back({.cell = 0, .rows = kCounted});
    CountedCells reader(planned->plan->needs().reading, std::move(cells));
    const auto drawn = planned->plan->run(reader, random);
    assert(drawn);  // memory can be read
    errors.push_back(std::abs(static_cast<double>(drawn->numbers[0][0] - kCounted)));
  }
  trial.error = mean_of(errors);
  return trial;
}

std::size_t at(std::int64_t x, std::int64_t y, bool second) {
  return static_cast<std::size_t>((x * kShapeSize + y) * 2 + (second ? 1 : 0));
}

// A square of points of one label.
void add_block(SeparatorShape& shape, std::int64_t from_x, std::int64_t from_y,
               std::int64_t size, std::int64_t people, bool second) {
  for (std::int64_t x = from_x; x < from_x + size; ++x)
    for (std::int64_t y = from_y; y < from_y + size; ++y)
      shape.counts[at(x, y, second)] += people;
}

double degrees_between(const MaxMargin& a, const MaxMargin& b) {
  double dot = 0, one = 0, other = 0;
  for (std::size_t i = 0; i < a.w.size(); ++i) {
    const double p = a.w[i].to_double(), q = b.w[i].to_double();
    dot += p * q;
    one += p * p;
    other += q * q;
  }
  const double cosine = std::clamp(dot / std::sqrt(one * other), -1.0, 1.0);
  return std::acos(cosine) * 180 / std::numbers::pi;
}

// The plane that a run tells: supports behind what is left of either label.
std::optional<MaxMargin> told_plane(const Drawn& drawn,
                                    const std::vector<std::int64_t>& sizes) {
  std::vector<LabelledPoint> supports;
  for (std::size_t i = 2; i < drawn.numbers.size(); ++i)
    if (const std::int64_t code = drawn.numbers[i][0]; code >= 0)
      supports.push_back({lattice_point(sizes, code / 2), code % 2 == 1});
  return supports.empty() ? std::nullopt : max_margin_of_supports(std::move(supports));
}

Result<SeparatorTrial> separator_trial(std::size_t number, const SeparatorShape& shape,
                                       const Rational& epsilon, std::uint64_t seed,
                                       std::int64_t runs) {
  const auto planned =
      find_verb("separator")
          ->plan({{"label", "l=a,b"},
                  {"x", fmt::format("x=0:{0}:1,y=0:{0}:1", kShapeSize)},
                  {"epsilon", epsilon.text()},
                  {"delta", "1e-6"}});
  if (!planned) return planned.error();
  // Places of an axis are below, the grid, above; of labels the two and others.
  Cells cells;
  std::int64_t people = 0;
  for (std::int64_t x = 0; x < kShapeSize; ++x)
    for (std::int64_t y = 0; y < kShapeSize; ++y)
      for (const bool second : {false, true})
        if (const std::int64_t rows = shape.counts[at(x, y, second)]; rows > 0) {
          const std::int64_t cell =
              ((x + 1) * (kShapeSize + 2) + y + 1) * 3 + (second ? 1 : 0);
          cells.sums.push_back(
              {.cell = static_cast<std::uint64_t>(cell), .rows = rows});
          people += rows;
        }
  const std::vector<std::int64_t> sizes = {kShapeSize, kShapeSize};
  const auto truth = max_margin(outer_points(sizes, shape.counts));
  SeparatorTrial trial{number, epsilon, 0, 0, {}, {}, 0};
  trial.most_set_aside = planned->plan->accuracy(kClosePromise)[0].beta.to_double();
  SeededSource random(seed);
  std::vector<double> degrees, aside;
  for (std::int64_t run = 0; run < runs; ++run) {
    CountedCells reader(planned->plan->needs().reading, cells);
    const auto drawn = planned->plan->run(reader, random);
    assert(drawn);  // memory can be read
    aside.push_back(
        static_cast<double>(people - drawn->numbers[0][0] - drawn->numbers[1][0]));
    const auto plane = told_plane(*drawn, sizes);
    trial.answered += plane ? 1 : 0;
    trial.same +=
        plane.has_value() == truth.has_value() &&
                (!plane || (plane->w == truth->w && plane->middle == truth->middle))
            ? 1
            : 0;
    if (plane && truth) degrees.push_back(degrees_between(*plane, *truth));
  }
  trial.answered /= static_cast<double>(runs);
  trial.same /= static_cast<double>(runs);
  trial.degrees = mean_of(degrees);
  trial.set_aside = mean_of(aside);
  return trial;
}

}  // namespace

Result<std::vector<RobustTrial>> run_robust_trials(const CloseTrialsAsked& asked) {
  if (asked.runs < 2)
    return wrong(fmt::format("{} runs are too few; write 2 or more", asked.runs));
  std::vector<RobustTrial> all;
  const auto add = [&](const Rational& rho, const Rational& theta,
                       const Rational& epsilon) -> std::optional<Error> {
    auto trial = robust_trial(rho, theta, epsilon, mixed_seed(asked.seed, all.size()),
                              asked.runs);
    if (!trial) return trial.error();
    all.push_back(*std::move(trial));
    return std::nullopt;
  };
  if (auto fault = add(0, 0, 0)) return *std::move(fault);
  for (const Rational& rho : {Rational(1), Rational(5), Rational(20), Rational(100)})
    for (const Rational& theta : {Rational(0), Rational(1, 10)})
      for (const Rational& epsilon : {Rational(1, 2), Rational(1), Rational(2)})
        if (auto fault = add(rho, theta, epsilon)) return *std::move(fault);
  return all;
}

std::vector<SeparatorShape> separator_shapes() {
  const auto shape = [](std::string name, std::string about) {
    return SeparatorShape{std::move(name), std::move(about),
                          std::vector<std::int64_t>(2 * kShapeSize * kShapeSize)};
  };
  std::vector<SeparatorShape> all = {
      shape("far groups", "two squares of 9 points, 200 people each, far apart"),
      shape("thin groups", "the same with 20 people at each point"),
      shape("a bridge",
            "the far groups, and one person of the first label between them"),
      shape("one among the others",
            "the far groups, and one person of the first label "
            "in the middle of the second")};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::int64_t people = i == 1 ? 20 : 200;
    add_block(all[i], 1, 1, 3, people, false);
    add_block(all[i], 8, 6, 3, people, true);
  }
  add_block(all[2], 6, 5, 1, 1, false);
  add_block(all[3], 9, 7, 1, 1, false);
  return all;
}

Result<std::vector<SeparatorTrial>> run_separator_trials(
    const CloseTrialsAsked& asked) {
  if (asked.runs < 2)
    return wrong(fmt::format("{} runs are too few; write 2 or more", asked.runs));
  std::vector<SeparatorTrial> all;
  const auto shapes = separator_shapes();
  for (std::size_t i = 0; i < shapes.size(); ++i)
    for (const Rational& epsilon : {Rational(1, 2), Rational(1), Rational(2)}) {
      auto trial = separator_trial(
          i, shapes[i], epsilon, mixed_seed(asked.seed, 1000 + all.size()), asked.runs);
      if (!trial) return trial.error();
      all.push_back(*std::move(trial));
    }
  return all;
}

}  // namespace selvage
