// The labels at the left of a table, a column of them for each column of the question.
// Long ones are cut; one that repeats the line above is left out.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "selvage/report/page.hpp"

namespace selvage {

struct Label {
  std::string text;  // safe to print
  std::string_view ink = {};
};

// The labels of a cell in the first columns of its release, those outside faint.
std::vector<Label> labels_of(const Page& page, std::uint64_t cell, std::size_t columns);
// The names of these columns.
std::vector<std::string> names_of(const Page& page, std::size_t columns);
// The labels of a line that adds others up: "total" and blanks.
std::vector<Label> total_labels(std::size_t columns);

class LabelColumns {
 public:
  using Rows = std::vector<std::vector<Label>>;  // [row][column]

  // In at most `room` places. Where that is too little for each column they are written
  // as one: "sales / north". Requires a column, and room >= 4.
  LabelColumns(std::vector<std::string> names, Rows rows, std::size_t room,
               Script script);

  std::size_t width() const;
  void draw_names(Line& line) const;
  // `whole` repeats the labels of the line above.
  void draw(std::size_t row, bool whole, Line& line) const;

 private:
  void join();
  void choose_widths(std::size_t room);

  std::vector<std::string> names_;
  Rows rows_;
  Script script_;
  std::vector<std::size_t> widths_;
};

}  // namespace selvage
