#include "selvage/base/bounded_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include <fmt/format.h>

#include "selvage/base/descriptor.hpp"
#include "selvage/base/errors.hpp"
#include "selvage/base/stopping.hpp"

namespace selvage {
namespace {

constexpr std::size_t kBlock = 1 << 16;

Error system_error() { return unreadable(std::system_category().message(errno)); }

}  // namespace

Result<std::string> read_bounded(const std::string& path, std::size_t most) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  while (!file && errno == EINTR) {  // a pipe that nobody writes to yet
    if (!goes_on()) throw Stopped{};
    file = Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  }
  if (!file) return system_error();
  std::string bytes;
  for (;;) {
    if (!goes_on()) throw Stopped{};
    const std::size_t before = bytes.size();
    bytes.resize(before + kBlock);
    const ssize_t got = ::read(file.number(), bytes.data() + before, kBlock);
    if (got < 0 && errno != EINTR) return system_error();
    bytes.resize(before + static_cast<std::size_t>(got < 0 ? 0 : got));
    if (got == 0) return bytes;
    if (bytes.size() > most)
      return unreadable(fmt::format("it has more than {} bytes", most));
  }
}

}  // namespace selvage
