#include "selvage/report/boxes_text.hpp"

#include <gtest/gtest.h>

#include "selvage/report/example_release.hpp"
#include "selvage/report/text_lines.hpp"

namespace selvage {
namespace {

Release of_quantiles(const std::vector<DomainColumn>& columns,
                     const std::vector<std::string>& names,
                     const std::vector<std::vector<std::int64_t>>& values) {
  Release release = example_means(columns, {});
  release.answer.numbers.clear();
  for (std::size_t i = 0; i < names.size(); ++i) {
    Series& series = release.answer.numbers.emplace_back(Series{names[i]});
    for (const std::int64_t value : values[i]) {
      series.rows.push_back(without_interval(value));
      series.rows.back().known = value >= 0;
    }
  }
  for (std::size_t cell = 0; cell < values[0].size(); ++cell)
    release.answer.cells.push_back(cell);
  return release;
}

std::string boxes_of(const Release& release, const TextStyle& style) {
  Page page(release, style);
  put_boxes(shown_rows(release.answer.cells.size(), 60), page);
  return page.ended("");
}

TEST(BoxesText, AGroupIsALineOverOneScale) {
  const Release release = of_quantiles({key_column("dept", {"a"})},
                                       {"0.25 quantile", "median", "0.75 quantile"},
                                       {{0, 10, -1}, {10, 20, -1}, {20, 37, -1}});
  // A name, two blanks and 38 places for 0 to 37.
  const std::string text =
      boxes_of(release, {.width = 47, .unicode = false, .bare = true});
  EXPECT_EQ(text,
            "\n"
            "a        ==========|==========\n"
            "other              ==========|=================\n"
            "missing\n"
            "         0                                   37\n");
}

TEST(BoxesText, WithFiveThereAreWhiskers) {
  const Release release = of_quantiles(
      {}, {"0.1 quantile", "0.2 quantile", "median", "0.8 quantile", "0.9 quantile"},
      {{0}, {10}, {15}, {20}, {39}});
  const std::string text =
      boxes_of(release, {.width = 40, .unicode = false, .bare = true});
  EXPECT_EQ(text,
            "\n"
            "|---------=====|=====------------------|\n"
            "0                                     39\n");
  EXPECT_NE(boxes_of(release, {.width = 40, .bare = true}).find("├─"),
            std::string::npos);
}

TEST(BoxesText, FewerQuantilesAndUnknownOnesHaveNoBox) {
  EXPECT_EQ(boxes_of(of_quantiles({}, {"median", "0.9 quantile"}, {{1}, {2}}),
                     {.bare = true}),
            "");
  EXPECT_EQ(boxes_of(of_quantiles({}, {"0.1 quantile", "median", "0.9 quantile"},
                                  {{-1}, {-1}, {-1}}),
                     {.bare = true}),
            "");
}

TEST(BoxesText, TheEndsHaveNoZerosBehindThem) {
  Release release = of_quantiles({}, {"0.25 quantile", "median", "0.75 quantile"},
                                 {{1000}, {1500}, {2050}});
  for (Series& series : release.answer.numbers) series.unit = Rational(1, 100);
  const std::string text =
      boxes_of(release, {.width = 40, .unicode = false, .bare = true});
  EXPECT_NE(text.find("\n10 "), std::string::npos) << text;
  EXPECT_NE(text.find(" 20.5\n"), std::string::npos) << text;
}

TEST(BoxesText, DatesHaveNoBoxes) {
  Release release = of_quantiles({}, {"0.25 quantile", "median", "0.75 quantile"},
                                 {{1000}, {1500}, {2050}});
  for (Series& series : release.answer.numbers)
    series.moments = MomentUnit::parse("day");
  EXPECT_EQ(boxes_of(release, {.width = 40, .unicode = false, .bare = true}).find('='),
            std::string::npos);
}

}  // namespace
}  // namespace selvage
