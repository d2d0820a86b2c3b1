#include "selvage/report/explained_numbers.hpp"

#include <gtest/gtest.h>

#include "selvage/report/awkward_releases.hpp"
#include "selvage/report/svg_document.hpp"
#include "selvage/report/text_lines.hpp"

namespace selvage {
namespace {

TEST(ExplainedNumbers, TheNumbersStandInTextAndInHtmlWithThePicture) {
  const Release release = example_release("0:100:50", {1, 205, 1500, 45, 99}, 7);
  const ExplainedPart part = explained_numbers(release, {});
  const std::string text = explanation_text({"Ages", {part}}, 80, Script::unicode);
  EXPECT_TRUE(text.starts_with("Ages\n\nThe published numbers\n")) << text;
  EXPECT_TRUE(holds(text, "\n  [50,100)")) << text;
  EXPECT_TRUE(holds(text, "1,500 ±7")) << text;
  EXPECT_FALSE(holds(text, "privacy")) << "that is another part: " << text;
  const std::string html = explanation_html({"Ages", {part}});
  EXPECT_EQ(times(html, "<svg "), 1u);
  EXPECT_TRUE(holds(html, "<td>[50,100)</td><td class=\"n\">1,500</td><td>±7</td>"))
      << html;
}

TEST(ExplainedNumbers, WhateverTheKeysAreThePageStaysWhole) {
  for (const Release& release : awkward_releases()) {
    const ExplainedPart part = explained_numbers(release, {.width = 80});
    expect_tidy(explanation_text({"t", {part}}, 80, Script::unicode), 80);
    const Document document("<div>" + part.html + "</div>");
    EXPECT_EQ(document.fault(), "") << part.html;
    EXPECT_TRUE(document.all("script").empty());
    EXPECT_LT(part.html.size(), 400'000u);
  }
}

}  // namespace
}  // namespace selvage
