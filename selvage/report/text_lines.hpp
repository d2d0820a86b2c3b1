// Reads text forms back, for the tests of this room.
#pragma once
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "selvage/report/text.hpp"

namespace selvage {

inline std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(line);
  return result;
}

// The line of the cell with this label.
inline std::string row(const std::string& text, const std::string& label) {
  for (const auto& line : lines(text))
    if (line.starts_with(label + " ")) return line;
  return "no line starts with " + label;
}

inline std::size_t times(const std::string& text, const std::string& mark) {
  std::size_t count = 0;
  for (auto at = text.find(mark); at != std::string::npos;
       at = text.find(mark, at + mark.size()))
    ++count;
  return count;
}

inline bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// No line is wider than the terminal, ends in blanks, or holds a control.
inline void expect_tidy(const std::string& text, int width) {
  for (const auto& line : lines(text)) {
    EXPECT_LE(places(line), static_cast<std::size_t>(width)) << line;
    EXPECT_FALSE(line.ends_with(' ')) << line << '|';
    for (const char c : line) EXPECT_GE(static_cast<unsigned char>(c), ' ') << line;
  }
}

}  // namespace selvage
