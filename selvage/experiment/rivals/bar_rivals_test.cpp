#include "selvage/experiment/rivals/bar_rivals.hpp"

#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "selvage/outcome/divergence.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

using Heights = std::vector<std::int64_t>;
const Heights kSix = {5, 0, 7, 3, 6, 1};
const Rational kBarDelta = Rational::power_of_two(-20);

TEST(BarAnswers, OfSixBars) {
  EXPECT_EQ(answer_of(HighestBar{5}, kSix), 5);
  EXPECT_EQ(answer_of(HighestBar{1}, kSix), 6);
  EXPECT_EQ(answer_of(HighestBar{8}, kSix), 0);
  EXPECT_EQ(answer_of(FirstMode{}, kSix), 3);
  EXPECT_EQ(stability_of(HighestBar{5}, kSix), 1);
  EXPECT_EQ(stability_of(FirstMode{}, kSix), 1);
  EXPECT_EQ(stability_of(HighestBar{1}, kSix), 0);
  EXPECT_EQ(edits_between(FirstMode{}, kSix, 1, 6), 7);
  EXPECT_EQ(edits_between(FirstMode{}, kSix, 3, 5), 1);
}

// By another program.
TEST(BarRivals, HaveTheseNumbers) {
  EXPECT_NEAR(literal_smooth_sensitivity(HighestBar{5}, kSix, 0.1), 3.03265329856317,
              1e-9);
  EXPECT_NEAR(literal_smooth_sensitivity(HighestBar{5}, kSix, 0.5), 1.21306131942527,
              1e-9);
  EXPECT_NEAR(literal_smooth_sensitivity(FirstMode{}, kSix, 0.1), 3.27492301231193,
              1e-9);
  EXPECT_NEAR(literal_smooth_sensitivity(FirstMode{}, kSix, 0.5), 1.47151776468577,
              1e-9);
  EXPECT_NEAR(1 / (2 * std::log(2 / kBarDelta.to_double())), 0.0343498819259277, 1e-12);
  EXPECT_EQ(StabilityHistogram({1, 2}, kBarDelta).threshold(), 28);
  EXPECT_EQ(StabilityHistogram(1, kBarDelta).threshold(), 15);
  const auto delta = [](const StabilityHistogram& rival) {
    return std::get<DpPromise>(rival.guarantee().promise).delta.to_double();
  };
  EXPECT_NEAR(delta(StabilityHistogram({1, 2}, kBarDelta)), 8.53366276015743e-07,
              1e-15);
  EXPECT_NEAR(delta(StabilityHistogram(1, kBarDelta)), 6.07896203477883e-07, 1e-15);
  EXPECT_EQ(StableAnswer(FirstMode{}, {1, 2}, kBarDelta).threshold(), 26);
  EXPECT_EQ(StableAnswer(FirstMode{}, 1, kBarDelta).threshold(), 13);
  EXPECT_NEAR(ExponentialAnswer(HighestBar{}, 1, 100).mean_error(50), 23.9480862878616,
              1e-9);
  EXPECT_NEAR(ExponentialAnswer(HighestBar{}, 2, 100).mean_error(90), 33.3287882798117,
              1e-9);
}

std::vector<Heights> all_heights(std::int64_t most) {
  std::vector<Heights> all;
  for (std::int64_t a = 0; a <= most; ++a)
    for (std::int64_t b = 0; b <= most; ++b)
      for (std::int64_t c = 0; c <= most; ++c) all.push_back({a, b, c});
  return all;
}

std::int64_t distance(const Heights& a, const Heights& b) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] - b[i]);
  return sum;
}

// The definitions, on all small histograms.
template <class F>
void expect_by_definition(const F& f) {
  constexpr std::int64_t kRoom = 5;
  std::map<std::pair<std::int64_t, std::int64_t>,
           std::vector<std::pair<Heights, Heights>>>
      neighbours;  // by their answers, the smaller first
  for (const Heights& one : all_heights(kRoom))
    for (std::size_t i = 0; i < one.size(); ++i) {
      Heights more = one;
      ++more[i];
      const auto u = answer_of(f, one), v = answer_of(f, more);
      if (u != v) neighbours[{std::min(u, v), std::max(u, v)}].emplace_back(one, more);
    }
  for (const Heights& bars : all_heights(2)) {
    std::int64_t stable = 1000;
    for (const auto& [answers, pairs] : neighbours) {
      std::int64_t nearest = 1000;
      for (const auto& [one, more] : pairs) {
        const std::int64_t near = std::min(distance(bars, one), distance(bars, more));
        nearest = std::min(nearest, near);
        const std::int64_t mine = answer_of(f, bars);
        if (answer_of(f, one) == mine) stable = std::min(stable, distance(bars, one));
        if (answer_of(f, more) == mine) stable = std::min(stable, distance(bars, more));
      }
      EXPECT_EQ(edits_between(f, bars, answers.first, answers.second), nearest)
          << bars[0] << bars[1] << bars[2] << ' ' << answers.first << answers.second;
    }
    EXPECT_EQ(stability_of(f, bars), stable) << bars[0] << bars[1] << bars[2];
  }
}

TEST(BarAnswers, StabilityAndEditsAreThoseOfTheirDefinitions) {
  expect_by_definition(HighestBar{1});
  expect_by_definition(HighestBar{2});
  expect_by_definition(FirstMode{});
}

