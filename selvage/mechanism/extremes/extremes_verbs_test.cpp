#include "selvage/mechanism/extremes/extremes_verbs.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"

namespace selvage {
namespace {

using Given = std::initializer_list<std::pair<std::string, std::string>>;

const Verb& extreme_verb_of(const std::string& name) {
  static const std::vector<Verb> verbs = extremes_verbs();
  for (const Verb& verb : verbs)
    if (verb.name == name) return verb;
  return verbs.front();
}

Result<Planned> planned_extreme(const std::string& verb, Given given) {
  Asked asked(given);
  if (!asked.has("column")) asked.give("column", "salary=0:2000000:1000");
  if (!asked.has("epsilon")) asked.give("epsilon", "1");
  return extreme_verb_of(verb).plan(asked);
}

TEST(ExtremesVerbs, PlanWhatTheirExamplesAsk) {
  ASSERT_EQ(extremes_verbs().size(), 3u);
  for (const Verb& verb : extremes_verbs()) {
    Asked asked;
    for (const auto& [field, text] : verb.example) asked.give(field, text);
    asked.give("table", "payroll.csv");
    const auto planned = verb.plan(asked);
    ASSERT_TRUE(planned) << verb.name;
    EXPECT_EQ(planned->question.verb, verb.name);
    EXPECT_EQ(planned->question.table, "payroll.csv");
    EXPECT_EQ(to_json(planned->question)["measure"].dump(),
              R"({"column":"salary","bins":"0:2000000:1000"})");
    EXPECT_EQ(planned->plan->name(), "above_threshold");
    EXPECT_EQ(planned->plan->needs().reading.measure->column, "salary");
  }
}

TEST(ExtremesVerbs, TakeTheCommonFields) {
  const auto planned = planned_extreme("max", {{"column", "salary"},
                                               {"unit", "0.01"},
                                               {"by", "department=fire,schools"},
                                               {"where", "age >= 18"},
                                               {"person", "id"},
                                               {"rows_per_person", "3"},
                                               {"cells_per_person", "2"},
                                               {"mechanism", "exponential"},
                                               {"confidence", "0.9"},
                                               {"people", "500"}});
  ASSERT_TRUE(planned);
  EXPECT_EQ(planned->question.person.rows, 3);
  EXPECT_EQ(planned->question.domain.cells(), 4u);
  EXPECT_EQ(planned->question.where, "age >= 18");
  EXPECT_TRUE(planned->where);
  EXPECT_EQ(planned->confidence, Rational(9, 10));
  EXPECT_EQ(planned->prior.people, 500);
  EXPECT_EQ(planned->plan->name(), "exponential_extreme");
  EXPECT_EQ(planned->plan->law()["step"], "0.01");
  EXPECT_EQ(planned->plan->law()["slope"], "1/6");
}

// A unit of time is sought in all months, one of times of day in its own units; what a
// schema declares gives way to bins.
TEST(ExtremesVerbs, MomentsHaveBinsOfTheirOwn) {
  const auto own = [](const Given& given) {
    const auto planned = planned_extreme("max", given);
    EXPECT_TRUE(planned) << planned.error().message;
    const auto& [name, text] = planned->question.own.front();
    return name + " " + text + " " + planned->plan->law()["bins"].dump();
  };
  const std::string months = "bins 0001-01-01:9999-12-01:1month 119988";
  EXPECT_EQ(own({{"column", "x"}, {"unit", "day"}}), months);
  EXPECT_EQ(own({{"column", "x"}, {"declared_unit", "microsecond"}}), months);
  EXPECT_EQ(own({{"column", "x"}, {"unit", "hour-of-day"}}), "unit hour-of-day 24");
  EXPECT_EQ(own({{"column", "x"}, {"declared_unit", "microsecond-of-day"}}),
            "unit second-of-day 86400");
  EXPECT_EQ(own({{"column", "x"}, {"declared_unit", "0.01"}}), "unit 0.01 1887");
  EXPECT_EQ(own({{"column", "x=0:10:1"}, {"declared_unit", "day"}}), "bins 0:10:1 12");
}

// The times of day that nobody can ask for.
TEST(ExtremesVerbs, ACertificateHasNoFinerTimesOfDay) {
  for (const char* unit : {"microsecond-of-day", "day"}) {
    const auto planned =
        planned_extreme("max", {{"column", "x"}, {"unit", "second-of-day"}});
    ASSERT_TRUE(planned);
    MechanismRecord record{planned->question, planned->plan->law(),
                           planned->plan->shown()};
    EXPECT_TRUE(read_extremes(record));
    record.question.own = {{"unit", unit}};
    EXPECT_FALSE(read_extremes(record));
  }
}

// The confidence chooses the terms.
TEST(ExtremesVerbs, AHigherConfidenceSetsMoreAside) {
  const auto usual = planned_extreme("max", {}),
             higher = planned_extreme("max", {{"confidence", "0.999"}});
  EXPECT_NE(usual->plan->law(), higher->plan->law());
  EXPECT_LT(usual->plan->accuracy({19, 20})[0].beta,
            higher->plan->accuracy({999, 1000})[0].beta);
}

TEST(ExtremesVerbs, WhatIsWrongIsSaidOfItsField) {
  const struct {
    Given given;
    std::string field;
  } all[] = {{{{"column", ""}}, "column"},
             {{{"column", "=0:10:1"}}, "column"},
             {{{"column", "x=0:10"}}, "column"},
             {{{"column", "x=10:0:1"}}, "column"},
             {{{"column", "x=0:10:10"}}, "column"},
             {{{"column", "x=a,b"}}, "column"},
             {{{"column", "x=?"}}, "column"},
             {{{"column", "x=2020-01-01:2021-01-01:366day"}}, "column"},
             {{{"column", "x"}, {"column", "y"}}, "column"},
             {{{"column", "\xff"}}, "column"},
             {{{"unit", "0.01"}}, "unit"},  // with bins
             {{{"column", "x"}, {"unit", "0.02"}}, "unit"},
             {{{"column", "x"}, {"unit", "cents"}}, "unit"},
             {{{"unit", "day"}}, "unit"},  // with bins
             {{{"epsilon", "0"}}, "epsilon"},
             {{{"epsilon", "1e9"}}, "epsilon"},
             {{{"mechanism", "laplace"}}, "mechanism"},
             {{{"confidence", "2"}}, "confidence"},
             {{{"people", "none"}}, "people"},
             {{{"by", "dept=?"}}, "by"},
             {{{"by", "dept"}}, "by"},
             {{{"rows_per_person", "2"}}, "person"}};
  for (const auto& [given, field] : all) {
    const auto planned = planned_extreme("max", given);
    ASSERT_FALSE(planned) << field;
    EXPECT_EQ(planned.error().kind, ErrorKind::invalid_request);
    EXPECT_EQ(planned.error().field, field) << planned.error().message;
  }
  EXPECT_EQ(extreme_verb_of("max").plan({{"column", "x"}}).error().field, "epsilon");
  EXPECT_EQ(extreme_verb_of("max").plan({{"epsilon", "1"}}).error().field, "column");
}

std::vector<Planned> several_extremes() {
  return {*planned_extreme("max", {}),
          *planned_extreme("min", {{"column", "x"}, {"epsilon", "1/3"}}),
          *planned_extreme("range", {{"person", "id"}, {"rows_per_person", "4"}}),
          *planned_extreme("max", {{"mechanism", "exponential"}, {"by", "d=a,b"}})};
}

TEST(ReadExtremes, MakesTheSameMechanismAgain) {
  for (const Planned& planned : several_extremes()) {
    const Mechanism& mechanism = *planned.plan;
    // As a certificate has it: members by name.
    const Json law = Json::parse(canonical_json(mechanism.law()));
    const auto again = read_extremes({planned.question, law, mechanism.shown()});
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ((*again)->law(), mechanism.law());
    EXPECT_EQ((*again)->warnings({19, 20}), mechanism.warnings({19, 20}));
    EXPECT_EQ(to_json((*again)->guarantees()[0]), to_json(mechanism.guarantees()[0]));
    EXPECT_EQ((*again)->accuracy({19, 20})[0].beta,
              mechanism.accuracy({19, 20})[0].beta);
  }
}

TEST(ReadExtremes, RefusesWhatNoRequestMakes) {
  for (const Planned& planned : several_extremes()) {
    const Json law = planned.plan->law(), shown = planned.plan->shown();
    const auto is_refused = [&](const Question& question, const Json& other) {
      return !read_extremes({question, other, shown});
    };
    for (const auto& [name, value] : law.items())
      for (const Json& lie : std::vector<Json>{"0.123", "0", "-1", "x", -7, 60.5,
                                               nullptr, Json::array(), "1e999999"}) {
        if (value == lie) continue;
        Json other = law;
        other[name] = lie;
        if (name == "slope" && lie == "0.123") continue;  // another epsilon
        EXPECT_TRUE(is_refused(planned.question, other)) << name << lie;
        other.erase(name);
        EXPECT_TRUE(is_refused(planned.question, other)) << name;
      }
    Json more = law;
    more["more"] = 1;
    EXPECT_TRUE(is_refused(planned.question, more));
    EXPECT_FALSE(read_extremes({planned.question, law, {{"more", 1}}}));
    EXPECT_FALSE(read_extremes({planned.question, law, shown, 5}));
    EXPECT_FALSE(read_extremes({planned.question, law, nullptr}));
    EXPECT_TRUE(is_refused(planned.question, Json::array()));
    EXPECT_TRUE(is_refused(planned.question, nullptr));
    const auto changed = [&](const auto& change) {
      Question other = planned.question;
      change(other);
      return is_refused(other, law);
    };
    EXPECT_TRUE(changed([](Question& q) { q.own[0].second = "7"; }));
    EXPECT_TRUE(changed([](Question& q) { q.own[0].second = "0:4:2"; }));
    EXPECT_TRUE(changed([](Question& q) { q.own[0].first = "bounds"; }));
    EXPECT_TRUE(changed([](Question& q) { q.own.clear(); }));
    EXPECT_TRUE(changed([](Question& q) { q.own.emplace_back("at", "0.5"); }));
    EXPECT_TRUE(changed([](Question& q) { q.person.rows = 0; }));
    EXPECT_TRUE(changed([](Question& q) { q.person.cells = -1; }));
    EXPECT_TRUE(changed([](Question& q) { q.column.clear(); }));
    EXPECT_TRUE(changed([](Question& q) { q.verb = "mean"; }));
    EXPECT_TRUE(changed([](Question& q) {
      q.domain = *Domain::make({{"dept", UnknownKeys{}}});
      q.asked = {"?"};
    }));
  }
}

}  // namespace
}  // namespace selvage
