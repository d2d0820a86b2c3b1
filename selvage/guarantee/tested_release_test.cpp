#include "selvage/guarantee/tested_release.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "selvage/base/number_testing.hpp"
#include "selvage/guarantee/derivation_testing.hpp"
#include "selvage/guarantee/neighbour_preserving.hpp"
#include "selvage/guarantee/zcdp.hpp"

namespace selvage {
namespace {

DpPromise checked_promise(const Derivation& node) {
  EXPECT_TRUE(holds(node));
  return std::get<DpPromise>(node.conclusion.promise);
}

TEST(TestedRelease, OneTestCostsItselfAndWhatIsReleased) {
  EXPECT_EQ(checked_promise(tested_cascade({{{1, 4}, {1, 2}, {1, 1000}}})),
            (DpPromise{{3, 4}, {1, 1000}}));
  // A value that stays the same costs its test alone.
  EXPECT_EQ(checked_promise(tested_cascade({{{1, 4}, 0, {1, 1000}}})),
            (DpPromise{{1, 4}, {1, 1000}}));
}

// The first two numbers are 0.2 + 0.5 and 0.3 + 0.6; all three tests cost 0.7.
TEST(TestedRelease, ACascadeCostsTheWorstPlaceToStop) {
  const Rational delta(1, 1'000'000);
  EXPECT_EQ(checked_promise(tested_cascade({{number("0.2"), number("0.5"), delta},
                                            {number("0.1"), number("0.6"), delta},
                                            {number("0.4"), 0, delta}})),
            (DpPromise{number("0.9"), delta * 3}));
  EXPECT_EQ(checked_promise(tested_cascade({{number("0.2"), 0, delta},
                                            {number("0.1"), 0, delta},
                                            {number("0.4"), 0, delta}}))
                .epsilon,
            number("0.7"));
}

// Tests with releases that cost as much, for replaced people.
Derivation equal_tests(std::size_t tests, const Rational& epsilon = 1,
                       const Rational& delta = {1, 10'000'000}) {
  return tested_cascade(std::vector<TestedRelease>(tests, {epsilon, epsilon, delta}),
                        Neighbours::replace_person);
}

DpPromise times_of(const Rational& epsilons, const Rational& deltas) {
  return {epsilons, deltas * Rational(1, 10'000'000)};
}

// [DL09, Theorems 16, 17, 20, 22]: level k with J_k tests of (epsilon, delta) costs
// (J_k + 1) epsilon and J_k delta, and levels, and cascades side by side, add up.
TEST(TestedRelease, LevelsAndCascadesSideBySideAddUp) {
  const auto level = [](std::size_t tests) {
    return equal_tests(tests, number("0.1"));
  };
  const auto cost = [](const Result<Derivation>& node) {
    expect_holds_in_a_file(node);
    EXPECT_EQ(node->conclusion.neighbours, Neighbours::replace_person);
    return checked_promise(*node);
  };
  // Scale, then location: S and M.
  EXPECT_EQ(checked_promise(level(2)), times_of(number("0.3"), 2));
  EXPECT_EQ(cost(levels_of_cascades({level(2)}, {2})), times_of(number("0.6"), 4));
  EXPECT_EQ(cost(levels_of_cascades({level(2), level(3), level(1)}, {1, 1, 1})),
            times_of(number("0.9"), 6));
  // Theorem 20: the numbers of tests of two sides, of two levels each.
  const auto two =
      cascades_side_by_side({*levels_of_cascades({level(2), level(3)}, {1, 1}),
                             *levels_of_cascades({level(1), level(4)}, {1, 1})},
                            {1, 1});
  EXPECT_EQ(cost(two), times_of(number("1.4"), 10));
  EXPECT_EQ(*find_text(two->inputs, "arranged"), "side_by_side");
  // Theorem 22: two such after one that stands alone.
  EXPECT_EQ(cost(levels_of_cascades({level(3), *two}, {1, 2})),
            times_of(number("3.2"), 23));
  // Each may have its own numbers.
  EXPECT_EQ(
      cost(levels_of_cascades(
          {equal_tests(1, {1, 3}, {1, 7}), equal_tests(2, {1, 5}, {1, 11})}, {1, 3})),
      (DpPromise{{37, 15}, {53, 77}}));
}

// What the steps of the short-cut regression cost in shares of epsilon and of delta,
// with p coefficients: p times scale and location of what blocks of rows say.
TEST(TestedRelease, LevelsOnTablesOfTheirOwnCostTheSame) {
  const auto location = levels_of_cascades({equal_tests(2)}, {2});
  for (const std::int64_t p : {1, 2, 3}) {
    const auto all = of_own_table(*cascades_side_by_side({*location}, {p}),
                                  OwnTable::blocks_of_places);
    expect_holds_in_a_file(all);
    EXPECT_EQ(checked_promise(*all), times_of(p * 6, p * 4));
    EXPECT_EQ(all->conclusion.neighbours, Neighbours::replace_person);
    // The same where each level draws its own blocks, for people of any number.
    const auto people = levels_of_cascades(
        {*of_own_table(equal_tests(2), OwnTable::blocks_of_people)}, {2 * p});
    expect_holds_in_a_file(people);
    EXPECT_EQ(people->conclusion.promise, all->conclusion.promise);
    EXPECT_EQ(people->conclusion.neighbours, Neighbours::add_remove_person);
  }
}

// The robust regression: p scales, then 2^p tests. [DL09] counts one release in the
// end; every coefficient is one, and a test of a distance that moves by two costs two.
// One test of the largest depth is enough.
TEST(TestedRelease, TheRobustRegressionCostsWhatItsStepsDo) {
  const std::int64_t paper[] = {6, 11, 18, 29}, literal[] = {8, 16, 28, 48},
                     halved[] = {6, 12, 20, 32}, deltas[] = {4, 8, 14, 24};
  const Rational delta(1, 10'000'000);
  for (std::size_t i = 0; i < 4; ++i) {
    const auto p = static_cast<std::int64_t>(i) + 1;
    const auto cost = [&](const Derivation& scale, std::size_t tests,
                          const Rational& test, const Rational& release) {
      const auto all = levels_of_cascades(
          {*cascades_side_by_side({scale}, {p}),
           tested_cascade(std::vector<TestedRelease>(tests, {test, release, delta}),
                          Neighbours::replace_person)},
          {1, 1});
      return checked_promise(*all);
    };
    const std::size_t grids = std::size_t{1} << p;
    EXPECT_EQ(cost(equal_tests(2), grids, 1, 1), times_of(paper[i], deltas[i]));
    EXPECT_EQ(cost(equal_tests(2), grids, 2, p), times_of(literal[i], deltas[i]));
    EXPECT_EQ(cost(equal_tests(2), grids, 1, p), times_of(halved[i], deltas[i]));
    const auto stable =
        tested_cascade({{1, 0, delta}, {1, 0, delta}}, Neighbours::replace_person);
    EXPECT_EQ(cost(stable, 1, 1, 1), times_of(2 * p + 2, 2 * p + 1));
  }
}

TEST(TestedRelease, LevelsThatDoNotFitAreRefused) {
  const auto level = equal_tests(2), other = tested_cascade({{1, 1, {1, 10}}});
  EXPECT_FALSE(levels_of_cascades({}, {}));
  EXPECT_FALSE(levels_of_cascades({level, other}, {1, 1}));
  EXPECT_FALSE(cascades_side_by_side({level, other}, {1, 1}));
  EXPECT_FALSE(levels_of_cascades({level, level}, {1}));
  EXPECT_FALSE(levels_of_cascades({level}, {1, 1}));
  EXPECT_FALSE(levels_of_cascades({level}, {0}));
  EXPECT_FALSE(levels_of_cascades({level}, {-1}));
  EXPECT_FALSE(levels_of_cascades({*zcdp_from_dp(discrete_laplace_cells(1, 1))}, {1}));
  const auto refused = [](const char* arranged, const DpPromise& promise) {
    return !conclude("levels_of_cascades",
                     {{"arranged", std::string(arranged)}, {"times_1", Rational(2)}},
                     {{promise, Neighbours::replace_person}});
  };
  EXPECT_FALSE(refused("levels", {1, 0}));
  EXPECT_FALSE(refused("side_by_side", {1, 0}));
  EXPECT_TRUE(refused("parallel", {1, 0}));
  EXPECT_TRUE(refused("", {1, 0}));
  EXPECT_TRUE(refused("levels", {-1, 0}));
  EXPECT_TRUE(refused("levels", {1, {-1, 10}}));
  EXPECT_FALSE(conclude("levels_of_cascades", {{"times_1", Rational(1)}},
                        {{DpPromise{1, 0}, Neighbours::replace_person}}));
}

TEST(TestedRelease, ALieAboutLevelsIsSeen) {
  const auto right = *levels_of_cascades({equal_tests(2), equal_tests(3)}, {2, 1});
  EXPECT_EQ(checked_promise(right), times_of(10, 7));
  for (const DpPromise& lie :
       {times_of(number("9.999"), 7), times_of(10, 6), times_of(4, 3)}) {
    auto node = right;
    node.conclusion.promise = lie;
    EXPECT_FALSE(holds(node));
  }
  auto neighbours = right;
  neighbours.conclusion.neighbours = Neighbours::add_remove_person;
  EXPECT_FALSE(holds(neighbours));
  auto fewer = right;
  fewer.premises.pop_back();
  EXPECT_FALSE(holds(fewer));
  auto smaller = right;
  smaller.premises[0] = equal_tests(1);
  EXPECT_FALSE(holds(smaller));
  auto mixed = right;
  mixed.premises[1].conclusion.neighbours = Neighbours::add_remove_person;
  EXPECT_FALSE(holds(mixed));
}

// The thresholds, deltas and caps of a table that another program printed; what is bad
// ends at 1.
TEST(TestedRelease, ThresholdsComeFromTheDeltaThatIsGiven) {
  struct Row {
    const char *test, *delta;
    std::int64_t threshold;
    const char* given;
    std::int64_t cap_3, cap_6, cap_9;
  };
  const Row rows[] = {{"0.1", "1e-6", 133, "9.715271131e-7", 195, 264, 333},
                      {"0.25", "5e-7", 57, "4.674659057e-7", 82, 109, 137},
                      {"0.5", "1e-6", 28, "8.533662760e-7", 40, 54, 68},
                      {"1", "1e-6", 15, "6.078962035e-7", 21, 28, 35},
                      {"1", "1e-9", 22, "5.543295849e-10", 28, 35, 42},
                      {"2", "1e-6", 8, "7.324080660e-7", 11, 14, 18}};
  for (const Row& row : rows) {
    const Rational test = number(row.test);
    const std::int64_t margin = threshold_margin(test, number(row.delta));
    EXPECT_EQ(margin + 1, row.threshold) << row.test;
    const Rational given = *threshold_delta(test, margin);
    EXPECT_LE(given, number(row.delta));
    EXPECT_LT(absolute(given / number(row.given) - 1), number("1e-9")) << row.test;
    EXPECT_EQ(surely_passing(test, row.threshold, number("1e-3")), row.cap_3);
    EXPECT_EQ(surely_passing(test, row.threshold, number("1e-6")), row.cap_6);
    EXPECT_EQ(surely_passing(test, row.threshold, number("1e-9")), row.cap_9);
    EXPECT_EQ(checked_promise(threshold_cascade({{test, {1, 3}, margin}})),
              (DpPromise{test + Rational(1, 3), given}));
  }
  // What is promised has 12 digits, and must be within a delta that has more.
  for (const std::int64_t at : {1, 5, 14}) {
    const Interval exact =
        exp(Interval(Rational(-at))) / (Interval(1) + exp(Interval(-1)));
    const std::int64_t margin = threshold_margin(1, exact.upper());
    EXPECT_EQ(margin, at + 1);
    EXPECT_LE(*threshold_delta(1, margin), exact.upper());
  }
  // One share of a scale at epsilon 1 and delta 1e-6.
  EXPECT_EQ(threshold_margin({1, 2}, number("5e-7")) + 1, 30);
  // P(K >= 3) at 0.5, by another program: with the sign that [DL09] prints it would be
  // above 1.
  EXPECT_LT(absolute(*threshold_delta({1, 2}, 3) - number("0.138889450257")),
            number("1e-11"));
  // Where the logarithm is so large that doubles do not tell its last digit.
  const Rational slow = number("1e-6");
  const std::int64_t margin = threshold_margin(slow, number("1e-6"));
  EXPECT_LE(*threshold_delta(slow, margin), number("1e-6"));
  EXPECT_GT(*threshold_delta(slow, margin - 1), number("1e-6"));
}

// Exactly 0 from the difference of the margins on, on either side of 0, and more below.
TEST(TestedRelease, TestsAreToldApartByTheirMarginsAlone) {
  const auto at = [](std::int64_t one, std::int64_t other, const char* epsilon) {
    return threshold_divergence(1, one, other, number(epsilon));
  };
  for (std::int64_t one = -6; one <= 6; ++one)
    for (std::int64_t apart = 1; apart <= 3; ++apart) {
      EXPECT_EQ(at(one, one + apart, "3").upper(), Rational(0));
      EXPECT_EQ(at(one + apart, one, std::to_string(apart).c_str()).upper(),
                Rational(0));
      EXPECT_GT(at(one, one + apart, "0.99").lower(), Rational(0)) << one;
    }
  // P(noise = 0) = (e - 1)/(e + 1), P(noise >= 0) = e/(e + 1).
  EXPECT_NEAR(at(0, 1, "0").middle(), 0.462117157260010, 1e-14);
  // Below 0, P(noise = -2), and the same above.
  EXPECT_NEAR(at(-2, -1, "0").middle(), 0.462117157260010 * std::exp(-2), 1e-14);
  EXPECT_NEAR(at(2, 3, "0").middle(), 0.462117157260010 * std::exp(-2), 1e-14);
  // e/(e + 1) - sqrt(e)/(e + 1).
  EXPECT_NEAR(at(0, 1, "0.5").middle(), 0.2876491366449679, 1e-14);
  EXPECT_EQ(threshold_divergence({1, 20'000}, 700'000, 700'001, {1, 20'000}).upper(),
            Rational(0));
}

// ln^2 n + 1, the threshold of [DL09]: what one test gives away at that n is far above
// 1/n where epsilon is small. By another program, for noise that is no whole number:
// half of n^(-epsilon ln n). That of whole numbers is above the next margin with
// q^(margin - ln^2 n) 2/(1 + q) times this.
TEST(TestedRelease, AThresholdThatGrowsWithTheTableIsNotSafe) {
  struct Row {
    double people;
    const char* test;
    double threshold, given;
  };
  for (const auto& [people, test, threshold, given] :
       {Row{1e3, "0.1", 48.717082994, 4.232952749e-03},
        Row{1e3, "1", 48.717082994, 9.455928232e-22},
        Row{1e4, "0.1", 85.830369768, 1.034746237e-04},
        Row{1e6, "0.1", 191.868331977, 2.568405963e-09},
        Row{1e9, "0.1", 430.453746949, 1.116942332e-19}}) {
    const double square = std::pow(std::log(people), 2);
    EXPECT_NEAR(square + 1, threshold, 1e-9);
    const auto margin = static_cast<std::int64_t>(std::ceil(square));
    const double epsilon = number(test).to_double(), q = std::exp(-epsilon),
                 whole = threshold_delta(number(test), margin)->to_double();
    const double beyond = std::pow(q, static_cast<double>(margin) - square);
    EXPECT_NEAR(whole / (beyond * 2 / (1 + q)) / given, 1, 1e-8) << people;
    EXPECT_LE(whole, given * 2 / (1 + q));
  }
  // 48 is the whole part of ln^2 1000 + 1; at epsilon 0.1 it gives away 0.4 %.
  EXPECT_GT(*threshold_delta(number("0.1"), 48), Rational(4, 1000));
  EXPECT_LT(*threshold_delta(1, 48), number("1e-20"));
}

TEST(TestedRelease, IsRecomputedAndALieIsSeen) {
  for (Derivation node :
       {tested_cascade({{1, 1, {1, 10}}}), threshold_cascade({{1, 1, 5}})}) {
    auto& promise = std::get<DpPromise>(node.conclusion.promise);
    promise.epsilon = promise.epsilon - Rational(1, 1000);
    EXPECT_FALSE(holds(node));
    promise.epsilon = promise.epsilon + Rational(1, 1000);
    promise.delta = promise.delta / 2;
    EXPECT_FALSE(holds(node));
  }
}

TEST(TestedRelease, RefusesWhatTheTheoremDoesNotSpeakOf) {
  const auto refused = [](const Rational& test, const Rational& release,
                          const Rational& delta, const char* neighbours) {
    return !conclude("tested_cascade",
                     {{"test_1", test},
                      {"release_1", release},
                      {"delta_1", delta},
                      {"neighbours", std::string(neighbours)}},
                     {});
  };
  EXPECT_FALSE(refused(1, 0, {1, 2}, "replace_person"));
  EXPECT_TRUE(refused(0, 1, {1, 2}, "replace_person"));
  EXPECT_TRUE(refused(1, -1, {1, 2}, "replace_person"));
  EXPECT_TRUE(refused(1, 1, 0, "replace_person"));
  EXPECT_TRUE(refused(1, 1, 1, "replace_person"));
  EXPECT_TRUE(refused(1, 1, {1, 2}, "nobody"));
  const std::pair<std::string, RuleInput> neighbours = {
      "neighbours", std::string("add_remove_person")};
  EXPECT_FALSE(conclude("tested_cascade", {neighbours}, {}));
  EXPECT_FALSE(conclude("tested_cascade", {{"test_1", Rational(1)}, neighbours}, {}));
  EXPECT_FALSE(conclude("threshold_cascade",
                        {{"test_1", Rational(1)},
                         {"release_1", Rational(1)},
                         {"margin_1", Rational(1, 2)},
                         neighbours},
                        {}));
  EXPECT_FALSE(conclude("tested_cascade",
                        {{"test_1", Rational(1)},
                         {"test_2", Rational(1)},
                         {"release_1", Rational(1)},
                         {"delta_1", Rational(1, 5)},
                         {"delta_2", Rational(1, 5)},
                         neighbours},
                        {}));
  for (const std::int64_t tests : {1000, 1001}) {
    Inputs inputs;
    for (const char* name : {"test_", "release_", "margin_"})
      append_numbered(inputs, name,
                      std::vector<std::int64_t>(static_cast<std::size_t>(tests), 1));
    inputs.push_back(neighbours);
    EXPECT_EQ(bool(conclude("threshold_cascade", inputs, {})), tests == 1000);
  }
  // A cascade stands on nothing.
  const Guarantee other{DpPromise{1, 0}, Neighbours::add_remove_person};
  for (const bool by_margin : {false, true}) {
    const char* rule = by_margin ? "threshold_cascade" : "tested_cascade";
    const Inputs inputs = {
        {"test_1", Rational(1)},
        {"release_1", Rational(1)},
        {by_margin ? "margin_1" : "delta_1", by_margin ? Rational(5) : Rational(1, 5)},
        neighbours};
    EXPECT_TRUE(conclude(rule, inputs, {}));
    EXPECT_FALSE(conclude(rule, inputs, {other}));
  }
  // Beside 0 and 2^31.
  for (const auto& [margin, taken] :
       {std::pair(Rational(-1), false), std::pair(Rational(0), true),
        std::pair(Rational::power_of_two(31), true),
        std::pair(Rational::power_of_two(31) + 1, false)})
    EXPECT_EQ(bool(conclude("threshold_cascade",
                            {{"test_1", Rational(1, 1'000'000)},
                             {"release_1", Rational(1)},
                             {"margin_1", margin},
                             neighbours},
                            {})),
              taken)
        << margin.text();
}

}  // namespace
}  // namespace selvage
