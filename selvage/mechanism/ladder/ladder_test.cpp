#include "selvage/mechanism/ladder/ladder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/ladder/ladder_verbs.hpp"
#include "selvage/random/sampling/system_source.hpp"
#include "selvage/verify/audit.hpp"
#include "selvage/verify/small_world.hpp"

namespace selvage {
namespace {

Planned planned(Asked asked) {
  asked.give("column", "x");
  auto plan = ladder_verb().plan(asked);
  EXPECT_TRUE(plan) << plan.error().message;
  return *std::move(plan);
}

TEST(Ladder, AnswersForEachGroup) {
  const Planned plan =
      planned({{"at", "0.9"}, {"epsilon", "50"}, {"by", "g=a,b"}, {"unit", "1"}});
  verify::SmallTable rows;
  for (int i = 1; i <= 100; ++i) {
    rows.push_back({"", {"a", std::to_string(i * 1000)}});
    rows.push_back({"", {"b", std::to_string(-i * 1000)}});
  }
  verify::SmallWorldReader reader(plan.plan->needs().reading, rows);
  const auto random = make_system_source();
  const auto drawn = plan.plan->run(reader, **random);
  ASSERT_TRUE(drawn && plan.plan->can_draw(*drawn));
  const Answer answer = plan.plan->answer(*drawn, Rational(19, 20));
  ASSERT_EQ(answer.numbers.size(), 1u);
  EXPECT_EQ(answer.numbers[0].name, "0.9 quantile");
  // Three rows are missed with a probability below 1e-9.
  EXPECT_NEAR(static_cast<double>(answer.numbers[0].rows[0].value), 90'000, 3100);
  EXPECT_NEAR(static_cast<double>(answer.numbers[0].rows[1].value), -11'000, 3100);
}

// Where the search stops at once there is no answer.
TEST(Ladder, NothingIsFoundWhereNothingIs) {
  for (const char* at : {"0.95", "0.05"}) {
    const Planned plan = planned({{"at", at}, {"epsilon", "1"}});
    const std::int64_t last = LadderSteps(CodeScale::reals()).last();
    const std::int64_t first = *at == '0' && at[2] == '9' ? -last : last;
    const Drawn none{{0}, {}, {{first}}}, some{{0}, {}, {{-first}}};
    EXPECT_FALSE(plan.plan->answer(none, Rational(19, 20)).numbers[0].rows[0].known);
    EXPECT_TRUE(plan.plan->answer(some, Rational(19, 20)).numbers[0].rows[0].known);
    EXPECT_FALSE(plan.plan->can_draw({{0}, {}, {{last + 1}}}));
    EXPECT_FALSE(plan.plan->can_draw({{0}, {}, {{1}, {1}}}));
    EXPECT_FALSE(plan.plan->can_draw({{0, 1}, {}, {{1, 1}}}));
  }
}

TEST(Ladder, ACertificateMakesTheSameMechanism) {
  const Planned plan = planned({{"at", "0.9"},
                                {"epsilon", "1/3"},
                                {"unit", "0.01"},
                                {"by", "g=a,b"},
                                {"person", "who"},
                                {"rows_per_person", "3"}});
  const auto read = [&](const auto& change) {
    MechanismRecord record = {plan.question, plan.plan->law(), plan.plan->shown()};
    change(record);
    return ladder_verb().read(record);
  };
  const auto again = read([](MechanismRecord&) {});
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ((*again)->law(), plan.plan->law());
  EXPECT_EQ(std::get<DpPromise>((*again)->guarantees()[0].conclusion.promise).epsilon,
            Rational(1, 3));
  EXPECT_TRUE(tells_of_ladder({plan.question, {}, {}}));
  EXPECT_FALSE(read([](MechanismRecord& r) { r.law["second"] = "1"; }));
  EXPECT_FALSE(read([](MechanismRecord& r) { r.law["first"] = "1"; }));
  EXPECT_FALSE(read([](MechanismRecord& r) { r.law["most"] = 3; }));
  EXPECT_FALSE(read([](MechanismRecord& r) { r.law["steps"] = 5; }));
  EXPECT_FALSE(read([](MechanismRecord& r) { r.law["at"] = "0.8"; }));
  EXPECT_FALSE(read([](MechanismRecord& r) { r.law = Json::array(); }));
  EXPECT_FALSE(read([](MechanismRecord& r) { r.question.verb = "median"; }));
  EXPECT_FALSE(read([](MechanismRecord& r) { r.fewer_than = 3; }));
}

TEST(Ladder, WhatIsWrongIsSaidOfItsField) {
  const auto fault = [](Asked asked) {
    asked.give("column", "x");
    const auto plan = ladder_verb().plan(asked);
    return plan ? std::string("none") : plan.error().field;
  };
  EXPECT_EQ(fault({{"at", "0.9"}, {"epsilon", "1"}}), "none");
  EXPECT_EQ(fault({{"epsilon", "1"}}), "at");
  EXPECT_EQ(fault({{"at", "1"}, {"epsilon", "1"}}), "at");
  EXPECT_EQ(fault({{"at", "0.1,0.9"}, {"epsilon", "1"}}), "at");
  EXPECT_EQ(fault({{"at", "0.9"}, {"epsilon", "51"}}), "epsilon");
  EXPECT_EQ(fault({{"at", "0.9"}, {"epsilon", "1e-4"}}), "epsilon");
  EXPECT_EQ(fault({{"at", "0.9"}, {"epsilon", "1"}, {"unit", "3"}}), "unit");
  EXPECT_EQ(fault({{"at", "0.9"}, {"epsilon", "1"}, {"unit", "day"}}), "mechanism");
  EXPECT_EQ(fault({{"at", "0.9"}, {"epsilon", "1"}, {"by", "g=?"}}), "by");
}

TEST(Ladder, TheAuditHolds) {
  for (const char* epsilon : {"0.1", "1", "20"}) {
    const Planned plan = planned({{"at", "0.9"}, {"epsilon", epsilon}});
    const auto verified = verify::verify_for_release(*plan.plan);
    EXPECT_TRUE(verified) << epsilon << ' ' << verified.error().message;
  }
}

}  // namespace
}  // namespace selvage
