// What is chosen or dropped among bars: laws, guarantees on all small histograms.
#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "selvage/experiment/rivals/chosen_bars.hpp"
#include "selvage/experiment/rivals/dropped_bars.hpp"
#include "selvage/experiment/rivals/ranked_answer.hpp"
#include "selvage/experiment/rivals/scored_law.hpp"
#include "selvage/one_sided/drop_curves.hpp"
#include "selvage/outcome/divergence.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

using Heights = std::vector<std::int64_t>;
const Rational kChoiceDelta = Rational::power_of_two(-20);

// Over all neighbours of these histograms, in both directions, at a part of the
// promised epsilon.
template <class Rival>
Rational worst_excess(const Rival& rival, const std::vector<Heights>& tables,
                      const Rational& part = 1, double cut = 0x1p-30) {
  const auto promise = std::get<DpPromise>(rival.guarantee().promise);
  const auto law = [&](const Heights& bars) {
    return law_of<TreeSource>(
        {.cut = cut}, [&](RandomSource& random) { return rival.run(bars, random); });
  };
  Rational worst = -1;
  for (const Heights& bars : tables) {
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

const std::vector<Heights> kSmall = {{0, 0, 0}, {1, 0, 2}, {2, 2, 1}, {0, 3, 3}};

TEST(BarAnswers, AllPairsAtOnceAreThePairs) {
  const auto expect = [](const auto& f, const Heights& bars) {
    const auto least = least_edits(f, bars);
    const auto last = static_cast<std::int64_t>(bars.size());
    ASSERT_EQ(static_cast<std::int64_t>(least.size()), last - least_answer(f));
    for (std::int64_t d = 1; d <= last - least_answer(f); ++d) {
      std::int64_t nearest = 1'000'000;
      for (std::int64_t low = least_answer(f); low + d <= last; ++low)
        nearest = std::min(nearest, edits_between(f, bars, low, low + d));
      EXPECT_EQ(least[static_cast<std::size_t>(d - 1)], nearest) << d;
    }
  };
  for (const Heights& bars :
       {Heights{5, 0, 7, 3, 6, 1}, {0, 0, 0}, {9, 9, 9, 9}, {1, 2, 3, 4, 5}, {0, 8}}) {
    for (const std::int64_t least : {1, 2, 5}) expect(HighestBar{least}, bars);
    expect(FirstMode{}, bars);
  }
}

// The nearest histogram with that answer, by looking at all of them.
TEST(BarAnswers, EditsToAnAnswerAreThoseToTheNearestTable) {
  const auto expect = [](const auto& f, const Heights& bars) {
    std::map<std::int64_t, std::int64_t> nearest;
    for (std::int64_t a = 0; a <= 6; ++a)
      for (std::int64_t b = 0; b <= 6; ++b)
        for (std::int64_t c = 0; c <= 6; ++c) {
          const auto answer = answer_of(f, Heights{a, b, c});
          const auto far =
              std::abs(a - bars[0]) + std::abs(b - bars[1]) + std::abs(c - bars[2]);
          const auto [place, fresh] = nearest.try_emplace(answer, far);
          if (!fresh) place->second = std::min(place->second, far);
        }
    const auto edits = edits_to_answers(f, bars);
    for (std::size_t i = 0; i < edits.size(); ++i)
      EXPECT_EQ(edits[i], nearest.at(least_answer(f) + static_cast<std::int64_t>(i)))
          << bars[0] << bars[1] << bars[2] << ' ' << i;
  };
  for (const Heights& bars : kSmall) {
    expect(HighestBar{1}, bars);
    expect(HighestBar{3}, bars);
    expect(FirstMode{}, bars);
  }
}

// Five deviations wide, for scores of which some are above 1 / slope.
TEST(ScoredLaw, DrawsByItsWeights) {
  const Heights scores = {3, 0, 1, 7, 0};
  const auto law = std::make_shared<const ScoredLaw>(Rational(1, 2), scores);
  EXPECT_EQ(law->size(0), 5U);
  EXPECT_LE(law->rest(0, 0).lower(), 1);
  EXPECT_GE(law->rest(0, 0).upper(), 1);
  SeededSource random(7);
  constexpr int kRuns = 40'000;
  std::vector<std::int64_t> drawn(kRuns);
  random.draw(drawn, law);
  std::map<std::int64_t, int> seen;
  for (const auto place : drawn) ++seen[place];
  double total = 0;
  for (const auto score : scores) total += std::exp(-0.5 * static_cast<double>(score));
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double p = std::exp(-0.5 * static_cast<double>(scores[i])) / total;
    EXPECT_NEAR(law->weight(0, i).value().middle(), p, 1e-12);
    EXPECT_NEAR(seen[static_cast<std::int64_t>(i)], kRuns * p,
                6.5 * std::sqrt(kRuns * p * (1 - p)));
  }
}

TEST(RankedAnswer, KeepsItsEpsilon) {
  for (const BarAnswer& f :
       {BarAnswer(HighestBar{1}), BarAnswer(HighestBar{2}), BarAnswer(FirstMode{})}) {
    EXPECT_LE(worst_excess(RankedAnswer(f, 1), kSmall), 0);
    EXPECT_GT(worst_excess(RankedAnswer(f, 1), kSmall, {1, 3}), 0);
  }
}

TEST(ShownAnswer, KeepsItsPromiseAndNeedsIt) {
  const Rational delta(1, 20);
  for (const BarAnswer& f : {BarAnswer(HighestBar{2}), BarAnswer(FirstMode{})}) {
    const ShownAnswer rival(f, 1, delta);
    EXPECT_LE(worst_excess(rival, kSmall), 0);
    EXPECT_GT(worst_excess(rival, kSmall, {1, 2}), 0);
  }
}

// One round, so that all of it can be walked: tables around the threshold, where
// somebody enters an empty bar.
TEST(ChosenBars, KeepTheirPromiseAroundTheThreshold) {
  const auto rival =
      ChosenBars::make({.epsilon = 8, .delta = {1, 4}, .share = 2, .failure = 1});
  ASSERT_TRUE(rival) << rival.error().message;
  EXPECT_EQ(rival->rounds(), 1);
  const std::int64_t edge = rival->threshold();
  EXPECT_LE(rival->choice_delta().upper(), Rational(1, 8));
  EXPECT_LE(
      worst_excess(*rival, {{edge, 0}, {edge - 1, 0}, {1, 0}, {0, 0}}, 1, 0x1p-16), 0);
  const auto all = ChosenBars::make({.epsilon = 4,
                                     .delta = {1, 1000},
                                     .share = 2,
                                     .failure = 1,
                                     .all_compete = true});
  ASSERT_TRUE(all);
  EXPECT_EQ(all->threshold(), 0);
  EXPECT_LE(worst_excess(*all, {{0, 0}, {1, 0}, {2, 2}}, 1, 0x1p-16), 0);
  // An eighth of the epsilon is too little.
  EXPECT_GT(worst_excess(*all, {{0, 0}, {1, 0}}, {1, 8}, 0x1p-16), 0);
}

TEST(ChosenBars, SpendAllTheyMay) {
  const auto rival = ChosenBars::make({.epsilon = 1, .delta = kChoiceDelta});
  ASSERT_TRUE(rival);
  EXPECT_EQ(rival->rounds(), 20);
  const double e = rival->round_epsilon().to_double();
  EXPECT_NEAR(std::sqrt(80 * std::log(std::ldexp(1, 21))) * e + 40 * e * std::expm1(e),
              1, 1e-6);
  EXPECT_GT(rival->threshold(), 5000);  // no bar of the experiments is as high
  EXPECT_FALSE(ChosenBars::make({.epsilon = 0, .delta = kChoiceDelta}));
  EXPECT_FALSE(ChosenBars::make({.epsilon = 1, .delta = 0}));
  EXPECT_FALSE(ChosenBars::make({.epsilon = 1, .delta = kChoiceDelta, .share = 0}));
}

// The paper's width for epsilon 1 and delta 2^-20 is 27.42, so that 0 to 27 may go.
TEST(DroppedBars, InBothForms) {
  const auto paper = DroppedBars::rounded(1, kChoiceDelta);
  ASSERT_TRUE(paper) << paper.error().message;
  EXPECT_EQ(paper->width(), 27);
  const auto promise = std::get<DpPromise>(paper->guarantee().promise);
  EXPECT_NEAR(promise.delta.to_double(), kChoiceDelta.to_double(), 1e-15);
  const auto whole = DroppedBars::truncated_laplace(1, kChoiceDelta);
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->width(), 27);
  EXPECT_NEAR(std::get<DpPromise>(whole->guarantee().promise).delta.to_double(),
              7.1440093798364e-07, 1e-15);
  EXPECT_LE(worst_excess(*DroppedBars::rounded(1, {1, 20}), kSmall), 0);
  EXPECT_LE(worst_excess(*DroppedBars::truncated_laplace(1, {1, 20}), kSmall), 0);
  EXPECT_GT(worst_excess(*DroppedBars::rounded(1, {1, 20}), kSmall, {1, 2}), 0);
}

