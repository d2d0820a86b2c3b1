#include "selvage/report/release_svg.hpp"

#include <gtest/gtest.h>

#include "selvage/report/awkward_releases.hpp"
#include "selvage/report/svg_document.hpp"
#include "selvage/report/text_lines.hpp"

namespace selvage {
namespace {

TEST(Document, FaultsAreSeen) {
  for (const std::string text : {"<a b=\"1\"><c/>x &amp; y</a>\n", "<a/>"})
    EXPECT_EQ(Document(text).fault(), "");
  for (const std::string text :
       {"", "<a>", "<a></b>", "<a/><b/>", "<a>&</a>", "<a b=1/>", "x<a/>", "<a",
        "<a b=\"", "<a b=\"1\" b=\"2\"/>", "<a>\x1b</a>", "<a b=\"<\"/>", "<a>]]></a>",
        "< a/>"})
    EXPECT_NE(Document(text).fault(), "") << text;
}

TEST(ReleaseSvg, EveryPictureIsWellFormedAndBounded) {
  for (const Release& release : awkward_releases()) {
    const std::string svg = release_svg(release);
    const Document document(svg);
    ASSERT_EQ(document.fault(), "") << svg;
    EXPECT_TRUE(document.all("script").empty());
    EXPECT_LT(svg.size(), 100'000u);
    EXPECT_FALSE(holds(svg, "nan"));
    EXPECT_FALSE(holds(svg, "\"inf"));
    const std::string caption = document.words("caption");
    EXPECT_TRUE(holds(caption, "4/3-differential privacy")) << svg;
    EXPECT_TRUE(holds(caption, "exact_law: computed exactly"));
    EXPECT_TRUE(holds(caption, "A person is "));
    EXPECT_EQ(release.answer.cells.empty(), holds(svg, "no cells to show"));
    EXPECT_EQ(svg, release_svg(release));
  }
}

TEST(ReleaseSvg, ACaptionNeitherNamesOptionsNorTheorems) {
  Release release = example_release("0:10:5", {0, 1, 2, 3, 4}, 7);
  release.verification.detail = "a long story [T9]";
  release.warnings = {"every row is a person; name their column with `person`"};
  const std::string svg = release_svg(release, {.title = "Ages <2026>"});
  const Document document(svg);
  ASSERT_EQ(document.fault(), "") << svg;
  for (const char* word : {"[T", "--", "`", "story", "name their"})
    EXPECT_FALSE(holds(document.words("caption"), word)) << word << svg;
  EXPECT_TRUE(holds(document.words("caption"), "Warning: every row is a person."));
  EXPECT_TRUE(holds(svg, "<title>Ages &lt;2026&gt;</title>")) << svg;
  EXPECT_FALSE(holds(svg, "payroll.csv")) << svg;
}

TEST(ReleaseSvg, ChoosesThePictureThatSuitsTheQuestion) {
  const auto picture = [](const std::vector<DomainColumn>& columns) {
    return release_svg(awkward_release(columns));
  };
  const DomainColumn age = example_column("age", "0:20:10"),
                     keys = key_column("k", {"a"});
  EXPECT_TRUE(holds(picture({age}), "class=\"bins\""));
  EXPECT_TRUE(holds(picture({example_column("day", "2025-01-01:2025-01-04:1day")}),
                    "class=\"bins\""));
  EXPECT_TRUE(holds(picture({keys}), "class=\"marks\""));
  EXPECT_TRUE(holds(picture({keys, age}), "class=\"cells\""));
  EXPECT_TRUE(holds(picture({keys, age, key_column("l", {})}), ">below 0<"));
  EXPECT_TRUE(holds(picture({}), ">-200<"));
}

}  // namespace
}  // namespace selvage
