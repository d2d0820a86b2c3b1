#include "selvage/mechanism/regression/regression_verbs.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/question/read_question.hpp"

namespace selvage {
namespace {

const Verb& verb() {
  static const std::vector<Verb> all = regression_verbs();
  return all.front();
}

Result<Planned> planned(std::initializer_list<std::pair<std::string, std::string>> more,
                        const std::string& x = "age,tenure") {
  Asked asked{{"table", "t.csv"}, {"y", "wage"}, {"x", x}, {"epsilon", "1"}};
  for (const auto& [field, text] : more) asked.give(field, text);
  return verb().plan(asked);
}

std::string refusal(std::initializer_list<std::pair<std::string, std::string>> more,
                    const std::string& x = "age,tenure") {
  const auto plan = planned(more, x);
  EXPECT_FALSE(plan);
  return plan ? "" : plan.error().message;
}

TEST(RegressionVerbs, AQuestionNamesEveryColumn) {
  const auto plan = planned({{"person", "id"}});
  ASSERT_TRUE(plan) << plan.error().message;
  const Reading reading = plan->plan->needs().reading;
  EXPECT_EQ(reading.measure->column, "wage");
  ASSERT_EQ(reading.beside.size(), 2u);
  EXPECT_EQ(reading.beside[0].column, "age");
  EXPECT_EQ(reading.beside[1].column, "tenure");
  EXPECT_EQ(person_text(plan->question.person), "id: all rows of each person");
  EXPECT_EQ(to_json(plan->question)["measure"]["x"], "age,tenure");
}

TEST(RegressionVerbs, RefuseWhatIsWrongInOneSentence) {
  EXPECT_EQ(refusal({}, "age,wage"),
            "`x` names 'wage', which is `y`; leave it out of one of them");
  EXPECT_EQ(refusal({}, "a,b,a"), "`x` names 'a' twice; write it once");
  EXPECT_EQ(refusal({}, "a,b,c,d,e,f,g,h,i,dept=j"),
            "`x` has 10 columns, each key counted as one, and such a regression has at "
            "most 10 coefficients with the intercept; write at most 9");
  EXPECT_EQ(refusal({}, "a,,b"), "`x` has an empty name; write for example age,tenure");
  EXPECT_EQ(refusal({{"unit", "0.3"}}),
            "`unit` 0.3 is not a power of ten from 1e-18 to 1000000; write for example "
            "0.01");
  EXPECT_EQ(refusal({{"precision", "0.3"}}),
            "`precision` 0.3 is neither a power of ten from 1e-18 to 1000000 nor 2^-1 "
            "to 2^-95; write for example 0.001");
  EXPECT_EQ(refusal({{"precision", "fine"}}),
            "`precision` fine is no number; write for example 0.001, or 2^-32");
  EXPECT_EQ(refusal({{"blocks", "266"}}),
            "`blocks` 266 are too few at this `epsilon`: a coefficient could lie "
            "anywhere; write 267 or more");
  EXPECT_EQ(refusal({}, "age,age_lower"),
            "`x` names 'age' and 'age_lower', and an answer could not tell the second "
            "from the lower of the first; rename one of them");
  const auto without = verb().plan(Asked{{"y", "wage"}, {"epsilon", "1"}});
  EXPECT_EQ(without.error().message,
            "`x` names no column; write the columns that explain");
  const auto small =
      verb().plan(Asked{{"y", "wage"}, {"x", "age"}, {"epsilon", "0.001"}});
  EXPECT_EQ(small.error().message,
            "`epsilon` 0.001 is not from 0.01 to 50, where a regression has an answer; "
            "write for example 1");
}

// There are as many blocks as a confidence needs; fewer are refused, with that number.
TEST(RegressionVerbs, AnIntervalEndsBeforeTheOutermostBlocks) {
  const auto at = [](const std::string& confidence, const std::string& blocks) {
    return planned({{"interval", ""}, {"confidence", confidence}, {"blocks", blocks}});
  };
  const auto blocks_of = [](const Result<Planned>& plan) {
    EXPECT_TRUE(plan) << plan.error().message;
    return to_json(plan->question)["measure"].value("blocks", "usual");
  };
  EXPECT_EQ(blocks_of(planned({{"interval", ""}})), "usual");
  EXPECT_EQ(blocks_of(planned({{"interval", ""}, {"confidence", "0.999"}})), "usual");
  EXPECT_EQ(blocks_of(planned({{"confidence", "0.99999"}})), "usual");
  const std::int64_t needed =
      std::stoll(blocks_of(planned({{"interval", ""}, {"confidence", "0.99999"}})));
  EXPECT_GT(needed, 900);
  EXPECT_TRUE(at("0.99999", std::to_string(needed)));
  EXPECT_EQ(at("0.99999", std::to_string(needed - 1)).error().message,
            "`confidence` 0.99999 asks for intervals that reach beyond all of " +
                std::to_string(needed - 1) + " blocks; write " +
                std::to_string(needed) +
                " `blocks` or more, or a smaller one, for example 0.95");
}

// One for all columns, or one for each of them; what types declare is there first.
TEST(RegressionVerbs, UnitsMayDifferByColumn) {
  const auto unit =
      [](std::initializer_list<std::pair<std::string, std::string>> more) {
        const auto plan = planned(more);
        EXPECT_TRUE(plan) << plan.error().message;
        return to_json(plan->question)["measure"]["unit"].get<std::string>();
      };
  EXPECT_EQ(unit({}), "0.000001");
  EXPECT_EQ(unit({{"unit", "0.01"}}), "0.01");
  EXPECT_EQ(unit({{"unit", "wage=0.01,tenure=1e-9"}}),
            "wage=0.01,age=0.000001,tenure=0.000000001");
  EXPECT_EQ(unit({{"unit", "wage=1,age=1,tenure=1"}}), "1");
  EXPECT_EQ(unit({{"declared_unit", "wage=0.01,age=1"}, {"unit", "tenure=0.1"}}),
            "wage=0.01,age=1,tenure=0.1");
  EXPECT_EQ(unit({{"declared_unit", "wage=0.01,age=1"}, {"unit", "1"}}), "1");
  const Reading reading = planned({{"unit", "age=100"}})->plan->needs().reading;
  EXPECT_EQ(reading.measure->grid.step(), Rational(1, 1'000'000));
  EXPECT_EQ(reading.beside[0].grid.step(), Rational(100));
  EXPECT_EQ(refusal({{"unit", "size=1"}}),
            "`unit` names 'size', which is neither `y` nor a column of numbers of `x`; "
            "write one of wage, age, tenure");
  EXPECT_EQ(refusal({{"unit", "age=0.3"}}),
            "`unit` 0.3 is not a power of ten from 1e-18 to 1000000; write for example "
            "0.01");
  for (const char* wrong : {"age=", "=1", "fine", "", "1,,age=1"})
    EXPECT_NE(refusal({{"unit", wrong}}).find("is neither a number nor NAME=NUMBER"),
              std::string::npos)
        << wrong;
}

// A number of people that was said makes as many blocks as serve the slopes best; a
// number of blocks that was said stays.
TEST(RegressionVerbs, PeopleDecideHowManyBlocksThereAre) {
  const auto blocks =
      [](std::initializer_list<std::pair<std::string, std::string>> more) {
        const auto plan = planned(more, "age");
        EXPECT_TRUE(plan) << plan.error().message;
        return plan->plan->law()["blocks"].get<std::int64_t>();
      };
  EXPECT_EQ(blocks({}), 445);
  EXPECT_EQ(blocks({{"people", "1000"}}), 178);
  EXPECT_NEAR(static_cast<double>(blocks({{"people", "20000"}})), 950, 100);
  EXPECT_NEAR(static_cast<double>(blocks({{"people", "1000000"}})), 7000, 700);
  EXPECT_EQ(blocks({{"people", "20000"}, {"blocks", "200"}}), 200);
  EXPECT_NEAR(static_cast<double>(blocks({{"people", "1000000000000"}})), 99'000, 1000);
  const auto warned = [](const char* people) {
    for (const std::string& warning :
         planned({{"people", people}}, "age")->plan->warnings({19, 20}))
      if (warning.find("ten thousand times larger") != std::string::npos) return true;
    return false;
  };
  EXPECT_TRUE(warned("1000"));
  for (const std::string& warning : planned({}, "age")->plan->warnings({19, 20}))
    EXPECT_EQ(warning.find("ten thousand times larger"), std::string::npos);
  EXPECT_FALSE(warned("20000"));
}

// Without intervals too: a reader found slopes a third too small, and not a word of it.
TEST(RegressionVerbs, SkewedColumnsAreWarnedOfAlways) {
  for (const bool interval : {false, true}) {
    const auto plan =
        interval ? planned({{"interval", ""}}, "age") : planned({}, "age");
    ASSERT_TRUE(plan) << plan.error().message;
    int warned = 0;
    for (const std::string& warning : plan->plan->warnings({19, 20}))
      if (warning.find("it leans away from the least squares") != std::string::npos)
        ++warned;
    EXPECT_EQ(warned, 1);
    int said = 0;
    for (const PlanLine& line : plan->plan->plan_lines(plan->prior, {19, 20}))
      if (line.text.find("else coefficients lean away") != std::string::npos) ++said;
    EXPECT_EQ(said, 1);
  }
}

// Keys go on to the end of a text, or to the next name. [T270]
TEST(RegressionVerbs, ColumnsMayHaveKeys) {
  Asked asked{{"y", "wage"},
              {"x", "age,dept=fire,schools,role=clerk"},
              {"x", "tenure"},
              {"epsilon", "1"}};
  const auto plan = verb().plan(asked);
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(to_json(plan->question)["measure"]["x"],
            "age,tenure,dept=fire,schools,role=clerk");
  const Reading reading = plan->plan->needs().reading;
  EXPECT_EQ(reading.beside.size(), 2u);
  ASSERT_EQ(reading.domain.columns().size(), 2u);
  EXPECT_EQ(reading.domain.columns()[0].name, "dept");
  EXPECT_TRUE(reading.domain.columns()[0].drop_missing);
  const auto alone = planned({}, "dept=fire");
  ASSERT_TRUE(alone) << alone.error().message;
}

TEST(RegressionVerbs, RefuseWhatAreNoKeys) {
  const auto no_keys = [](const std::string& x) {
    return "`x` " + x +
           " lists no keys; write the keys themselves, without '=' and ':', for "
           "example "
           "department=schools,fire";
  };
  for (const char* x : {"dept=?", "dept=@keys.txt", "age=20:70:10", "dept=a=b"})
    EXPECT_EQ(refusal({}, x), no_keys(x));
  EXPECT_EQ(refusal({}, "=fire"),
            "`x` has keys without the name of a column before '='; write for example "
            "department=schools,fire");
  EXPECT_EQ(refusal({}, "wage=high"),
            "`x` names 'wage', which is `y`; leave it out of one of them");
  EXPECT_EQ(refusal({}, "dept,dept=fire"), "`x` names 'dept' twice; write it once");
  EXPECT_EQ(refusal({}, "dept="),
            "`x` names dept with keys '': there is no key; write for example "
            "department=schools,fire");
  EXPECT_EQ(
      refusal({}, "dept=a,a"),
      "`x` names dept with keys 'a,a': keys 1 and 2 are both 'a'; write for example "
      "department=schools,fire");
}

TEST(RegressionVerbs, ThereAreNoCapsOfAPerson) {
  for (const Field& field : verb().fields) {
    EXPECT_NE(field.name, "rows_per_person");
    EXPECT_NE(field.name, "cells_per_person");
  }
}

MechanismRecord record_of(const Planned& plan) {
  return {*read_question(to_exact_json(plan.question)), plan.plan->law(),
          plan.plan->shown()};
}

TEST(RegressionVerbs, TheMechanismFollowsFromItsCertificate) {
  for (const auto& more : {std::pair("person", "id"),
                           {"blocks", "300"},
                           {"people", "100000"},
                           {"unit", "age=1,wage=0.01"},
                           {"precision", "0.01"},
                           {"precision", "2^-40"},
                           {"x", "dept=fire,schools"}}) {
    const auto plan = planned({more});
    ASSERT_TRUE(plan);
    const auto again = verb().read(record_of(*plan));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ((*again)->law(), plan->plan->law());
  }
}

TEST(RegressionVerbs, NoOtherLawIsRead) {
  const auto plan = planned({});
  const auto changed = [&](const char* name, const Json& value) {
    MechanismRecord record = record_of(*plan);
    record.law[name] = value;
    return !verb().read(record);
  };
  EXPECT_FALSE(changed("slope", plan->plan->law()["slope"]));
  EXPECT_TRUE(changed("slope", "1"));
  EXPECT_TRUE(changed("blocks", 252));
  EXPECT_TRUE(changed("epsilon", "2"));
  EXPECT_TRUE(changed("least_fitted", 1));
  EXPECT_TRUE(changed("more", 1));
  MechanismRecord capped = record_of(*plan);
  capped.question.person = {"id", 3, 3};
  EXPECT_FALSE(verb().read(capped));
}

}  // namespace
}  // namespace selvage
