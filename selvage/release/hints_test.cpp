#include "selvage/release/hints.hpp"

#include <gtest/gtest.h>

#include "selvage/question/measured.hpp"

namespace selvage {
namespace {

Release release_of(const std::string& verb, const std::vector<std::string>& asked,
                   const std::vector<Estimate>& numbers) {
  std::vector<DomainColumn> columns;
  for (const std::string& values : asked)
    columns.push_back({"c" + std::to_string(columns.size()), *parse_values(values)});
  Release release{.question = {verb, "t.csv", *Domain::make(columns), asked},
                  .answer = {.domain = *Domain::make(columns),
                             .cells = {},
                             .numbers = {{"count", 1, numbers}}},
                  .drawn = {},
                  .derivations = {},
                  .accuracy = {},
                  .confidence = Rational(19, 20),
                  .mechanism = {},
                  .verification = {},
                  .warnings = {}};
  for (std::size_t i = 0; i < numbers.size(); ++i) release.answer.cells.push_back(i);
  if (verb == "count" || verb == "histogram") return release;
  ask_measure(release.question,
              Measure{"pay", *Grid::stepped("0:100", Rational(1, 10))});
  release.answer.numbers[0].may_be_unknown = verb != "sum";
  return release;
}

Estimate count(std::int64_t value) {
  return {value, std::max<std::int64_t>(0, value - 5),
          std::max<std::int64_t>(0, value + 5)};
}

std::string only_hint(const Release& release) {
  const auto all = hints(release);
  return all.size() == 1 ? all[0] : std::to_string(all.size()) + " hints";
}

TEST(Hints, NearlyEverybodyInMissingAsksHowTheColumnIsWritten) {
  EXPECT_EQ(
      only_hint(release_of("histogram", {"2020-01-01:2020-03-01:month"},
                           {count(-2), count(1), count(3), count(0), count(5000)})),
      "nearly all are in 'missing' of the column 'c0': is it written like "
      "2020-05-01 or 2020-05-01T10:00:00? 31.12.2020 needs `date_format` %d.%m.%Y.");
  EXPECT_EQ(only_hint(release_of("histogram", {"0:10:10"},
                                 {count(2), count(30), count(3), count(900)})),
            "nearly all are in 'missing' of the column 'c0': is it written in numbers "
            "like 1234.5 (1234,5 needs `decimal` ,; 1,234 is not read)?");
  EXPECT_EQ(only_hint(release_of("count", {"a,b"},
                                 {count(2), count(3), count(900), count(1)})),
            "nearly all are in 'other' of the column 'c0': are the keys written as in "
            "the column? Case and blanks make a difference");
  EXPECT_EQ(only_hint(release_of("count", {"0:10:10"},
                                 {count(0), count(3), count(900), count(1)})),
            "nearly all are in '10 and above' of the column 'c0': do the bins have the "
            "unit of the column?");
}

// Each column by itself: cells of a second one are added up.
TEST(Hints, OneOfTwoColumnsIsNamed) {
  const Release release = release_of("count", {"a", "b"},
                                     {count(0), count(1), count(0), count(2), count(0),
                                      count(1), count(400), count(380), count(420)});
  EXPECT_TRUE(
      only_hint(release).starts_with("nearly all are in 'missing' of the column "
                                     "'c0'"))
      << only_hint(release);
}

TEST(Hints, NothingIsSaidOfOrdinaryNumbers) {
  EXPECT_TRUE(
      hints(release_of("count", {"a,b"}, {count(200), count(30), count(900), count(1)}))
          .empty());
  // Noise alone is nobody.
  EXPECT_TRUE(
      hints(release_of("count", {"a,b"}, {count(-3), count(1), count(4), count(5)}))
          .empty());
  EXPECT_TRUE(hints(release_of("count", {}, {count(900)})).empty());
  Release hidden = release_of("count", {"a,b"}, {count(1), count(2), count(900)});
  EXPECT_TRUE(hints(hidden).empty());  // some cells are not told
}

TEST(Hints, ANumberOfWhichNothingIsKnownAsksForTheColumn) {
  const Estimate nothing{50, 0, 100, false}, known{50, 40, 60};
  EXPECT_EQ(
      only_hint(release_of("mean", {}, {nothing})),
      "nothing is known: is the column 'pay' written in numbers like 1234.5 (1234,5 "
      "needs `decimal` ,; 1,234 is not read)? Else there are too few rows for this "
      "epsilon");
  // The group of those who fit no key does not count, and says what is wrong.
  EXPECT_EQ(only_hint(release_of("mean", {"a"}, {nothing, known, nothing})),
            "no group is known but those in 'other' of the column 'c0': are the keys "
            "written as in the column? Case and blanks make a difference");
  EXPECT_TRUE(hints(release_of("mean", {"a"}, {known, nothing, nothing})).empty());
  EXPECT_EQ(hints(release_of("sum", {}, {{7, -30, 44}})).size(), 1u);
  EXPECT_TRUE(hints(release_of("sum", {}, {{70, 30, 144}})).empty());
}

// As the verbs without bounds ask: the column, its unit and a number that may be none.
Release without_bounds(const std::string& verb, const std::string& unit,
                       const Estimate& number) {
  Release release = release_of("count", {}, {number});
  release.question.verb = verb;
  release.question.column = "pay";
  release.question.own = {{"unit", unit}};
  release.answer.numbers[0].name = verb;
  release.answer.numbers[0].may_be_unknown = verb != "sum";
  return release;
}

TEST(Hints, EveryVerbWithoutBoundsNamesTheOptionThatCures) {
  const Estimate nothing{0, 0, 0, false};
  for (const char* verb : {"median", "quantile", "iqr", "max", "min", "range", "mean"})
    EXPECT_EQ(only_hint(without_bounds(verb, "2^-32", nothing)),
              "nothing is known: is the column 'pay' written in numbers like 1234.5 "
              "(1234,5 needs `decimal` ,; 1,234 is not read), and dates need `unit` "
              "day? Else there are too few rows for this epsilon");
  EXPECT_EQ(only_hint(without_bounds("sum", "2^-32", {2, -30, 44})),
            "no sum is told apart from 0: is the column 'pay' written in numbers like "
            "1234.5 (1234,5 needs `decimal` ,; 1,234 is not read)? Else there are too "
            "few rows for this epsilon");
  EXPECT_TRUE(hints(without_bounds("sum", "2^-32", {40, 30, 44})).empty());
  EXPECT_TRUE(hints(without_bounds("median", "1", {40, 40, 40})).empty());
}

TEST(Hints, WhatWasGivenIsAskedAbout) {
  const Estimate nothing{0, 0, 0, false};
  Release release = without_bounds("median", "day", nothing);
  EXPECT_EQ(only_hint(release),
            "nothing is known: the column 'pay': is it written like 2020-05-01 or "
            "2020-05-01T10:00:00? 31.12.2020 needs `date_format` %d.%m.%Y. Else there "
            "are too few rows for this epsilon");
  release.question.dialect.date_format = *DateFormat::parse("%d.%m.%Y");
  EXPECT_EQ(
      only_hint(release),
      "nothing is known: the column 'pay': is it written as the given "
      "`date_format` '%d.%m.%Y' says, with nothing before or after it? Else there "
      "are too few rows for this epsilon");
  release = without_bounds("median", "1", nothing);
  release.question.dialect.decimal_comma = true;
  EXPECT_NE(only_hint(release).find("numbers like 1234,5, as the given `decimal` says"),
            std::string::npos);
}

TEST(Hints, ARegressionOfWordsSaysHowKeysAreWritten) {
  Release release = without_bounds("regression", "1", {0, 0, 0, false});
  release.question.own.emplace_back("x", "age,education");
  EXPECT_EQ(only_hint(release),
            "nothing is known: are 'pay' and every column of `x` written in numbers "
            "like 1234.5 (1234,5 needs `decimal` ,; 1,234 is not read)? A column of "
            "words explains by its keys, NAME=KEY,KEY. Else there are too few people "
            "for so many blocks; `people` N makes fewer of them");
}

TEST(Hints, AnAnswerBeyondAllBinsAsksForTheirUnit) {
  Release release = without_bounds("max", "100", {-100, -100, -100});
  release.open_ends = {{.below = OpenEnd{-100, 0}}};
  EXPECT_TRUE(only_hint(release).starts_with("no answer lies within the bins: is the "))
      << only_hint(release);
  release.answer.numbers[0].rows[0].value = 300;
  EXPECT_TRUE(hints(release).empty());
}

// Without a guard nothing is told of an empty column but its size.
TEST(Hints, AVastQuantileAsksForTheColumn) {
  Release release = without_bounds("median", "1", without_interval(3'000'000'000'000));
  release.answer.numbers[0].may_be_unknown = false;
  EXPECT_EQ(hints(release).size(), 1u);
  release.answer.numbers[0].rows[0] = without_interval(3'000'000);
  EXPECT_TRUE(hints(release).empty());
}

TEST(Hints, WhereNoKeyIsShownItSaysHowManyPeopleOneNeeds) {
  Release release = release_of("count", {"a"}, {});
  release.question.asked = {"?"};
  release.answer.cells.clear();
  release.mechanism.parameters = {{"threshold", "68"}};
  EXPECT_EQ(only_hint(release), "no key is shown: one needs about 68 people");
  release.question.person.column = "who";
  EXPECT_EQ(only_hint(release),
            "no key is shown: one needs about 68 people; with more `rows_per_person` a "
            "person counts for more keys");
}

}  // namespace
}  // namespace selvage
