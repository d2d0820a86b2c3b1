#include "selvage/mechanism/robust/robust_testing.hpp"

#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"
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
  const auto grouped = robust_count_verb().plan(
      {{"epsilon", "1"}, {"robust", "1:0:1"}, {"by", "g=a,b"}});
  ASSERT_FALSE(grouped);
  EXPECT_EQ(grouped.error().field, "robust");
}

}  // namespace
}  // namespace selvage
