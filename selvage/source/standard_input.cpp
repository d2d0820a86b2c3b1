#include "selvage/source/standard_input.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "selvage/base/errors.hpp"
#include "selvage/base/stopping.hpp"

namespace selvage {
namespace {

constexpr std::size_t kPiped = 1 << 18;  // bytes at once

bool write_all(int to, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t done = write(to, bytes, size);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    bytes += done;
    size -= static_cast<std::size_t>(done);
  }
  return true;
}

bool copy_all(int from, int to) {
  std::vector<char> block(kPiped);
  for (;;) {
    const ssize_t got = read(from, block.data(), block.size());
    if (!goes_on()) return false;
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got == 0;
    if (!write_all(to, block.data(), static_cast<std::size_t>(got))) return false;
  }
}

// What came through a pipe comes once, and a table may be opened again: it is kept.
int piped_input() {
  static const int piped = [] {
    const int held = memfd_create("standard input", MFD_CLOEXEC);
    if (held >= 0 && copy_all(STDIN_FILENO, held)) return held;
    if (held >= 0) close(held);
    return -1;
  }();
  return piped;
}

}  // namespace

Result<int> open_standard_input() {
  if (isatty(STDIN_FILENO) == 1)
    return wrong_field("table",
                       "'-' is the standard input, and that is a terminal; send a "
                       "table there, as in: selvage VERB - < people.csv");
  struct stat about {};
  // A file from its start on is read where it lies.
  const bool at_start = lseek(STDIN_FILENO, 0, SEEK_CUR) == 0;
  const bool file = fstat(STDIN_FILENO, &about) == 0 && S_ISREG(about.st_mode);
  const int from = file && at_start ? STDIN_FILENO : piped_input();
  const int descriptor = from < 0 ? from : fcntl(from, F_DUPFD_CLOEXEC, 3);
  if (descriptor >= 0) return descriptor;
  if (!goes_on()) return Error{ErrorKind::interrupted, "stopped"};
  return unreadable("cannot read the standard input");
}

}  // namespace selvage
