#include "selvage/mechanism/quantity.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

Question about() { return question_about("mean", *Domain::make({})); }

TEST(Quantity, SaysWhichRowsTheCapsKeep) {
  Question question = about();
  EXPECT_EQ(true_count(question).text(), "the true count");
  EXPECT_TRUE(true_count(question).but.empty());
  question.person = {"id", 3, 2, PerPerson::sum};
  EXPECT_EQ(true_number("mean", question).text(),
            "the true mean of at most 3 rows of each person");
  EXPECT_EQ(true_number("mean", question).but, std::vector{Caveat::kept_rows});
  EXPECT_EQ(true_count(question.person, true).text(),
            "the true count of at most 3 rows of each person in at most 2 cells");
}

TEST(Quantity, APersonWhoCountsOnceLosesNothingWithoutGroups) {
  Question question = about();
  question.person = {"id", 1, 1, PerPerson::first};
  EXPECT_EQ(true_count(question).text(), "the true count of people");
  EXPECT_TRUE(true_count(question).but.empty());
  EXPECT_EQ(true_count(question.person, true).but, std::vector{Caveat::kept_rows});
}

TEST(Quantity, CaveatsStandBeforeThoseOfTheRows) {
  Question question = about();
  question.person = {"id", 3, 3, PerPerson::sum};
  const Quantity cut =
      true_number("sum", question).with(Caveat::clamped, "values cut to 0:10");
  EXPECT_EQ(cut.text(),
            "the true sum of values cut to 0:10, of at most 3 rows of each person");
  EXPECT_EQ(cut.but, (std::vector{Caveat::clamped, Caveat::kept_rows}));
}

TEST(Quantity, SeveralOfTheSameRowsAreSaidOnce) {
  const Quantity count{.number = "the true count"},
      mean{.number = "the true mean", .rows = "values cut to 0:10"},
      deviation{.number = "the true deviation", .rows = "values cut to 0:10"};
  EXPECT_EQ(listed({count, mean, deviation}),
            "the true count; the true mean and the true deviation of values cut to "
            "0:10");
}

TEST(Quantity, NamesOfCaveatsAreReadBack) {
  for (const Caveat caveat :
       {Caveat::numbers, Caveat::kept_rows, Caveat::clamped, Caveat::radius,
        Caveat::rounded, Caveat::grid, Caveat::filled, Caveat::block_fits,
        Caveat::least_misses, Caveat::penalty})
    EXPECT_EQ(read_caveat(caveat_name(caveat)), caveat);
  EXPECT_FALSE(read_caveat("nothing"));
}

}  // namespace
}  // namespace selvage
