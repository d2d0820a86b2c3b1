// For LD_PRELOAD: the FAIL_AT-th call of a kind fails, and with FAIL_ON every later
// one. FAIL_WHAT: "malloc", with its relatives, or "getrandom".
#include <dlfcn.h>
#include <sys/types.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>

extern "C" {
void* __libc_malloc(std::size_t) noexcept;
void* __libc_calloc(std::size_t, std::size_t) noexcept;
void* __libc_realloc(void*, std::size_t) noexcept;
void* __libc_memalign(std::size_t, std::size_t) noexcept;
}

namespace {

enum class Kind { none, memory, randomness };

std::atomic<long> calls = 0;
long fail_at = 0;
bool from_then_on = false;
Kind kind = Kind::none;

__attribute__((constructor)) void read_wishes() {
  const char* const what = std::getenv("FAIL_WHAT");
  const char* const at = std::getenv("FAIL_AT");
  if (what == nullptr || at == nullptr) return;
  fail_at = std::atol(at);
  from_then_on = std::getenv("FAIL_ON") != nullptr;
  kind = std::strcmp(what, "malloc") == 0 ? Kind::memory : Kind::randomness;
}

bool fails_now(Kind asked) {
  if (kind != asked) return false;
  const long call = ++calls;
  return call == fail_at || (from_then_on && call > fail_at);
}

bool out_of_memory() {
  if (!fails_now(Kind::memory)) return false;
  errno = ENOMEM;
  return true;
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) noexcept {
  return out_of_memory() ? nullptr : __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) noexcept {
  return out_of_memory() ? nullptr : __libc_calloc(count, size);
}

void* realloc(void* old, std::size_t size) noexcept {
  return out_of_memory() ? nullptr : __libc_realloc(old, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return out_of_memory() ? nullptr : __libc_memalign(alignment, size);
}

int posix_memalign(void** made, std::size_t alignment, std::size_t size) noexcept {
  *made = out_of_memory() ? nullptr : __libc_memalign(alignment, size);
  return *made == nullptr ? ENOMEM : 0;
}

ssize_t getrandom(void* to, std::size_t size, unsigned flags) {
  using Call = ssize_t (*)(void*, std::size_t, unsigned);
  static const auto real = reinterpret_cast<Call>(dlsym(RTLD_NEXT, "getrandom"));
  if (fails_now(Kind::randomness)) {
    errno = EIO;
    return -1;
  }
  return real(to, size, flags);
}
}
