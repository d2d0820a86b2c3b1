// What must not stay on the disk if the program ends without going back through its own
// code: for lack of memory inside another library, say. Those who make such a thing
// note it here; only a program takes the notes, never the library.
#pragma once
#include <string>

namespace selvage {

// While it lives, remove_left_behind() removes what lies at this path: a file, or a
// folder with the files in it. Of more than 64 at once, and of a path of 4 kB, nothing
// is noted.
class LeftBehind {
 public:
  LeftBehind() = default;
  explicit LeftBehind(const std::string& path);
  LeftBehind(LeftBehind&& other) noexcept;
  LeftBehind& operator=(LeftBehind&& other) noexcept;
  ~LeftBehind();

 private:
  int slot_ = -1;
};

// May be called from a signal handler, and where there is no memory.
void remove_left_behind();

}  // namespace selvage
