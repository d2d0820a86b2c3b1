#include "selvage/mechanism/outlier/profile_plan.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

struct AskedProfile {
  std::string profile = "20:0.1,1";
  ProfileMechanism mechanism = ProfileMechanism::warped;
  Rational delta = 0;
  std::string column = "0:100:10";
  Person person = {};
  bool sum_only = false;
  std::optional<Sampling> sampling = std::nullopt;
  std::optional<std::int64_t> fewer_than = std::nullopt;
  bool paper_thresholds = false;
};

Result<OutlierPlan> planned(const AskedProfile& asked) {
  return plan_profile({.statistic = Statistic::count,
                       .reading = {.domain = *Domain::make(
                                       {{"age", *parse_values(asked.column), false}}),
                                   .measure = std::nullopt,
                                   .person = asked.person},
                       .epsilon = 0,
                       .delta = asked.delta,
                       .fewer_than = asked.fewer_than},
                      {.profile = *parse_profile(asked.profile),
                       .mechanism = asked.mechanism,
                       .paper_thresholds = asked.paper_thresholds,
                       .sum_only = asked.sum_only,
                       .sampling = asked.sampling,
                       .partition = "age"});
}

std::string refusal(const AskedProfile& asked) {
  const auto plan = planned(asked);
  return plan ? "planned" : plan.error().message;
}

TEST(ProfilePlan, PromisesTheProfileAndItsLargestEpsilon) {
  const auto plan = planned({});
  ASSERT_TRUE(plan);
  EXPECT_EQ(promised_dp(*plan), (DpPromise{1, 0}));
  EXPECT_EQ(profile_text(promised_profile(*plan)->profile), "20:0.1,1");
  EXPECT_EQ(promised_profile(*plan)->delta, 0);
  for (const Derivation& derivation : plan->derivations) EXPECT_TRUE(holds(derivation));
}

TEST(ProfilePlan, WhatProtectsSmallClassesOnlyPromisesNoDp) {
  const auto plan = planned({.profile = "20:0.1,inf"});
  ASSERT_TRUE(plan);
  EXPECT_FALSE(promises_dp(*plan));
  EXPECT_NE(promised_profile(*plan), nullptr);
}

TEST(ProfilePlan, UnknownKeysHaveTheLeastThreshold) {
  const auto plan = planned(
      {.profile = "100:0.01,1", .delta = Rational(1, 1'000'000), .column = "?"});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->key_threshold, 113);  // one less has a delta above
  EXPECT_NEAR(promised_profile(*plan)->delta.to_double(), 6.140e-7, 1e-10);
  const auto rare = planned(
      {.profile = "100:0.01,1", .delta = *Rational::parse("1e-9"), .column = "?"});
  EXPECT_EQ(rare->key_threshold, 120);
}

TEST(ProfilePlan, SeveralCellsArePromisedTheSum) {
  const Person person{"who", 3, 3, PerPerson::first};
  EXPECT_NE(refusal({.person = person}).find("`claim` sum"), std::string::npos);
  const auto plan = planned({.person = person, .sum_only = true});
  ASSERT_TRUE(plan);
  EXPECT_EQ(promised_dp(*plan), (DpPromise{3, 0}));
  EXPECT_EQ(promised_profile(*plan), nullptr);
  EXPECT_NE(refusal({.profile = "20:0.1,inf", .person = person, .sum_only = true}),
            "planned");
}

TEST(ProfilePlan, CountsPeopleAndNotRows) {
  EXPECT_NE(
      refusal({.person = {"who", 3, 1, PerPerson::sum}}).find("`per_person` first"),
      std::string::npos);
}

TEST(ProfilePlan, ASampleMakesADistributionalPromise) {
  const auto plan =
      planned({.profile = "100:0.01,1", .sampling = Sampling{Rational(1, 2)}});
  ASSERT_TRUE(plan);
  const auto& promise =
      std::get<DistributionalPromise>(plan->derivations.back().conclusion.promise);
  EXPECT_NEAR(promise.epsilon.to_double(), 0.691951, 2e-5);
  EXPECT_LE(promise.delta, Rational(1, 1'000'000));
  EXPECT_NE(refusal({.profile = "1", .sampling = Sampling{Rational(1, 2)}}), "planned");
}

TEST(ProfilePlan, ThePapersMechanismsAreRefusedWhereTheyDoNotApply) {
  using M = ProfileMechanism;
  const Rational delta(1, 1'000'000);
  const struct {
    AskedProfile asked;
    const char* part;
  } cases[] = {
      {{.mechanism = M::suppression, .delta = delta}, "publishes larger counts"},
      {{.mechanism = M::noise_on_small}, "publishes larger counts"},
      {{.mechanism = M::noise_then_suppression}, "`delta`"},
      {{.profile = "20:0.1,inf", .mechanism = M::staircase, .delta = delta},
       "protects everybody"},
      {{.profile = "5:0.1,20:0.2,1", .mechanism = M::noise_then_noise, .delta = delta},
       "one limit"},
      {{.profile = "20:0,1", .mechanism = M::group}, "above 0"},
      {{.profile = "20:0,1", .mechanism = M::lower_bound, .delta = delta}, "above 0"},
      {{.mechanism = M::lower_bound}, "`delta`"},
      {{.mechanism = M::staircase, .delta = delta, .column = "?"}, "by W only"},
      {{.column = "?"}, "`delta`"},
      {{.profile = "1e-7"}, "1e-6"},
      {{.profile = "inf"}, "protects nobody"}};
  for (const auto& [asked, part] : cases)
    EXPECT_NE(refusal(asked).find(part), std::string::npos)
        << part << ": " << refusal(asked);
}

TEST(ProfilePlan, ThresholdsAreTheSmallestOrThePapers) {
  using M = ProfileMechanism;
  const auto thresholds = [&](M mechanism, bool paper) {
    const auto plan = planned({.profile = "5:0.1,20:0.5,1",
                               .mechanism = mechanism,
                               .delta = Rational(1, 1'000'000),
                               .paper_thresholds = paper});
    std::vector<std::int64_t> result;
    for (const auto& level : std::get<StaircaseNoise>(plan->noise()).law.levels)
      result.push_back(level.threshold);
    return result;
  };
  EXPECT_EQ(thresholds(M::staircase, false), (std::vector<std::int64_t>{32, 29}));
  EXPECT_EQ(thresholds(M::staircase, true), (std::vector<std::int64_t>{35, 50}));
}

TEST(ProfilePlan, NamesAreReadAsTheyAreListed) {
  EXPECT_EQ(profile_mechanism("warped"), ProfileMechanism::warped);
  EXPECT_EQ(profile_mechanism("lower-bound"), ProfileMechanism::lower_bound);
  EXPECT_EQ(profile_mechanism("A3"), std::nullopt);
}

}  // namespace
}  // namespace selvage
