#include "selvage/report/histogram_text.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "selvage/report/text.hpp"
#include "selvage/report/wording.hpp"

namespace selvage {
namespace {

constexpr std::size_t kLeastWidth = 40;
constexpr std::size_t kLeastRows =
    4;                            // below, a line for what is left out, the last two
constexpr std::size_t kGaps = 4;  // blanks around the counts
constexpr std::size_t kNoteIndent = 10;

struct Glyphs {
  std::string_view full, left_end, line, middle, right_end;
};
constexpr Glyphs kUnicode = {"█", "├", "─", "┼", "┤"};
constexpr Glyphs kAscii = {"#", "|", "-", "+", "|"};
constexpr std::string_view kEighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};

// Codes of "select graphic rendition".
struct Inks {
  std::string_view bar, whisker_on_bar;
};
constexpr Inks kBinInks = {"34", "97;44"};
constexpr Inks kOtherInks = {"90", "97;100"};
constexpr std::string_view kBold = "1";
constexpr std::string_view kFaint = "2";
constexpr std::string_view kAlarm = "1;33";

// One line that is being drawn.
class Line {
 public:
  explicit Line(bool colour) : colour_(colour) {}

  void add(std::string_view text, std::string_view ink = {}) {
    if (colour_ && !ink.empty() && !text.empty())
      text_ += fmt::format("\x1b[{}m{}\x1b[0m", ink, text);
    else
      text_ += text;
  }
  void blanks(std::size_t count) { text_.append(count, ' '); }
  std::string ended() const { return text_ + '\n'; }

 private:
  bool colour_;
  std::string text_;
};

std::string repeated(std::string_view glyph, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += glyph;
  return result;
}

class Table {
 public:
  Table(const Release& release, const TextStyle& style)
      : release_(release),
        style_(style),
        script_(style.unicode ? Script::unicode : Script::ascii),
        glyphs_(style.unicode ? kUnicode : kAscii),
        width_(
            std::max(static_cast<std::size_t>(std::max(style.width, 0)), kLeastWidth)) {
    const auto& cells = release.cells;
    const std::size_t most = std::max(style.most_rows, kLeastRows);
    // The line that says how many are left out takes the place of a row.
    head_ = cells.size() <= most ? cells.size() : most - 3;
    tail_ = cells.size() <= most ? cells.size() : cells.size() - 2;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      largest_ = std::max(largest_, cells[i].upper);
      if (i >= head_ && i < tail_) continue;
      label_width_ = std::max(label_width_, code_points(label(i)));
      count_width_ = std::max(count_width_, code_points(count(i)));
    }
    const std::size_t room = width_ - count_width_ - kGaps;
    label_width_ = std::min(label_width_, room / 2);
    bar_width_ = room - label_width_;
  }

  std::string text() const {
    std::string text;
    Line heading(style_.colour);
    heading.add(cut(printable(title(release_), script_), width_, script_), kBold);
    text += heading.ended() + '\n';
    for (std::size_t i = 0; i < head_; ++i) text += row(i);
    if (head_ < tail_)
      for (const auto& part :
           wrap(fmt::format("... and {} more cells (use --format csv or --plot to see "
                            "all)",
                            thousands(static_cast<std::int64_t>(tail_ - head_))),
                width_)) {
        Line line(style_.colour);
        line.add(part, kFaint);
        text += line.ended();
      }
    for (std::size_t i = tail_; i < release_.cells.size(); ++i) text += row(i);
    return text + '\n' + notes();
  }

 private:
  std::string label(std::size_t cell) const {
    return printable(release_.cells[cell].label, script_);
  }

  // "1,881 ±3": the error bar as a number, which a short whisker cannot show.
  std::string count(std::size_t cell) const {
    return fmt::format("{} {}{}", thousands(release_.cells[cell].count),
                       style_.unicode ? "±" : "+-", thousands(release_.error.bound));
  }

  std::string row(std::size_t i) const {
    const ReleasedCell& cell = release_.cells[i];
    const NumericBins& bins = release_.question.domain.bins;
    const bool is_bin = i != bins.below() && i < bins.above();
    const std::string name = cut(label(i), label_width_, script_);
    const std::string number = count(i);
    Line line(style_.colour);
    line.add(name, is_bin ? "" : kFaint);
    line.blanks(label_width_ - code_points(name) + kGaps / 2 + count_width_ -
                code_points(number));
    line.add(number);
    draw_bar(cell, is_bin ? kBinInks : kOtherInks, line);
    return line.ended();
  }

