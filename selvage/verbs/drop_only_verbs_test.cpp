#include <gtest/gtest.h>

#include "selvage/verbs/verbs.hpp"

namespace selvage {
namespace {

Result<Planned> planned_drops(const char* verb, Asked asked) {
  asked.give("epsilon", "1");
  return find_verb(verb)->plan(asked);
}

std::string drop_mechanism(const char* verb, const Asked& asked) {
  const auto plan = planned_drops(verb, asked);
  return plan ? plan->plan->name() : plan.error().message;
}

std::string drop_fault(const char* verb, const Asked& asked) {
  const auto plan = planned_drops(verb, asked);
  return plan ? std::string() : plan.error().field;
}

const Asked kCounts = {{"column", "x=0:10:1"}, {"delta", "1e-6"}, {"drop_only", ""}};
const Asked kSets = {{"column", "x=0:10:1"}, {"delta", "1e-6"}};
const Asked kValues = {
    {"column", "x=0:10:1"}, {"delta", "1e-6"}, {"mechanism", "drop-only"}};
const Asked kQuantile = {{"column", "x=0:10:1"},
                         {"delta", "1e-6"},
                         {"at", "0.9"},
                         {"mechanism", "drop-only"}};
const Asked kHighest = {{"column", "x=0:10:1"}, {"delta", "1e-6"}, {"at_least", "7"}};

TEST(DropOnlyVerbs, WhatIsAskedDecides) {
  EXPECT_EQ(drop_mechanism("histogram", kCounts), "drop_only");
  EXPECT_EQ(drop_mechanism("histogram", {{"column", "x=0:10:1"}}), "discrete_laplace");
  EXPECT_EQ(drop_mechanism("count", {{"delta", "1e-6"}, {"drop_only", ""}}),
            "drop_only");
  EXPECT_EQ(drop_mechanism("max", kValues), "drop_only_value");
  EXPECT_EQ(drop_mechanism("max", {{"column", "x=0:10:1"}}), "above_threshold");
  EXPECT_EQ(
      drop_mechanism("max", {{"column", "x=0:10:1"}, {"mechanism", "exponential"}}),
      "exponential_extreme");
  EXPECT_EQ(drop_mechanism("quantile", kQuantile), "drop_only_value");
  EXPECT_EQ(drop_mechanism("quantile", {{"column", "x"}, {"at", "0.9"}}),
            "far_quantile");
}

TEST(DropOnlyVerbs, WhatDoesNotGoTogetherIsRefused) {
  EXPECT_EQ(drop_fault("histogram", {{"column", "x=0:10:1"}, {"drop_only", ""}}),
            "delta");
  Asked noise = kCounts;
  noise.give("noise", "laplace");
  EXPECT_EQ(drop_fault("histogram", noise), "noise");
  Asked profile = kCounts;
  profile.give("profile", "20:0.1,1");
  EXPECT_EQ(drop_fault("histogram", profile), "profile");
  EXPECT_EQ(drop_fault("max", {{"column", "x=0:10:1"}, {"delta", "1e-6"}}), "delta");
  Asked unit = kValues;
  unit.give("unit", "0.1");
  EXPECT_EQ(drop_fault("max", unit), "unit");
  EXPECT_EQ(drop_fault("quantile",
                       {{"column", "x"}, {"at", "0.9"}, {"mechanism", "threshold"}}),
            "mechanism");
  EXPECT_EQ(drop_fault("max-k", kSets), "at_least");
}

// The way back from what a certificate says.
TEST(DropOnlyVerbs, ACertificateTellsWhich) {
  const std::pair<const char*, Asked> cases[] = {
      {"histogram", kCounts}, {"support", kSets},
      {"mode", kSets},        {"max", kValues},
      {"range", kValues},     {"quantile", kQuantile},
      {"max-k", kHighest},    {"histogram", {{"column", "x=0:10:1"}}}};
  for (const auto& [verb, asked] : cases) {
    const auto plan = planned_drops(verb, asked);
    ASSERT_TRUE(plan) << verb << ": " << plan.error().message;
    const auto again = find_verb(verb)->read({.question = plan->question,
                                              .law = plan->plan->law(),
                                              .shown = plan->plan->shown(),
                                              .fewer_than = plan->plan->fewer_than(),
                                              .reason = plan->plan->reason()});
    ASSERT_TRUE(again) << verb << ": " << again.error().message;
    EXPECT_EQ((*again)->name(), plan->plan->name());
    // Another width is no law of it.
    if (auto law = plan->plan->law(); law.contains("width")) {
      law["width"] = 1;
      EXPECT_FALSE(find_verb(verb)->read({.question = plan->question,
                                          .law = law,
                                          .shown = plan->plan->shown(),
                                          .fewer_than = plan->plan->fewer_than(),
                                          .reason = plan->plan->reason()}));
    }
  }
}

}  // namespace
}  // namespace selvage
