#include "selvage/mechanism/quantile/quantile_verbs.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"

namespace selvage {
namespace {

const Verb& verb(const std::string& name) {
  static const std::vector<Verb> verbs = quantile_verbs();
  return *std::find_if(verbs.begin(), verbs.end(),
                       [&](const Verb& one) { return one.name == name; });
}

using Given = std::initializer_list<std::pair<std::string, std::string>>;

Result<Planned> plan(const std::string& name, Given given) {
  Asked asked(given);
  if (!asked.has("column")) asked.give("column", "salary");
  if (!asked.has("epsilon")) asked.give("epsilon", "1");
  if (name == "quantile" && !asked.has("at")) asked.give("at", "0.9");
  return verb(name).plan(asked);
}

TEST(QuantileVerbs, PlanWhatTheirExamplesAsk) {
  for (const Verb& one : quantile_verbs()) {
    Asked asked;
    for (const auto& [field, text] : one.example) asked.give(field, text);
    asked.give("table", "payroll.csv");
    const auto planned = one.plan(asked);
    ASSERT_TRUE(planned);
    EXPECT_EQ(planned->question.verb, one.name);
    EXPECT_EQ(planned->question.table, "payroll.csv");
    EXPECT_EQ(planned->plan->name(), "universal_quantile");
    EXPECT_EQ(planned->plan->needs().reading.measure->column, "salary");
  }
  EXPECT_EQ(to_json(plan("median", {})->question)["measure"].dump(),
            R"({"column":"salary","at":"0.5","unit":"2^-32"})");
  EXPECT_EQ(to_json(plan("iqr", {{"no_guard", ""}, {"bounds", "0:9"}, {"unit", "1"}})
                        ->question)["measure"]
                .dump(),
            R"({"column":"salary","at":"0.25,0.5,0.75","unit":"1","bounds":"0:9",)"
            R"("no_guard":"yes"})");
}

TEST(QuantileVerbs, TakeTheCommonFields) {
  const auto planned = plan("quantile", {{"at", "9/10,0.1"},
                                         {"unit", "0.01"},
                                         {"by", "dept=a,b"},
                                         {"where", "age >= 18"},
                                         {"person", "id"},
                                         {"rows_per_person", "3"},
                                         {"confidence", "0.9"},
                                         {"people", "500"}});
  ASSERT_TRUE(planned);
  EXPECT_EQ(planned->question.person.rows, 3);
  EXPECT_EQ(planned->question.domain.cells(), 4u);
  EXPECT_EQ(planned->question.where, "age >= 18");
  EXPECT_TRUE(planned->where);
  EXPECT_EQ(planned->confidence, Rational(9, 10));
  EXPECT_EQ(planned->prior.people, 500);
  EXPECT_EQ(planned->plan->law()["at"].dump(), R"(["0.1","0.9"])");
}

TEST(QuantileVerbs, WhatIsWrongIsSaidOfItsField) {
  std::string many = "1/2000";
  for (int i = 2; i <= 1001; ++i) many += "," + std::to_string(i) + "/2000";
  const struct {
    Given given;
    std::string field;
  } all[] = {{{{"at", "0"}}, "at"},
             {{{"at", "1"}}, "at"},
             {{{"at", "half"}}, "at"},
             {{{"at", "0.1234567"}}, "at"},
             {{{"at", ""}}, "at"},
             {{{"at", "0.5,"}}, "at"},
             {{{"at", "0.5,,0.7"}}, "at"},
             {{{"at", "0.5,1/2"}}, "at"},
             {{{"at", many}}, "at"},
             {{{"unit", "0.02"}}, "unit"},
             {{{"unit", "cents"}}, "unit"},
             {{{"unit", "week"}}, "unit"},
             {{{"unit", "days"}}, "unit"},
             {{{"unit", "day"}, {"bounds", "0:100"}}, "bounds"},
             {{{"unit", "day"}, {"bounds", "2020-01-01"}}, "bounds"},
             {{{"unit", "day"}, {"bounds", "2020-01-02:2020-01-01"}}, "bounds"},
             {{{"unit", "day"}, {"bounds", "2020-01-02:2020-01-02"}}, "bounds"},
             {{{"unit", "day"}, {"bounds", "2020-01-02 10:00:2021-01-02"}}, "bounds"},
             {{{"unit", "1"}, {"bounds", "2020-01-01:2021-01-01"}}, "bounds"},
             {{{"unit", "hour-of-day"}, {"bounds", "08:00:17:00"}}, "bounds"},
             {{{"unit", "day-of-day"}}, "unit"},
             {{{"bounds", ""}}, "bounds"},
             {{{"bounds", "9:1"}}, "bounds"},
             {{{"bounds", "0:1e30"}}, "bounds"},
             {{{"by", "dept=?"}}, "by"},
             {{{"epsilon", "0"}}, "epsilon"},
             {{{"epsilon", "1e9"}}, "epsilon"},
             {{{"column", ""}}, "column"},
             {{{"column", "a"}, {"column", "b"}}, "column"},
             {{{"column", "\xff"}}, "column"},
             {{{"confidence", "2"}}, "confidence"},
             {{{"people", "none"}}, "people"},
             {{{"rows_per_person", "2"}}, "person"}};
  for (const auto& [given, field] : all) {
    const auto planned = plan("quantile", given);
    ASSERT_FALSE(planned) << field;
    EXPECT_EQ(planned.error().kind, ErrorKind::invalid_request);
    EXPECT_EQ(planned.error().field, field) << planned.error().message;
  }
  EXPECT_EQ(verb("median").plan({{"column", "x"}}).error().field, "epsilon");
  EXPECT_EQ(verb("median").plan({{"epsilon", "1"}}).error().field, "column");
  EXPECT_EQ(verb("quantile").plan({{"column", "x"}, {"epsilon", "1"}}).error().field,
            "at");
}

std::vector<Planned> several() {
  return {
      *plan("median", {{"no_guard", ""}}),
      *plan("quantile",
            {{"at", "0.9"}, {"epsilon", "1/3"}, {"unit", "1"}, {"by", "d=a,b"}}),
      *plan("quantile",
            {{"person", "id"}, {"rows_per_person", "4"}, {"at", "1/7"}, {"check", ""}}),
      *plan("quantile", {{"at", "0.2,0.4"}, {"bounds", "0:100"}, {"unit", "0.1"}}),
      *plan("iqr", {}),
      *plan("quantile", {{"unit", "second"}}),
      *plan("quantile", {{"unit", "second"}, {"interval", ""}}),
      *plan("quantile", {{"unit", "second-of-day"}, {"interval", ""}}),
      *plan("iqr", {{"unit", "day"}, {"bounds", "2000-01-01:2020-12-31"}})};
}

TEST(ReadQuantile, MakesTheSameMechanismAgain) {
  for (const Planned& planned : several()) {
    const Mechanism& mechanism = *planned.plan;
    // As a certificate has it: members by name.
    const Json law = Json::parse(canonical_json(mechanism.law()));
    const auto again = read_quantile({planned.question, law, mechanism.shown()});
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ((*again)->law(), mechanism.law());
    EXPECT_EQ((*again)->warnings({19, 20}), mechanism.warnings({19, 20}));
    EXPECT_EQ(to_json((*again)->guarantees()[0]), to_json(mechanism.guarantees()[0]));
  }
}

TEST(ReadQuantile, RefusesWhatNoRequestMakes) {
  for (const Planned& planned : several()) {
    const Json law = planned.plan->law(), shown = planned.plan->shown();
    const auto is_refused = [&](const Question& question, const Json& other) {
      return !read_quantile({question, other, shown});
    };
    for (const auto& [name, value] : law.items())
      for (const Json& lie : std::vector<Json>{"0.125", "0", "-1", "x", 7, 60.5,
                                               nullptr, Json::array(), "1e999999"}) {
        if (value == lie) continue;
        Json other = law;
        other[name] = lie;
        EXPECT_TRUE(is_refused(planned.question, other)) << name << lie;
        other.erase(name);
        EXPECT_TRUE(is_refused(planned.question, other)) << name;
      }
    // Steeper slopes promise more than is asked.
    Json steep = law;
    steep["nodes"][0]["left"] = "7";
    EXPECT_TRUE(is_refused(planned.question, steep));
    Json more = law;
    more["more"] = 1;
    EXPECT_TRUE(is_refused(planned.question, more));
    EXPECT_FALSE(read_quantile({planned.question, law, {{"more", 1}}}));
    EXPECT_FALSE(read_quantile({planned.question, law, shown, 5}));
    EXPECT_FALSE(read_quantile({planned.question, law, nullptr}));
    EXPECT_TRUE(is_refused(planned.question, Json::array()));
    EXPECT_TRUE(is_refused(planned.question, nullptr));
    Question other = planned.question;
    other.own[0].second = "0.25";
    EXPECT_TRUE(is_refused(other, law));
    other = planned.question;
    other.own.pop_back();
    EXPECT_TRUE(is_refused(other, law));
    other = planned.question;
    other.verb = other.verb == "median" ? "iqr" : "median";
    EXPECT_TRUE(is_refused(other, law));
    other = planned.question;
    other.person.rows = 0;
    EXPECT_TRUE(is_refused(other, law));
    other = planned.question;
    other.person.cells = -1;
    EXPECT_TRUE(is_refused(other, law));
    other = planned.question;
    other.column.clear();
    EXPECT_TRUE(is_refused(other, law));
    other = planned.question;
    other.verb = "mean";
    EXPECT_TRUE(is_refused(other, law));
    other = planned.question;
    other.domain = *Domain::make({{"dept", Values(UnknownKeys{})}});
    other.asked = {"?"};
    EXPECT_TRUE(is_refused(other, law));
  }
}

}  // namespace
}  // namespace selvage
