#include "selvage/source/byte_stream.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/source/standard_input.hpp"
#include "selvage/summary/table_name.hpp"

namespace selvage {
namespace {

Error cannot_read(const std::string& path, const char* why) {
  return unreadable(fmt::format("cannot read '{}': {}", path, why));
}

const char* reason(int problem) {
  switch (problem) {
    case ENOENT:
    case ENOTDIR:
      return "there is no such file";
    case EACCES:
    case EPERM:
      return "permission denied";
    default:
      return "the system refuses";
  }
}

}  // namespace

Result<OpenFile> OpenFile::open(const std::string& path) {
  int descriptor = -1;
  if (is_standard_input(path)) {
    const auto opened = open_standard_input();
    if (!opened) return opened.error();
    descriptor = *opened;
  } else {
    // O_NONBLOCK: opening a pipe that nobody writes to must not hang.
    descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  }
  if (descriptor < 0) return cannot_read(path, reason(errno));
  OpenFile file(descriptor, 0, {});
  struct stat about {};
  if (fstat(descriptor, &about) != 0) return cannot_read(path, reason(errno));
  if (S_ISDIR(about.st_mode))
    return cannot_read(path, "it is a directory; name one file in it");
  if (!S_ISREG(about.st_mode)) return cannot_read(path, "it is not a regular file");
  file.size_ = static_cast<std::uint64_t>(about.st_size);
  file.changed_ = about.st_mtim;
  return Result<OpenFile>(std::move(file));
}

OpenFile::OpenFile(OpenFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_),
      changed_(other.changed_) {}

bool OpenFile::is_as_opened() const {
  struct stat about {};
  return fstat(descriptor_, &about) == 0 &&
         static_cast<std::uint64_t>(about.st_size) == size_ &&
         about.st_mtim.tv_sec == changed_.tv_sec &&
         about.st_mtim.tv_nsec == changed_.tv_nsec;
}

OpenFile::~OpenFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

ssize_t ByteStream::read_at(std::uint64_t offset, char* to, std::size_t most) {
  if (packed_) return packed_->read_at(offset, to, most);
  ssize_t got = 0;
  do {
    got = pread(descriptor_, to, most, static_cast<off_t>(offset));
  } while (got < 0 && errno == EINTR);
  return got;
}

bool ByteStream::extend() {
  if (at_end_ || failed_) return false;
  if (start_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + start_, end_ - start_);
    end_ -= start_;
    start_ = 0;
  }
  // A window that one block did not satisfy grows by doubling.
  const std::size_t wanted = std::max(block_, end_);
  if (buffer_.size() < end_ + wanted) buffer_.resize(end_ + wanted);
  const ssize_t got = read_at(offset_, buffer_.data() + end_, wanted);
  if (got < 0) failed_ = true;
  if (got == 0) at_end_ = true;
  if (got <= 0) return false;
  offset_ += static_cast<std::uint64_t>(got);
  end_ += static_cast<std::size_t>(got);
  return true;
}

void ByteStream::skip_byte_order_mark() {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  while (window().size() < kMark.size() && extend()) {
  }
  if (window().starts_with(kMark)) consume(kMark.size());
}

std::size_t ByteStream::find_line_end(std::size_t longest) {
  std::size_t end = window().find('\n');
  while (end == std::string_view::npos && window().size() <= longest && extend())
    end = window().find('\n');
  return end;
}

void ByteStream::skip_line() {
  while (ready()) {
    const std::size_t end = window().find('\n');
    if (end != std::string_view::npos) return consume(end + 1);
    consume(window().size());
  }
}

bool ByteStream::seek_line(std::uint64_t from, std::uint64_t to) {
  seek(from);
  while (position() < to && ready()) {
    const std::size_t inside =
        std::min<std::uint64_t>(window().size(), to - position());
    const std::size_t end = window().substr(0, inside).find('\n');
    consume(end == std::string_view::npos ? inside : end + 1);
    if (end != std::string_view::npos) return true;
  }
  return false;
}

void ByteStream::seek(std::uint64_t position) {
  const std::uint64_t first = offset_ - end_;  // of the buffer
  if (first <= position && position <= offset_) {
    start_ = static_cast<std::size_t>(position - first);
    return;
  }
  offset_ = position;
  start_ = end_ = 0;
  at_end_ = false;
}

}  // namespace selvage
