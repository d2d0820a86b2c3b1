#include "selvage/release/read_release.hpp"

#include <set>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include "selvage/question/measured.hpp"

#include "selvage/base/bounded_json.hpp"
#include "selvage/release/delimited_text.hpp"

namespace selvage {
namespace {

using Json = nlohmann::ordered_json;

Release counts() {
  Release release{
      .question = {.verb = "count",
                   .table = "p.csv",
                   .domain = *Domain::make({{"dept", KeyList::of({"a", "b, c"})},
                                            {"age", *parse_values("0:20:10")}}),
                   .asked = {"@depts.txt", "0:20:10"},
                   .person = {"id", 3, 2, PerPerson::first},
                   .where = "age >= 18",
                   .delimiter = ";"},
      .answer = {.domain = *Domain::make({{"dept", KeyList::of({"a", "b, c"})},
                                          {"age", *parse_values("0:20:10")}}),
                 .cells = {},
                 .numbers = {{"count"}}},
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
                    .reason = "the only one",
                    .parameters = {{"scale", "2.25"}, {"rows_per_person", "3"}}},
      .verification = {VerificationLevel::small_worlds, "one cell"},
      .ledger = LedgerNote{"p.csv.ledger", 3, "ab", true, "epsilon 1; no cap"},
      .warnings = {"mind the gap"}};
  Answer& answer = release.answer;
  for (std::uint64_t cell = 0; cell < answer.domain.cells(); ++cell) {
    const auto value = static_cast<std::int64_t>(cell * cell) - 5;
    answer.cells.push_back(cell);
    answer.numbers[0].rows.push_back({value, value - 7, value + 7});
  }
  answer.total = Estimate{1000, 950, 1050};
  answer.margins = {{}, std::vector<Estimate>(5, {9, 8, 10})};
  return release;
}

Release means() {
  Release release = counts();
  release.question.verb = "mean";
  ask_measure(release.question, Measure{"pay", *Grid::stepped("0:1000", 1)});
  Series& mean = release.answer.numbers[0];
  mean.name = "mean";
  mean.unit = Rational(1, 100);
  mean.may_be_unknown = true;
  release.answer.total.reset();
  release.answer.margins.clear();
  // More digits than a double has.
  mean.rows[2] = {9'007'199'254'740'993, -9'007'199'254'740'993, INT64_MAX};
  release.error->bound = 9'007'199'254'740'995;
  mean.rows[3] = {50, 0, 100, false};
  return release;
}

Release hidden() {
  Release release = counts();
  release.question.asked[0] = "?";
  auto columns = release.question.domain.columns();
  columns[0].values = UnknownKeys{};
  release.question.domain = *Domain::make(columns);
  release.answer.fewer_than = 12;
  release.answer.total.reset();
  release.answer.margins.clear();
  release.error.reset();
  release.accuracy.clear();
  release.errors_by_count = {{5, Rational(3, 2), 9}, {100, Rational(7, 2), 11}};
  const Answer all = release.answer;
  release.answer.cells.clear();
  release.answer.numbers[0].rows.clear();
  for (std::size_t i = 0; i < all.cells.size(); ++i) {
    if (all.numbers[0].rows[i].value < 12) continue;
    release.answer.cells.push_back(all.cells[i]);
    release.answer.numbers[0].rows.push_back(all.numbers[0].rows[i]);
  }
  return release;
}

Release number() {
  Release release = counts();
  release.question.domain = release.answer.domain = *Domain::make({});
  release.question.asked.clear();
  release.question.person = {};
  release.answer.cells.resize(1);
  release.answer.numbers[0].rows.resize(1);
  release.answer.margins.clear();
  release.ledger.reset();
  return release;
}

Release several() {
  Release release = means();
  release.answer.numbers.push_back(counts().answer.numbers[0]);
  release.answer.numbers[1].name = "median";
  release.answer.numbers[1].unit = Rational(1, 10);
  release.answer.numbers[1].may_be_unknown = true;
  release.answer.numbers[1].rows[1].known = false;
  return release;
}

Release alone() {
  Release release = several();
  release.answer.numbers[0].rows[1] = without_interval(9'007'199'254'740'993);
  release.answer.numbers[1].rows[2] = without_interval(-7);
  return release;
}

Release named() {
  Release release = number();
  release.answer.numbers[0].name = "a tenth of it";
  return release;
}

// A count beside another number.
Release beside_a_count() {
  Release release = means();
  release.answer.numbers[0].unit = 1;
  release.answer.numbers.push_back(counts().answer.numbers[0]);
  return release;
}

// Not even what is not known has an interval.
Release nobody() {
  Release release = number();
  release.answer.numbers[0].may_be_unknown = true;
  release.answer.numbers[0].rows = {{0, 0, 0, false, false}};
  return release;
}

TEST(ReadRelease, WhatComesBackIsTheSameRelease) {
  for (const Release& release : {counts(), means(), hidden(), number(), several(),
                                 alone(), named(), beside_a_count(), nobody()}) {
    const std::string text = to_json_text(release);
    const auto again = read_release(*parse_bounded_json(text));
    ASSERT_TRUE(again) << again.error().message << "\n" << text;
    EXPECT_EQ(to_json_text(*again), text);
    EXPECT_EQ(to_delimited_text(*again, ','), to_delimited_text(release, ','));
    EXPECT_EQ(again->question.domain.cells(), release.question.domain.cells());
    EXPECT_EQ(again->answer.domain.cells(), release.answer.domain.cells());
  }
}

TEST(ReadRelease, NumbersComeBackBeyondTheDigitsOfADouble) {
  const auto again = read_release(*parse_bounded_json(to_json_text(means())));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->answer.numbers[0].rows[2].value, 9'007'199'254'740'993);
  EXPECT_EQ(again->answer.numbers[0].rows[2].upper, INT64_MAX);
  EXPECT_EQ(again->error->bound, 9'007'199'254'740'995);
}

// Everything is from a file that anybody may have written.
void damage_all(const Json& whole, Json& part, int depth) {
  if (depth > 4) return;
  for (auto item = part.begin(); item != part.end(); ++item) {
    const Json before = item.value();
    for (const Json& instead : std::vector<Json>{
             nullptr, 7, "x", Json::array(), Json::object(), {1}, UINT64_MAX, 0.5}) {
      item.value() = instead;
      const auto release = read_release(whole);
      if (release) to_json_text(*release);  // whatever is taken can be shown
    }
    item.value() = before;
    if (item.value().is_structured()) damage_all(whole, item.value(), depth + 1);
  }
}

TEST(ReadRelease, NoDamageIsMoreThanARefusal) {
  for (const Release& release : {counts(), means(), hidden(), number(), several()}) {
    Json json = *parse_bounded_json(to_json_text(release));
    damage_all(json, json, 0);
    const Json whole = json;
    for (const auto& [name, value] : whole.items()) {
      Json without = json;
      without.erase(name);
      // These follow from the others.
      const std::set<std::string> told_twice = {
          "selvage", "guarantees", "margins", "privacy_unit", "hints", "interval_of"};
      EXPECT_EQ(static_cast<bool>(read_release(without)), told_twice.contains(name))
          << name;
    }
  }
}

TEST(ReadRelease, NumbersThatDoNotFitAreRefused) {
  Json json = *parse_bounded_json(to_json_text(counts()));
  json["answer"][0]["count"] = UINT64_MAX - 1;
  EXPECT_FALSE(read_release(json));
  json = *parse_bounded_json(to_json_text(counts()));
  std::swap(json["answer"][0], json["answer"][1]);
  EXPECT_FALSE(read_release(json));
  json = *parse_bounded_json(to_json_text(hidden()));
  json["answer"][0]["cell"]["age"] = "[1,2)";
  EXPECT_FALSE(read_release(json));
}

}  // namespace
}  // namespace selvage
