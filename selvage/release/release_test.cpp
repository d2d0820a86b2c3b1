#include "selvage/release/release.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "selvage/base/canonical_json.hpp"
#include "selvage/mechanism/number_text.hpp"
#include "selvage/question/measured.hpp"
#include "selvage/release/answer_text.hpp"
#include "selvage/release/delimited_text.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

Domain ages(const std::string& name = "age") {
  return *Domain::make({{name, *parse_values("20:45:10")}});
}

Release example(const std::string& column = "age") {
  return {.question = {"histogram", "payroll.csv", ages(column), {"20:45:10"}},
          .answer = {.domain = ages(column),
                     .cells = {0, 1, 2, 3, 4, 5},
                     .numbers = {{"count",
                                  1,
                                  {{-3, -10, 4},
                                   {17, 10, 24},
                                   {0, -7, 7},
                                   {std::int64_t{1} << 61, 5, 6},
                                   {2, -5, 9},
                                   {1, -6, 8}}}}},
          .drawn = {},
          .derivations = {discrete_laplace_cells(Rational(9, 4), 3)},
          .accuracy = {{.alpha = 0,
                        .beta = 7,
                        .gamma = Rational(1, 20),
                        .distortion = Distortion::none,
                        .metric = "absolute error of one count"}},
          .error = ErrorStatement{Rational(21, 10), 7, Rational(19, 20)},
          .confidence = Rational(19, 20),
          .mechanism = {.name = "discrete_laplace",
                        .reason = "the only way that applies",
                        .parameters = {{"scale", "2.25"}, {"rows_per_person", "3"}}},
          .verification = {VerificationLevel::small_worlds, "all tables of 3 rows"},
          .warnings = {"no ledger"}};
}

void show(Release& release, std::vector<std::uint64_t> cells,
          std::vector<Estimate> numbers) {
  release.answer.cells = std::move(cells);
  release.answer.numbers[0].rows = std::move(numbers);
}

TEST(Release, JsonHasEveryFieldOfTheFormatInItsOrder) {
  const Json json = Json::parse(to_json_text(example()));
  std::vector<std::string> names;
  for (const auto& [name, value] : json.items()) names.push_back(name);
  EXPECT_EQ(names, (std::vector<std::string>{
                       "selvage", "question", "unit", "numbers", "answer", "total",
                       "fewer_than", "privacy_unit", "guarantees", "accuracy",
                       "confidence", "error", "interval_of", "mechanism", "derivation",
                       "verification", "ledger", "warnings", "hints"}));
  EXPECT_EQ(json["selvage"], "0.1");
  EXPECT_EQ(json["question"],
            Json::parse(R"({"verb": "histogram", "table": "payroll.csv",
                            "columns": [{"name": "age", "domain": "20:45:10",
                                         "missing": "cell"}],
                            "person": "one row", "where": null})"));
  EXPECT_EQ(json["mechanism"], Json::parse(R"({"name": "discrete_laplace",
                            "reason": "the only way that applies",
                            "parameters": {"rows_per_person": "3", "scale": "2.25"}})"));
  EXPECT_EQ(json["verification"], Json::parse(R"({"level": "small_worlds",
                                                 "detail": "all tables of 3 rows"})"));
  EXPECT_EQ(json["warnings"], Json::parse(R"(["no ledger"])"));
}

TEST(Release, JsonAnswerIsAListOfCellsWithIntervals) {
  const Json answer = Json::parse(to_json_text(example()))["answer"];
  ASSERT_TRUE(answer.is_array());
  ASSERT_EQ(answer.size(), 6u);
  EXPECT_EQ(answer[1]["cell"]["age"], "[20,30)");
  EXPECT_EQ(answer[1]["count"], 17);
  EXPECT_EQ(answer[1]["interval"], Json::parse("[10, 24]"));
  EXPECT_EQ(answer[1].size(), 3u);
  EXPECT_EQ(answer[5]["cell"], Json::parse(R"({"age": "missing"})"));
}

TEST(Release, JsonKeepsNegativeAndHugeCountsAsWholeNumbers) {
  const Json answer = Json::parse(to_json_text(example()))["answer"];
  EXPECT_EQ(answer[0]["count"].get<std::int64_t>(), -3);
  EXPECT_EQ(answer[0]["interval"], Json::parse("[-10, 4]"));
  ASSERT_TRUE(answer[3]["count"].is_number_integer());
  EXPECT_EQ(answer[3]["count"].get<std::int64_t>(), std::int64_t{1} << 61);
}

