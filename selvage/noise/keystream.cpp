#include "selvage/noise/keystream.hpp"

#include <sodium.h>
#include <sys/mman.h>
#include <sys/random.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace selvage {

// All zero after mmap and after fork: `keyed` false is the state that keys itself.
struct Keystream::State {
  static constexpr std::size_t kBlock = 8192;
  bool keyed;
  std::size_t served;
  unsigned char key[crypto_stream_chacha20_KEYBYTES];
  unsigned char block[kBlock];
};

namespace {

constexpr std::size_t kKeyBytes = crypto_stream_chacha20_KEYBYTES;

bool read_entropy(unsigned char* out, std::size_t size) {
  while (size > 0) {
    const ssize_t got = getrandom(out, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    out += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace

Result<Keystream> Keystream::make() {
  const Error no_entropy{ErrorKind::unreadable,
                         "the operating system gives no random bytes; without them "
                         "nothing can be released"};
  if (sodium_init() < 0) return no_entropy;
  void* pages = mmap(nullptr, sizeof(State), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return no_entropy;
  Keystream stream(static_cast<State*>(pages));
  if (madvise(pages, sizeof(State), MADV_WIPEONFORK) != 0 ||
      madvise(pages, sizeof(State), MADV_DONTDUMP) != 0)
    return no_entropy;
  unsigned char probe[kKeyBytes];
  if (!read_entropy(probe, sizeof probe)) return no_entropy;
  sodium_memzero(probe, sizeof probe);
  return Result<Keystream>(std::move(stream));
}

Keystream::Keystream(Keystream&& other) noexcept
    : state_(std::exchange(other.state_, nullptr)) {}

Keystream::~Keystream() {
  if (state_ == nullptr) return;
  sodium_memzero(state_, sizeof(State));
  munmap(state_, sizeof(State));
}

void Keystream::refill() {
  // Entropy was there when the stream was made. If it is gone now (in a forked child),
  // ending the process is the only answer that says nothing about the data.
  if (!state_->keyed && !read_entropy(state_->key, kKeyBytes)) std::abort();
  const unsigned char nonce[crypto_stream_chacha20_NONCEBYTES] = {};
  crypto_stream_chacha20(state_->block, State::kBlock, nonce, state_->key);
  std::memcpy(state_->key, state_->block, kKeyBytes);
  sodium_memzero(state_->block, kKeyBytes);
  state_->served = kKeyBytes;
  state_->keyed = true;
}

std::uint64_t Keystream::operator()() {
  if (!state_->keyed || state_->served == State::kBlock) refill();
  std::uint64_t word = 0;
  unsigned char* at = state_->block + state_->served;
  std::memcpy(&word, at, sizeof word);
  std::memset(at, 0, sizeof word);
  state_->served += sizeof word;
  return word;
}

}  // namespace selvage
