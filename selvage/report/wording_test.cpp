#include "selvage/report/wording.hpp"

#include <gtest/gtest.h>

#include "selvage/report/example_release.hpp"
#include "selvage/report/line_band.hpp"
#include "selvage/report/text_lines.hpp"

namespace selvage {
namespace {

TEST(Wording, TitleNamesTheTableOnlyIfThereIsOne) {
  Release release = example_release("0:10:5", {0, 1, 2, 3, 4}, 7);
  EXPECT_EQ(title(release), "Histogram of age in payroll.csv");
  release.question.table.clear();
  EXPECT_EQ(title(release), "Histogram of age");
}

TEST(Wording, ErrorSentenceSaysTheBoundAndItsProbability) {
  Release release = example_release("0:10:5", {0, 1, 2, 3, 4}, 1234);
  EXPECT_EQ(error_sentence(release, "each bar's whisker", Script::unicode),
            "each bar's whisker holds the true count with probability 0.95: noise at "
            "most ±1,234 rows (each cell taken alone, noise only)");
  release.error->bound = 1;
  EXPECT_TRUE(holds(error_sentence(release, "it", Script::ascii), "+-1 row ("));
  release.question.person = {"id", 3, 2, PerPerson::first};
  EXPECT_TRUE(holds(error_sentence(release, "it", Script::ascii), "+-1 person ("));
  release.error->bound = 2;
  EXPECT_TRUE(holds(error_sentence(release, "it", Script::ascii), "+-2 people ("));
}

TEST(Wording, ErrorSentenceSaysWhichRowsItIsAbout) {
  Release release = example_release("0:10:5", {0, 1, 2, 3, 4}, 30);
  release.question.person = {"tail", 100, 1, PerPerson::sum};
  release.answer.numbers[0].quantity = true_count(release.question);
  EXPECT_EQ(
      error_sentence(release, "it", Script::ascii),
      "it holds the true count of at most 100 rows of each person in at most 1 "
      "cell with probability 0.95: noise at most +-30 rows (each cell taken alone, "
      "noise only)");
}

TEST(Wording, ErrorOfOtherNumbersIsInTheirUnit) {
  Release release = example_means({}, {{123456, 120000, 126000}});
  EXPECT_EQ(error_sentence(release, "the interval", Script::unicode),
            "the interval holds the true mean with probability 0.95 (noise only)");
  release.question.verb = release.answer.numbers[0].name = "sum";
  release.answer.numbers[0].quantity = true_number("sum", release.question);
  release.error = {1, 123456, Rational(19, 20)};
  EXPECT_EQ(error_sentence(release, "the interval", Script::unicode),
            "the interval holds the true sum with probability 0.95: noise at most "
            "±1,234.6 (noise only)");
}

TEST(Wording, AnIntervalOfMovedValuesSaysSo) {
  Release release = example_means({}, {{123456, 120000, 126000}});
  Quantity& quantity = release.answer.numbers[0].quantity;
  quantity = quantity.with(Caveat::clamped, "values cut to 0:10");
  EXPECT_EQ(error_sentence(release, "the interval", Script::unicode),
            "the interval holds the true mean of values cut to 0:10 with probability "
            "0.95 (noise only)");
  quantity = quantity.with(Caveat::radius, "values moved, or not");
  EXPECT_TRUE(holds(error_sentence(release, "the interval", Script::unicode),
                    "cut to 0:10, with probability 0.95"));
}

TEST(Wording, WhatIsCertainIsSaidToBe) {
  Release release = example_means({}, {{123456, 120000, 126000}});
  release.answer.numbers[0].quantity.certain = true;
  EXPECT_EQ(error_sentence(release, "the interval", Script::unicode),
            "the interval holds the true mean for certain");
}

TEST(Wording, SeveralNumbersSayWhatEachIntervalHolds) {
  Release release = example_means({}, {{123456, 120000, 126000}});
  release.answer.numbers[0].quantity = {.number = "the fit with the least misses",
                                        .certain = true};
  release.answer.numbers.push_back({.name = "people",
                                    .rows = {{9, 8, 10}},
                                    .quantity = true_count(release.question)});
  EXPECT_EQ(error_sentence(release, "each interval", Script::unicode),
            "each interval holds the fit with the least misses for certain, and the "
            "true count with probability 0.95 (noise only)");
  EXPECT_EQ(error_sentence(release, kBandHolder, Script::unicode),
            "the band holds the fit with the least misses for certain");
}

TEST(Wording, TheTitleOfARegressionNamesItsColumns) {
  Release release = example_means({}, {{123456, 120000, 126000}});
  release.question.verb = "regression";
  release.question.column = "wage";
  release.question.own = {{"x", "age,tenure"}};
  EXPECT_TRUE(title(release).starts_with("Regression of wage on age,tenure in "));
}

TEST(Wording, WithoutAnIntervalOfTheFirstThatOfOthersIsSaid) {
  Release release = example_means({}, {without_interval(123456)});
  release.answer.numbers.push_back({.name = "count",
                                    .rows = {{9, 8, 10}},
                                    .quantity = true_count(release.question)});
  EXPECT_EQ(error_sentence(release, "the interval", Script::unicode),
            "the interval of count holds the true count with probability 0.95 (noise "
            "only)");
}

TEST(Wording, WithoutAnIntervalTheAccuracyIsSaid) {
  Release release = example_means({}, {without_interval(123456)});
  EXPECT_EQ(error_sentence(release, "the interval", Script::unicode),
            "there is no interval");
  release.accuracy.push_back({.alpha = 0,
                              .beta = 49,
                              .gamma = Rational(1, 20),
                              .distortion = Distortion::none,
                              .metric = "rows beside it"});
  EXPECT_EQ(error_sentence(release, "the interval", Script::unicode),
            "rows beside it at most 49, except with probability 0.05; there is no "
            "interval");
  // Where an answer would be certain and there is none.
  release.accuracy = {{0, 0, 0, Distortion::none, "rows beside it"}};
  EXPECT_EQ(error_sentence(release, "the interval", Script::unicode),
            "there is no interval");
}

// The numbers of docs/extremes.md.
TEST(Wording, AnExtremeSaysWhatIsSetAsideAndWhatNobodyCanTell) {
  Release release = example_means({}, {without_interval(497'000)});
  release.question.column = "salary";
  Series& series = release.answer.numbers[0];
  series.name = "max";
  series.unit = 1;
  release.open_ends = {
      {.above = OpenEnd{2'001'000, 2'000'000}, .below = OpenEnd{0, 0}}};
  release.accuracy_derivations = {*derive_accuracy("people_beyond",
                                                   {{"statistic", std::string("max")},
                                                    {"first", Rational(3, 8)},
                                                    {"second", Rational(5, 8)},
                                                    {"threshold", Rational(7)},
                                                    {"bins", Rational(2002)},
                                                    {"risk", Rational(1, 20)}},
                                                   {})};
  const auto said = [&] {
    for (const auto& [name, words] : notes(release, "", Script::unicode, {}))
      if (name == "meaning") return words;
    return std::string();
  };
  EXPECT_EQ(said(),
            "once at most 24 people are set aside, no salary is above 497,000 (with "
            "probability 0.95); the true maximum may be any amount higher, and no "
            "private method can tell");
  series.rows = {without_interval(2'001'000)};
  EXPECT_EQ(
      said(),
      "at least one salary is 2,000,000 or above (with probability 0.95); how far "
      "beyond it lies, no private method can tell");
  series.rows = {without_interval(0)};
  EXPECT_EQ(said(),
            "once at most 24 people are set aside, no salary is 0 or above (with "
            "probability 0.95); the true maximum may be any amount higher, and no "
            "private method can tell");
}

// Its intervals are of counts; another bin may be the true mode.
TEST(Wording, AModeSaysOfHowFewPeopleItIsExactWithout) {
  Release release = example_release("0:10:5", {0, 1, 2, 3, 4}, 7);
  AccuracyDerivation mode = *derive_accuracy("people_beyond",
                                             {{"statistic", std::string("max")},
                                              {"first", Rational(3, 8)},
                                              {"second", Rational(5, 8)},
                                              {"threshold", Rational(7)},
                                              {"bins", Rational(2002)},
                                              {"risk", Rational(1, 20)}},
                                             {});
  mode.conclusion = FunctionAccuracy{"mode",
                                     {.alpha = 111,
                                      .beta = 0,
                                      .gamma = Rational(1, 20),
                                      .distortion = Distortion::drop,
                                      .metric = "bins"},
                                     0,
                                     true};
  release.accuracy_derivations = {mode};
  std::string said;
  for (const auto& [name, words] : notes(release, "", Script::unicode, {}))
    if (name == "meaning") said = words;
  EXPECT_EQ(said,
            "the mode is exactly that of the table without at most 111 people (with "
            "probability 0.95)");
}

TEST(Wording, TitleNamesTheNumberAndTheColumns) {
  const std::vector<DomainColumn> columns = {
      key_column("dept", {"a"}), key_column("site", {"b"}), key_column("sex", {"c"})};
  Release release = example_release(columns, {}, 7);
  release.question.where = "age > 3";
  EXPECT_EQ(title(release),
            "Histogram of dept, site and sex in payroll.csv where age > 3");
  release.question.verb = "count";
  EXPECT_EQ(title(release),
            "Count of rows by dept, site and sex in payroll.csv where age > 3");
  Release means = example_means({columns[0], columns[1]}, {});
  EXPECT_EQ(title(means), "Mean of salary by dept and site in payroll.csv");
  Release count = example_release(std::vector<DomainColumn>{}, {5}, 7);
  count.question.verb = "count";
  count.question.person = {"id", 3, 2, PerPerson::first};
  EXPECT_EQ(title(count), "Count of people in payroll.csv");
  count.question.column = "x";
  count.question.own = {{"half_spaces", "x >= 50"}, {"x", "x=0:100:20"}};
  count.answer.numbers[0].name = "x >= 50";
  EXPECT_EQ(title(count), "Count of people with x >= 50 in payroll.csv");
  count.question.own = {{"labels", "trainee,manager"}, {"x", "x=0:100:20,y=0:9:1"}};
  count.answer.numbers = {Series{"coefficient of x"}, Series{"coefficient of y"},
                          Series{"offset"}, Series{"count of trainee"}};
  EXPECT_EQ(title(count), "Separator of trainee and manager by x and y in payroll.csv");
  means.question.asked = {"?", "b"};
  means.question.verb = "iqr";
  EXPECT_EQ(title(means), "IQR of salary by dept and site in payroll.csv");
  means.question.asked = {"a", "b"};
  means.answer.numbers[0].name = "mean of logarithms";
  EXPECT_EQ(title(means),
            "Mean of logarithms of salary by dept and site in payroll.csv");
}

TEST(Wording, TitleNamesManyOfAKindTogether) {
  const auto titled = [](const std::vector<std::string>& names) {
    Release release = example_means({}, {});
    const Series one = release.answer.numbers[0];
    release.answer.numbers.clear();
    for (const std::string& name : names) {
      release.answer.numbers.push_back(one);
      release.answer.numbers.back().name = name;
    }
    return title(release);
  };
  EXPECT_EQ(titled({"median", "count"}), "Median and count of salary in payroll.csv");
  EXPECT_EQ(titled({"0.9 quantile", "share below 0.9 quantile"}),
            "0.9 quantile and share below 0.9 quantile of salary in payroll.csv");
  EXPECT_EQ(titled({"0.1 quantile", "median", "share below 0.1 quantile",
                    "share below median", "count"}),
            "Quantiles, shares below them and count of salary in payroll.csv");
  EXPECT_EQ(titled({"IQR", "0.25 quantile", "median", "0.75 quantile"}),
            "IQR and quantiles of salary in payroll.csv");
  EXPECT_EQ(titled({"intercept", "slope of a"}),
            "Intercept and slope of a of salary in payroll.csv");
  EXPECT_EQ(titled({"intercept", "slope of a", "slope of b"}),
            "Intercept and slopes of salary in payroll.csv");
}

TEST(Wording, SaysHowManyCellsAreHidden) {
  Release release = example_release({key_column("k", {"a", "b"})}, {30, 2, 25, 1}, 4);
  EXPECT_EQ(fewer_sentence(release), "");
  EXPECT_EQ(fewer_sentence(example_hidden(release, 20)),
            "2 cells hold fewer than 20 by their noisy count");
  EXPECT_EQ(fewer_sentence(example_hidden(release, 2)),
            "1 cell holds fewer than 2 by its noisy count");
  EXPECT_EQ(fewer_sentence(example_hidden(release, 0)),
            "no cell holds fewer than 0 by its noisy count");
  release.question.asked = {"?"};
  EXPECT_EQ(fewer_sentence(example_hidden(release, 1000)),
            "keys with a noisy count below 1,000 are not shown");
}

TEST(Wording, NotesNameThePersonAndHowItWasVerified) {
  Release release = example_release("0:10:5", {0, 1, 2, 3, 4}, 7);
  release.question.person = {"id", 3, 2, PerPerson::sum};
  release.warnings = {"no ledger"};
  std::string names;
  const auto all = notes(release, "it", Script::unicode);
  for (const auto& note : all) names += note.name + ' ';
  EXPECT_EQ(names, "error privacy person verified warning ");
  EXPECT_EQ(all[2].words, person_text(release.question.person));
}

TEST(Wording, WarningsAreInTheWordsOfWhoeverShowsThem) {
  Release release = example_release("0:10:5", {0, 1, 2, 3, 4}, 7);
  release.notes = {"a note"};
  release.warnings = {"name it with `person`"};
  const auto loud = [](const std::string& sentence) { return sentence + "!"; };
  EXPECT_EQ(notices(release)[1].words, "name it with `person`");
  const auto said = notices(release, {.spoken = loud});
  EXPECT_EQ(said[0].words, "a note!");
  EXPECT_EQ(said[1].words, "name it with `person`!");
  EXPECT_EQ(notes(release, "it", Script::unicode, {.spoken = loud}).back().words,
            "name it with `person`!");
}

TEST(Wording, AFullSentenceBeginsLargeAndStops) {
  EXPECT_EQ(full_sentence("noise only"), "Noise only.");
  EXPECT_EQ(full_sentence("1 row."), "1 row.");
  EXPECT_EQ(full_sentence(""), "");
}

TEST(Wording, VerificationIsOneLineOfATerminal) {
  Release release = example_release("0:10:5", {0, 1, 2, 3, 4}, 7);
  EXPECT_EQ(verification_sentence(release),
            "exact_law: computed exactly on the running program before the release");
  for (const auto level :
       {VerificationLevel::exact_law, VerificationLevel::small_worlds,
        VerificationLevel::theorem_only}) {
    release.verification = {level, "in all its detail [T9]"};
    const std::string sentence = verification_sentence(release);
    EXPECT_TRUE(sentence.starts_with(level_name(level) + ": ")) << sentence;
    EXPECT_LE(sentence.size(), 70u) << sentence;
    EXPECT_EQ(sentence.find("[T"), std::string::npos) << sentence;
  }
}

TEST(Wording, AdviceIsForWhoeverAsks) {
  EXPECT_EQ(without_advice("every row is a person; name their column with `person`"),
            "every row is a person");
  EXPECT_EQ(without_advice("first; `unit` moves this; last"), "first; last");
  EXPECT_EQ(without_advice("nothing to leave out"), "nothing to leave out");
  EXPECT_EQ(without_advice("`delta` is large"), "delta is large");
}

TEST(Wording, ATitleCanBeGiven) {
  const Release release = example_release("0:10:5", {0, 1, 2, 3, 4}, 7);
  EXPECT_EQ(title(release, {}), title(release));
  EXPECT_EQ(title(release, {.title = "Our ages"}), "Our ages");
}

}  // namespace
}  // namespace selvage
