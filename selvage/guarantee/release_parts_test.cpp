#include "selvage/guarantee/release_parts.hpp"

#include <gtest/gtest.h>

#include "selvage/base/number_testing.hpp"
#include "selvage/guarantee/best_composition.hpp"
#include "selvage/guarantee/budget_filter.hpp"
#include "selvage/guarantee/loss_composition.hpp"
#include "selvage/guarantee/optimal_composition.hpp"
#include "selvage/guarantee/zcdp.hpp"

namespace selvage {
namespace {

const Rational& rho_of(const Derivation& release) {
  return std::get<ZcdpPromise>(release.conclusion.promise).rho;
}

// As a release of Gaussian noise is charged: its dp promise, by its privacy loss.
Derivation gaussian_release(const Rational& variance, std::int64_t cells,
                            const Rational& delta) {
  return *composition_by_privacy_loss({*discrete_gaussian_loss(variance, 1)}, {cells},
                                      delta);
}

const DpPromise& promise_of(const Derivation& release) {
  return std::get<DpPromise>(release.conclusion.promise);
}

TEST(ReleaseParts, ADpPromiseIsOpenedDownToItsNoise) {
  const auto release = gaussian_release(100, 4, number("1e-6"));
  const auto parts = parts_of(release);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].part.rule, "discrete_gaussian_loss");
  EXPECT_EQ(parts[0].times, 4);
  const auto two = parts_of(*basic_composition({release, release}, {1, 5}));
  ASSERT_EQ(two.size(), 2u);
  EXPECT_EQ(two[1].times, 20);
  const auto concentrated =
      parts_of(*dp_from_zcdp(discrete_gaussian_cells(8, 3), number("1e-6")));
  ASSERT_EQ(concentrated.size(), 1u);
  EXPECT_EQ(concentrated[0].part.rule, "discrete_gaussian_cells");
}

TEST(ReleaseParts, RhoIsThatOfTheNoise) {
  EXPECT_EQ(rho_of(by_its_rho(gaussian_release(100, 4, number("1e-6")))),
            Rational(4, 200));
  EXPECT_EQ(
      rho_of(by_its_rho(*dp_from_zcdp(discrete_gaussian_cells(8, 3), number("1e-6")))),
      Rational(3, 16));
  // Two numbers with half of epsilon each have half of epsilon^2 / 2.
  const auto half = discrete_laplace_cells(4, 1);
  EXPECT_EQ(rho_of(by_its_rho(*basic_composition({half, half}))), Rational(1, 16));
  EXPECT_TRUE(holds(by_its_rho(*basic_composition({half, half}))));
  EXPECT_TRUE(holds(by_its_rho(gaussian_release(100, 4, number("1e-6")))));
}

TEST(ReleaseParts, WhatHasNoRhoStaysAsItIs) {
  const auto laplace = discrete_laplace_cells(4, 1);
  EXPECT_EQ(by_its_rho(laplace).rule, "discrete_laplace_cells");
  const Derivation keys{"key_threshold", {}, {}, {DpPromise{1, number("1e-7")}}};
  EXPECT_EQ(by_its_rho(keys).rule, "key_threshold");
  const auto both = *basic_composition({laplace, keys});
  EXPECT_EQ(by_its_rho(both).rule, "basic_composition");
  EXPECT_FALSE(zcdp_from_loss(laplace));
  EXPECT_FALSE(zcdp_from_loss(*discrete_laplace_loss(4, 1)));
}

