#include "selvage/experiment/written_table.hpp"

#include <gtest/gtest.h>

namespace selvage {
namespace {

TEST(WrittenTable, MarkdownIsPaddedAndEscapesBars) {
  EXPECT_EQ(markdown({{"n", "what ± why"}, {{"1,000", "a|b"}, {"2", ""}}}),
            "| n     | what ± why |\n"
            "|-------|------------|\n"
            "| 1,000 | a\\|b       |\n"
            "| 2     |            |\n");
}

TEST(WrittenTable, CsvQuotesWhatNeedsQuotes) {
  EXPECT_EQ(csv({{"profile", "error"}, {{"20:0.1,1", "2.5"}, {"say \"1\"", ""}}}),
            "profile,error\n"
            "\"20:0.1,1\",2.5\n"
            "\"say \"\"1\"\"\",\n");
}

}  // namespace
}  // namespace selvage
