#include "tool/spoken.hpp"

#include <gtest/gtest.h>

#include "tool/commands.hpp"

namespace selvage::tool {
namespace {

TEST(Spoken, FieldsAreWrittenAsOptions) {
  EXPECT_EQ(spoken("`epsilon` 'much' is not a number"),
            "--epsilon 'much' is not a number");
  EXPECT_EQ(spoken("add `cells_per_person` 1, or `no_ledger`"),
            "add --cells-per-person 1, or --no-ledger");
  EXPECT_EQ(spoken("give one of `epsilon`, `accuracy` and `profile`"),
            "give one of --epsilon, --accuracy and --profile");
  EXPECT_EQ(spoken("`where`: and (`sampled_delta`)"), "--where: and (--sampled-delta)");
}

TEST(Spoken, OtherWordsStayAsTheyAre) {
  for (const std::string sentence :
       {"", "no field", "`", "``", "```", "`missing` of the column", "an open `epsilon",
        "`epsilon ` has a blank", "`--epsilon`"}) {
    EXPECT_EQ(spoken(sentence), sentence);
  }
  // One that stays does not hide the next.
  EXPECT_EQ(spoken("`other` and `delta`"), "`other` and --delta");
  EXPECT_EQ(spoken("a ` alone, `delta`"), "a ` alone, --delta");
}

TEST(Spoken, ValuesInQuotesAreNotFields) {
  EXPECT_EQ(spoken("'t.csv' has no column '`version`'; see `person`"),
            "'t.csv' has no column '`version`'; see --person");
}

// The names that the library uses are all options of some verb: see
// test/house/words_of_fields.py for what it writes.
TEST(Spoken, KnowsTheOptionsOfAllVerbs) {
  for (const char* name : {"--temp", "--ledger", "--no-ledger", "--domain", "--signer",
                           "--rows-per-person", "--neighbours"})
    EXPECT_TRUE(is_option(name)) << name;
  for (const char* name : {"--", "epsilon", "--rows_per_person", "--other"})
    EXPECT_FALSE(is_option(name)) << name;
}

}  // namespace
}  // namespace selvage::tool
