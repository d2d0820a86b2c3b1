#include "selvage/report/table_svg.hpp"

#include <gtest/gtest.h>

#include "selvage/report/awkward_releases.hpp"
#include "selvage/report/svg_document.hpp"
#include "selvage/report/text_lines.hpp"

namespace selvage {
namespace {

TEST(TableSvg, ASingleNumberIsWrittenWithItsInterval) {
  Release release = example_release(std::vector<DomainColumn>{}, {10012}, 3);
  release.question.verb = "count";
  const std::string svg = table_svg(release);
  EXPECT_EQ(Document(svg).fault(), "");
  EXPECT_TRUE(holds(svg, ">10,012<"));
  EXPECT_TRUE(holds(svg, ">±3 rows<"));
  EXPECT_TRUE(holds(svg, ">Count of rows in payroll.csv<"));
}

TEST(TableSvg, SeveralNumbersAreAllWritten) {
  Release release = example_means({}, {{123456, 120000, 126000}});
  release.answer.numbers.push_back({.name = "slope of age", .rows = {{25, 22, 29}}});
  release.answer.numbers.push_back(
      {.name = "blocks", .rows = {without_interval(267)}, .may_be_unknown = true});
  release.answer.numbers[2].rows[0].known = false;
  const std::string svg = table_svg(release);
  EXPECT_EQ(Document(svg).fault(), "");
  for (const char* words : {">slope of age<", ">25<", ">[22, 29]<", ">unknown<"})
    EXPECT_TRUE(holds(svg, words)) << words << svg;
}

TEST(TableSvg, RowsHaveALabelForEachColumn) {
  const std::string svg = table_svg(awkward_release(
      {key_column("a", {"x"}), key_column("b", {"y"}), key_column("c", {"z"})}));
  const Document document(svg);
  EXPECT_EQ(document.fault(), "");
  EXPECT_TRUE(holds(svg, ">-200 ±30<"));
  // 27 rows and a heading of four texts each, the title and four lines of caption.
  EXPECT_EQ(document.all("text").size(), 28u * 4 + 1 + 4);
}

TEST(TableSvg, ManyColumnsAreWrittenAsOneAndManyRowsLeftOut) {
  std::vector<DomainColumn> columns;
  for (int i = 0; i < 9; ++i)
    columns.push_back(key_column(std::string(1, static_cast<char>('a' + i)), {}));
  const std::string svg = table_svg(awkward_release(columns));
  EXPECT_EQ(Document(svg).fault(), "");
  EXPECT_TRUE(holds(svg, ">a / b / c / d / e / f / g / h / i<"));
  EXPECT_TRUE(holds(svg, ">and 473 more<"));
}

}  // namespace
}  // namespace selvage
