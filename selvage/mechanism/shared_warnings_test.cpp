#include "selvage/mechanism/shared_warnings.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(SharedWarnings, SpeakWhereThereIsSomethingToSay) {
  EXPECT_FALSE(large_epsilon_warning(5));
  EXPECT_EQ(large_epsilon_warning(6),
            "epsilon 6 promises little: one person may change the odds of an output by "
            "a factor of 4.1e+02");
  EXPECT_TRUE(row_as_person_warning({}));
  EXPECT_FALSE(row_as_person_warning({.column = "id"}));
  EXPECT_TRUE(json_lines_warning("a.JSONL"));
  EXPECT_TRUE(json_lines_warning("a.ndjson"));
  EXPECT_TRUE(json_lines_warning("a.jsonl.GZ"));
  EXPECT_TRUE(json_lines_warning("-.ndjson.zst"));
  EXPECT_FALSE(json_lines_warning("a.jsonl.gz.zst"));
  EXPECT_FALSE(json_lines_warning("a.csv"));
}

}  // namespace
}  // namespace selvage
