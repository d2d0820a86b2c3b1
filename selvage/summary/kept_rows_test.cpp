#include "selvage/summary/kept_rows.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

const Person kOnce{"id", 1, 1, PerPerson::sum},
    kThreeCells{"id", 5, 3, PerPerson::first}, kHundred{"id", 100, 1, PerPerson::sum},
    kHundredInTwo{"id", 100, 2, PerPerson::sum},
    kThreeInEach{"id", 6, 2, PerPerson::sum, 3},
    kFiveThreeInOne{"id", 5, 2, PerPerson::sum, 3};

TEST(KeptRows, AnIntervalSaysWhichRowsItIsAbout) {
  EXPECT_EQ(interval_subject("histogram", {}, true), "count");
  EXPECT_EQ(interval_subject("mean", {}, false), "mean");
  EXPECT_EQ(interval_subject("count", kOnce, false), "count of people");
  EXPECT_EQ(interval_subject("histogram", kOnce, true),
            "count of people, each in at most 1 cell");
  EXPECT_EQ(interval_subject("count", kThreeCells, true),
            "count of people, each in at most 3 cells");
  EXPECT_EQ(interval_subject("count", kHundred, false),
            "count of at most 100 rows of each person");
  EXPECT_EQ(interval_subject("count", kHundredInTwo, true),
            "count of at most 100 rows of each person in at most 2 cells");
  EXPECT_EQ(interval_subject("mean", kOnce, false), "mean of one row of each person");
  EXPECT_EQ(interval_subject("regression", Person::with_all_rows("id"), false),
            "number");
  EXPECT_EQ(interval_subject("iqr", {}, false), "interquartile range");
  EXPECT_EQ(interval_subject("trimmed-mean", kOnce, false),
            "trimmed mean of one row of each person");
  EXPECT_EQ(interval_subject("mean", kOnce, true),
            "mean of one row of each person in one cell");
  EXPECT_EQ(interval_subject("sum", kThreeCells, true),
            "sum of one row of each person in each of at most 3 cells");
  EXPECT_EQ(interval_subject("variance", kHundred, true),
            "variance of at most 100 rows of each person in at most 1 cell");
  EXPECT_EQ(interval_subject("count", kThreeInEach, true),
            "count of at most 3 rows of each person in each of at most 2 cells");
  EXPECT_EQ(interval_subject("count", kThreeInEach, false),
            "count of at most 3 rows of each person");
  EXPECT_EQ(interval_subject("sum", kFiveThreeInOne, true),
            "sum of at most 5 rows of each person, 3 in one cell, in at most 2 cells");
  EXPECT_EQ(interval_subject("count", {"id", 4, 4, PerPerson::sum, 1}, true),
            "count of people, each in at most 4 cells");
}

TEST(KeptRows, AWarningStandsWhereverCapsCanCut) {
  const auto of = [](bool counts, const Person& person, std::int64_t cells,
                     bool grouped) {
    return caps_warning({counts, person, cells, grouped}).value_or("none");
  };
  EXPECT_EQ(of(true, {}, 1, true), "none");
  EXPECT_EQ(of(true, kOnce, 1, false), "none");
  EXPECT_EQ(of(true, kThreeCells, 2, true), "none");  // there are two cells
  EXPECT_EQ(of(true, kThreeCells, 3, true),
            "a person with rows in more than 3 cells is counted in 3 of them only, and "
            "is missing from the counts of the others");
  EXPECT_EQ(
      of(true, kOnce, 1, true),
      "a person with rows in more than 1 cell is counted in 1 of them only, and is "
      "missing from the counts of the others");
  const std::string rest =
      " taken and further rows are left out: numbers and intervals are about the rows "
      "that are kept, not about all rows";
  EXPECT_EQ(of(true, kHundred, 1, false), "at most 100 rows of each person are" + rest);
  EXPECT_EQ(of(false, kOnce, 1, false), "one row of each person is" + rest);
  EXPECT_EQ(of(false, kHundredInTwo, 2, true),
            "at most 100 rows of each person in at most 2 cells are" + rest);
  EXPECT_EQ(of(true, kThreeInEach, 2, true),
            "at most 3 rows of each person in each of at most 2 cells are" + rest);
  for (const Person& person : {kOnce, kThreeCells, kHundred, kHundredInTwo})
    for (const bool grouped : {false, true})
      EXPECT_NE(of(false, person, 1, grouped), "none");
}

}  // namespace
}  // namespace selvage
