#include "selvage/verbs/with_or_without_bounds.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "selvage/base/temporary_folder.hpp"
#include "selvage/verbs/verbs.hpp"

namespace selvage {
namespace {

Result<Planned> planned_or_not(const char* verb, Asked asked) {
  asked.give("column", "x");
  asked.give("epsilon", "1");
  return find_verb(verb)->plan(asked);
}

std::string name_of(const char* verb, const Asked& asked) {
  const auto plan = planned_or_not(verb, asked);
  return plan ? plan->plan->name() : plan.error().message;
}

TEST(WithOrWithoutBounds, WhatIsGivenDecides) {
  for (const std::string verb : {"mean", "sum"}) {
    EXPECT_EQ(name_of(verb.c_str(), {}), "bound_free_" + verb);
    EXPECT_EQ(name_of(verb.c_str(), {{"unit", "0.01"}}), "bound_free_" + verb);
    EXPECT_EQ(name_of(verb.c_str(), {{"bounds", "0:10"}}),
              find_verb("variance")
                  ->plan({{"column", "x"}, {"epsilon", "1"}, {"bounds", "0:10"}})
                  ->plan->name());
  }
  EXPECT_NE(name_of("variance", {}).find("needs bounds"), std::string::npos);
}

TEST(WithOrWithoutBounds, ADomainFileMayKnowThem) {
  const TemporaryFolder folder;
  const std::string file = folder.file("d.toml");
  std::ofstream(file) << "[columns]\nx = { bounds = \"0:10\" }\n";
  EXPECT_NE(name_of("mean", {{"domain", file}}), "bound_free_mean");
  std::ofstream(file) << "[columns]\ny = { bounds = \"0:10\" }\n";
  EXPECT_EQ(name_of("mean", {{"domain", file}}), "bound_free_mean");
  EXPECT_FALSE(planned_or_not("mean", {{"domain", folder.file("none.toml")}}));
}

TEST(WithOrWithoutBounds, WhatOnlyTheOtherOneTakesIsRefused) {
  for (const char* field : {"step", "accuracy", "noise", "sum_per_cell"}) {
    const auto plan = planned_or_not("sum", {{field, "1"}});
    ASSERT_FALSE(plan) << field;
    EXPECT_EQ(plan.error().field, field);
    EXPECT_NE(plan.error().message.find("needs bounds"), std::string::npos);
  }
  // Without bounds a delta is for keys that are not known.
  EXPECT_EQ(planned_or_not("sum", {{"delta", "1e-6"}}).error().field, "delta");
  const auto plan = planned_or_not("mean", {{"bounds", "0:10"}, {"unit", "0.01"}});
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().field, "unit");
  // Both take a delta, without bounds for keys that are not known.
  const auto delta = planned_or_not("sum", {{"delta", "1e-6"}});
  ASSERT_FALSE(delta);
  EXPECT_EQ(delta.error().field, "delta");
  EXPECT_TRUE(planned_or_not("sum", {{"delta", "1e-6"}, {"by", "k=?"}}));
}

TEST(WithOrWithoutBounds, CertificatesOfBothAreRead) {
  const Verb* verb = find_verb("mean");
  for (const Asked& asked : {Asked{}, Asked{{"bounds", "0:10"}}}) {
    const auto plan = planned_or_not("mean", asked);
    ASSERT_TRUE(plan);
    const auto again = verb->read({.question = plan->question,
                                   .law = plan->plan->law(),
                                   .shown = plan->plan->shown(),
                                   .reason = plan->plan->reason()});
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ((*again)->name(), plan->plan->name());
  }
}

}  // namespace
}  // namespace selvage
