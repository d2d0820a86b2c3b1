#include "selvage/guarantee/accuracy_derivation.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace selvage {
namespace {

const FunctionAccuracy& accuracy_of(const AccuracyDerivation& node) {
  return std::get<FunctionAccuracy>(node.conclusion);
}

void expect_accuracy(const Result<AccuracyDerivation>& node,
                     const std::string& function, const Rational& alpha,
                     const Rational& beta, const Rational& gamma) {
  ASSERT_TRUE(node) << node.error().message;
  EXPECT_TRUE(holds(*node));
  const auto& [name, accuracy, eta, in_people] = accuracy_of(*node);
  EXPECT_EQ(name, function);
  EXPECT_EQ(accuracy.alpha, alpha);
  EXPECT_EQ(accuracy.beta, beta);
  EXPECT_EQ(accuracy.gamma, gamma);
  const auto again = parse_accuracy_derivation(to_json(*node).dump());
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->conclusion, node->conclusion);
  EXPECT_TRUE(holds(*again));
}

// Ten buckets of [0, 100), each of which loses at most 27 of 10000: vector 57.
Result<AccuracyDerivation> bucketed() {
  return compose_accuracy(*accuracy_from_error(*bucketing(100, 10, 0)),
                          *drop_only(10, 27, 10'000, 5));
}

TEST(AccuracyDerivation, DropsAreAShareAndErrNothing) {
  expect_accuracy(accuracy_from_error(*drop_only(10, 27, 10'000, 0)), "identity",
                  {27, 1000}, 0, 0);
}

TEST(AccuracyDerivation, ABucketedHistogramDropsAndMoves) {
  expect_accuracy(accuracy_from_error(*bucketing(100, 10, 0)), "identity", 0, 5, 0);
  expect_accuracy(bucketed(), "identity", {27, 1000}, 5, 0);
}

TEST(AccuracyDerivation, AStatisticOfItErrsByItsSensitivity) {
  for (const char* name : {"max", "min", "quantile", "support"})
    expect_accuracy(compose_accuracy(*bucketed(), *error_of_statistic(name, 5)), name,
                    {27, 1000}, 5, 0);
  expect_accuracy(compose_accuracy(*bucketed(), *error_of_statistic("range", 5)),
                  "range", {27, 1000}, 10, 0);
}

TEST(AccuracyDerivation, ModeAndMaxKNeedExactBarsOrAnotherDistortion) {
  for (const char* name : {"mode", "max_k"}) {
    EXPECT_FALSE(error_of_statistic(name, 5));
    EXPECT_FALSE(compose_accuracy(*bucketed(), *error_of_statistic(name, 0)));
    expect_accuracy(
        compose_accuracy(*accuracy_from_error(*drop_only(10, 27, 10'000, 0)),
                         *error_of_statistic(name, 0)),
        name, {27, 1000}, 0, 0);
    expect_accuracy(
        derive_accuracy("accuracy_by_drop_move",
                        {{"eta", Rational(1, 100)}, {"statistic", std::string(name)}},
                        {*bucketed()}),
        name, Rational(27, 1000) + Rational(5, 100), 0, 0);
  }
}

// Shares that are kept multiply: two drops of a tenth are 0.19, not 0.2.
TEST(AccuracyDerivation, TwoDropsKeepAProduct) {
  const auto once = accuracy_from_error(*drop_only(2, 5, 100, 0));
  expect_accuracy(compose_accuracy(*once, *drop_only(2, 5, 100, 0)), "identity",
                  {19, 100}, 0, 0);
}

TEST(AccuracyDerivation, ALossAndAWayAreAddedOnceMore) {
  const auto sigma = derive_accuracy(
      "identity_distortion",
      {{"theta", Rational(1, 20)}, {"omega", Rational(2)}, {"at", Rational(0)}}, {});
  const auto error = [](const Rational& at, const Rational& gamma) {
    return *derive_accuracy(
        "error_of_function", {{"gamma", gamma}},
        {*derive_accuracy("sensitivity_of_statistic",
                          {{"statistic", std::string("range")}, {"at", at}}, {})});
  };
  expect_accuracy(
      derive_accuracy("compose_accuracy", {},
                      {*bucketed(), *sigma, error(5, 0), error(2, {1, 20})}),
      "range", {27, 1000}, 14, {1, 20});
  EXPECT_FALSE(
      derive_accuracy("compose_accuracy", {}, {*bucketed(), *sigma, error(5, 0)}));
  EXPECT_FALSE(derive_accuracy("compose_accuracy", {},
                               {*bucketed(), *sigma, error(5, 0), error(2, 0)}));
  EXPECT_FALSE(derive_accuracy("compose_accuracy", {},
                               {*bucketed(), *sigma, error(5, 0), error(1, {1, 20})}));
}

TEST(AccuracyDerivation, AStepThatIsNotPreparedForTheErrorBeforeItIsRefused) {
  // Buckets move by 5; the sensitivity at 4 says nothing of that.
  EXPECT_FALSE(compose_accuracy(*bucketed(), *error_of_statistic("max", 4)));
  EXPECT_TRUE(compose_accuracy(*bucketed(), *error_of_statistic("max", 6)));
  EXPECT_FALSE(accuracy_from_error(*drop_only(10, 27, 10'000, 1)));
}

// Numbers of people, whatever the size of the table: 146 of ten bars, but for a
// thousandth, and 270 at most.
TEST(AccuracyDerivation, DropsOfBarsAreANumberOfPeople) {
  const Rational delta = Rational::power_of_two(-20);
  const Rational risk(1, 1000);
  expect_accuracy(statistic_of_drops("identity", 1, delta, 10, risk), "identity", 146,
                  0, risk);
  expect_accuracy(statistic_of_drops("identity", 1, delta, 10, 0), "identity", 270, 0,
                  0);
  for (const char* name : {"max", "support", "mode", "max_k", "range", "quantile"}) {
    const auto node = statistic_of_drops(name, 1, delta, 10, risk);
    expect_accuracy(node, name, 146, 0, risk);
    EXPECT_TRUE(accuracy_of(*node).in_people);
  }
  // What counts shares does not take them.
  EXPECT_FALSE(compose_accuracy(*statistic_of_drops("identity", 1, delta, 10, 0),
                                *error_of_statistic("max", 0)));
  EXPECT_FALSE(
      derive_accuracy("accuracy_by_drop_move",
                      {{"eta", Rational(1)}, {"statistic", std::string("max")}},
                      {*statistic_of_drops("identity", 1, delta, 10, 0)}));
  EXPECT_FALSE(statistic_of_drops("mean", 1, delta, 10, risk));
  EXPECT_FALSE(statistic_of_drops("max", 0, delta, 10, risk));
  EXPECT_FALSE(statistic_of_drops("max", 1, 1, 10, risk));
  EXPECT_FALSE(statistic_of_drops("max", 1, delta, 0, risk));
  EXPECT_FALSE(statistic_of_drops("max", 1, delta, 10, 1));
}

TEST(AccuracyDerivation, AStatisticOfAnAccurateHistogramIsPreparedForItsError) {
  const auto of = [](const Rational& at) {
    return derive_accuracy(
        "accuracy_of_statistic", {},
        {*bucketed(),
         *derive_accuracy("sensitivity_of_statistic",
                          {{"statistic", std::string("range")}, {"at", at}}, {})});
  };
  expect_accuracy(of(5), "range", {27, 1000}, 10, 0);
  EXPECT_FALSE(of(4));
}

// 2,000 bins, epsilon 1, the risk 0.05: the K of T104 is 24.
TEST(AccuracyDerivation, PeopleBeyondAnExtreme) {
  const auto beyond = [](const std::string& statistic, const Rational& risk) {
    return derive_accuracy("people_beyond",
                           {{"statistic", statistic},
                            {"first", Rational(3, 8)},
                            {"second", Rational(5, 8)},
                            {"threshold", Rational(7)},
                            {"bins", Rational(2000)},
                            {"risk", risk}},
                           {});
  };
  expect_accuracy(beyond("max", {1, 20}), "max", 24, 0, {1, 20});
  expect_accuracy(beyond("min", {1, 20}), "min", 24, 0, {1, 20});
  EXPECT_FALSE(beyond("range", {1, 20}));
  EXPECT_FALSE(beyond("max", {1, 1000}));  // these terms keep no such promise
}

// The form that draws a bin: 2,000 bins, epsilon 1, the risk 0.05. [T291]
TEST(AccuracyDerivation, PeopleBeyondAnExtremeThatIsDrawn) {
  const auto beyond = [](const std::string& statistic, std::int64_t people,
                         const Rational& risk) {
    return derive_accuracy("people_beyond_drawn",
                           {{"statistic", statistic},
                            {"slope", Rational(1, 2)},
                            {"people", Rational(people)},
                            {"bins", Rational(2000)},
                            {"risk", risk}},
                           {});
  };
  expect_accuracy(beyond("max", 22, {1, 20}), "max", 43, 0, {1, 20});
  expect_accuracy(beyond("min", 30, {1, 20}), "min", 51, 0, {1, 20});
  EXPECT_FALSE(beyond("max", 21, {1, 20}));  // these terms keep no such promise
  EXPECT_FALSE(beyond("max", 22, 0));
  EXPECT_FALSE(beyond("mode", 22, {1, 20}));
}

// Vector 22: the first k with p_k >= 1 - g is 20, and 27, so 19 and 26 are dropped.
// [T292]
TEST(AccuracyDerivation, DropsOfAKeyThatIsNotKnown) {
  const auto dropped = [](const Rational& epsilon, const Rational& risk) {
    return derive_accuracy("dropped_of_key",
                           {{"epsilon", epsilon},
                            {"row_delta", Rational::power_of_two(-20)},
                            {"risk", risk}},
                           {});
  };
  expect_accuracy(dropped(1, {1, 1000}), "count_of_key", 19, 0, {1, 1000});
  expect_accuracy(dropped(1, {1, 1'000'000}), "count_of_key", 26, 0, {1, 1'000'000});
  expect_accuracy(dropped(1, 0), "count_of_key", 27, 0, 0);
  EXPECT_FALSE(dropped(0, 0));
  EXPECT_FALSE(dropped(21, 0));
  EXPECT_FALSE(dropped(1, 1));
}

TEST(AccuracyDerivation, AWidthThatMayLeaveNothingIsRefused) {
  EXPECT_TRUE(drop_only(10, 27, 271, 0));
  EXPECT_FALSE(drop_only(10, 27, 270, 0));
  EXPECT_FALSE(bucketing(0, 10, 0));
  EXPECT_FALSE(bucketing(100, 0, 0));
  EXPECT_FALSE(error_of_statistic("mean", 0));
}

TEST(AccuracyDerivation, ALieAnywhereInTheTreeIsSeen) {
  const auto honest = *compose_accuracy(*bucketed(), *error_of_statistic("max", 5));
  auto lie = honest;
  std::get<FunctionAccuracy>(lie.conclusion).accuracy.alpha = Rational(26, 1000);
  EXPECT_FALSE(holds(lie));
  lie = honest;
  std::get<ErrorSensitivity>(lie.premises[2].conclusion).value = 4;
  EXPECT_FALSE(holds(lie));
  lie = honest;
  lie.premises[0].rule = "no_rule";
  EXPECT_FALSE(holds(lie));
  EXPECT_TRUE(holds(honest));
}

TEST(AccuracyDerivation, SpeaksInSentences) {
  EXPECT_EQ(
      sentences(*compose_accuracy(*accuracy_from_error(*drop_only(10, 27, 10'000, 0)),
                                  *error_of_statistic("max", 0))),
      R"(one mechanism after another: shares that are kept multiply, errors go through [T158]: max: absolute at most 0, for certain, after a drop of at most 0.027.
  the error at an input that is not off is the accuracy [T157]: identity: move at most 0, for certain, after a drop of at most 0.027.
    bars that only lose items lose a bounded share, and what is near stays near [T157]: identity: move at most 0 where the input is off by 0 with a loss of 0, except with probability 0, after a drop of at most 0.027.
  what is dropped of the output could have been dropped of the input [T157]: identity: a drop of 0 of the output is one of at most 0 of the input, up to a loss of 0 and a way of 0.
  a function errs by what its input is off [T157]: max: absolute at most 0 where the input is off by 0 with a loss of 0, except with probability 0, after a drop of at most 0.
    items that move a little move the statistic a little [T157]: max: absolute at most 0 where items move by at most 0.
)");
}

TEST(AccuracyDerivation, RefusesTextThatIsNoTree) {
  for (const char* text : {"", "{}", "[]", R"({"rule":"drop_only"})"})
    EXPECT_FALSE(parse_accuracy_derivation(text)) << text;
  auto json = to_json(*bucketing(100, 10, 0));
  json["conclusion"]["value"] = "10/2";
  EXPECT_FALSE(parse_accuracy_derivation(json.dump()));
}

}  // namespace
}  // namespace selvage
