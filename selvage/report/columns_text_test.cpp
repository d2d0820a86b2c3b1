#include "selvage/report/columns_text.hpp"

#include <gtest/gtest.h>

#include "selvage/report/text_lines.hpp"

namespace selvage {
namespace {

TEST(ColumnsText, ColumnsAreAsWideAsTheyNeedToBe) {
  EXPECT_EQ(columns_text({{"number"}, {"epsilon exact", true}, {"holds"}},
                         {{"count", "1", "yes"}, {"new key", "12,345,678", "NO"}}, 80),
            "            epsilon\n"
            "number        exact  holds\n"
            "count             1  yes\n"
            "new key  12,345,678  NO\n");
}

TEST(ColumnsText, TheWidestGiveWayAndBreakIntoLines) {
  const std::string text = columns_text(
      {{"entry", true}, {"promise"}, {"question"}},
      {{"1", "epsilon 1, delta 0.000001",
        "histogram of salary, department, region where age >= 18 and grade in (1, 2)"}},
      50);
  expect_tidy(text, 50);
  for (const char* word : {"entry", "delta", "histogram", "region", "2)"})
    EXPECT_TRUE(holds(text, word)) << text;
  expect_tidy(columns_text({{"a"}, {"b"}}, {{std::string(500, 'x'), "y"}}, 40), 40);
}

}  // namespace
}  // namespace selvage
