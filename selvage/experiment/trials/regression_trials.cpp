#include "selvage/experiment/trials/regression_trials.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/base/threads.hpp"
#include "selvage/experiment/rivals/bounded_regression.hpp"
#include "selvage/experiment/trials/paper_line.hpp"
#include "selvage/experiment/trials/paper_robust_line.hpp"
#include "selvage/experiment/trials/trial_draws.hpp"
#include "selvage/random/sampling/seeded_source.hpp"
#include "selvage/summary/number_rows.hpp"
#include "selvage/verbs/verbs.hpp"

namespace selvage {
namespace {

RegressionShape around_a_line(std::string name, const std::string& errors,
                              double (*error)(SeededWords&), double reach) {
  return {std::move(name),
          "y = 5 + 2 x + " + errors + ", x from N(0, 1)",
          2,
          {5 - 10 - reach, -5},
          {5 + 10 + reach, 5},
          [error](SeededWords& words) {
            const double x = normal(words);
            return LinePoint{x, 5 + 2 * x + error(words)};
          }};
}

// Personal incomes of 22,062 adults of the American Community Survey 2019, an excerpt
// that NIST has published: the people of each age group, and 0, 10, ..., 90, 95, 99 and
// 100 % of their incomes.
struct AgeGroup {
  int from, to;
  double people;
  double incomes[13];
};
constexpr double kShares[13] = {0,   0.1, 0.2, 0.3,  0.4,  0.5, 0.6,
                                0.7, 0.8, 0.9, 0.95, 0.99, 1};
constexpr AgeGroup kIncomes[] = {
    {18,
     24,
     2806,
     {-2000, 0, 0, 600, 2900, 5180, 9970, 15000, 25000, 40000, 62000, 100000, 516000}},
    {25,
     34,
     3699,
     {-7250, 0, 9300, 20000, 28600, 36000, 48000, 60000, 80000, 111000, 150000, 277100,
      946000}},
    {35,
     44,
     3238,
     {0, 200, 10180, 22000, 32400, 45000, 60050, 83500, 120000, 175000, 290000, 571000,
      777000}},
    {45,
     54,
     3256,
     {-9000, 10, 10000, 20000, 30000, 42000, 60000, 82000, 125000, 200000, 310000,
      576000, 1166000}},
    {55,
     64,
     3738,
     {-8400, 200, 9000, 14400, 23000, 32500, 46000, 62000, 95300, 165070, 256000,
      560300, 1307600}}};

double people_in_all() {
  double people = 0;
  for (const AgeGroup& group : kIncomes) people += group.people;
  return people;
}

LinePoint income_by_age(SeededWords& words) {
  double place = uniform(words) * people_in_all();
  const AgeGroup* group = std::begin(kIncomes);
  while (group + 1 != std::end(kIncomes) && place >= group->people) {
    place -= group->people;
    ++group;
  }
  const double years = group->to - group->from + 1;
  const double age = group->from + std::floor(uniform(words) * years);
  const double share = uniform(words);
  std::size_t i = 1;
  while (kShares[i] < share) ++i;
  const double part = (share - kShares[i - 1]) / (kShares[i] - kShares[i - 1]);
  return {age, std::round(group->incomes[i - 1] +
                          part * (group->incomes[i] - group->incomes[i - 1]))};
}

// Least squares of the law itself: age says nothing of income within a group.
double income_slope() {
  const double all = people_in_all();
  double mean_age = 0, mean_income = 0, squares = 0, products = 0;
  for (const AgeGroup& group : kIncomes) {
    double income = 0;
    for (std::size_t i = 1; i < std::size(kShares); ++i)
      income +=
          (kShares[i] - kShares[i - 1]) * (group.incomes[i] + group.incomes[i - 1]) / 2;
    const double age = (group.from + group.to) / 2.0, share = group.people / all;
    const double years = group.to - group.from + 1;
    mean_age += share * age;
    mean_income += share * income;
    squares += share * (age * age + (years * years - 1) / 12);
    products += share * age * income;
  }
  return (products - mean_age * mean_income) / (squares - mean_age * mean_age);
}

// Of points in memory, each of them a person.
class PointsReader : public Reader, public NumberReader {
 public:
  PointsReader(Reading reading, const std::vector<LinePoint>& points)
      : reading_(std::move(reading)), points_(points) {}
  const Reading& reading() const override { return reading_; }
  Result<Cells> cells() override { return Cells{}; }
  Result<std::vector<BlockSums>> block_sums(const BlockRequest& request) override {
    BlockTally tally(request.blocks, 2);
    std::vector<std::uint64_t> blocks(points_.size());
    request.draw(blocks);
    for (std::size_t i = 0; i < points_.size(); ++i)
      tally.add(static_cast<std::uint32_t>(blocks[i]), codes_of(points_[i]));
    return tally.sums();
  }
  Result<NumberRows> number_rows(const BlockKey&) override {
    NumberRows rows;
    for (const LinePoint& point : points_)
      for (const std::int64_t code : codes_of(point)) rows.numbers.push_back(code);
    return rows;
  }

