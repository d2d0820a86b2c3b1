#include "selvage/random/stream/keystream.hpp"

#include <sodium.h>
#include <sys/mman.h>
#include <sys/random.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "selvage/base/errors.hpp"

namespace selvage {

// All zero after mmap and after fork: `keyed` false is the state that keys itself.
struct Keystream::State {
  static constexpr std::size_t kBlock = 8192;  // a key makes no more than this
  bool keyed;
  std::size_t left;  // bytes of the block, at its end, that are not served yet
  unsigned char key[Cipher::kKeyBytes];
  unsigned char block[kBlock];
};

namespace {

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

Result<Keystream> Keystream::make(const Cipher& cipher) {
  const Error no_entropy{ErrorKind::unreadable,
                         "the operating system gives no random bytes; without them "
                         "nothing can be released"};
  if (sodium_init() < 0) return no_entropy;
  if (!cipher.passes_self_test())
    return unreadable(std::string("the processor's ") + cipher.name +
                      " does not give the standard's example; with such random bytes "
                      "nothing can be released");
  void* pages = mmap(nullptr, sizeof(State), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return no_entropy;
  Keystream stream(cipher, static_cast<State*>(pages));
  if (madvise(pages, sizeof(State), MADV_WIPEONFORK) != 0 ||
      madvise(pages, sizeof(State), MADV_DONTDUMP) != 0)
    return no_entropy;
  unsigned char probe[Cipher::kKeyBytes];
  if (!read_entropy(probe, sizeof probe)) return no_entropy;
  sodium_memzero(probe, sizeof probe);
  return Result<Keystream>(std::move(stream));
}

Keystream::Keystream(Keystream&& other) noexcept
    : cipher_(other.cipher_), state_(std::exchange(other.state_, nullptr)) {}

Keystream::~Keystream() {
  if (state_ == nullptr) return;
  sodium_memzero(state_, sizeof(State));
  munmap(state_, sizeof(State));
}

// Asked at every request: a forked child finds the state wiped, and its parent's bytes
// gone with it.
void Keystream::key_if_needed() {
  if (state_->keyed) return;
  // Entropy was there when the stream was made. If it is gone now (in a forked child),
  // ending the process is the only answer that says nothing about the data.
  if (!read_entropy(state_->key, sizeof state_->key)) std::abort();
  state_->keyed = true;
}

std::span<const unsigned char> Keystream::memory() const {
  return {reinterpret_cast<const unsigned char*>(state_), sizeof(State)};
}

std::uint64_t Keystream::operator()() {
  key_if_needed();
  if (state_->left == 0) {
    cipher_.advance(state_->key, state_->block, State::kBlock);
    state_->left = State::kBlock;
  }
  std::uint64_t word = 0;
  unsigned char* at = state_->block + State::kBlock - state_->left;
  std::memcpy(&word, at, sizeof word);
  std::memset(at, 0, sizeof word);
  state_->left -= sizeof word;
  return word;
}

// Whole pieces are made where they are wanted, the rest comes out of the block.
void Keystream::fill(std::span<std::uint64_t> out) {
  constexpr std::size_t piece = Cipher::kPiece / sizeof(std::uint64_t);
  key_if_needed();
  while (out.size() >= piece) {
    const std::size_t words =
        std::min(out.size() / piece * piece, State::kBlock / sizeof(std::uint64_t));
    cipher_.advance(state_->key, reinterpret_cast<unsigned char*>(out.data()),
                    words * sizeof(std::uint64_t));
    out = out.subspan(words);
  }
  for (auto& word : out) word = (*this)();
}

}  // namespace selvage
