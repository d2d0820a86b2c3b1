#include "selvage/report/histogram_text.hpp"

#include <sstream>

#include <gtest/gtest.h>

#include "selvage/report/example_release.hpp"
#include "selvage/report/text.hpp"

namespace selvage {
namespace {

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(line);
  return result;
}

// The line of the cell with this label.
std::string row(const std::string& text, const std::string& label) {
  for (const auto& line : lines(text))
    if (line.starts_with(label + " ")) return line;
  return "no line starts with " + label;
}

// How many places stand before the mark.
std::size_t place(const std::string& line, const std::string& mark) {
  const auto at = line.find(mark);
  return at == std::string::npos ? 1000 : code_points(line.substr(0, at));
}

std::size_t times(const std::string& text, const std::string& mark) {
  std::size_t count = 0;
  for (auto at = text.find(mark); at != std::string::npos;
       at = text.find(mark, at + mark.size()))
    ++count;
  return count;
}

// Labels of 13, "305 ±100" of 8 and two gaps of 2 leave a bar of 60 at this width.
constexpr TextStyle kSixtyBar = {.width = 85};

TEST(HistogramText, WhiskerRunsFromTheLowerToTheUpperEnd) {
  // The largest upper end, 600, takes 60 characters: ten rows to a character.
  const std::string text = histogram_text(
      example_release("0:100:50", {200, 305, 500, 45, 99}, 100), kSixtyBar);
  const std::string line = row(text, "[0,50)");
  const std::size_t bar = 25;
  EXPECT_TRUE(line.starts_with("[0,50)         305 ±100  █")) << line;
  EXPECT_EQ(place(line, "█"), bar);
  EXPECT_EQ(place(line, "├"), bar + 20);  // 205
  EXPECT_EQ(place(line, "┼"), bar + 30);  // 305
  EXPECT_EQ(place(line, "┤"), bar + 40);  // 405
  EXPECT_EQ(code_points(line), bar + 41);
  const std::string largest = row(text, "[50,100)");
  EXPECT_EQ(place(largest, "┤"), bar + 59);
  EXPECT_EQ(code_points(largest), 85u);
  // Below 0 there is nothing to draw: the whisker starts at the left.
  EXPECT_EQ(row(text, "100 and above"), "100 and above   45 ±100  ├───┼─────────┤");
  EXPECT_EQ(text.find("too short"), std::string::npos);
}

TEST(HistogramText, BarsAreProportionalToAnEighthOfACharacter) {
  const std::string text = histogram_text(
      example_release("0:100:50", {0, 960, 480, 242, 1}, 0), {.width = 85});
  EXPECT_EQ(times(row(text, "[0,50)"), "█"), 62u);
  EXPECT_EQ(times(row(text, "[50,100)"), "█"), 31u);
  EXPECT_EQ(
      row(text, "100 and above"), "100 and above  242 ±0  " + [] {
        std::string bar;
        for (int i = 0; i < 15; ++i) bar += "█";
        return bar + "▋";  // 242 / 960 * 62 = 15.63
      }());
  EXPECT_EQ(row(text, "below 0"), "below 0          0 ±0");
  EXPECT_NE(text.find("(too short to draw here)"), std::string::npos);
}

TEST(HistogramText, EveryCountSaysHowFarItMayBeOff) {
  const Release release = example_release("0:100:50", {-3, 1234567, 20, 9, 0}, 12345);
  const std::string text = histogram_text(release, {});
  EXPECT_TRUE(row(text, "below 0").starts_with("below 0               -3 ±12,345"));
  EXPECT_TRUE(row(text, "[0,50)").starts_with("[0,50)         1,234,567 ±12,345  █"));
  EXPECT_EQ(times(text, " ±12,345"), 5u + 1);  // and once in the note
  const std::string ascii = histogram_text(release, {.unicode = false});
  EXPECT_TRUE(row(ascii, "below 0").starts_with("below 0               -3 +-12,345"));
  EXPECT_EQ(times(ascii, " +-12,345"), 5u + 1);
}

TEST(HistogramText, NegativeCountsHaveAnEmptyBar) {
  const std::string text =
      histogram_text(example_release("0:100:50", {-40, -7, -90, -3, -12}, 2), {});
  for (const char* glyph : {"█", "├", "┼", "┤", "▏"})
    EXPECT_EQ(text.find(glyph), std::string::npos);
  EXPECT_EQ(row(text, "[50,100)"), "[50,100)       -90 ±2");
  const std::string mixed =
      histogram_text(example_release("0:100:50", {-40, 600, -90, -3, -12}, 50), {});
  EXPECT_EQ(row(mixed, "below 0"), "below 0        -40 ±50");
  EXPECT_EQ(place(row(mixed, "missing"), "├"), 24u);
  EXPECT_EQ(row(mixed, "missing").find("┼"), std::string::npos);
}

TEST(HistogramText, PlainTextIsAscii) {
  Release release = example_release("0:100:50", {200, 305, 500, 45, 99}, 100);
  release.question.domain.column = "Löhne";
  release.warnings = {"größer"};
  const std::string text = histogram_text(release, {.width = 86, .unicode = false});
  for (const char c : text) EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~'));
  EXPECT_EQ(row(text, "[0,50)"), "[0,50)         305 +-100  " + std::string(20, '#') +
                                     "|" + std::string(9, '-') + "+" +
                                     std::string(9, '-') + "|");
  EXPECT_NE(text.find("+-100 rows"), std::string::npos);
}

TEST(HistogramText, NoLineIsWiderThanTheTerminal) {
  const std::int64_t huge = std::int64_t{1} << 61;
  Release counts =
      example_release("0:100:25", {-huge, huge, 5, -1, 1234567, 88, 0}, 400);
  Release names = example_release("0:100:25", {3, 45, 1234, 9, 17, 88, 0}, 40);
  names.question.domain.column = std::string(300, 'x') + "\x1b\xff";
  names.question.table = "größe/" + std::string(50, ' ') + "\u202e.csv";
  names.cells[2].label =
      "ein sehr langer Name für eine kleine Zelle, €€€€€€€€€€€€€€€€€€";
  names.warnings = {std::string(250, 'w'), "two words"};
  for (const Release& release : {counts, names})
    for (int width = 40; width <= 200; ++width)
      for (const bool unicode : {true, false})
        for (const auto& line :
             lines(histogram_text(release, {.width = width, .unicode = unicode}))) {
          EXPECT_LE(code_points(line), static_cast<std::size_t>(width)) << line;
          EXPECT_FALSE(line.ends_with(' ')) << line;
        }
}

TEST(HistogramText, LongLabelsAreCutAndLeaveHalfTheRoomToTheBars) {
  Release release = example_release("0:10:5", {0, 100, 2, 3, 4}, 0);
  release.cells[1].label = std::string(90, 'x');
  const auto shown = lines(histogram_text(release, {.width = 50}));
  EXPECT_TRUE(shown[3].starts_with(std::string(19, 'x') + "…  100 ±0  █")) << shown[3];
  EXPECT_EQ(times(shown[3], "█"), 20u);
}

TEST(HistogramText, NamesCannotReachTheTerminal) {
  Release release = example_release("0:10:5", {0, 1, 2, 3, 4}, 7);
  release.question.domain.column = "\x1b]0;owned\x07";
  release.question.table =
      "a\xc2\x9b"
      "2J\r.csv";
  release.cells[1].label = "\x1b[2J\xff";
  release.verification.detail = "\x08\x08";
  release.warnings = {"\u202etxt"};
  for (const char c : histogram_text(release, {}))
    EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= ' ');
  const std::string text = histogram_text(release, {});
  EXPECT_NE(text.find("\\x1b[2J\\xff "), std::string::npos);
  EXPECT_NE(text.find("\\x1b]0;owned\\x07 in a\\u{9b}2J\\x0d.csv"), std::string::npos);
  EXPECT_NE(text.find("\\u{202e}txt"), std::string::npos);
}

