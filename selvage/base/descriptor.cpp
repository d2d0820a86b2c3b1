#include "selvage/base/descriptor.hpp"

#include <unistd.h>

#include <cerrno>

namespace selvage {

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(descriptor, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return wrote == 0 ? EIO : errno;
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return 0;
}

}  // namespace selvage
