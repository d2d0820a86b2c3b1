// The terminal: is there one, how wide is it, and did somebody press Ctrl-C.
#pragma once
#include <cstdint>
#include <string>

namespace selvage::tool {

bool stdout_is_terminal();
int stdout_width();     // 80 where there is no terminal
bool colour_wanted();   // on a terminal, unless NO_COLOR is set
bool unicode_wanted();  // the locale's letters are UTF-8

// After this the first Ctrl-C (or SIGTERM) is remembered; a second one ends at once,
// and so does the program itself where it was not heard for most of a second.
void listen_for_interrupt();
bool interrupted();

// On the error side. Where nobody hears it, the work goes on.
void tell(const std::string& text);

// Whether what is printed can arrive: standard output is open to be written.
bool stdout_is_open();

// A line on the error side of a terminal, drawn anew; nothing where there is none.
class ProgressLine {
 public:
  // `what` is done; of a file with so many bytes, where they are what is read.
  explicit ProgressLine(std::string what, std::uint64_t bytes = 0)
      : what_(std::move(what)), bytes_(bytes) {}
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  // Called about twenty times a second; the first second shows nothing. A share below 0
  // is not known, and at 1 all is read and the rest takes a while.
  void show(double share);
  void clear();

 private:
  std::string what_;
  std::uint64_t bytes_;
  int calls_ = 0;
  bool shown_ = false;
};

// "reading 120 of 600 MB [######........................]  20 %": 30 places of a bar.
// The bytes are left out where there are none, and so is the bar at the ends.
std::string progress_text(const std::string& what, double share, std::uint64_t bytes);

// Control characters of names made visible, so that a file name sends no escape codes.
std::string safe_text(const std::string& text);

}  // namespace selvage::tool