 private:
  Outcome each_row(const VisitRow&) override { return Done{}; }
  std::array<std::int64_t, 2> codes_of(const LinePoint& point) const {
    return {reading_.measure->grid.steps(point.y).value(),
            reading_.beside.front().grid.steps(point.x).value()};
  }
  Reading reading_;
  const std::vector<LinePoint>& points_;
};

using Slope = std::function<std::optional<double>(const std::vector<LinePoint>& points,
                                                  RandomSource& random)>;
struct SlopeContender {
  std::string name;
  Slope slope;
  bool needs_bounds = false;
};

double least_squares(const std::vector<LinePoint>& points) {
  double x = 0, y = 0, squares = 0, products = 0;
  for (const LinePoint& point : points) {
    x += point.x;
    y += point.y;
  }
  const auto n = static_cast<double>(points.size());
  for (const LinePoint& point : points) {
    squares += (point.x - x / n) * (point.x - x / n);
    products += (point.x - x / n) * (point.y - y / n);
  }
  return products / squares;
}

Result<SlopeContender> by_regression(std::string name, Asked asked,
                                     const Rational& epsilon) {
  asked.give("y", "y");
  asked.give("x", "x");
  asked.give("epsilon", epsilon.text());
  const auto planned = find_verb("regression")->plan(asked);
  if (!planned) return planned.error();
  return SlopeContender{std::move(name),
                        [plan = planned->plan, confidence = planned->confidence](
                            const std::vector<LinePoint>& points,
                            RandomSource& random) -> std::optional<double> {
                          PointsReader reader(plan->needs().reading, points);
                          const auto drawn = plan->run(reader, random);
                          assert(drawn);  // memory can be read
                          const Answer answer = plan->answer(*drawn, confidence);
                          const Series& slope = answer.numbers[1];
                          if (!slope.rows.front().known) return std::nullopt;
                          return slope.real(slope.rows.front().value);
                        }};
}

// With bounds so many times as far from their middle.
Result<SlopeContender> by_sums(std::string name, const RegressionShape& shape,
                               const Rational& epsilon, double wide) {
  constexpr double kCodes = 1000;
  std::vector<CodeBounds> bounds;
  for (const int i : {0, 1}) {
    const double middle = (shape.lower[i] + shape.upper[i]) / 2,
                 half = (shape.upper[i] - shape.lower[i]) / 2 * wide;
    bounds.push_back({std::llround((middle - half) * kCodes),
                      std::llround((middle + half) * kCodes)});
  }
  const auto made = BoundedRegression::make({epsilon, bounds});
  if (!made) return made.error();
  return SlopeContender{
      std::move(name),
      [rival = *made](const std::vector<LinePoint>& points,
                      RandomSource& random) -> std::optional<double> {
        std::vector<BoundedRegression::Row> rows;
        rows.reserve(points.size());
        const auto code = [](double number) {
          return std::llround(std::clamp(number * kCodes, -1e15, 1e15));
        };
        for (const LinePoint& point : points)
          rows.push_back({code(point.y), code(point.x)});
        return rival.fit(rival.run(rows, random))[1];
      },
      true};
}

SlopeContender by_paper(std::string name, decltype(paper_slope) slope,
                        const Rational& epsilon, PaperThreshold threshold) {
  return {std::move(name),
          [slope, epsilon, threshold](const std::vector<LinePoint>& points,
                                      RandomSource& random) {
            return slope(points, epsilon, Rational(1, 1'000'000), threshold, random);
          }};
}

Result<std::vector<SlopeContender>> slope_contenders(const RegressionShape& shape,
                                                     const Rational& epsilon) {
  std::vector<Result<SlopeContender>> all = {
      SlopeContender{"all rows, no privacy",
                     [](const std::vector<LinePoint>& points, RandomSource&) {
                       return std::optional(least_squares(points));
                     }},
      by_regression("selvage", {}, epsilon),
      by_regression("selvage --mechanism robust",
                    {{"mechanism", "robust"}, {"delta", "1e-6"}}, epsilon),
      by_paper("the paper's short cut, repaired", paper_slope, epsilon,
               PaperThreshold::from_delta),
      by_paper("the paper's short cut, its thresholds", paper_slope, epsilon,
               PaperThreshold::as_printed),
      by_paper("the paper's robust line, repaired", paper_robust_slope, epsilon,
               PaperThreshold::from_delta),
      by_paper("the paper's robust line, as printed", paper_robust_slope, epsilon,
               PaperThreshold::as_printed),
      by_sums("noisy sums, bounds that fit", shape, epsilon, 1),
      by_sums("noisy sums, ten times as wide", shape, epsilon, 10)};
  std::vector<SlopeContender> made;
  for (auto& one : all) {
    if (!one) return one.error();
    made.push_back(*std::move(one));
  }
  return made;
}

struct SlopeBlock {
  const RegressionShape* shape;
  Rational epsilon;
  std::int64_t rows;
  std::vector<SlopeContender> contenders;
  std::vector<std::vector<double>> errors;  // by contender and run
};

}  // namespace

const std::vector<RegressionShape>& regression_shapes() {
  static const std::vector<RegressionShape> all = {
      around_a_line("normal", "N(0, 1)", normal, 5),
      around_a_line(
          "lognormal", "exp(N(0, 1)) - 1",
          [](SeededWords& words) { return std::exp(normal(words)) - 1; }, 20),
      around_a_line(
          "Cauchy", "Cauchy(1)",
          [](SeededWords& words) {
            return std::tan(std::numbers::pi * (uniform(words) - 0.5));
          },
          20),
      around_a_line("Laplace", "Laplace(1)", laplace, 10),
      around_a_line(
          "uniform", "U(-1/2, 1/2)",
          [](SeededWords& words) { return uniform(words) - 0.5; }, 1),
      {"incomes",
       "income by age, 18 to 64, as in the American Community Survey 2019",
       income_slope(),
       {-10'000, 18},
       {1'400'000, 64},
       income_by_age}};
  return all;
}

Result<std::vector<RegressionTrial>> run_regression_trials(
    const RegressionTrialsAsked& asked) {
  if (asked.runs < 2)
    return wrong(fmt::format("{} runs are too few; write 2 or more", asked.runs));
  const auto runs = static_cast<std::size_t>(asked.runs);
  std::vector<SlopeBlock> blocks;
  for (const RegressionShape& shape : regression_shapes())
    for (const Rational& epsilon : asked.epsilons) {
      auto contenders = slope_contenders(shape, epsilon);
      if (!contenders) return contenders.error();
      for (const std::int64_t rows : asked.rows)
        blocks.push_back({&shape, epsilon, rows, *contenders,
                          std::vector(contenders->size(), std::vector<double>(runs))});
    }
  const std::uint64_t all = static_cast<std::uint64_t>(asked.runs) * blocks.size();
  std::atomic<std::uint64_t> next = 0;
  const auto work = [&](int) {
    for (std::uint64_t i = next++; i < all; i = next++) {
      SlopeBlock& block = blocks[i % blocks.size()];
      SeededWords words(mixed_seed(mixed_seed(asked.seed, i), 0));
      SeededSource random(mixed_seed(mixed_seed(asked.seed, i), 1));
      std::vector<LinePoint> points;
      for (std::int64_t row = 0; row < block.rows; ++row)
        points.push_back(block.shape->draw(words));
      for (std::size_t c = 0; c < block.contenders.size(); ++c) {
        const auto slope = block.contenders[c].slope(points, random);
        block.errors[c][static_cast<std::size_t>(i / blocks.size())] =
            slope ? std::abs(*slope / block.shape->slope - 1)
                  : std::numeric_limits<double>::infinity();
      }
    }
  };
  const auto share = [&] {
    return static_cast<double>(std::min(next.load(), all)) / static_cast<double>(all);
  };
  if (!run_watched(threads_for(asked.threads), work, asked.watch, share,
                   [&] { next = all; }))
    return Error{ErrorKind::interrupted, "stopped; nothing was written"};
  std::vector<RegressionTrial> results;
  for (const SlopeBlock& block : blocks)
    for (std::size_t c = 0; c < block.contenders.size(); ++c) {
      const auto& errors = block.errors[c];
      const auto known = std::count_if(errors.begin(), errors.end(),
                                       [](double error) { return !std::isinf(error); });
      results.push_back(
          {block.shape->name, block.epsilon, block.rows, block.contenders[c].name,
           block.contenders[c].needs_bounds, at_share(errors, 0.5),
           at_share(errors, 0.95),
           static_cast<double>(known) / static_cast<double>(errors.size())});
    }
  return results;
}

}  // namespace selvage
