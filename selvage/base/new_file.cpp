#include "selvage/base/new_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "selvage/base/descriptor.hpp"

namespace selvage {

int write_new_file(const std::string& path, std::string_view bytes, unsigned mode) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (file < 0) return errno;
  int code = write_all(file, bytes);
  if (code == 0 && ::fsync(file) != 0) code = errno;
  if (::close(file) != 0 && code == 0) code = errno;
  if (code != 0) ::unlink(path.c_str());
  return code;
}

}  // namespace selvage
