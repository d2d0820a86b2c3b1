#include "tool/output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace selvage::tool {
namespace {

Error cannot_write(const std::string& path, int problem) {
  const char* why = problem == ENOENT || problem == ENOTDIR ? "there is no such folder"
                    : problem == EACCES || problem == EPERM || problem == EROFS
                        ? "permission denied"
                    : problem == EISDIR                      ? "it is a directory"
                    : problem == ENAMETOOLONG                ? "its name is too long"
                    : problem == ENOSPC || problem == EDQUOT ? "the disk is full"
                                                             : "the system refuses";
  return {ErrorKind::unreadable, fmt::format("cannot write '{}': {}", path, why)};
}

// 0, or the reason why not all was written.
int write_all(int descriptor, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t wrote = write(descriptor, text.data() + at, text.size() - at);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return wrote == 0 ? EIO : errno;
    at += static_cast<std::size_t>(wrote);
  }
  return 0;
}

// O_APPEND: what stands in a log behind /dev/stdout stays there.
int write_to(const std::string& path, const std::string& text) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (descriptor < 0) return errno;
  int problem = write_all(descriptor, text);
  if (problem == 0 && fsync(descriptor) != 0 && errno != EINVAL) problem = errno;
  if (close(descriptor) != 0 && problem == 0) problem = errno;
  return problem;
}

// With its slash; empty for the current one.
std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

// Where the links end: the file behind a link is replaced, not the link. Empty where
// they lead to an open descriptor, as /dev/stdout does.
std::string without_links(std::string path) {
  namespace fs = std::filesystem;
  constexpr int kMostLinks = 40;  // as the system follows
  std::error_code error;
  for (int i = 0; i < kMostLinks && fs::is_symlink(path, error); ++i) {
    const std::string folder = folder_of(path);
    if (fs::canonical(folder.empty() ? "." : folder, error)
            .string()
            .starts_with("/proc"))
      return "";
    const std::string target = fs::read_symlink(path, error).string();
    path = target.starts_with('/') ? target : folder + target;
  }
  return path;
}

}  // namespace

bool same_file(const std::string& one, const std::string& other) {
  std::error_code error;
  const auto place = [&](const std::string& path) {
    return std::filesystem::weakly_canonical(without_links(path), error);
  };
  if (std::filesystem::equivalent(one, other, error))
    return std::filesystem::is_regular_file(one, error);
  return !std::filesystem::exists(one, error) && place(one) == place(other);
}

Result<OutputFile> OutputFile::open(const std::string& path) {
  struct stat about {};
  if (stat(path.c_str(), &about) == 0) {
    if (S_ISDIR(about.st_mode)) return cannot_write(path, EISDIR);
    if (faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0)
      return cannot_write(path, errno);
    if (!S_ISREG(about.st_mode)) return OutputFile(path, "", "");
  } else if (errno != ENOENT) {
    return cannot_write(path, errno);
  }
  const std::string target = without_links(path);
  if (target.empty()) return OutputFile(path, "", "");
  std::string hidden = folder_of(target) + ".selvage-XXXXXX";
  const int descriptor = mkstemp(hidden.data());
  if (descriptor < 0) return cannot_write(path, errno);
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(descriptor, 0666 & ~mask);
  close(descriptor);
  return OutputFile(path, target, hidden);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      hidden_(std::exchange(other.hidden_, "")) {}

OutputFile::~OutputFile() {
  if (!hidden_.empty()) unlink(hidden_.c_str());
}

Outcome OutputFile::commit(const std::string& text) {
  const int problem = write_to(hidden_.empty() ? path_ : hidden_, text);
  if (problem != 0) return cannot_write(path_, problem);
  return hidden_.empty() ? Outcome(Done{}) : commit_written();
}

Outcome OutputFile::commit_written() {
  if (rename(hidden_.c_str(), target_.c_str()) != 0) return cannot_write(path_, errno);
  hidden_.clear();
  return Done{};
}

Error OutputFile::refused() const { return cannot_write(path_, EIO); }

Outcome print(const std::string& text) {
  const int problem = write_all(STDOUT_FILENO, text);
  if (problem != 0) return cannot_write("standard output", problem);
  return Done{};
}

}  // namespace selvage::tool
