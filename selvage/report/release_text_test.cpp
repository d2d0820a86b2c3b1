#include "selvage/report/release_text.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "selvage/report/awkward_releases.hpp"
#include "selvage/report/text_lines.hpp"

namespace selvage {
namespace {

const std::vector<Release>& awkward() {
  static const std::vector<Release> releases = awkward_releases();
  return releases;
}

bool is_ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); });
}

TEST(ReleaseText, ChoosesTheFormThatSuitsTheQuestion) {
  const Release none = example_release(std::vector<DomainColumn>{}, {5}, 1);
  const Release one = example_release({key_column("a", {})}, {5, 2}, 1);
  const Release two =
      example_release({key_column("a", {}), key_column("b", {})}, {5, 2, 3, 4}, 1);
  for (const bool pivot : {true, false}) {
    EXPECT_TRUE(holds(release_text(none, {}, pivot), "\ncount 5 ±1\n"));
    EXPECT_TRUE(holds(release_text(one, {}, pivot), "\nother    5 ±1  █"));
  }
  EXPECT_TRUE(holds(release_text(two, {}, false), "\na        b        count\n"));
  EXPECT_TRUE(holds(release_text(two, {}, true), "\na        other  missing\n"));
}

TEST(ReleaseText, EveryFormIsTidyAtEveryWidth) {
  for (const Release& release : awkward())
    for (const int width : {40, 57, 80})
      for (const bool unicode : {true, false})
        for (const bool pivot : {true, false}) {
          const std::string text =
              release_text(release, {.width = width, .unicode = unicode}, pivot);
          expect_tidy(text, width);
          ASSERT_TRUE(unicode || is_ascii(text)) << text;
          ASSERT_FALSE(testing::Test::HasFailure()) << text;
        }
}

TEST(ReleaseText, NarrowTerminalsAreDrawnAsForForty) {
  for (const Release& release : awkward())
    EXPECT_EQ(release_text(release, {.width = -3}, true),
              release_text(release, {.width = 40}, true));
}

TEST(ReleaseText, ColourChangesNothingButTheColour) {
  for (const Release& release : awkward())
    for (const bool pivot : {true, false}) {
      std::string coloured = release_text(release, {.colour = true}, pivot);
      const std::string plain = release_text(release, {}, pivot);
      EXPECT_FALSE(holds(plain, "\x1b"));
      EXPECT_TRUE(holds(coloured, "\x1b[1m"));
      for (auto at = coloured.find('\x1b'); at != std::string::npos;
           at = coloured.find('\x1b'))
        coloured.erase(at, coloured.find('m', at) + 1 - at);
      EXPECT_EQ(coloured, plain);
    }
}

}  // namespace
}  // namespace selvage
