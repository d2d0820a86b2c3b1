#include "selvage/base/new_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace selvage {
namespace {

int write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(file, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return ::fsync(file) == 0 ? 0 : errno;
}

}  // namespace

int write_new_file(const std::string& path, std::string_view bytes, unsigned mode) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (file < 0) return errno;
  int code = write_all(file, bytes);
  if (::close(file) != 0 && code == 0) code = errno;
  if (code != 0) ::unlink(path.c_str());
  return code;
}

}  // namespace selvage