// Salaries of 10,000 people in bins of 1,000 up to 2,000,000, one in fifty in a long
// tail: lognormal around 45,000, and Pareto from 150,000 on.
Heights payroll() {
  std::mt19937_64 words(7);
  const auto uniform = [&] {
    return (static_cast<double>(words() >> 11) + 0.5) * 0x1p-53;
  };
  Heights bars(2001, 0);  // the last for all above
  for (int i = 0; i < 10'000; ++i) {
    const double normal =
        std::sqrt(-2 * std::log(uniform())) * std::cos(6.283185307179586 * uniform());
    const double pay = i % 50 == 0 ? 150'000 * std::pow(uniform(), -1 / 1.8)
                                   : 45'000 * std::exp(0.5 * normal);
    ++bars[std::min<std::size_t>(static_cast<std::size_t>(pay / 1000), 2000)];
  }
  return bars;
}

// The paper's maximum of a payroll sets hundreds aside, at epsilon 1 and delta 1e-6;
// the default of `max` promises 24. The numbers of docs/extremes.md.
TEST(DroppedBars, AMaximumSetsHundredsAside) {
  const Heights bars = payroll();
  const auto paper = DroppedBars::rounded(1, *Rational::parse("1e-6"));
  ASSERT_TRUE(paper);
  SeededSource random(1);
  std::vector<std::int64_t> aside;
  for (int run = 0; run < 101; ++run) {
    const auto left = paper->run(bars, random);
    std::int64_t above = 0;
    for (std::size_t bar = left.size(); bar > 0 && left[bar - 1] == 0; --bar)
      above += bars[bar - 1];
    aside.push_back(above);
  }
  std::sort(aside.begin(), aside.end());
  EXPECT_GT(aside[0], 150);
  EXPECT_NEAR(static_cast<double>(aside[50]), 476, 20);
  EXPECT_LT(aside[100], 1000);
}

// q = 2.6, epsilon 1: A4 of the paper, whose delta is (e - 1) / (2 (e^1.3 - 1)).
TEST(DroppedBars, RoundingIsThePapers) {
  const Rational delta = *Rational::parse("0.32186040789381");  // of q = 2.6
  const auto table = rounded_drop(1, delta);
  ASSERT_TRUE(table);
  const double wanted[] = {0.121515393655874, 0.503073725969043, 0.355710762484206,
                           0.0197001178908769};
  ASSERT_EQ(table->points(), 4);
  for (std::int64_t j = 0; j < 4; ++j)
    EXPECT_NEAR(table->probability(j).to_double(), wanted[j], 1e-8);
}

}  // namespace
}  // namespace selvage
