#include "tool/output.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <utility>

#include <fmt/format.h>

#include "selvage/base/errors.hpp"
#include "selvage/engine/may_write.hpp"

namespace selvage::tool {
namespace {

Error cannot_write(const std::string& path, int problem) {
  const char* why = problem == ENOENT || problem == ENOTDIR ? "there is no such folder"
                    : problem == EACCES || problem == EPERM || problem == EROFS
                        ? "permission denied"
                    : problem == EISDIR                      ? "it is a directory"
                    : problem == ENAMETOOLONG                ? "its name is too long"
                    : problem == ENOSPC || problem == EDQUOT ? "the disk is full"
                    : problem == ESTALE  ? "somebody else changed what is there"
                    : problem == ENODATA ? "the system gives no random numbers"
                                         : "the system refuses";
  return unreadable(fmt::format("cannot write '{}': {}", path, why));
}

bool same_inode(const struct stat& one, const struct stat& other) {
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

// Not every kind of file can be made durable.
int synced(int descriptor) {
  return fsync(descriptor) == 0 || errno == EINVAL ? 0 : errno;
}

// 0, or why not all of it could be written.
int write_blocks(int descriptor, const WriteText& write) {
  int problem = 0;
  TextBlocks text([&](std::string_view block) {
    if (problem == 0) problem = write_all(descriptor, block);
  });
  write(text);
  text.end();
  return problem;
}

}  // namespace

Result<OutputFile> OutputFile::open(const std::string& path) {
  struct stat about {};
  const bool exists = stat(path.c_str(), &about) == 0;
  if (exists) {
    if (S_ISDIR(about.st_mode)) return cannot_write(path, EISDIR);
    if (faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0)
      return cannot_write(path, errno);
  } else if (errno != ENOENT) {
    return cannot_write(path, errno);
  }
  const std::string target = without_links(path);
  if (exists && (!S_ISREG(about.st_mode) || target.empty()))
    return OutputFile(path, about);
  if (target.empty()) return cannot_write(path, ENOENT);
  const auto slash = target.rfind('/');
  const bool in_folder = slash != std::string::npos;
  const std::string folder = in_folder ? target.substr(0, slash + 1) : ".";
  OutputFile file(path, in_folder ? target.substr(slash + 1) : target,
                  Descriptor(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)));
  if (!file.folder_) return cannot_write(path, errno);
  if (const int problem = file.make_hidden(); problem != 0)
    return cannot_write(path, problem);
  return Result<OutputFile>(std::move(file));
}

// 0, or why not. Permissions are those of any new file: 0666 less the umask.
int OutputFile::make_hidden() {
  constexpr int kTries = 100;
  for (int i = 0; i < kTries; ++i) {
    std::uint64_t random = 0;
    if (getrandom(&random, sizeof random, 0) != sizeof random) return ENODATA;
    std::string hidden = fmt::format(".selvage-{:016x}", random);
    file_ =
        Descriptor(openat(folder_.number(), hidden.c_str(),
                          O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (file_) {
      left_behind_ =
          LeftBehind(fmt::format("/proc/self/fd/{}/{}", folder_.number(), hidden));
      hidden_ = std::move(hidden);
      return 0;
    }
    if (errno != EEXIST) return errno;
  }
  return EEXIST;
}

OutputFile::~OutputFile() {
  if (file_ && is_file_at(hidden_)) unlinkat(folder_.number(), hidden_.c_str(), 0);
}

// Whether the name in the folder is that of our file, and not of something else that
// was put there meanwhile.
bool OutputFile::is_file_at(const std::string& name) const {
  struct stat ours {
  }, there{};
  return fstat(file_.number(), &ours) == 0 &&
         fstatat(folder_.number(), name.c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0 &&
         same_inode(ours, there);
}

// Opened only now, since a pipe waits for its reader. O_APPEND: what stands in a log
// behind /dev/stdout stays there.
int OutputFile::write_directly(const WriteText& write) const {
  const Descriptor file(::open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  struct stat about {};
  if (!file || fstat(file.number(), &about) != 0) return errno;
  const bool same_kind = ((about.st_mode ^ direct_.st_mode) & S_IFMT) == 0;
  if (!same_kind || !same_inode(about, direct_)) return ESTALE;
  const int problem = write_blocks(file.number(), write);
  return problem != 0 ? problem : synced(file.number());
}

Outcome OutputFile::commit(const std::string& text) {
  return commit([&](TextBlocks& blocks) { blocks.add(text); });
}

Outcome OutputFile::commit(const WriteText& write) {
  const int problem =
      is_regular() ? write_blocks(file_.number(), write) : write_directly(write);
  if (problem != 0) return cannot_write(path_, problem);
  return is_regular() ? commit_written() : Outcome(Done{});
}

std::string OutputFile::writable_name() const {
  return fmt::format("/proc/self/fd/{}", file_.number());
}

Outcome OutputFile::commit_written() {
  if (const int problem = synced(file_.number()); problem != 0)
    return cannot_write(path_, problem);
  if (!is_file_at(hidden_)) return cannot_write(path_, ESTALE);
  if (renameat(folder_.number(), hidden_.c_str(), folder_.number(), name_.c_str()) != 0)
    return cannot_write(path_, errno);
  left_behind_ = {};
  if (!is_file_at(name_)) return cannot_write(path_, ESTALE);
  return Done{};
}

Error OutputFile::refused() const { return cannot_write(path_, EIO); }

Outcome print(const std::string& text) {
  return print([&](TextBlocks& blocks) { blocks.add(text); });
}

Outcome print(const WriteText& write) {
  const int problem = write_blocks(STDOUT_FILENO, write);
  if (problem != 0) return cannot_write("standard output", problem);
  return Done{};
}

}  // namespace selvage::tool