// Vectors: test/vectors/loss_sums.py, from the definition. Never below, and close.
TEST(ReleaseParts, ComposedReleasesAreNeverBelowTheExactValue) {
  const auto delta_of = [](const std::vector<RepeatedRelease>& releases,
                           const Rational& delta) {
    return best_composition(releases, delta)->best.promise().epsilon;
  };
  const auto expect_close = [&](const std::vector<RepeatedRelease>& releases,
                                const Rational& epsilon, const char* exact) {
    // At the exact delta the epsilon is the one of the vector, or a little more; with
    // more delta than is true it is less.
    const Rational found = delta_of(releases, number(exact));
    EXPECT_GE(found, epsilon - number("1e-9"));
    EXPECT_LE(found, epsilon + number("2e-3"));
    EXPECT_LT(delta_of(releases, number(exact) * Rational(11, 10)), epsilon);
  };
  const Rational d = number("1e-6");
  expect_close({{gaussian_release(9, 1, d), 4}, {gaussian_release(9, 2, d), 1}}, 1,
               "0.067476330609744940605196983");
  expect_close(
      {{gaussian_release(Rational(5, 2), 2, d), 1}, {discrete_laplace_cells(3, 2), 2}},
      Rational(1, 2), "0.34224194741329303412379974");
}

// 200 releases of (0.05, 1e-5), at the variance that gives just that: the exact value
// at delta 2e-3 is 0.515697..., at 1e-3 it is 0.577383... (loss_sums.py).
TEST(ReleaseParts, ManyGaussianReleasesAreCountedAsWhatTheyAre) {
  const auto release = gaussian_release(number("3337.5"), 1, number("1e-5"));
  EXPECT_LE(promise_of(release).epsilon, number("0.0501"));
  const auto planned = best_composition({{release, 200}}, number("2e-3"));
  ASSERT_TRUE(planned);
  EXPECT_EQ(planned->best.name, "privacy_loss");
  EXPECT_GE(planned->best.promise().epsilon, number("0.51569"));
  EXPECT_LE(planned->best.promise().epsilon, number("0.5165"));
  const auto stricter = best_composition({{release, 200}}, number("1e-3"));
  EXPECT_GE(stricter->best.promise().epsilon, number("0.57737"));
  EXPECT_LE(stricter->best.promise().epsilon, number("0.58"));
  EXPECT_TRUE(holds(planned->best.derivation));
  // With half of the noise, or without some of them, it is another number.
  const auto halved = gaussian_release(number("3337.5") / 4, 1, number("1e-5"));
  EXPECT_GT(best_composition({{halved, 200}}, number("2e-3"))->best.promise().epsilon,
            number("0.9"));
  EXPECT_LT(best_composition({{release, 199}}, number("2e-3"))->best.promise().epsilon,
            number("0.51569"));
}

// The same through the filter: chosen on the way, they still fit (1, 1e-3).
TEST(ReleaseParts, TheyFitAFilterByTheirRhos) {
  const auto release = gaussian_release(number("3337.5"), 1, number("1e-5"));
  const auto node = budget_filter({{release, 200}}, {1, number("1e-3")});
  ASSERT_TRUE(node);
  EXPECT_TRUE(holds(*node));
  EXPECT_EQ(node->premises[0].rule, "zcdp_composition");
  EXPECT_FALSE(budget_filter({{release, 200}}, {number("0.5774"), number("1e-3")}));
  // A few of them, beside large epsilons, fit by sum.
  const auto laplace = discrete_laplace_cells(2, 1);
  const auto few = budget_filter({{release, 5}, {laplace, 1}}, {1, number("1e-3")});
  ASSERT_TRUE(few);
  EXPECT_EQ(few->premises[0].rule, "composition_by_privacy_loss");
}

TEST(ReleaseParts, ABudgetInRhoAddsRhos) {
  const auto release = gaussian_release(50, 1, number("1e-6"));  // rho = 0.01
  const auto laplace = discrete_laplace_cells(5, 1);             // rho = 0.02
  const auto node = rho_filter({{release, 3}, {laplace, 1}}, number("0.05"));
  ASSERT_TRUE(node);
  EXPECT_TRUE(holds(*node));
  EXPECT_EQ(rho_of(*node), number("0.05"));
  EXPECT_FALSE(rho_filter({{release, 4}, {laplace, 1}}, number("0.05")));
  const Derivation keys{"key_threshold", {}, {}, {DpPromise{1, number("1e-7")}}};
  EXPECT_FALSE(rho_filter({{keys, 1}}, 5));
}

}  // namespace
}  // namespace selvage
