#include "selvage/report/left_out.hpp"

#include <gtest/gtest.h>

#include "selvage/report/example_release.hpp"
#include "selvage/report/release_svg.hpp"
#include "selvage/report/release_text.hpp"
#include "selvage/report/text_lines.hpp"

namespace selvage {
namespace {

const std::set<std::string> kOutside = {"below", "above", "other", "missing"};

TEST(LeftOut, WordsAreRead) {
  EXPECT_EQ(*parse_left_out("other"), std::set<std::string>{"other"});
  EXPECT_EQ(*parse_left_out("above,below"), (std::set<std::string>{"above", "below"}));
  EXPECT_EQ(*parse_left_out("outside"), kOutside);
  for (const char* text : {"", "others", "below,", "below, above"}) {
    const auto words = parse_left_out(text);
    ASSERT_FALSE(words) << text;
    EXPECT_TRUE(words.error().message.ends_with(
        " is not one of below, above, other, missing, or outside for all of them"));
  }
}

TEST(LeftOut, OnlyTheNamedPlacesGo) {
  Release release = example_release("0:10:5", {1, 2, 3, 4, 5}, 7);
  const auto cells = [&](const std::set<std::string>& words) {
    return without_places(release, words).answer.cells;
  };
  using Cells = std::vector<std::uint64_t>;
  EXPECT_EQ(cells({"below"}), (Cells{1, 2, 3, 4}));
  EXPECT_EQ(cells({"above"}), (Cells{0, 1, 2, 4}));
  EXPECT_EQ(cells({"missing"}), (Cells{0, 1, 2, 3}));
  EXPECT_EQ(cells({"other"}), (Cells{0, 1, 2, 3, 4}));
  const Release shown = without_places(release, kOutside);
  EXPECT_EQ(shown.answer.cells, (Cells{1, 2}));
  EXPECT_EQ(shown.answer.numbers[0].rows[1].value, 3);
  EXPECT_EQ(left_out_sentence(release, release, kOutside), "");
  // Keys, and a key that is called as a place is.
  const Release keys =
      example_release({key_column("k", {"a", "other"})}, {1, 2, 3, 4}, 7);
  EXPECT_EQ(without_places(keys, {"other"}).answer.cells, (Cells{0, 1, 3}));
}

TEST(LeftOut, OfSeveralColumnsOnePlaceIsEnough) {
  const Release release =
      example_release({key_column("k", {"a"}), example_column("age", "0:10:10")},
                      {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 7);
  const Release shown = without_places(release, kOutside);
  EXPECT_EQ(shown.answer.cells, std::vector<std::uint64_t>{1});
}

// Counts that add up, add up on the page.
TEST(LeftOut, ExactTotalsAreOfWhatIsShown) {
  Release release = example_release("0:10:5", {1, 2, 3, 4, 5}, 7);
  release.answer.total = Estimate{15, 5, 25};
  release.answer.numbers.push_back(release.answer.numbers[0]);
  release.answer.numbers[1].name = "consistent";
  release.answer.numbers[1].total = 15;
  const Release shown = without_places(release, kOutside);
  EXPECT_EQ(shown.answer.numbers[1].total, 2 + 3);
  EXPECT_EQ(shown.answer.total, release.answer.total);
  EXPECT_TRUE(holds(left_out_sentence(release, shown, kOutside),
                    "they are in the total, the JSON and the certificate, and not in "
                    "the total of counts called consistent"));
}

// What is said of cells below a limit, and hints, are about the whole release.
TEST(LeftOut, TheNotesSpeakOfTheWholeRelease) {
  Release release = example_release("0:10:5", {1, 2, 3, 4, 5}, 7);
  release.answer.fewer_than = 2;
  release.answer.cells.erase(release.answer.cells.begin());
  release.answer.numbers[0].rows.erase(release.answer.numbers[0].rows.begin());
  const Release shown = without_places(release, kOutside);
  TextStyle style;
  style.speech.whole = &release;
  style.speech.left_out = left_out_sentence(release, shown, kOutside);
  for (const std::string& text :
       {release_text(shown, style, false), release_svg(shown, style.speech)}) {
    EXPECT_TRUE(holds(text, "1 cell holds fewer than 2")) << text;
    // Only places that there are: the cell below is hidden, and keys have no column.
    EXPECT_TRUE(holds(text, "2 released cells (above, missing) are left")) << text;
    EXPECT_FALSE(holds(text, "10 and above")) << text;
  }
}

}  // namespace
}  // namespace selvage
