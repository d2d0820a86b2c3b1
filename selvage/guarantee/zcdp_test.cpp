#include "selvage/guarantee/zcdp.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/base/number_testing.hpp"
#include "selvage/guarantee/privacy_loss.hpp"

namespace selvage {
namespace {

Derivation given(Promise promise, Neighbours neighbours) {
  return {"given", {}, {}, {std::move(promise), neighbours}};
}

// Vectors: the least over all orders, with 20 digits.
TEST(Zcdp, DeltaIsTheLeastOverAllOrders) {
  const struct {
    const char *rho, *epsilon, *delta, *order;
  } vectors[] = {{"0.1", "2", "4.325210869092558232e-6", "10.97757"},
                 {"0.5", "5", "2.8961228093847950149e-6", "5.69316"}};
  for (const auto& v : vectors) {
    const Rational order = order_for_epsilon(number(v.rho), number(v.epsilon));
    EXPECT_NEAR(order.to_double(), number(v.order).to_double(), 1e-4);
    const Rational delta = delta_from_zcdp(number(v.rho), number(v.epsilon), order);
    EXPECT_GE(delta, number(v.delta));
    EXPECT_LE(delta, number(v.delta) * number("1.00001"));
  }
}

TEST(Zcdp, AnyOrderIsValidAndOthersAreLooser) {
  const Rational best = number("4.325210869092558232e-6");
  for (const char* order : {"1.001", "2", "10", "10.97757", "12", "1000"})
    EXPECT_GE(delta_from_zcdp(number("0.1"), 2, number(order)), best) << order;
}

TEST(Zcdp, EpsilonAndDeltaAreInverse) {
  for (const char* rho : {"1e-6", "0.003", "0.5", "40"}) {
    const Rational delta = number("1e-7");
    const Rational order = order_for_delta(number(rho), delta);
    const Rational epsilon = epsilon_from_zcdp(number(rho), delta, order);
    // Six digits of an epsilon of 80 move delta by about 0.3 percent.
    const Rational back = delta_from_zcdp(number(rho), epsilon, order);
    EXPECT_LE(back, delta * number("1.00001")) << rho;
    EXPECT_GE(back, delta * number("0.99")) << rho;
  }
}

TEST(Zcdp, AbsurdNumbersStayBounds) {
  EXPECT_EQ(delta_from_zcdp(number("1e300"), 1, 2), Rational(1));
  EXPECT_LE(delta_from_zcdp(0, number("1e300"), 2), number("1e-900"));
  EXPECT_GT(delta_from_zcdp(0, number("1e300"), 2), Rational(0));
  for (const char* rho : {"0", "1e-300", "1e300"}) {
    const Rational order = order_for_delta(number(rho), number("1e-300"));
    EXPECT_GE(epsilon_from_zcdp(number(rho), number("1e-300"), order), number(rho));
  }
}

// Discrete Laplace noise of scale 2 and shift 3 is 3/2-dp, so 9/8-zcdp: its Renyi
// divergence of order a is at most 9a/8.
TEST(Zcdp, HalfOfEpsilonSquaredBoundsTheRenyiDivergenceOfNoise) {
  const auto node = zcdp_from_dp(discrete_laplace_cells(2, 3));
  ASSERT_TRUE(node);
  const Rational rho = std::get<ZcdpPromise>(node->conclusion.promise).rho;
  EXPECT_EQ(rho, Rational(9, 8));
  const auto loss = PrivacyLoss::discrete_laplace(2, 3);
  for (const char* order : {"1.01", "1.5", "2", "5", "40"})
    EXPECT_LE(*loss->renyi(number(order)), rho * number(order)) << order;
}

// The promise of discrete Gaussian noise, against its own exact law.
TEST(Zcdp, DiscreteGaussianCellsDominateTheExactDelta) {
  const auto node = discrete_gaussian_cells(Rational(7, 2), 9);
  EXPECT_EQ(std::get<ZcdpPromise>(node.conclusion.promise).rho, Rational(9, 7));
  EXPECT_TRUE(holds(node));
  const auto exact = PrivacyLoss::discrete_gaussian(Rational(7, 2), 3);
  for (const char* epsilon : {"1", "3", "6"}) {
    const auto dp = dp_from_zcdp_at_epsilon(node, number(epsilon));
    ASSERT_TRUE(dp && holds(*dp));
    const Rational bound = std::get<DpPromise>(dp->conclusion.promise).delta;
    EXPECT_GT(bound, exact->delta(number(epsilon))) << epsilon;
    EXPECT_LT(bound, exact->delta(number(epsilon)) * 10) << epsilon;
  }
}

TEST(Zcdp, CompositionAddsAndConversionIsRecomputed) {
  const auto a = discrete_gaussian_cells(Rational(50), 1);
  const auto b = zcdp_from_dp(discrete_laplace_cells(9, 3));
  const auto sum = zcdp_composition({a, *b}, {5, 2});
  ASSERT_TRUE(sum);
  EXPECT_EQ(std::get<ZcdpPromise>(sum->conclusion.promise).rho,
            Rational(5, 100) + Rational(2, 18));
  const auto dp = dp_from_zcdp(*sum, number("1e-6"));
  ASSERT_TRUE(dp);
  EXPECT_TRUE(holds(*dp));
  auto wrong = *dp;
  std::get<DpPromise>(wrong.conclusion.promise).epsilon =
      std::get<DpPromise>(wrong.conclusion.promise).epsilon * Rational(99, 100);
  EXPECT_FALSE(holds(wrong));
  auto other_order = *dp;
  other_order.inputs[1].second = 2;
  EXPECT_FALSE(holds(other_order));
}

TEST(Zcdp, RulesRefuseWhatTheyCannotTake) {
  const auto dp = given(DpPromise{1, Rational(1, 1000)}, Neighbours::replace_person);
  const auto zcdp = given(ZcdpPromise{Rational(1, 5)}, Neighbours::add_remove_person);
  const auto other = given(ZcdpPromise{Rational(1, 5)}, Neighbours::replace_person);
  EXPECT_FALSE(zcdp_from_dp(dp));
  EXPECT_FALSE(zcdp_from_dp(zcdp));
  EXPECT_FALSE(zcdp_composition({zcdp, dp}, {1, 1}));
  EXPECT_FALSE(zcdp_composition({zcdp, other}, {1, 1}));
  EXPECT_FALSE(zcdp_composition({zcdp}, {0}));
  EXPECT_FALSE(zcdp_composition({zcdp}, {}));
  EXPECT_FALSE(zcdp_composition({}, {}));
  EXPECT_FALSE(dp_from_zcdp(dp, Rational(1, 1000)));
  EXPECT_FALSE(dp_from_zcdp(zcdp, 0));
  EXPECT_FALSE(dp_from_zcdp(zcdp, 1));
  EXPECT_FALSE(conclude("dp_from_zcdp", {{"delta", Rational(1, 9)}, {"order", 1}},
                        {zcdp.conclusion}));
  EXPECT_FALSE(conclude("discrete_gaussian_cells",
                        {{"variance", 0}, {"squared_sensitivity", 1}}, {}));
}

TEST(Zcdp, NewKindsPrintTheirNumbers) {
  const Guarantee zcdp{ZcdpPromise{Rational(1, 3)}, Neighbours::add_remove_person};
  EXPECT_EQ(to_json(zcdp).dump(),
            R"({"kind":"zcdp","rho":"1/3","neighbours":"add_remove_person"})");
  EXPECT_NE(sentence(zcdp).find("1/3-zero-concentrated"), std::string::npos);
  const Guarantee laplace{LaplaceLossPromise{Rational(9, 4), 3}};
  EXPECT_EQ(to_json(laplace).at("kind"), "laplace_loss");
  EXPECT_EQ(to_json(laplace).at("shift"), 3);
  EXPECT_NE(sentence(laplace).find("scale 2.25 with and without a shift by 3"),
            std::string::npos);
  const Guarantee gaussian{GaussianLossPromise{Rational(5), 2}};
  EXPECT_EQ(to_json(gaussian).at("variance"), "5");
}

}  // namespace
}  // namespace selvage
