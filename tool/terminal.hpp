// The terminal: is there one, how wide is it, and did somebody press Ctrl-C.
#pragma once
#include <string>

namespace selvage::tool {

bool stdout_is_terminal();
int stdout_width();     // 80 where there is no terminal
bool colour_wanted();   // on a terminal, unless NO_COLOR is set
bool unicode_wanted();  // the locale's letters are UTF-8

// After this the first Ctrl-C (or SIGTERM) is remembered; a second one ends at once.
void listen_for_interrupt();
bool interrupted();

// A line on the error side of a terminal, drawn anew; nothing where there is none.
class ProgressLine {
 public:
  explicit ProgressLine(std::string what) : what_(std::move(what)) {}
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  void show(double share);
  void clear();

 private:
  std::string what_;
  int calls_ = 0;
  bool shown_ = false;
};

// Control characters of names made visible, so that a file name sends no escape codes.
std::string safe_text(const std::string& text);

}  // namespace selvage::tool
