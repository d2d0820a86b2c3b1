// Fair words from AES-256-CTR where the processor has it, from ChaCha20 elsewhere,
// keyed by the operating system. With each piece of the stream the key is replaced by
// bytes that are never served, and every served byte is wiped here, so that a memory
// dump does not reveal past noise (fast key erasure). The state lives in pages that the
// kernel wipes in a forked child, which therefore keys itself anew. One per thread.
#pragma once
#include <cstdint>
#include <span>

#include "selvage/base/result.hpp"
#include "selvage/random/stream/cipher.hpp"

namespace selvage {

class Keystream {
 public:
  // Fails if the system has no entropy to give, or if the cipher fails its self test:
  // then nothing may be released.
  static Result<Keystream> make(const Cipher& cipher = ciphers()[0]);
  Keystream(Keystream&& other) noexcept;
  Keystream& operator=(Keystream&&) = delete;
  ~Keystream();

  std::uint64_t operator()();
  void fill(std::span<std::uint64_t> out);

 private:
  friend class KeystreamProbe;  // of the tests
  struct State;
  Keystream(const Cipher& cipher, State* state) : cipher_(cipher), state_(state) {}
  void key_if_needed();
  // What a memory dump would show.
  std::span<const unsigned char> memory() const;

  Cipher cipher_;
  State* state_;
};

}  // namespace selvage
