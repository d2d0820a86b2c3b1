#include "selvage/mechanism/bound_free/bound_free_verbs.hpp"

#include <nlohmann/json.hpp>

#include "selvage/mechanism/bound_free/bound_free_testing.hpp"

namespace selvage {
namespace {

Verb verb_named(const std::string& name) {
  for (Verb& verb : bound_free_verbs())
    if (verb.name == name) return verb;
  return {};
}

MechanismRecord record_of(const Planned& planned) {
  return {planned.question, planned.plan->law(), planned.plan->shown()};
}

TEST(BoundFreeVerbs, ACertificateMakesTheSameMechanism) {
  for (const char* name : {"mean", "sum"}) {
    const Verb verb = verb_named(name);
    const auto planned =
        verb.plan({{"column", "x"}, {"epsilon", "1/3"}, {"unit", "0.01"}});
    ASSERT_TRUE(planned) << planned.error().message;
    const auto again = verb.read(record_of(*planned));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ((*again)->law(), planned->plan->law());
    EXPECT_EQ((*again)->name(), std::string("bound_free_") + name);
  }
}

TEST(BoundFreeVerbs, AnotherLawIsNone) {
  const Verb verb = verb_named("mean");
  const auto planned = verb.plan({{"column", "x"}, {"epsilon", "1"}});
  ASSERT_TRUE(planned);
  const auto refuses = [&](const auto& change) {
    MechanismRecord record = record_of(*planned);
    change(record);
    return !verb.read(record);
  };
  EXPECT_FALSE(refuses([](MechanismRecord&) {}));
  EXPECT_TRUE(refuses([](MechanismRecord& r) { r.law["radius"]["slope"] = "0.1"; }));
  EXPECT_TRUE(refuses([](MechanismRecord& r) { r.law["radius"]["target"] = 14; }));
  EXPECT_TRUE(refuses([](MechanismRecord& r) { r.law["sums"]["scale"] = "1"; }));
  EXPECT_TRUE(refuses([](MechanismRecord& r) { r.law["epsilon"] = "2"; }));
  EXPECT_TRUE(refuses([](MechanismRecord& r) { r.law["unit"] = "0.01"; }));
  EXPECT_TRUE(refuses([](MechanismRecord& r) { r.law["least"] = 61; }));
  EXPECT_TRUE(refuses([](MechanismRecord& r) { r.law = Json::array(); }));
  EXPECT_TRUE(refuses([](MechanismRecord& r) { r.question.verb = "sum"; }));
  EXPECT_TRUE(refuses([](MechanismRecord& r) { r.question.verb = "variance"; }));
  EXPECT_TRUE(refuses([](MechanismRecord& r) { r.question.column.clear(); }));
  EXPECT_TRUE(refuses([](MechanismRecord& r) { r.question.person.rows = 2; }));
  EXPECT_TRUE(refuses([](MechanismRecord& r) { r.fewer_than = 5; }));
  EXPECT_TRUE(refuses([](MechanismRecord& r) { r.shown["x"] = 1; }));
}

TEST(BoundFreeVerbs, WhatIsWrongIsSaidOfItsField) {
  const auto fault = [](Asked asked) {
    asked.give("column", "x");
    const auto planned = verb_named("mean").plan(asked);
    return planned ? "none" : planned.error().field;
  };
  EXPECT_EQ(fault({{"epsilon", "1"}}), "none");
  EXPECT_EQ(fault({{"epsilon", "0"}}), "epsilon");
  EXPECT_EQ(fault({{"epsilon", "0.004"}}), "epsilon");
  EXPECT_EQ(fault({{"epsilon", "51"}}), "epsilon");
  EXPECT_EQ(fault({{"epsilon", "1.00000000000000000001"}}), "epsilon");
  EXPECT_EQ(fault({}), "epsilon");
  EXPECT_EQ(fault({{"epsilon", "1"}, {"unit", "0.02"}}), "unit");
  EXPECT_EQ(fault({{"epsilon", "1"}, {"by", "k=?"}}), "by");
  EXPECT_EQ(fault({{"epsilon", "1"}, {"column", "y"}}), "column");
  EXPECT_EQ(fault({{"epsilon", "1"}, {"person", "p"}, {"rows_per_person", "300"}}),
            "epsilon");
}

TEST(BoundFreeVerbs, APlanSaysHowManyRowsAreNeeded) {
  const auto planned = verb_named("mean").plan({{"column", "x"}, {"epsilon", "1"}});
  ASSERT_TRUE(planned);
  const Json numbers = planned->plan->plan_numbers({}, {19, 20});
  EXPECT_EQ(numbers["least_count"], 60);
  EXPECT_EQ(numbers["rows_needed"]["usual"], 350);
  EXPECT_EQ(numbers["outside"], 15);
}

}  // namespace
}  // namespace selvage
