#include "selvage/summary/kept_rows.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

const Person kOnce{"id", 1, 1, PerPerson::sum},
    kThreeCells{"id", 5, 3, PerPerson::first}, kHundred{"id", 100, 1, PerPerson::sum},
    kHundredInTwo{"id", 100, 2, PerPerson::sum},
    kThreeInEach{"id", 6, 2, PerPerson::sum, 3},
    kFiveThreeInOne{"id", 5, 2, PerPerson::sum, 3};

TEST(KeptRows, ANumberSaysWhichRowsItIsAbout) {
  EXPECT_EQ(kept_for_counts({}, true).words, "");
  EXPECT_EQ(kept_for_counts(kOnce, false).words, "people");
  EXPECT_EQ(kept_for_counts(kOnce, true).words, "people, each in at most 1 cell");
  EXPECT_EQ(kept_for_counts(kThreeCells, true).words,
            "people, each in at most 3 cells");
  EXPECT_EQ(kept_for_counts(kHundred, false).words, "at most 100 rows of each person");
  EXPECT_EQ(kept_for_counts(kHundredInTwo, true).words,
            "at most 100 rows of each person in at most 2 cells");
  EXPECT_EQ(kept_for_values({}, false).words, "");
  EXPECT_EQ(kept_for_values(Person::with_all_rows("id"), false).words, "");
  EXPECT_EQ(kept_for_values(kOnce, false).words, "one row of each person");
  EXPECT_EQ(kept_for_values(kOnce, true).words, "one row of each person in one cell");
  EXPECT_EQ(kept_for_values(kThreeCells, true).words,
            "one row of each person in each of at most 3 cells");
  EXPECT_EQ(kept_for_values(kHundred, true).words,
            "at most 100 rows of each person in at most 1 cell");
  EXPECT_EQ(kept_for_counts(kThreeInEach, true).words,
            "at most 3 rows of each person in each of at most 2 cells");
  EXPECT_EQ(kept_for_counts(kThreeInEach, false).words,
            "at most 3 rows of each person");
  EXPECT_EQ(kept_for_values(kFiveThreeInOne, true).words,
            "at most 5 rows of each person, 3 in one cell, in at most 2 cells");
  EXPECT_EQ(kept_for_counts({"id", 4, 4, PerPerson::sum, 1}, true).words,
            "people, each in at most 4 cells");
}

TEST(KeptRows, PeopleWhoCountOnceLoseNothingWithoutCells) {
  EXPECT_FALSE(kept_for_counts({}, true).leaves_out);
  EXPECT_FALSE(kept_for_counts(kOnce, false).leaves_out);
  EXPECT_TRUE(kept_for_counts(kOnce, true).leaves_out);
  EXPECT_TRUE(kept_for_counts(kHundred, false).leaves_out);
  EXPECT_TRUE(kept_for_values(kOnce, false).leaves_out);
  EXPECT_FALSE(kept_for_values(Person::with_all_rows("id"), true).leaves_out);
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
