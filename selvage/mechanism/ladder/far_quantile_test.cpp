#include "selvage/mechanism/ladder/far_quantile.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/mechanism/ladder/far_quantile_verbs.hpp"
#include "selvage/mechanism/quantile/quantile_verbs.hpp"
#include "selvage/random/sampling/seeded_source.hpp"
#include "selvage/verify/audit.hpp"
#include "selvage/verify/small_world.hpp"

namespace selvage {
namespace {

Verb quantile_verb() {
  for (Verb& verb : quantile_verbs())
    if (verb.name == "quantile") return with_ladder_for_few(std::move(verb));
  return {};
}

Planned far_planned(Asked asked) {
  asked.give("column", "x");
  auto plan = quantile_verb().plan(asked);
  EXPECT_TRUE(plan) << plan.error().message;
  return *std::move(plan);
}

std::string way_of(const Asked& asked) { return far_planned(asked).plan->name(); }

TEST(FarQuantile, IsForOneQuantileFarFromTheMiddle) {
  for (const char* at : {"0.81", "0.9", "0.999", "0.19", "1/100"})
    EXPECT_EQ(way_of({{"at", at}, {"epsilon", "1"}}), "far_quantile") << at;
  for (const char* at : {"0.8", "0.2", "0.5", "0.75", "0.1,0.9", "0.05,0.9,0.95"})
    EXPECT_EQ(way_of({{"at", at}, {"epsilon", "1"}}), "universal_quantile") << at;
}

// What only a draw by ranks has leaves it as it is.
TEST(FarQuantile, IsNotForWhatALadderDoesNotHave) {
  for (const Asked& more : {Asked{{"bounds", "0:10"}}, Asked{{"check", ""}},
                            Asked{{"interval", ""}}, Asked{{"unit", "day"}}}) {
    Asked asked = more;
    asked.give("at", "0.9");
    asked.give("epsilon", "1");
    EXPECT_EQ(way_of(asked), "universal_quantile");
  }
}

// Without a guard the people that were said decide, and nothing where they were not.
TEST(FarQuantile, WithoutAGuardPublicPeopleDecide) {
  const auto way = [](const char* people, Asked more = {}) {
    more.give("at", "0.9");
    more.give("epsilon", "1");
    more.give("no_guard", "");
    if (*people != 0) more.give("people", people);
    return far_planned(more);
  };
  EXPECT_EQ(way("").plan->name(), "universal_quantile");
  EXPECT_EQ(way("49").plan->name(), "universal_quantile");  // a ladder needs 50
  EXPECT_EQ(way("50").plan->name(), "quantile_ladder");
  EXPECT_EQ(way("466").plan->name(), "quantile_ladder");
  EXPECT_EQ(way("467").plan->name(), "universal_quantile");
  EXPECT_EQ(way("50").notes.size(), 1u);
  EXPECT_TRUE(way("467").notes.empty());
  EXPECT_EQ(way("300", {{"by", "g=a,b"}}).plan->name(), "universal_quantile");
  // With one the count decides, whatever was guessed.
  EXPECT_EQ(way_of({{"at", "0.9"}, {"epsilon", "1"}, {"people", "300"}}),
            "far_quantile");
}

TEST(FarQuantile, TheLawSaysBothWaysAndTheirCounts) {
  const Planned plan = far_planned({{"at", "0.9"}, {"epsilon", "1"}, {"unit", "1"}});
  const Json law = plan.plan->law();
  EXPECT_EQ(law["guard"]["least"], 492);  // as without a ladder
  EXPECT_EQ(law["guard"]["scale"], "20");
  // 20 ln(80 / (1 + exp(-1/20))) = 74.26: an empty table seldom passes. The ladder
  // itself needs 50.
  EXPECT_EQ(law["guard"]["least_searched"], 75);
  EXPECT_EQ(law["quantile"]["epsilon"], "0.95");
  EXPECT_EQ(law["ladder"]["first"], "0.475");
  EXPECT_FALSE(law["quantile"].contains("guard"));
  const auto promise = plan.plan->guarantees()[0];
  EXPECT_EQ(std::get<DpPromise>(promise.conclusion.promise).epsilon, Rational(1));
  EXPECT_TRUE(holds(promise));
  ASSERT_EQ(promise.premises.size(), 2u);
  EXPECT_EQ(promise.premises[1].rule, "one_of");
  EXPECT_EQ(far_planned({{"at", "0.99"}, {"epsilon", "1"}})
                .plan->law()["guard"]["least_searched"],
            600);
}

// So many equal rows that the noise of the count decides nothing; all draws have a
// fixed seed.
TEST(FarQuantile, TheCountDecidesInEachGroup) {
  const Planned plan = far_planned(
      {{"at", "0.9"}, {"epsilon", "20"}, {"by", "g=a,b,c"}, {"unit", "0.001"}});
  const Json guard = plan.plan->law()["guard"];
  ASSERT_EQ(guard["least"], 25);
  ASSERT_EQ(guard["least_searched"], 10);
  verify::SmallTable rows;
  const auto add = [&](const char* key, int count) {
    for (int i = 0; i < count; ++i) rows.push_back({"", {key, "4321.987"}});
  };
  add("a", 60);
  add("b", 17);
  verify::SmallWorldReader reader(plan.plan->needs().reading, rows);
  SeededSource random(5);
  const auto drawn = plan.plan->run(reader, random);
  ASSERT_TRUE(drawn && plan.plan->can_draw(*drawn));
  const Answer answer = plan.plan->answer(*drawn, Rational(19, 20));
  ASSERT_EQ(answer.numbers.size(), 2u);
  EXPECT_EQ(answer.numbers[0].name, "0.9 quantile");
  EXPECT_EQ(answer.numbers[1].name, "count");
  const auto& row = answer.numbers[0].rows;
  EXPECT_EQ(row[0].value, 4321987);
  // The step of 4,321,987: of 2^22 to 2^23 in parts of 2^12.
  EXPECT_EQ(row[1].value, 4321987 / 4096 * 4096 + 4095);
  EXPECT_FALSE(row[2].known);
  EXPECT_FALSE(row[3].known);
  EXPECT_TRUE(row[0].known && row[1].known);
}

TEST(FarQuantile, OnlyWhatARunDrawsCanBeDrawn) {
  const Planned plan = far_planned({{"at", "0.9"}, {"epsilon", "1"}, {"unit", "1"}});
  constexpr std::int64_t kNone = FarQuantileMechanism::kNone;
  const std::int64_t last = LadderSteps(CodeScale::narrow()).last(),
                     most = CodeScale::narrow().most();
  const auto can = [&](std::int64_t value, std::int64_t count) {
    return plan.plan->can_draw({{0}, {}, {{value}, {count}}});
  };
  EXPECT_TRUE(can(most, 492));
  EXPECT_FALSE(can(most, 491));
  EXPECT_TRUE(can(last, 491));
  EXPECT_FALSE(can(last + 1, 491));
  EXPECT_TRUE(can(-last, 75));
  EXPECT_FALSE(can(-last, 74));
  EXPECT_TRUE(can(kNone, 74));
  EXPECT_FALSE(can(kNone, 75));
  EXPECT_FALSE(can(kNone, 492));
  EXPECT_FALSE(can(kNone, std::numeric_limits<std::int64_t>::min()));
  EXPECT_FALSE(plan.plan->can_draw({{0}, {}, {{5}}}));
  EXPECT_FALSE(plan.plan->can_draw({{0, 1}, {}, {{5, 5}, {492, 492}}}));
  // A search that stopped at once has found nothing.
  EXPECT_FALSE(
      plan.plan->answer({{0}, {}, {{-last}, {80}}}, {19, 20}).numbers[0].rows[0].known);
}

TEST(FarQuantile, ACertificateMakesTheSameMechanism) {
  const Planned plan = far_planned({{"at", "0.05"},
                                    {"epsilon", "1/3"},
                                    {"unit", "0.01"},
                                    {"by", "g=a,b"},
                                    {"person", "who"},
                                    {"rows_per_person", "3"}});
  const auto read = [&](const auto& change) {
    MechanismRecord record = {plan.question, plan.plan->law(), plan.plan->shown()};
    change(record);
    return quantile_verb().read(record);
  };
  const auto again = read([](MechanismRecord&) {});
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ((*again)->law(), plan.plan->law());
  EXPECT_EQ((*again)->name(), "far_quantile");
  using Record = MechanismRecord;
  EXPECT_FALSE(read([](Record& r) { r.law["guard"]["least"] = 3; }));
  EXPECT_FALSE(read([](Record& r) { r.law["guard"]["least_searched"] = 3; }));
  EXPECT_FALSE(read([](Record& r) { r.law["guard"]["scale"] = "1"; }));
  EXPECT_FALSE(read([](Record& r) { r.law["ladder"]["first"] = "1"; }));
  EXPECT_FALSE(read([](Record& r) { r.law["ladder"]["at"] = "0.5"; }));
  EXPECT_FALSE(read([](Record& r) { r.law["ladder"] = 7; }));
  EXPECT_FALSE(read([](Record& r) { r.law["quantile"] = Json::array(); }));
  EXPECT_FALSE(read([](Record& r) { r.law["quantile"]["epsilon"] = "1"; }));
  EXPECT_FALSE(read([](Record& r) { r.law.erase("guard"); }));
  EXPECT_FALSE(read([](Record& r) { r.question.verb = "median"; }));
  EXPECT_FALSE(read([](Record& r) { r.question.own.emplace_back("ladder", "yes"); }));
  EXPECT_FALSE(read([](Record& r) { r.fewer_than = 3; }));
}

TEST(FarQuantile, TheAuditHolds) {
  for (const auto& [at, epsilon] : {std::pair{"0.9", "1"}, std::pair{"0.05", "20"}}) {
    const Planned plan = far_planned({{"at", at}, {"epsilon", epsilon}});
    const auto verified = verify::verify_for_release(*plan.plan);
    EXPECT_TRUE(verified) << epsilon << ' ' << verified.error().message;
    Evidence evidence = plan.plan->evidence(Effort::before_release);
    for (NeighbourPair& pair : evidence.pairs) pair.epsilon = Rational(1, 300);
    EXPECT_FALSE(verify::verify_for_release(plan.plan->guarantees(), evidence));
  }
}

}  // namespace
}  // namespace selvage
