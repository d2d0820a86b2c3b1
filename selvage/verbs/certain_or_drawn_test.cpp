#include <gtest/gtest.h>

#include "selvage/verbs/two_ways.hpp"
#include "selvage/verbs/verbs.hpp"

namespace selvage {
namespace {

Result<Planned> planned_ranks(const char* verb, Asked asked) {
  asked.give("column", "x");
  asked.give("epsilon", "1");
  return find_verb(verb)->plan(asked);
}

std::string rank_mechanism(const char* verb, const Asked& asked) {
  const auto plan = planned_ranks(verb, asked);
  return plan ? plan->plan->name() : plan.error().message;
}

TEST(CertainOrDrawn, WhatIsAskedDecides) {
  EXPECT_EQ(rank_mechanism("median", {}), "universal_quantile");
  EXPECT_EQ(rank_mechanism("iqr", {}), "universal_quantile");
  const Asked certain = {{"certain", ""}, {"delta", "1e-6"}};
  EXPECT_EQ(rank_mechanism("median", certain), "certain_quantile");
  EXPECT_EQ(rank_mechanism("iqr", certain), "certain_spread");
  EXPECT_EQ(
      rank_mechanism("quantile", {{"certain", ""}, {"delta", "1e-6"}, {"at", "0.9"}}),
      "certain_quantile");
}

TEST(CertainOrDrawn, WhatDoesNotGoTogetherIsRefused) {
  const auto field_of = [](const char* verb, const Asked& asked) {
    const auto plan = planned_ranks(verb, asked);
    return plan ? std::string() : plan.error().field;
  };
  EXPECT_EQ(field_of("median", {{"certain", ""}}), "delta");
  EXPECT_EQ(field_of("median", {{"certain", ""}, {"delta", "1e-6"}, {"check", ""}}),
            "check");
  EXPECT_EQ(
      field_of("median", {{"certain", ""}, {"delta", "1e-6"}, {"bounds", "0:10"}}),
      "bounds");
  EXPECT_EQ(
      field_of("quantile", {{"certain", ""}, {"delta", "1e-6"}, {"at", "0.1,0.9"}}),
      "at");
  EXPECT_EQ(field_of("median", {{"certain", ""}, {"delta", "1e-6"}, {"by", "g=?"}}),
            "by");
}

// The way back from what a certificate says.
TEST(CertainOrDrawn, ACertificateTellsWhich) {
  for (const char* verb : {"median", "iqr"})
    for (const Asked& asked : {Asked{}, Asked{{"certain", ""}, {"delta", "1e-6"}}}) {
      const auto plan = planned_ranks(verb, asked);
      ASSERT_TRUE(plan);
      const auto again = find_verb(verb)->read(
          {plan->question, plan->plan->law(), plan->plan->shown()});
      ASSERT_TRUE(again) << again.error().message;
      EXPECT_EQ((*again)->name(), plan->plan->name());
    }
}

}  // namespace
}  // namespace selvage
