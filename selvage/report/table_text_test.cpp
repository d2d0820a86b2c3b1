#include "selvage/report/table_text.hpp"

#include <gtest/gtest.h>

#include "selvage/report/example_release.hpp"
#include "selvage/report/text_lines.hpp"

namespace selvage {
namespace {

// How many places stand before the mark.
std::size_t place(const std::string& line, const std::string& mark) {
  const auto at = line.find(mark);
  return at == std::string::npos ? 1000 : places(line.substr(0, at));
}

// Labels of 13, "305 ±100" of 8 and two gaps of 2 leave a bar of 60 at this width.
constexpr TextStyle kSixtyBar = {.width = 85};

TEST(TableText, WhiskerRunsFromTheLowerToTheUpperEnd) {
  // The largest upper end, 600, takes 60 characters: ten rows to a character.
  const std::string text =
      table_text(example_release("0:100:50", {200, 305, 500, 45, 99}, 100), kSixtyBar);
  const std::string line = row(text, "[0,50)");
  const std::size_t bar = 25;
  EXPECT_TRUE(line.starts_with("[0,50)         305 ±100  █")) << line;
  EXPECT_EQ(place(line, "█"), bar);
  EXPECT_EQ(place(line, "├"), bar + 20);  // 205
  EXPECT_EQ(place(line, "┼"), bar + 30);  // 305
  EXPECT_EQ(place(line, "┤"), bar + 40);  // 405
  EXPECT_EQ(places(line), bar + 41);
  const std::string largest = row(text, "[50,100)");
  EXPECT_EQ(place(largest, "┤"), bar + 59);
  EXPECT_EQ(places(largest), 85u);
  // Below 0 there is nothing to draw: the whisker starts at the left.
  EXPECT_EQ(row(text, "100 and above"), "100 and above   45 ±100  ├───┼─────────┤");
  EXPECT_EQ(text.find("too short"), std::string::npos);
}

TEST(TableText, BarsAreProportionalToAnEighthOfACharacter) {
  const std::string text =
      table_text(example_release("0:100:50", {0, 960, 480, 242, 1}, 0), {.width = 85});
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

// It has no whisker, and the others have the scale to themselves.
TEST(TableText, WhatIsNotKnownIsSaidAndNotDrawn) {
  const auto means = [](std::vector<Estimate> numbers) {
    return table_text(example_means({key_column("dept", {"a", "b"})}, numbers),
                      {.width = 60});
  };
  const Estimate nothing{500'000, 0, 1'000'000, false};
  const std::string text =
      means({{5000, 4000, 6000}, {3000, 2000, 4000}, nothing, nothing});
  EXPECT_EQ(row(text, "other"), "other    unknown");
  EXPECT_EQ(row(text, "missing"), "missing  unknown");
  EXPECT_EQ(places(row(text, "a")), 60u);  // the largest upper end
  const std::string none = means({nothing, nothing, nothing, nothing});
  EXPECT_EQ(row(none, "a"), "a        unknown");
  EXPECT_EQ(table_text(example_means({}, {nothing}), {}).find("±"), std::string::npos);
}

// A mechanism may tell several numbers of a row, each in its own unit.
TEST(TableText, SeveralNumbersOfARowStandBesideEachOther) {
  Release release = example_release({key_column("dept", {"a"})}, {30, 2, 25}, 4);
  release.answer.numbers.push_back(
      {.name = "p90",
       .unit = Rational(1, 10),
       .rows = {{55, 50, 60}, {5, 0, 10}, {0, 0, 0, false}},
       .may_be_unknown = true});
  const std::string text = table_text(release, {.width = 60});
  EXPECT_EQ(row(text, "dept"), "dept     count         p90");
  EXPECT_EQ(row(text, "a "), "a           30 ±4      5.5 ±0.5");
  EXPECT_EQ(row(text, "missing"), "missing     25 ±4  unknown");
  EXPECT_EQ(text.find("█"), std::string::npos);
  // Those without room stand below, with the same labels.
  EXPECT_EQ(times(text, "dept  "), 1u);
  for (int i = 0; i < 3; ++i)
    release.answer.numbers.push_back(release.answer.numbers[1]);
  const std::string narrow = table_text(release, {.width = 40});
  EXPECT_EQ(times(narrow, "dept  "), 3u) << narrow;
  EXPECT_EQ(times(narrow, "5.5 ±0.5"), 4u) << narrow;

  Release one = example_release(std::vector<DomainColumn>{}, {30}, 4);
  one.answer.numbers.push_back({.name = "p90", .rows = {{5, 0, 10}}});
  EXPECT_TRUE(holds(table_text(one, {}), "\ncount 30 ±4\np90   5 ±5\n"))
      << table_text(one, {});
}

// A name that is wider than its numbers takes no digits from them.
TEST(TableText, LongNamesOfNumbersLeaveThemTheirDigits) {
  Release release = example_release({key_column("dept", {"a"})}, {30, 2, 25}, 4);
  for (const char* name : {"0.25 quantile", "0.5 quantile", "0.75 quantile"})
    release.answer.numbers.push_back(
        {.name = name,
         .unit = Rational(1, 1000),
         .rows = {without_interval(33487238), without_interval(1),
                  without_interval(0)}});
  const std::string text = table_text(release, {.width = 80});
  EXPECT_EQ(times(row(text, "a "), "33,487.238"), 3u) << text;
  EXPECT_EQ(text.find("rounded to fit"), std::string::npos) << text;
  expect_tidy(text, 80);
}

// Digits behind the point go first; then there are several tables.
TEST(TableText, NumbersStandBelowBeforeTheyLoseDigits) {
  Release release = example_release({key_column("dept", {"a"})}, {30, 2, 25}, 4);
  for (const char* name : {"low", "middle", "high", "highest"})
    release.answer.numbers.push_back(
        {.name = name,
         .rows = {{36'512, 35'001, 37'003}, {1'000, 900, 1'200}, {0, 0, 0}}});
  const std::string text = table_text(release, {.width = 80});
  EXPECT_EQ(times(text, "36,512 [35,001, 37,003]"), 4u) << text;
  EXPECT_FALSE(holds(text, "e2")) << text;
  expect_tidy(text, 80);
}

TEST(TableText, EveryCountSaysHowFarItMayBeOff) {
  const Release release = example_release("0:100:50", {-3, 1234567, 20, 9, 0}, 12345);
  const std::string text = table_text(release, {});
  EXPECT_TRUE(row(text, "below 0").starts_with("below 0               -3 ±12,345"));
  EXPECT_TRUE(row(text, "[0,50)").starts_with("[0,50)         1,234,567 ±12,345  █"));
  EXPECT_EQ(times(text, " ±12,345"), 5u + 1);  // and once in the note
  const std::string ascii = table_text(release, {.unicode = false});
  EXPECT_TRUE(row(ascii, "below 0").starts_with("below 0               -3 +-12,345"));
  EXPECT_EQ(times(ascii, " +-12,345"), 5u + 1);
}

TEST(TableText, NegativeCountsHaveAnEmptyBar) {
  const std::string text =
      table_text(example_release("0:100:50", {-40, -7, -90, -3, -12}, 2), {});
  for (const char* glyph : {"█", "├", "┼", "┤", "▏"})
    EXPECT_EQ(text.find(glyph), std::string::npos);
  EXPECT_EQ(row(text, "[50,100)"), "[50,100)       -90 ±2");
  const std::string mixed =
      table_text(example_release("0:100:50", {-40, 600, -90, -3, -12}, 50), {});
  EXPECT_EQ(row(mixed, "below 0"), "below 0        -40 ±50");
  EXPECT_EQ(place(row(mixed, "missing"), "├"), 24u);
  EXPECT_EQ(row(mixed, "missing").find("┼"), std::string::npos);
}

TEST(TableText, PlainTextIsAscii) {
  Release release = example_release({example_column("Löhne", "0:100:50")},
                                    {200, 305, 500, 45, 99}, 100);
  release.warnings = {"größer"};
  const std::string text = table_text(release, {.width = 86, .unicode = false});
  for (const char c : text) EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~'));
  EXPECT_EQ(row(text, "[0,50)"), "[0,50)         305 +-100  " + std::string(20, '#') +
                                     "|" + std::string(9, '-') + "+" +
                                     std::string(9, '-') + "|");
  EXPECT_NE(text.find("+-100 rows"), std::string::npos);
}

TEST(TableText, LongLabelsAreCutAndLeaveHalfTheRoomToTheBars) {
  const Release release = example_release(
      {key_column("k", {std::string(90, 'x'), "b"})}, {100, 2, 3, 4}, 0);
  const auto shown = lines(table_text(release, {.width = 50}));
  EXPECT_TRUE(shown[2].starts_with(std::string(19, 'x') + "…  100 ±0  █")) << shown[2];
  EXPECT_EQ(times(shown[2], "█"), 20u);
}

TEST(TableText, NamesCannotReachTheTerminal) {
  Release release =
      example_release({key_column("\x1b]0;owned\x07", {"\x1b[2J\xff"})}, {0, 1, 2}, 7);
  release.question.table =
      "a\xc2\x9b"
      "2J\r.csv";
  release.verification.detail = "\x08\x08";
  release.warnings = {"\u202etxt"};
  for (const char c : table_text(release, {}))
    EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= ' ');
  const std::string text = table_text(release, {});
  EXPECT_NE(text.find("\\x1b[2J\\xff "), std::string::npos);
  EXPECT_NE(text.find("\\x1b]0;owned\\x07 in a\\u{9b}2J\\x0d.csv"), std::string::npos);
  EXPECT_NE(text.find("\\u{202e}txt"), std::string::npos);
}

TEST(TableText, ColourChangesNothingButTheColour) {
  Release release = example_release("0:100:50", {200, 305, 500, 45, -99}, 100);
  release.warnings = {"no ledger"};
  std::string coloured = table_text(release, {.colour = true});
  const std::string plain = table_text(release, {});
  EXPECT_EQ(plain.find('\x1b'), std::string::npos);
  EXPECT_NE(coloured.find('\x1b'), std::string::npos);
  for (auto at = coloured.find('\x1b'); at != std::string::npos;
       at = coloured.find('\x1b'))
    coloured.erase(at, coloured.find('m', at) + 1 - at);
  EXPECT_EQ(coloured, plain);
}

TEST(TableText, LongHistogramsKeepTheCellsOutsideTheBins) {
  std::vector<std::int64_t> counts(103, 10);
  const Release release = example_release("0:100:1", counts, 4);
  const auto how = [](const Release&, bool across) -> std::string {
    return across ? "turn" : "ask";
  };
  const auto shown =
      lines(table_text(release, {.most_rows = 20, .speech = {.see_all = how}}));
  EXPECT_TRUE(shown[2].starts_with("below 0 "));
  EXPECT_TRUE(shown[18].starts_with("[15,16) "));
  EXPECT_EQ(shown[19], "... and 84 more cells (ask to see all)");
  EXPECT_TRUE(shown[20].starts_with("100 and above "));
  EXPECT_TRUE(shown[21].starts_with("missing "));
  EXPECT_EQ(shown[22], "");
  // Exactly as many as fit are all shown, and too few rows still show the ends.
  EXPECT_EQ(table_text(release, {.most_rows = 103}).find("..."), std::string::npos);
  EXPECT_NE(table_text(release, {.most_rows = 0}).find("... and 100 more cells"),
            std::string::npos);
}

TEST(TableText, SaysWhatIsPromisedAndHowItWasChecked) {
  Release release = example_release("0:10:5", {0, 1, 2, 3, 4}, 7);
  release.warnings = {"first", "second"};
  const std::string text = table_text(release, {.width = 200});
  EXPECT_TRUE(text.starts_with("Histogram of age in payroll.csv\n\n"));
  EXPECT_NE(text.find("\nerror     each bar's whisker holds the true count with "
                      "probability 0.95: noise at most ±7 rows"),
            std::string::npos);
  EXPECT_NE(text.find("\nprivacy   4/3-differential privacy"), std::string::npos);
  EXPECT_NE(
      text.find(
          "\nverified  exact_law: computed exactly on the running program before the "
          "release\n"),
      std::string::npos);
  EXPECT_TRUE(text.ends_with("\nwarning   first\nwarning   second\n"));
}

TEST(TableText, KeysAndDatesHaveBarsToo) {
  const std::string keys =
      table_text(example_release({key_column("dept", {"sales", "北京", ""})},
                                 {60, 30, 12, 0, 3}, 0),
                 {});
  EXPECT_TRUE(row(keys, "sales").starts_with("sales    60 ±0  ███"));
  EXPECT_TRUE(row(keys, "北京").starts_with("北京     30 ±0  ███"));  // two places each
  EXPECT_TRUE(row(keys, "\"\"").starts_with("\"\"       12 ±0  █"));
  EXPECT_EQ(row(keys, "other"), "other     0 ±0");
  const std::string dates = table_text(
      example_release({example_column("hired", "2025-01-01:2025-03-01:1month")},
                      {1, 20, 40, 0, 0}, 0),
      {});
  EXPECT_TRUE(row(dates, "2025-02").starts_with("2025-02               40 ±0  ███"));
}

TEST(TableText, NumbersThatMayBeNegativeStartFromALine) {
  const Release release =
      example_means({key_column("dept", {"a", "b"})},
                    {{100, 90, 110}, {-100, -110, -90}, {0, -1, 1}, {50, 30, 60}});
  // 220 hundredths on 46 characters, the line of 0 in the middle of them.
  const std::string text = table_text(release, {.width = 80});
  EXPECT_TRUE(text.starts_with("Mean of salary by dept in payroll.csv\n"));
  const std::string up = row(text, "a"), down = row(text, "b");
  EXPECT_TRUE(up.starts_with("a         1.00 ±0.10   ")) << up;
  EXPECT_TRUE(row(text, "missing").starts_with("missing   0.50 [0.30, 0.60]"));
  const std::size_t zero = place(up, "│");
  EXPECT_EQ(place(down, "│"), zero);
  EXPECT_EQ(place(row(text, "other"), "│"), zero);
  EXPECT_GT(place(up, "█"), zero);
  EXPECT_GT(place(up, "├"), place(up, "█"));
  EXPECT_LT(place(down, "┤"), place(down, "█"));
  EXPECT_LT(place(down, "█"), zero);
  EXPECT_EQ(times(row(text, "other"), "█"), 0u);
}

TEST(TableText, SeveralColumnsAreOneLineACellAndRepeatNoLabel) {
  const Release release = example_totals(
      example_release({key_column("dept", {"sales"}), key_column("site", {"north"})},
                      {1234, 2, 3, 4, 5, 6, 7, 8, -9}, 40));
  const auto shown = lines(table_text(release, {}));
  EXPECT_EQ(shown[2], "dept     site     count");
  EXPECT_EQ(shown[3], "sales    north    1,234 ±40");
  EXPECT_EQ(shown[4], "         other        2 ±40");
  EXPECT_EQ(shown[5], "         missing      3 ±40");
  EXPECT_EQ(shown[6], "other    north        4 ±40");
  EXPECT_EQ(shown[11], "         missing     -9 ±40");
  EXPECT_EQ(shown[12], "total             1,260 ±360");
  EXPECT_EQ(shown[13], "");
}

TEST(TableText, LabelsStandAgainBehindWhatIsLeftOut) {
  Release release =
      example_release({key_column("a", {"x"}), example_column("age", "0:50:1")},
                      std::vector<std::int64_t>(3 * 53, 1), 4);
  release.answer.cells.resize(53);  // those of x
  release.answer.numbers[0].rows.resize(53);
  release.answer.fewer_than = 1;
  const auto shown = lines(table_text(release, {.most_rows = 10}));
  EXPECT_EQ(shown[10], "... and 44 more cells");
  EXPECT_TRUE(shown[9].starts_with("   [")) << shown[9];
  EXPECT_TRUE(shown[11].starts_with("x  50 and above")) << shown[11];
  EXPECT_TRUE(shown[12].starts_with("   missing")) << shown[12];
}

TEST(TableText, EveryLineHasALabelOfItsOwn) {
  const Release release =
      example_release({key_column("k", {"\x1b", "\\x1b"})}, {1, 2, 3, 4}, 0);
  EXPECT_EQ(times(table_text(release, {}), "\n\\x1b "), 2u);
}

TEST(TableText, NoColumnIsOneClearLine) {
  Release release = example_release(std::vector<DomainColumn>{}, {10012}, 3);
  release.question.verb = "count";
  release.answer.total = release.answer.numbers[0].rows[0];
  const auto shown = lines(table_text(release, {}));
  EXPECT_EQ(shown[0], "Count of rows in payroll.csv");
  EXPECT_EQ(shown[2], "count 10,012 ±3");
  EXPECT_EQ(shown[3], "");
}

TEST(TableText, SaysWhatIsHiddenAndShowsTheTotal) {
  const Release all = example_release({key_column("k", {"a", "b"})}, {30, 2, 25, 1}, 4);
  EXPECT_TRUE(holds(table_text(all, {}), "\nmissing   1 ±4"));
  EXPECT_FALSE(holds(table_text(all, {}), "hidden"));
  const std::string hidden = table_text(example_hidden(all, 20), {});
  EXPECT_FALSE(holds(hidden, "\nb "));
  EXPECT_TRUE(holds(hidden, "\nhidden    2 cells hold fewer than 20 by"));
  EXPECT_EQ(row(table_text(example_totals(all), {}), "total"), "total    58 ±16");
}

TEST(TableText, NoReleasedKeyIsSaid) {
  Release release = example_release({key_column("k", {})}, {}, 4);
  release.question.asked = {"?"};
  release.answer.fewer_than = 20;
  const std::string text = table_text(release, {});
  EXPECT_TRUE(holds(text, "\nno cells to show\n"));
  EXPECT_TRUE(holds(text, "keys with a noisy count below 20 are not shown"));
}

}  // namespace
}  // namespace selvage
