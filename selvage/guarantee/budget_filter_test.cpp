#include "selvage/guarantee/budget_filter.hpp"

#include <cmath>
#include <functional>
#include <map>

#include <gtest/gtest.h>

#include "selvage/base/number_testing.hpp"
#include "selvage/guarantee/derivation_text.hpp"
#include "selvage/guarantee/optimal_composition.hpp"
#include "selvage/guarantee/zcdp.hpp"

namespace selvage {
namespace {

Derivation promised(const Rational& epsilon, const Rational& delta) {
  return {"given", {}, {}, {DpPromise{epsilon, delta}}};
}

// A release that an adversary may ask for: epsilon = units * unit of the game. Where
// `promised` is there, the release has that dp promise, and a rho beside it.
struct Option {
  int units;
  Rational delta;
  std::optional<DpPromise> promised = std::nullopt;
};

// All adversaries at once. Releases are the worst with their promise, W(e, d) of T23:
// with probability d everything is told, else the loss is e or -e. Who has seen the
// losses so far asks for any release that the filter accepts, or stops; the result is
// the largest H_E(P||Q) that can be reached so, by choosing the best at each history.
// Histories with equal counts and equal loss have equal futures.
class Game {
 public:
  using Counts = std::vector<int>;
  Game(double unit, Rational epsilon_cap, std::vector<Option> options,
       std::function<bool(const Counts&)> accepts)
      : unit_(unit),
        cap_(epsilon_cap.to_double()),
        options_(std::move(options)),
        accepts_(std::move(accepts)) {}

  double most(Counts counts, int loss) {
    const auto [at, is_new] = known_.try_emplace({counts, loss}, 0);
    if (!is_new) return at->second;
    double best = std::max(0.0, -std::expm1(cap_ - loss * unit_));
    for (std::size_t i = 0; i < options_.size(); ++i) {
      ++counts[i];
      if (accepted(counts)) {
        const int units = options_[i].units;
        const Rational& delta = options_[i].delta;
        const double up = 1 / (1 + std::exp(-units * unit_)), d = delta.to_double();
        best = std::max(best, d + (1 - d) * (up * most(counts, loss + units) +
                                             (1 - up) * most(counts, loss - units)));
      }
      --counts[i];
    }
    return known_[{counts, loss}] = best;
  }
  double most() { return most(Counts(options_.size(), 0), 0); }

 private:
  bool accepted(const Counts& counts) {
    const auto [at, is_new] = accepted_.try_emplace(counts, false);
    if (is_new) at->second = accepts_(counts);
    return at->second;
  }

