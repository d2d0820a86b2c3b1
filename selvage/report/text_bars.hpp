// Bars of text with the interval of their number on them: solid to the lower end, a
// whisker from there to the upper end,
//   ██████████├──┼──┤
// Numbers that may be below 0 start from a line in the middle: ████┼───┤│
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "selvage/report/page.hpp"

namespace selvage {

class TextBars {
 public:
  // Requires width >= 1.
  TextBars(const Page& page, std::size_t width);

  // `outside` is drawn in a quieter colour, and nothing where nothing is known.
  void draw(const Estimate& number, bool outside, Line& line) const;
  // Whether the interval is long enough to be seen.
  bool has_whisker(const Estimate& number) const { return whisker(number).has_value(); }

 private:
  struct Ends {
    std::size_t left, right;  // the first and the last character
  };
  double place(std::int64_t value) const;
  double real(std::int64_t value) const;
  std::optional<Ends> whisker(const Estimate& number) const;
  void draw_plain(double length, std::string_view ink, Line& line) const;

  bool unicode_;
  std::size_t width_;
  double low_ = 0, high_ = 0;
  std::optional<Series> series_;  // where its numbers are places
};

}  // namespace selvage