  // Where a count lies on the bar, in characters. No true count is below 0.
  double place(std::int64_t count) const {
    if (largest_ <= 0) return 0;
    const double share = static_cast<double>(count) / static_cast<double>(largest_);
    return std::clamp(share, 0.0, 1.0) * static_cast<double>(bar_width_);
  }

  // The first and the last character of the whisker. None where it is shorter than a
  // character: it would look longer than it is.
  struct Ends {
    std::size_t left, right;
  };
  std::optional<Ends> whisker(const ReleasedCell& cell) const {
    const double lower = place(cell.lower), upper = place(cell.upper);
    if (upper - lower < 1) return std::nullopt;
    const Ends ends{static_cast<std::size_t>(lower),
                    static_cast<std::size_t>(std::ceil(upper)) - 1};
    return ends.left < ends.right ? std::optional(ends) : std::nullopt;
  }

  void draw_bar(const ReleasedCell& cell, const Inks& inks, Line& line) const {
    if (const auto ends = whisker(cell))
      draw_whisker(*ends, place(cell.count), inks, line);
    else
      draw_plain_bar(place(cell.count), inks, line);
  }

  void draw_plain_bar(double length, const Inks& inks, Line& line) const {
    const int parts = style_.unicode ? 8 : 1;
    const auto filled = static_cast<std::size_t>(std::lround(length * parts));
    if (filled == 0) return;
    line.blanks(kGaps / 2);
    line.add(repeated(glyphs_.full, filled / static_cast<std::size_t>(parts)) +
                 std::string(kEighths[filled % static_cast<std::size_t>(parts)]),
             inks.bar);
  }

  // The part of the whisker that lies on the bar is told apart by colour alone.
  void draw_whisker(const Ends& ends, double length, const Inks& inks,
                    Line& line) const {
    const auto middle = static_cast<std::size_t>(length);
    std::string on_bar, beyond;
    for (std::size_t at = ends.left; at <= ends.right; ++at)
      (at < middle ? on_bar : beyond) += at == ends.left    ? glyphs_.left_end
                                         : at == ends.right ? glyphs_.right_end
                                         : at == middle     ? glyphs_.middle
                                                            : glyphs_.line;
    line.blanks(kGaps / 2);
    line.add(repeated(glyphs_.full, ends.left), inks.bar);
    line.add(on_bar, inks.whisker_on_bar);
    line.add(beyond);
  }

  std::string notes() const {
    const bool drawn = std::any_of(
        release_.cells.begin(), release_.cells.end(),
        [&](const ReleasedCell& cell) { return whisker(cell).has_value(); });
    std::string text = note(
        "error", error_sentence(release_,
                                drawn ? "each bar's whisker"
                                      : "each bar's whisker (too short to draw here)",
                                script_));
    for (const auto& derivation : release_.derivations)
      text += note("privacy", sentence(derivation.conclusion));
    text += note("person", release_.question.person);
    text += note("verified", verification_sentence(release_));
    for (const auto& warning : release_.warnings)
      text += note("warning", warning, kAlarm);
    return text;
  }

  std::string note(std::string_view name, const std::string& words,
                   std::string_view ink = kBold) const {
    std::string text;
    for (const auto& part : wrap(printable(words, script_), width_ - kNoteIndent)) {
      Line line(style_.colour);
      if (text.empty()) line.add(name, ink);
      line.blanks(kNoteIndent - (text.empty() ? name.size() : 0));
      line.add(part);
      text += line.ended();
    }
    return text;
  }

  const Release& release_;
  const TextStyle& style_;
  Script script_;
  Glyphs glyphs_;
  std::size_t width_;
  std::size_t head_ = 0, tail_ = 0;  // cells before head_ and from tail_ on are shown
  std::size_t label_width_ = 0, count_width_ = 0, bar_width_ = 0;
  std::int64_t largest_ = 0;
};

}  // namespace

std::string histogram_text(const Release& release, const TextStyle& style) {
  assert(release.cells.size() == release.question.domain.bins.cells());
  return Table(release, style).text();
}

}  // namespace selvage