TEST(Release, JsonCarriesPromisedNumbersAsText) {
  const Json json = Json::parse(to_json_text(example()));
  EXPECT_EQ(json["guarantees"],
            Json::parse(R"([{"kind": "dp", "epsilon": "4/3", "delta": "0",
                             "neighbours": "add_remove_person"}])"));
  ASSERT_TRUE(json["error"].is_array());
  ASSERT_EQ(json["error"].size(), 1u);
  EXPECT_EQ(json["error"][0]["mean_abs"], "2.1");
  EXPECT_EQ(json["error"][0]["bound"], 7);
  EXPECT_EQ(json["error"][0]["confidence"], "0.95");
  ASSERT_TRUE(json["derivation"].is_array());
  ASSERT_EQ(json["derivation"].size(), 1u);
  EXPECT_EQ(json["derivation"][0]["rule"], "discrete_laplace_cells");
  EXPECT_EQ(json["derivation"][0]["conclusion"], json["guarantees"][0]);
  ASSERT_TRUE(json["accuracy"].is_array());
  ASSERT_EQ(json["accuracy"].size(), 1u);
  EXPECT_EQ(json["accuracy"][0]["gamma"], "0.05");
}

TEST(Release, JsonOfAPlainReleaseHasEmptyLists) {
  Release release = example();
  show(release, {}, {});
  release.derivations.clear();
  release.accuracy.clear();
  release.warnings.clear();
  release.mechanism.parameters.clear();
  const Json json = Json::parse(to_json_text(release));
  for (const char* name :
       {"answer", "guarantees", "accuracy", "derivation", "warnings"})
    EXPECT_EQ(json[name], Json::array()) << name;
  EXPECT_EQ(json["mechanism"]["parameters"], Json::object());
}

TEST(Release, JsonTakesNamesOfAnyBytes) {
  Release release = example("a\xff\"\\\n\x1b");
  release.question.table = "\xc3";
  release.warnings = {"\xed\xa0\x80"};
  const Json json = Json::parse(to_json_text(release));
  EXPECT_EQ(json["question"]["columns"][0]["name"], "a\uFFFD\"\\\n\x1b");
  EXPECT_EQ(json["question"]["table"], "\uFFFD");
  EXPECT_EQ(json["answer"][1]["cell"].begin().key(), "a\uFFFD\"\\\n\x1b");
}

TEST(Release, CsvIsOneLineACellAndQuotesWhatItMust) {
  EXPECT_EQ(to_delimited_text(example(), ','),
            "age,age_from,age_to,count,lower,upper\n"
            "below 20,,20,-3,-10,4\n"
            "\"[20,30)\",20,30,17,10,24\n"
            "\"[30,40)\",30,40,0,-7,7\n"
            "\"[40,45)\",40,45,2305843009213693952,5,6\n"
            "45 and above,45,,2,-5,9\n"
            "missing,,,1,-6,8\n");
  Release release = example("say \"age\"\r\n");
  show(release, {0}, {{-3, -10, 4}});
  EXPECT_EQ(
      to_delimited_text(release, ','),
      "\"say \"\"age\"\"\r\n\",\"say \"\"age\"\"\r\n_from\",\"say \"\"age\"\"\r\n_to\","
      "count,lower,upper\nbelow 20,,20,-3,-10,4\n");
}

TEST(Release, SeveralColumnsAndDecimalsHaveTheirPlace) {
  Release release = example();
  release.question.verb = "mean";
  release.answer.domain = *Domain::make(
      {{"mean", *parse_values("a,b")}, {"age", *parse_values("20:45:10")}});
  release.question.domain = release.answer.domain;
  release.question.asked = {"a,b", "20:45:10"};
  ask_measure(release.question, Measure{"pay", *Grid::stepped("0:1000", 1)});
  release.question.person = {"id", 3, 2, PerPerson::first};
  release.answer.numbers = {
      {.name = "mean", .unit = Rational(1, 100), .may_be_unknown = true}};
  show(release, {7}, {{-1234, -1300, 5}});
  release.error.reset();
  EXPECT_EQ(to_delimited_text(release, ','),
            "mean_cell,age,age_from,age_to,mean,lower,upper,known\n"
            "b,\"[20,30)\",20,30,-12.34,-13,0.05,true\n");
  const Json json = Json::parse(to_json_text(release));
  EXPECT_EQ(json["answer"], Json::parse(R"_([{"cell": {"mean": "b", "age": "[20,30)"},
                                "value": -12.34, "interval": [-13.0, 0.05],
                                "units": [-1234, -1300, 5]}])_"));
  EXPECT_EQ(json["error"], Json::array());
  EXPECT_EQ(json["question"]["person"],
            Json::parse(R"({"column": "id", "rows_per_person": 3,
                            "cells_per_person": 2, "per_person": "first"})"));
  EXPECT_EQ(json["question"]["measure"],
            Json::parse(R"({"column": "pay", "bounds": "0:1000", "step": "1"})"));
  EXPECT_EQ(person_text(release.question.person),
            "id: of each person at most 3 rows in at most 2 cells, one row in each");
}