  double unit_, cap_;
  std::vector<Option> options_;
  std::function<bool(const Counts&)> accepts_;
  std::map<std::pair<Counts, int>, double> known_;
  std::map<Counts, bool> accepted_;
};

std::vector<RepeatedRelease> releases_of(const Rational& unit,
                                         const std::vector<Option>& options,
                                         const Game::Counts& counts) {
  std::vector<RepeatedRelease> releases;
  for (std::size_t i = 0; i < options.size(); ++i)
    if (counts[i] > 0)
      releases.push_back(
          {promised(unit * options[i].units, options[i].delta), counts[i]});
  return releases;
}

// W(e, 0) is also (e', d') for a smaller e' and d' = H_e'(W): like Gaussian noise it
// has a dp promise with a delta, and a rho without one.
Option with_both(const Rational& unit, int units, int told_units) {
  const DpPromise told{unit * told_units,
                       *optimal_delta({{unit * units, 0}}, unit * told_units)};
  return {units, 0, told};
}

struct Case {
  Rational unit;
  DpPromise caps;
  std::vector<Option> options;
};

std::vector<Case> cases() {
  return {
      {number("1/4"),
       {2, number("0.1")},
       {{1, 0}, {2, 0}, {4, 0}, {0, number("0.025")}}},
      {number("1/4"), {2, number("1e-3")}, {{1, 0}, {3, 0}, {2, number("2e-4")}}},
      {number("1/8"), {1, number("0.3")}, {{1, 0}, {3, 0}, {0, number("0.15")}}},
      {number("1/2"),
       {3, number("0.05")},
       {{1, 0}, {2, 0}, {3, 0}, {1, number("0.01")}}},
      {number("1/10"), {number("0.2"), number("0.5")}, {{1, 0}, {2, number("0.1")}}},
      {number("1/4"),
       {1, number("0.2")},
       {{1, 0}, with_both(number("1/4"), 2, 1), {0, number("0.05")}}},
      {number("1/4"),
       {number("1/2"), number("0.6")},
       {{1, 0}, with_both(number("1/4"), 2, 1), with_both(number("1/4"), 3, 1)}},
  };
}

// What the filter is told: the epsilon and delta that each release states, and its rho.
BudgetSums told_sums(const Case& c, const Game::Counts& counts) {
  auto sums = *budget_sums(releases_of(c.unit, c.options, counts));
  for (std::size_t i = 0; i < c.options.size(); ++i)
    if (const auto& promised = c.options[i].promised) {
      const Rational times = counts[i];
      sums.epsilon =
          sums.epsilon + (promised->epsilon - c.unit * c.options[i].units) * times;
      sums.delta = sums.delta + promised->delta * times;
    }
  return sums;
}

double most_with(const Case& c,
                 const std::function<bool(const BudgetSums&, const DpPromise&)>& fits) {
  Game game(
      c.unit.to_double(), c.caps.epsilon, c.options,
      [&](const Game::Counts& counts) { return fits(told_sums(c, counts), c.caps); });
  return game.most();
}

// T29, exactly, for every adversary of these games.
TEST(BudgetFilter, NoAdversaryPassesTheBudget) {
  for (const Case& c : cases()) {
    const double most = most_with(c, fits_budget), cap = c.caps.delta.to_double();
    EXPECT_LE(most, cap);
    EXPECT_GT(most, cap / 4);  // else the line above says little
  }
}

// Why neither way may use all of D: an adversary who fares badly takes what delta is
// left, and the few who fare well go on by their rhos.
TEST(BudgetFilter, WithTheWholeDeltaForReleasesAnAdversaryPassesIt) {
  const Case c = cases()[0];
  const auto whole_for_the_sum = [](const BudgetSums& sums, const DpPromise& caps) {
    return (sums.epsilon <= caps.epsilon && sums.delta <= caps.delta) ||
           order_that_fits(sums, {caps.epsilon, caps.delta * 2});
  };
  EXPECT_GT(most_with(c, whole_for_the_sum), 0.1037);  // the cap is 0.1
  const auto whole_for_both = [](BudgetSums sums, const DpPromise& caps) {
    const bool deltas_fit = sums.delta <= caps.delta;
    sums.delta = sums.other_delta = 0;
    return deltas_fit && (fits_by_sum(sums, caps) ||
                          order_that_fits(sums, {caps.epsilon, caps.delta * 2}));
  };
  EXPECT_GT(most_with(c, whole_for_both), 0.112);
}

// H_4 of ten releases of 0.3 and then one of these lists, the best after each answer.
double chosen_afterwards(const std::vector<std::vector<Rational>>& lists) {
  const double up = 1 / (1 + std::exp(-0.3));
  double total = 0, ways = 1;
  for (int ups = 0; ups <= 10; ++ups) {
    const double p = ways * std::pow(up, ups) * std::pow(1 - up, 10 - ups);
    double best = 0;
    for (const auto& list : lists) {
      std::vector<DpPromise> promises;
      for (const Rational& epsilon : list) promises.push_back({epsilon, 0});
      const auto delta =
          optimal_delta(promises, Rational(4) - Rational(3, 5) * ups + 3);
      best = std::max(best, delta->to_double());
    }
    total += p * best;
    ways = ways * (10 - ups) / (ups + 1);
  }
  return total;
}

// Composition of what was planned ahead says nothing about what was chosen on the way.
TEST(BudgetFilter, StopsWhatDeceivesPlannedComposition) {
  const DpPromise caps{4, number("0.001")};
  const std::vector<Rational> many(17, Rational(1, 5)), two(2, Rational(4, 5));
  const auto ten = promised(Rational(3, 10), 0);
  for (const auto& list : {many, two}) {
    const RepeatedRelease more{promised(list[0], 0),
                               static_cast<std::int64_t>(list.size())};
    const auto planned = best_composition({{ten, 10}, more}, caps.delta);
    ASSERT_TRUE(planned);
    EXPECT_LE(planned->best.promise().epsilon, caps.epsilon);
    EXPECT_LT(chosen_afterwards({list}), 0.001);
    EXPECT_FALSE(budget_filter({{ten, 10}, more}, caps));
  }
  EXPECT_GT(chosen_afterwards({many, two}), 0.00148);
  EXPECT_TRUE(budget_filter({{ten, 10}, {promised(Rational(1, 5), 0), 5}}, caps));
}

TEST(BudgetFilter, TheSumIsTakenWhereItFitsAndElseTheRhos) {
  const DpPromise caps{4, number("1e-6")};
  const auto each = discrete_laplace_cells(50, 1);  // 0.02
  const auto sum = budget_filter({{each, 200}}, caps);
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->inputs.size(), 3u);  // no order
  EXPECT_EQ(sum->conclusion, (Guarantee{caps, Neighbours::add_remove_person}));
  const auto rhos = budget_filter({{each, 201}}, caps);
  ASSERT_TRUE(rhos);
  EXPECT_EQ(rhos->inputs[2].first, "order");
  EXPECT_EQ(rhos->conclusion, sum->conclusion);
  for (const auto& node : {*sum, *rhos}) {
    EXPECT_TRUE(holds(node));
    const auto again = parse_derivation(derivation_text(node));
    ASSERT_TRUE(again);
    EXPECT_TRUE(holds(*again));
  }
  EXPECT_TRUE(budget_filter({{each, 1000}}, caps));
  EXPECT_FALSE(budget_filter({{each, 3000}}, caps));
}

// The most that fits is what T26 says of D/4.
TEST(BudgetFilter, ConcentratedReleasesMayUseAQuarterOfDelta) {
  const Rational quarter = number("2.5e-7");
  const auto each = discrete_gaussian_cells(1000, 1);  // rho = 1/2000
  for (const std::int64_t times : {10, 100, 1000}) {
    const Rational rho(times, 2000);
    const Rational epsilon =
        epsilon_from_zcdp(rho, quarter, order_for_delta(rho, quarter));
    const Rational more = epsilon * Rational(1'000'100, 1'000'000);
    const Rational less = epsilon * Rational(999'900, 1'000'000);
    EXPECT_TRUE(budget_filter({{each, times}}, {more, number("1e-6")})) << times;
    EXPECT_FALSE(budget_filter({{each, times}}, {less, number("1e-6")})) << times;
    EXPECT_FALSE(budget_filter({{each, times}}, {more, 0}));
  }
}

TEST(BudgetFilter, DeltasOfReleasesMayUseHalf) {
  const auto each = promised(Rational(1, 10), number("1e-7"));
  EXPECT_TRUE(budget_filter({{each, 5}}, {1, number("1e-6")}));
  EXPECT_FALSE(budget_filter({{each, 6}}, {1, number("1e-6")}));
  EXPECT_TRUE(budget_filter({{each, 6}}, {1, number("1.2e-6")}));
  // Beside a zcdp promise a quarter, and their rhos count too.
  const auto mixed = budget_filter({{each, 5}, {discrete_gaussian_cells(100, 1), 2}},
                                   {2, number("2e-6")});
  ASSERT_TRUE(mixed);
  EXPECT_EQ(mixed->inputs[2].first, "order");
  EXPECT_FALSE(budget_filter({{each, 6}, {discrete_gaussian_cells(100, 1), 2}},
                             {2, number("2e-6")}));
}

TEST(BudgetFilter, WithoutDeltaItIsTheSum) {
  const auto third = discrete_laplace_cells(3, 1);
  EXPECT_TRUE(budget_filter({{third, 3}}, {1, 0}));
  EXPECT_FALSE(
      budget_filter({{third, 3}, {discrete_laplace_cells(1'000'000, 1), 1}}, {1, 0}));
  EXPECT_FALSE(budget_filter({{promised(Rational(1, 9), number("1e-30")), 1}}, {1, 0}));
}

TEST(BudgetFilter, TheRuleRefusesWhatDoesNotFit) {
  const Guarantee tenth{DpPromise{Rational(1, 10), 0}};
  const auto concluded = [&](const Inputs& inputs,
                             const std::vector<Guarantee>& premises) {
    return static_cast<bool>(conclude("budget_filter", inputs, premises));
  };
  const Rational d = number("1e-6");
  EXPECT_TRUE(concluded({{"epsilon", 1}, {"delta", d}, {"times_1", 10}}, {tenth}));
  EXPECT_FALSE(concluded({{"epsilon", 1}, {"delta", d}, {"times_1", 11}}, {tenth}));
  EXPECT_FALSE(concluded({{"epsilon", 1}, {"delta", 1}, {"times_1", 10}}, {tenth}));
  EXPECT_FALSE(concluded({{"epsilon", 1}, {"delta", d}}, {}));
  EXPECT_FALSE(concluded({{"epsilon", 1}, {"times_1", 10}}, {tenth}));
  const Inputs by_order{{"epsilon", 1}, {"delta", d}, {"order", 30}, {"times_1", 1}};
  EXPECT_TRUE(concluded(by_order, {tenth}));
  for (const Rational& order : {Rational(1), Rational(0), Rational(-3), Rational(2)})
    EXPECT_FALSE(concluded(
        {{"epsilon", 1}, {"delta", d}, {"order", order}, {"times_1", 1}}, {tenth}));
  EXPECT_FALSE(concluded({{"epsilon", 1}, {"delta", 0}, {"order", 30}, {"times_1", 1}},
                         {tenth}));
  for (const Promise& promise :
       {Promise(RandomDpPromise{1, 0, 0}), Promise(ZcdpPromise{-1}),
        Promise(DpPromise{-1, 0}), Promise(DpPromise{0, -1})})
    EXPECT_FALSE(concluded(by_order, {Guarantee{promise}}));
  const Guarantee other{DpPromise{Rational(1, 10), 0}, Neighbours::replace_person};
  EXPECT_FALSE(concluded({{"epsilon", 1}, {"delta", d}, {"times_1", 1}, {"times_2", 1}},
                         {tenth, other}));
}

}  // namespace
}  // namespace selvage