TEST(HistogramText, ColourChangesNothingButTheColour) {
  Release release = example_release("0:100:50", {200, 305, 500, 45, -99}, 100);
  release.warnings = {"no ledger"};
  std::string coloured = histogram_text(release, {.colour = true});
  const std::string plain = histogram_text(release, {});
  EXPECT_EQ(plain.find('\x1b'), std::string::npos);
  EXPECT_NE(coloured.find('\x1b'), std::string::npos);
  for (auto at = coloured.find('\x1b'); at != std::string::npos;
       at = coloured.find('\x1b'))
    coloured.erase(at, coloured.find('m', at) + 1 - at);
  EXPECT_EQ(coloured, plain);
}

TEST(HistogramText, LongHistogramsKeepTheCellsOutsideTheBins) {
  std::vector<std::int64_t> counts(103, 10);
  const Release release = example_release("0:100:1", counts, 4);
  const auto shown = lines(histogram_text(release, {.most_rows = 20}));
  EXPECT_TRUE(shown[2].starts_with("below 0 "));
  EXPECT_TRUE(shown[18].starts_with("[15,16) "));
  EXPECT_EQ(shown[19], "... and 84 more cells (use --format csv or --plot to see all)");
  EXPECT_TRUE(shown[20].starts_with("100 and above "));
  EXPECT_TRUE(shown[21].starts_with("missing "));
  EXPECT_EQ(shown[22], "");
  // Exactly as many as fit are all shown, and too few rows still show the ends.
  EXPECT_EQ(histogram_text(release, {.most_rows = 103}).find("..."), std::string::npos);
  EXPECT_NE(histogram_text(release, {.most_rows = 0}).find("... and 100 more cells"),
            std::string::npos);
}

TEST(HistogramText, SaysWhatIsPromisedAndHowItWasChecked) {
  Release release = example_release("0:10:5", {0, 1, 2, 3, 4}, 7);
  release.warnings = {"first", "second"};
  const std::string text = histogram_text(release, {.width = 200});
  EXPECT_TRUE(text.starts_with("Histogram of age in payroll.csv\n\n"));
  EXPECT_NE(text.find("\nerror     each bar's whisker holds the true count with "
                      "probability 0.95: noise at most ±7 rows"),
            std::string::npos);
  EXPECT_NE(text.find("\nprivacy   4/3-differential privacy"), std::string::npos);
  EXPECT_NE(text.find("\nverified  exact_law: one cell, at this very scale\n"),
            std::string::npos);
  EXPECT_TRUE(text.ends_with("\nwarning   first\nwarning   second\n"));
}

}  // namespace
}  // namespace selvage
