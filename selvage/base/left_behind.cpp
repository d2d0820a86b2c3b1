#include "selvage/base/left_behind.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <utility>

namespace selvage {
namespace {

enum State : int { kFree, kTaken, kNoted };

struct Slot {
  std::atomic<int> state = kFree;
  std::array<char, 4096> path;
};

constexpr int kSlots = 64;
constinit std::array<Slot, kSlots> slots = {};

// As the kernel lists a folder: opendir would need memory.
struct Entry {
  std::uint64_t inode;
  std::int64_t next;
  unsigned short size;
  unsigned char kind;
  char name[1];
};

void remove_files_in(const char* path) {
  const int folder = ::open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (folder < 0) return;
  alignas(Entry) std::array<char, 4096> listed;
  for (long size;
       (size = ::syscall(SYS_getdents64, folder, listed.data(), listed.size())) > 0;)
    for (long at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const Entry*>(listed.data() + at);
      (void)::unlinkat(folder, entry->name, 0);  // "." and ".." are no files
      at += entry->size;
    }
  ::close(folder);
}

}  // namespace

LeftBehind::LeftBehind(const std::string& path) {
  for (int i = 0; i < kSlots; ++i) {
    Slot& slot = slots[static_cast<std::size_t>(i)];
    int expected = kFree;
    if (path.size() >= slot.path.size() ||
        !slot.state.compare_exchange_strong(expected, kTaken))
      continue;
    std::memcpy(slot.path.data(), path.c_str(), path.size() + 1);
    slot.state = kNoted;
    slot_ = i;
    return;
  }
}

LeftBehind::LeftBehind(LeftBehind&& other) noexcept
    : slot_(std::exchange(other.slot_, -1)) {}

LeftBehind& LeftBehind::operator=(LeftBehind&& other) noexcept {
  std::swap(slot_, other.slot_);
  return *this;
}

LeftBehind::~LeftBehind() {
  if (slot_ >= 0) slots[static_cast<std::size_t>(slot_)].state = kFree;
}

void remove_left_behind() {
  for (Slot& slot : slots) {
    if (slot.state != kNoted) continue;
    if (::unlink(slot.path.data()) == 0) continue;
    remove_files_in(slot.path.data());
    (void)::rmdir(slot.path.data());
  }
}

}  // namespace selvage
