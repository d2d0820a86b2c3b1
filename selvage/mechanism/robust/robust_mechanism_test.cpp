#include "selvage/mechanism/robust/robust_testing.hpp"

#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"
#include "selvage/guarantee/laplace_sum_tail.hpp"
#include "selvage/random/sampling/seeded_source.hpp"

namespace selvage {
namespace {

TEST(RobustMechanism, KeepsWhatTheOtherOnePromises) {
  const auto mechanism = robust_count("5:0.01:0.5");
  ASSERT_TRUE(mechanism);
  const auto guarantees = mechanism->guarantees();
  ASSERT_EQ(guarantees.size(), 2u);
  EXPECT_EQ(std::get<DpPromise>(guarantees[0].conclusion.promise), (DpPromise{1, 0}));
  const auto& robust = std::get<RobustPromise>(guarantees[1].conclusion.promise);
  EXPECT_EQ(robust.rho, Rational(5));
  EXPECT_EQ(robust.theta, Rational(1, 100));
  EXPECT_EQ(robust.epsilon, Rational(1, 2));
  // At most 1.3863 theta, whatever the noise.
  EXPECT_GT(robust.delta, Rational(1, 100));
  EXPECT_LT(robust.delta, Rational(13863, 1'000'000));
  for (const Derivation& node : guarantees) EXPECT_TRUE(holds(node));
}

TEST(RobustMechanism, NumbersAreRoundedAndNoneStaysNone) {
  const auto mechanism = robust_count("0:0:1");  // next to no noise
  SeededSource random(1);
  EXPECT_EQ(mechanism->drawn_of(Rational(7), random), 7);
  EXPECT_EQ(mechanism->drawn_of(Rational(13, 2), random), 7);
  EXPECT_EQ(mechanism->drawn_of(Rational(-13, 2), random), -6);
  EXPECT_EQ(mechanism->drawn_of(std::nullopt, random), RobustMechanism::kNone);
  const Drawn none{{0}, {}, {{RobustMechanism::kNone}}};
  ASSERT_TRUE(mechanism->can_draw(none));
  EXPECT_FALSE(mechanism->answer(none, {19, 20}).numbers[0].rows[0].known);
  EXPECT_FALSE(mechanism->can_draw({{0}, {}, {{1}, {1}}}));
  EXPECT_FALSE(mechanism->can_draw({{1}, {}, {{1}}}));
}

// Both noises together, half of the risk each: of 2,000 answers of a fixed seed less
// than a twentieth may be wrong, and the bound is no more than what each has alone.
TEST(RobustMechanism, ACountHasAnInterval) {
  const auto mechanism = robust_count("5:0.01:0.5");
  const Rational confidence(19, 20), each(39, 40);
  SeededSource random(5);
  int missed = 0;
  for (int i = 0; i < 2000; ++i) {
    std::int64_t base = 0;
    random.discrete_laplace(std::span(&base, 1), 1);  // that of epsilon 1
    const std::int64_t drawn = mechanism->drawn_of(Rational(100 + base), random);
    const Estimate row =
        mechanism->answer({{0}, {}, {{drawn}}}, confidence).numbers[0].rows[0];
    ASSERT_TRUE(row.has_interval);
    missed += row.lower > 100 || row.upper < 100;
    if (row.lower > 0) {
      EXPECT_EQ(
          Rational(row.upper - row.value),
          laplace_size_bound(1, 1, Rational(1) - each) +
              laplace_size_bound(mechanism->noise().scale, 1, Rational(1) - each));
    }
  }
  EXPECT_LT(missed, 100);
  const Drawn none{{0}, {}, {{RobustMechanism::kNone}}};
  EXPECT_FALSE(mechanism->answer(none, confidence).numbers[0].rows[0].has_interval);
}

// Each group has noise of its own, and what is promised to a person is as it was: a
// person is in one group.
TEST(RobustMechanism, GroupsHaveNoiseOfTheirOwn) {
  const auto planned = robust_count_verb().plan(
      {{"epsilon", "1"}, {"robust", "5:0.01:0.5"}, {"by", "g=a,b"}});
  ASSERT_TRUE(planned) << planned.error().message;
  const Mechanism& mechanism = *planned->plan;
  EXPECT_EQ(std::get<DpPromise>(mechanism.guarantees()[0].conclusion.promise),
            (DpPromise{1, 0}));
  const Drawn drawn{{0, 1, 2, 3}, {}, {{7, 8, RobustMechanism::kNone, -3}}};
  ASSERT_TRUE(mechanism.can_draw(drawn));
  EXPECT_FALSE(mechanism.can_draw({{0}, {}, {{7}}}));
  EXPECT_FALSE(mechanism.can_draw({{0, 1, 2, 3}, {}, {{7, 8}}}));
  const Answer answer = mechanism.answer(drawn, {19, 20});
  ASSERT_EQ(answer.numbers[0].rows.size(), 4u);
  EXPECT_EQ(answer.numbers[0].rows[1].value, 8);
  EXPECT_FALSE(answer.numbers[0].rows[2].known);
  EXPECT_EQ(answer.numbers[0].rows[3].lower, 0);
  EXPECT_EQ(mechanism.accuracy({19, 20})[0].metric,
            "in each group from the count that is private without it");
}

TEST(RobustMechanism, UnitsFollowTheDistance) {
  EXPECT_EQ(robust_unit("count", 250), Rational(1));
  EXPECT_EQ(robust_unit("mean", 250), Rational(1, 10));
  EXPECT_EQ(robust_unit("mean", {1, 2}), *Rational::parse("0.0001"));
}

TEST(RobustMechanism, ACertificateMakesItAgain) {
  const auto planned = planned_robust("5:0.01:0.5");
  const Mechanism& mechanism = *planned->plan;
  const Verb verb = robust_count_verb();
  const auto read = [&](const Json& law) {
    return verb.read({.question = planned->question,
                      .law = law,
                      .shown = mechanism.shown(),
                      .reason = mechanism.reason()});
  };
  const auto again = read(mechanism.law());
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(canonical_json((*again)->law()), canonical_json(mechanism.law()));
  // Less noise, another unit, a wider promise.
  for (const auto& [name, text] : {std::pair("scale", "3"),
                                   {"unit", "2"},
                                   {"rho", "6"},
                                   {"epsilon", "0.4"},
                                   {"theta", "0.02"},
                                   {"delta", "0"}}) {
    Json law = mechanism.law();
    law["robust"][name] = text;
    EXPECT_FALSE(read(law)) << name;
  }
  Json law = mechanism.law();
  law["of"] = "other";
  EXPECT_FALSE(read(law));
  law = mechanism.law();
  law["base"] = mechanism.law();
  EXPECT_FALSE(read(law));
}

TEST(RobustMechanism, RefusesWhatIsWrongInOneSentence) {
  for (const char* wrong : {"5", "5:0.1", "a:0.1:1", "-1:0:1", "1:1:1", "1:-0.1:1",
                            "1:0:0", "1:0:101", "5:0:1e-12"}) {
    const auto planned = planned_robust(wrong);
    ASSERT_FALSE(planned) << wrong;
    EXPECT_EQ(planned.error().field, "robust") << wrong;
  }
  Asked two{{"epsilon", "1"}, {"robust", "1:0:1"}, {"by", "g=a,b"}, {"by", "h=c,d"}};
  const auto grouped = robust_count_verb().plan(two);
  ASSERT_FALSE(grouped);
  EXPECT_EQ(grouped.error().field, "robust");
  const auto unknown = robust_count_verb().plan(
      {{"epsilon", "1"}, {"delta", "1e-6"}, {"robust", "1:0:1"}, {"by", "g=?"}});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().field, "robust");
}

}  // namespace
}  // namespace selvage
