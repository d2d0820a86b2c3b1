#include "selvage/mechanism/outlier/outlier_mechanism.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/outlier/outlier_testing.hpp"
#include "selvage/mechanism/outlier/profile_plan.hpp"

namespace selvage {
namespace {

OutlierPlan plan_of(const char* profile) {
  return *plan_profile({.reading = {*Domain::make({})}, .epsilon = 0},
                       {.profile = *parse_profile(profile)});
}

// Texts in ledgers: these bytes are part of what makes two questions the same.
TEST(OutlierMechanism, ItsLawIsPinned) {
  EXPECT_EQ(
      PlannedOutlier(plan_of("20:0.1,1")).law().dump(),
      R"({"numbers":[{"name":"count","noise":"warped_geometric","profile":"20:0.1,1",)"
      R"("per_row":1,"divisor":1}],"together":null,)"
      R"("share":{"rows":1,"cells":1,"rows_in_cell":1},"threshold":null})");
}

TEST(OutlierMechanism, WhatIsShownAndPromisedBesidesIsSaid) {
  OutlierPlan plan = plan_of("20:0.1,1");
  plan.with_totals = false;
  plan.with_margins = {true, false};
  plan.display.kind = Display::Kind::unbiased;
  EXPECT_EQ(PlannedOutlier(plan).shown().dump(),
            R"({"totals":false,"margins":[true,false],"promised":{},)"
            R"("display":"unbiased"})");
  plan.promise.delta = Rational(1, 8);
  plan.classes.profile = *parse_profile("20:0.1,1");
  plan.classes.sampling = {.people = {20, Rational(1, 2), 3}, .epsilon = 2};
  plan.display = {Display::Kind::likely, Rational(41, 2)};
  EXPECT_EQ(PlannedOutlier(plan).shown().dump(),
            R"({"totals":false,"margins":[true,false],"promised":{"delta":"0.125",)"
            R"("profile":"20:0.1,1","sampled":)"
            R"({"crowd":20,"rate":"0.5","known":3,"epsilon":"2"}},)"
            R"("display":"likely","prior_mean":"20.5"})");
}

// Counts up to 8 are not told apart: 8 stands for all of them.
TEST(OutlierMechanism, NothingBelowItsLeastOutputIsDrawn) {
  const PlannedOutlier mechanism(plan_of("8:0,1"));
  EXPECT_TRUE(mechanism.can_draw({{0}, {}, {{8}}}));
  EXPECT_FALSE(mechanism.can_draw({{0}, {}, {{7}}}));
  EXPECT_FALSE(mechanism.can_draw({{0}, {}, {{8}, {9}}}));
}

}  // namespace
}  // namespace selvage
