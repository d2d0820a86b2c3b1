#include "selvage/mechanism/quantile/quantile_verbs.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"

namespace selvage {
namespace {

const Verb& median() {
  static const std::vector<Verb> verbs = quantile_verbs();
  return verbs.front();
}

Result<Planned> plan(std::initializer_list<std::pair<std::string, std::string>> given) {
  Asked asked(given);
  if (!asked.has("column")) asked.give("column", "salary");
  if (!asked.has("epsilon")) asked.give("epsilon", "1");
  return median().plan(asked);
}

TEST(MedianVerb, PlansWhatItsExampleAsks) {
  Asked asked;
  for (const auto& [field, text] : median().example) asked.give(field, text);
  asked.give("table", "payroll.csv");
  const auto planned = median().plan(asked);
  ASSERT_TRUE(planned);
  EXPECT_EQ(planned->question.verb, "median");
  EXPECT_EQ(planned->question.table, "payroll.csv");
  EXPECT_EQ(to_json(planned->question)["measure"].dump(),
            R"({"column":"salary","at":"0.5","unit":"0.000001"})");
  EXPECT_EQ(planned->plan->name(), "universal_quantile");
  EXPECT_EQ(planned->plan->needs().reading.measure->column, "salary");
}

TEST(MedianVerb, TakesTheCommonFields) {
  const auto planned = plan({{"at", "9/10"},
                             {"unit", "0.01"},
                             {"where", "age >= 18"},
                             {"person", "id"},
                             {"rows_per_person", "3"},
                             {"confidence", "0.9"},
                             {"people", "500"}});
  ASSERT_TRUE(planned);
  EXPECT_EQ(planned->question.person.rows, 3);
  EXPECT_EQ(planned->question.where, "age >= 18");
  EXPECT_TRUE(planned->where);
  EXPECT_EQ(planned->confidence, Rational(9, 10));
  EXPECT_EQ(planned->prior.people, 500);
  EXPECT_EQ(planned->plan->law()["at"], "0.9");
}

TEST(MedianVerb, WhatIsWrongIsSaidOfItsField) {
  const struct {
    std::initializer_list<std::pair<std::string, std::string>> given;
    std::string field;
  } all[] = {{{{"at", "0"}}, "at"},
             {{{"at", "1"}}, "at"},
             {{{"at", "half"}}, "at"},
             {{{"at", "0.1234567"}}, "at"},
             {{{"unit", "0.02"}}, "unit"},
             {{{"unit", "cents"}}, "unit"},
             {{{"epsilon", "0"}}, "epsilon"},
             {{{"epsilon", "1e9"}}, "epsilon"},
             {{{"column", ""}}, "column"},
             {{{"column", "a"}, {"column", "b"}}, "column"},
             {{{"column", "\xff"}}, "column"},
             {{{"confidence", "2"}}, "confidence"},
             {{{"people", "none"}}, "people"},
             {{{"rows_per_person", "2"}}, "person"}};
  for (const auto& [given, field] : all) {
    const auto planned = plan(given);
    ASSERT_FALSE(planned) << field;
    EXPECT_EQ(planned.error().kind, ErrorKind::invalid_request);
    EXPECT_EQ(planned.error().field, field) << planned.error().message;
  }
  EXPECT_EQ(median().plan({{"column", "x"}}).error().field, "epsilon");
  EXPECT_EQ(median().plan({{"epsilon", "1"}}).error().field, "column");
}

std::vector<Planned> several() {
  return {*plan({}), *plan({{"at", "0.9"}, {"epsilon", "1/3"}, {"unit", "1"}}),
          *plan({{"person", "id"}, {"rows_per_person", "4"}, {"at", "1/7"}})};
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
    // Steeper slopes promise more than is asked, and of the wrong side too.
    Json doubled = law;
    doubled["left"] = law["right"];
    doubled["right"] = law["left"];
    if (law["left"] != law["right"]) {
      EXPECT_TRUE(is_refused(planned.question, doubled));
    }
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
    other.domain = *Domain::make({{"dept", KeyList::of({"a"})}});
    other.asked = {"a"};
    EXPECT_TRUE(is_refused(other, law));
  }
}

}  // namespace
}  // namespace selvage