// A number that is not known is no number in any form, and a column says so.
TEST(Release, WhatIsNotKnownIsNoNumber) {
  Release release = example("known");
  release.question.verb = "mean";
  ask_measure(release.question,
              Measure{"salary", *Grid::stepped("0:60", Rational(1, 10))});
  release.answer.numbers = {{.name = "mean", .may_be_unknown = true}};
  show(release, {0, 1}, {{30, 0, 60, false}, {25, 20, 30}});
  EXPECT_EQ(to_delimited_text(release, ','),
            "known_cell,known_from,known_to,mean,lower,upper,known\n"
            "below 20,,20,,,,false\n"
            "\"[20,30)\",20,30,25,20,30,true\n");
  for (const NumberForm form : {NumberForm::json, NumberForm::exact}) {
    release.drawn.numbers = {{1, 9}, {-4, 5}};
    const Json answer = to_json(release, form)["answer"];
    EXPECT_TRUE(answer[0]["value"].is_null());
    EXPECT_TRUE(answer[0]["interval"].is_null());
    EXPECT_EQ(answer[1]["value"], 25);
  }
}

TEST(Release, ANumberWithoutColumnsIsOneAnswer) {
  Release release = example();
  release.question.verb = "count";
  release.question.domain = release.answer.domain = *Domain::make({});
  release.question.asked.clear();
  show(release, {0}, {{17, 10, 24}});
  EXPECT_EQ(Json::parse(to_json_text(release))["answer"],
            Json::parse(R"({"count": 17, "interval": [10, 24]})"));
  EXPECT_EQ(to_delimited_text(release, ','), "count,lower,upper\n17,10,24\n");
}

TEST(Release, ANumberWithoutAnIntervalStandsAlone) {
  Release release = example();
  release.question.verb = release.answer.numbers[0].name = "sum";
  release.answer.numbers[0].unit = Rational(1, 10);
  release.error.reset();
  show(release, {0, 1}, {{25, 20, 30}, without_interval(17)});
  EXPECT_EQ(to_delimited_text(release, ','),
            "age,age_from,age_to,sum,lower,upper\nbelow 20,,20,2.5,2,3\n"
            "\"[20,30)\",20,30,1.7,,\n");
  Json json = to_json(release, NumberForm::json);
  EXPECT_EQ(json["answer"][1], Json::parse(R"_({"cell": {"age": "[20,30)"},
      "value": 1.7, "interval": null, "units": [17]})_"));
  EXPECT_TRUE(json["interval_of"][0].is_null());  // nothing was said of it
  EXPECT_EQ(to_json(release, NumberForm::exact)["answer"][1],
            Json::parse(R"_({"cell": {"age": "[20,30)"},
      "value": "1.7", "interval": null})_"));
}

TEST(Release, EachNumberSaysWhatItsIntervalsHold) {
  Release release = example();
  EXPECT_EQ(to_json(release, NumberForm::json)["interval_of"], Json::parse("[null]"));
  release.answer.numbers[0].quantity =
      true_number("mean", release.question).with(Caveat::clamped, "values cut to 0:10");
  EXPECT_EQ(to_json(release, NumberForm::json)["interval_of"],
            Json::parse(R"([{"but": ["clamped"], "certain": false,
                             "text": "the true mean of values cut to 0:10"}])"));
  EXPECT_EQ(to_json(release, NumberForm::exact)["interval_of"],
            Json::parse(R"([{"but": ["clamped"], "certain": false}])"));
}

// A later mechanism may tell several numbers of a row.
TEST(Release, FurtherNumbersOfARowHaveColumnsOfTheirOwn) {
  Release release = example("P90_lower");
  show(release, {0, 1}, {{30, 0, 60}, {25, 20, 30}});
  release.answer.numbers.push_back({.name = "p90",
                                    .unit = Rational(1, 10),
                                    .rows = {{55, 50, 60}, {0, 0, 0, false}},
                                    .may_be_unknown = true});
  EXPECT_EQ(to_delimited_text(release, '\t'),
            "P90_lower_cell\tP90_lower_from\tP90_lower_"
            "to\tcount\tlower\tupper\tp90\tp90_lower"
            "\tp90_upper\tp90_known\n"
            "below 20\t\t20\t30\t0\t60\t5.5\t5\t6\ttrue\n"
            "[20,30)\t20\t30\t25\t20\t30\t\t\t\tfalse\n");
  const Json json = to_json(release, NumberForm::json);
  EXPECT_EQ(json["answer"], Json::parse(R"_([
      {"cell": {"P90_lower": "below 20"}, "count": 30, "interval": [0, 60],
       "p90": 5.5, "p90_interval": [5.0, 6.0], "p90_units": [55, 50, 60]},
      {"cell": {"P90_lower": "[20,30)"}, "count": 25, "interval": [20, 30],
       "p90": null, "p90_interval": null}])_"));
  EXPECT_EQ(json["numbers"],
            Json::parse(R"([{"name": "count", "unit": "1", "may_be_unknown": false},
                            {"name": "p90", "unit": "0.1", "may_be_unknown": true}])"));
}