// Over all neighbours of small histograms, in both directions.
template <class Rival>
Rational worst_excess_on_bars(const Rival& rival, const Rational& part = 1) {
  const auto promise = std::get<DpPromise>(rival.guarantee().promise);
  const auto law = [&](const Heights& bars) {
    return law_of<TreeSource>({.cut = 0x1p-30}, [&](RandomSource& random) {
      return rival.run(bars, random);
    });
  };
  Rational worst = -1;
  for (const Heights& bars : {Heights{0, 0, 0}, {1, 0, 2}, {2, 2, 1}, {0, 3, 3}}) {
    const auto one = law(bars);
    for (std::size_t i = 0; i < bars.size(); ++i) {
      Heights more = bars;
      ++more[i];
      const auto other = law(more);
      for (const auto& [p, q] : {std::pair(&one, &other), std::pair(&other, &one)})
        worst = std::max(
            worst, between(*p, *q, promise.epsilon * part).lower() - promise.delta);
    }
  }
  return worst;
}

TEST(BarRivals, KeepTheirPromisesOnSmallHistograms) {
  const Rational delta(1, 20);
  for (const BarAnswer& f : {BarAnswer(HighestBar{2}), BarAnswer(FirstMode{})}) {
    EXPECT_LE(worst_excess_on_bars(StableAnswer(f, 1, delta)), 0);
    EXPECT_LE(worst_excess_on_bars(*SmoothAnswer::make(f, 1, delta)), 0);
  }
  EXPECT_LE(worst_excess_on_bars(StabilityHistogram(2, delta)), 0);
  // A quarter of epsilon is not.
  EXPECT_GT(worst_excess_on_bars(StabilityHistogram(2, delta), {1, 4}), 0);
}

// Any answer may become any other: the odds of a bar change by exp(epsilon) at most.
// And the draws are of that law, five deviations wide.
TEST(BarRivals, TheExponentialMechanismKeepsItsEpsilon) {
  const ExponentialAnswer rival(HighestBar{}, 2, 6);
  double worst = 0;
  for (std::int64_t f = 1; f <= 6; ++f)
    for (std::int64_t g = 1; g <= 6; ++g)
      for (std::int64_t r = 1; r <= 6; ++r)
        worst = std::max(worst, rival.probability(f, r) / rival.probability(g, r));
  EXPECT_LE(worst, std::exp(2.0));
  EXPECT_GT(worst, std::exp(0.5));
  SeededSource random(11);
  constexpr int kRuns = 20'000;
  std::map<std::int64_t, int> seen;
  for (int i = 0; i < kRuns; ++i) ++seen[rival.run(Heights{3, 0, 9, 0, 1, 0}, random)];
  for (std::int64_t r = 1; r <= 6; ++r) {
    const double p = rival.probability(5, r);
    EXPECT_NEAR(seen[r], kRuns * p, 5 * std::sqrt(kRuns * p * (1 - p)));
  }
}

// What f + (2 S / epsilon) Lap(1) needs as delta against f' + (2 S' / epsilon) Lap(1),
// S = 1 and S' = e^-slide, for a slide of the centre: the tails in which the wider law
// exceeds e^epsilon times the other, in closed form.
double smooth_excess(double epsilon, double slide, double shift) {
  const double wide = 2 / epsilon, narrow = wide * std::exp(-slide);
  const double steep = 1 / narrow - 1 / wide;
  double excess = 0;
  for (const double side : {shift, -shift}) {  // away from the other centre, and beyond
    const double from = (epsilon + slide + side / narrow) / steep;
    excess +=
        0.5 * std::exp(-from / wide) - 0.5 * std::exp(epsilon - (from - side) / narrow);
  }
  return excess;
}

// A13: the usual argument has (1 + e^(epsilon/2))/2 times delta; no correction is
// needed. The bound is below 0.55 delta, and what is needed below 0.07 delta.
TEST(BarRivals, A13SmoothSensitivityNeedsNoCorrection) {
  for (const double epsilon : {0.1, 0.5, 1.0, 2.0, 4.0})
    for (const double delta : {1e-3, 1e-6, std::ldexp(1, -20), 1e-9}) {
      const double b = epsilon / (2 * std::log(2 / delta));
      EXPECT_LE(std::exp(-(epsilon / 2 + b) / std::expm1(b)), 0.55 * delta);
      for (const double part : {0.25, 0.5, 0.75, 1.0})
        for (const double shift : {0.0, 0.25, 0.5, 0.75, 1.0})
          EXPECT_LE(smooth_excess(epsilon, part * b, shift * std::exp(-part * b)),
                    0.07 * delta)
              << epsilon << ' ' << delta << ' ' << part << ' ' << shift;
    }
}

// As textbooks have it: somebody leaves one bar and comes to another. The calibration
// for one person more or less is too narrow for that.
TEST(BarRivals, TheTextbookCalibrationHidesWhoIsReplaced) {
  EXPECT_GT(StabilityHistogram(1, kBarDelta, 2).threshold(),
            StabilityHistogram(1, kBarDelta).threshold());
  const Rational epsilon = 2, delta(1, 20);
  const auto worst = [&](const StabilityHistogram& rival) {
    const auto law = [&](const Heights& bars) {
      return law_of<TreeSource>({.cut = 0x1p-30}, [&](RandomSource& random) {
        return rival.run(bars, random);
      });
    };
    Rational most = -1;
    for (const Heights& bars : {Heights{1, 0}, {1, 1}, {2, 0}, {3, 1}, {2, 4}}) {
      const auto one = law(bars), other = law({bars[0] - 1, bars[1] + 1});
      for (const auto& [p, q] : {std::pair(&one, &other), std::pair(&other, &one)})
        most = std::max(most, between(*p, *q, epsilon).lower() - delta);
    }
    return most;
  };
  EXPECT_LE(worst(StabilityHistogram(epsilon, delta, 2)), 0);
  EXPECT_GT(worst(StabilityHistogram(epsilon, delta, 1)), 0);
}

}  // namespace
}  // namespace selvage
