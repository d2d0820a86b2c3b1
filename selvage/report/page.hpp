// What every text form of a release shares: the lines of a terminal, the title above
// and the notes below.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "selvage/release/release.hpp"
#include "selvage/report/number_format.hpp"
#include "selvage/report/view.hpp"
#include "selvage/report/wording.hpp"

namespace selvage {

struct TextStyle {
  int width = 80;  // of the terminal; below 40 it is drawn as for 40
  bool colour = false;
  bool unicode = true;         // else plain ASCII
  std::size_t most_rows = 60;  // lines of cells; the first and the last two always stay
  Speech speech = {};
  bool bare = false;  // neither title nor notes: a part of another page
};

// Codes of "select graphic rendition".
constexpr std::string_view kBold = "1", kFaint = "2", kAlarm = "1;33";

constexpr std::size_t kGap = 2;  // blanks between columns

// One line that is being written. Blanks at its end are never written.
class Line {
 public:
  explicit Line(bool colour) : colour_(colour) {}

  void add(std::string_view text, std::string_view ink = {});
  void blanks(std::size_t count) { blanks_ += count; }
  // The text in a column of this width. Requires that it fits.
  void left(std::string_view text, std::size_t width, std::string_view ink = {});
  void right(std::string_view text, std::size_t width, std::string_view ink = {});
  const std::string& text() const { return text_; }

 private:
  bool colour_;
  std::size_t blanks_ = 0;  // not yet written
  std::string text_;
};

class Page {
 public:
  // Begins with the title.
  Page(const Release& release, const TextStyle& style);

  const Release& release() const { return release_; }
  const TextStyle& style() const { return style_; }
  std::size_t width() const { return width_; }
  Script script() const { return style_.unicode ? Script::unicode : Script::ascii; }
  std::string safe(std::string_view text) const { return printable(text, script()); }
  NumberFormat numbers() const { return {release_, 0, script()}; }

  Line line() const { return Line(style_.colour); }
  void put(const Line& line) { text_ += line.text() + '\n'; }
  void blank_line() { text_ += '\n'; }
  // Faint words over the whole width.
  void remark(const std::string& words);
  // "... and 84 more cells", and how to see all at no cost where that is known.
  void remark_left_out(std::size_t count, const std::string& what, bool across);
  // The whole page with the notes at its end; `more` stand behind the one on the error.
  std::string ended(const std::string& holder,
                    const std::vector<std::string>& more = {});

 private:
  void put_note(std::string_view name, const std::string& words);

  const Release& release_;
  TextStyle style_;
  std::size_t width_;
  std::string text_;
};

// A column of numbers, each with its interval: "4,321 ±120".
class NumberColumn {
 public:
  // At most `room` wide, with room for these numbers and for the name above them.
  NumberColumn(const NumberFormat& format, const std::vector<Estimate>& numbers,
               std::size_t room, const std::string& name = {});
  std::size_t width() const { return value_width_ + 1 + spread_width_; }
  void draw_name(Line& line) const {
    line.right(name_, value_width_, kBold);
    line.blanks(1 + spread_width_);
  }
  void draw(const Estimate& number, Line& line) const;
  const NumberFormat& format() const { return format_; }

 private:
  std::string name_;
  std::size_t value_width_ = 0, spread_width_ = 0;
  NumberFormat format_;
};

}  // namespace selvage