// A release is written cell by cell, and yet as the tree of it would be.
TEST(Release, TheTextIsThatOfTheTree) {
  std::vector<Release> releases = {example(), example("a \"b\"\n"), example("\xff"),
                                   example("cell"), example("größe")};
  Release none = example();
  show(none, {}, {});
  releases.push_back(none);
  Release alone = example();
  alone.question.domain = alone.answer.domain = *Domain::make({});
  alone.question.asked.clear();
  show(alone, {}, {});
  releases.push_back(alone);
  show(alone, {0}, {{17, 10, 24}});
  releases.push_back(alone);
  Release two = example();
  two.question.domain = two.answer.domain = *Domain::make(
      {{"z", *parse_values("'a\"b',é,x")}, {"b", *parse_values("0:1:0.25")}});
  two.question.asked = {"'a\"b',é,x", "0:1:0.25"};
  two.answer.numbers[0].name = "mean";
  two.answer.numbers[0].unit = Rational(1, 1000);
  show(two, {0, 8, 9, 20, 34},
       {{25, 20, 30}, without_interval(17), {0, -9, 9, false}, {-1, -2, 0}, {7, 7, 7}});
  releases.push_back(two);
  two.answer.numbers.push_back(
      {.name = "p90",
       .rows = {
           {5, 4, 6}, {1, 1, 1, false}, without_interval(3), {0, 0, 0}, {9, 8, 9}}});
  two.answer.numbers.push_back(
      {.name = "a", .unit = Rational(1, 10), .rows = two.answer.numbers[0].rows});
  releases.push_back(two);
  for (const Release& release : releases) {
    const Json tree = to_json(release, NumberForm::json);
    EXPECT_EQ(to_json_text(release),
              tree.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    for (const NumberForm form : {NumberForm::json, NumberForm::exact}) {
      const std::string text = whole_text([&](TextBlocks& blocks) {
        write_answer(release.answer, form, JsonLayout::canonical, blocks);
      });
      EXPECT_EQ(text, canonical_json(to_json(release, form)["answer"]));
    }
  }
}

// The mechanism says its law; what was done afterwards is no part of the identity.
TEST(Release, TheIdentityOfAQuestionIsTheLawAndNotWhatIsShown) {
  Release release = example();
  release.mechanism.law = {{"scale", "2"}};
  const auto identity = [&] {
    return question_identity(release.question, release.mechanism, 7);
  };
  const std::string plain = identity();
  EXPECT_EQ(Json::parse(plain)["mechanism"],
            Json::parse(R"({"name": "discrete_laplace", "scale": "2"})"));
  release.mechanism.shown = {{"display", "likely"}};
  release.mechanism.reason = "another";
  release.drawn.numbers = {{1, 2, 3, 4, 5, 6}};
  EXPECT_EQ(identity(), plain);
  const Json exact = to_json(release, NumberForm::exact);
  EXPECT_EQ(exact["mechanism"],
            Json::parse(R"({"name": "discrete_laplace", "reason": "another",
                            "law": {"scale": "2"}, "shown": {"display": "likely"}})"));
  EXPECT_EQ(exact["drawn"]["numbers"], Json::parse("[[1, 2, 3, 4, 5, 6]]"));
  release.mechanism.law = {{"scale", "3"}};
  EXPECT_NE(identity(), plain);
}

TEST(Release, NumbersAreExactDecimals) {
  EXPECT_EQ(number_text(-7, 1), "-7");
  EXPECT_EQ(number_text(12, 1000), "12000");
  EXPECT_EQ(number_text(5, Rational(1, 1000)), "0.005");
  EXPECT_EQ(number_text(-100, Rational(1, 1000)), "-0.1");
  EXPECT_EQ(number_text(0, Rational(1, 1000)), "0");
  EXPECT_EQ(number_text(123'456'789, Rational(1, 100)), "1234567.89");
}

TEST(Release, LevelsHaveTheNamesOfTheFormat) {
  EXPECT_EQ(level_name(VerificationLevel::exact_law), "exact_law");
  EXPECT_EQ(level_name(VerificationLevel::small_worlds), "small_worlds");
  EXPECT_EQ(level_name(VerificationLevel::theorem_only), "theorem_only");
}

}  // namespace
}  // namespace selvage
